/**
 * Shards that several processes share by leases in the store. Each shard has its own connection; together they act as one
 * Connection.
 *
 * Leases are renewed every two seconds. A newly leased shard is connected, and messages that its last holder missed are
 * backfilled (backfill.ts). A shard that another process should take over, or that could not be connected, is closed and
 * then released. A process that cannot renew closes its shards when their leases expire: another may hold them by then.
 */
import type { Client } from 'discord.js';
import { within } from '../../../../kit/base/clock.ts';
import { StoreError } from '../../../../kit/sql/store-errors.ts';
import { ConfigError } from '../../../core/model/errors.ts';
import type { Handlers, ShardLease } from '../../../core/ports/handlers.ts';
import type { Health } from '../../../core/ports/platform.ts';
import { type Connection, type ConnectionOptions, createConnection } from './connection.ts';

export interface SharedOptions extends Omit<ConnectionOptions, 'shards'> {
  /** The number of shards in all processes together. */
  readonly count: number;
  readonly shards: NonNullable<Handlers['shards']>;
  /** The servers' read cursors, which are handed over with a shard. */
  readonly cursors: { refresh(): Promise<void>; save(): Promise<void> } | undefined;
}

const renewMs = 2_000;
/**
 * Discord lets one shard start every 5 s (more for very large bots); the rest is the time from lease to session.
 * Source: developer docs "Events: Gateway, Rate Limiting", read 2026-11-21.
 */
const apartMs = 7_000;

export function createSharedConnection(options: SharedOptions): Connection {
  const { count, shards, cursors, clock, logger } = options;
  const closing = new AbortController();
  const connections = new Map<number, Connection>();
  const failed = new Set<number>();
  let heldUntil = 0;
  let refused: string | undefined;
  let renewing: Promise<void> | undefined;

  return { connect, close, health, silentMs, clients };

  /** Resolves when the leases were requested; this process may hold no shard yet. */
  async function connect(): Promise<void> {
    await renew();
    renewing = keepRenewing();
  }

  async function keepRenewing(): Promise<void> {
    for (;;) {
      await clock.wait(renewMs, closing.signal);
      refused ??= [...connections.values()]
        .map((connection) => connection.health())
        .find(({ state }) => state === 'dead')?.detail;
      if (closing.signal.aborted || refused !== undefined) break;
      await renew();
    }
    await toleratingStore(() => release([...connections.keys()]));
  }

  async function renew(): Promise<void> {
    await toleratingStore(async () => {
      const held = await renewLeases();
      if (held === 'late') throw new StoreError('late');
      heldUntil = held.until;
      await apply(held);
    });
    if (clock.now() >= heldUntil) await closeAll([...connections.keys()]);
  }

  /** A failed step is retried at the next renewal, or the lease expires. */
  async function toleratingStore(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      logger.warn({ err: error }, 'shard leases not updated');
    }
  }

  /** `late`: no answer before our current leases expire. */
  function renewLeases(): Promise<ShardLease | 'late'> {
    const held = shards.lease(count, apartMs);
    return connections.size === 0 ? held : within(held, Math.max(0, heldUntil - clock.now()), clock);
  }

  async function apply({ shards: ours, toRelease }: ShardLease): Promise<void> {
    const lost = [...connections.keys()].filter((shard) => !ours.includes(shard));
    const leaving = [...lost, ...toRelease, ...failed];
    await release(leaving);
    const added = ours.filter((shard) => !connections.has(shard) && !leaving.includes(shard));
    // Until now another process moved these cursors.
    if (added.length > 0) await cursors?.refresh();
    for (const shard of added) void open(shard);
  }

  /** Never fails: a shard that cannot be connected is released, so that another process can try. */
  async function open(shard: number): Promise<void> {
    const connection = createConnection({ ...options, shards: { ids: [shard], count } });
    connections.set(shard, connection);
    logger.info({ shard, count }, 'shard claimed');
    try {
      await connection.connect();
    } catch (error) {
      // If the map no longer has it, we closed it ourselves.
      if (connections.get(shard) !== connection) return;
      failed.add(shard);
      if (error instanceof ConfigError) refused = error.problems.join(' ');
      logger[refused === undefined ? 'warn' : 'error']({ shard, err: error }, 'shard not connected');
    }
  }

  /** Closes the connections and saves the cursors before another process may hold the shards. */
  async function release(leaving: readonly number[]): Promise<void> {
    if (leaving.length === 0) return;
    await closeAll(leaving);
    await cursors?.save();
    await shards.release(leaving);
    logger.info({ shards: leaving }, 'shards released');
  }

  async function closeAll(leaving: readonly number[]): Promise<void> {
    const closed = leaving.map((shard) => connections.get(shard)?.close());
    for (const shard of leaving) {
      connections.delete(shard);
      failed.delete(shard);
    }
    await Promise.all(closed);
  }

  function health(): Health {
    if (closing.signal.aborted) return { state: 'dead', detail: 'The connection was stopped.' };
    if (refused !== undefined) return { state: 'dead', detail: refused };
    if (heldUntil === 0) return { state: 'starting' };
    return healthOfShards(connections, count, clock.now() < heldUntil);
  }

  function silentMs(): number | undefined {
    // A process without shards has nothing to receive.
    return connections.size === 0 && heldUntil > clock.now() ? 0 : longestSilence(connections);
  }

  function clients(): readonly Client[] {
    return [...connections.values()].flatMap((connection) => connection.clients());
  }

  async function close(): Promise<void> {
    closing.abort();
    await renewing;
  }
}

function healthOfShards(connections: ReadonlyMap<number, Connection>, count: number, areHeld: boolean): Health {
  if (!areHeld) return { state: 'reconnecting', detail: 'The shard leases could not be renewed in the database.' };
  const troubled = [...connections].find(([, connection]) => connection.health().state !== 'ready');
  if (!troubled)
    return { state: 'ready', detail: `This process holds ${listOf([...connections.keys()])} of ${count}.` };
  const { detail = 'Connecting.' } = troubled[1].health();
  return { state: 'reconnecting', detail: `Shard ${troubled[0]} of ${count}: ${detail}` };
}

function longestSilence(connections: ReadonlyMap<number, Connection>): number | undefined {
  const all = [...connections.values()].flatMap((connection) => connection.silentMs() ?? []);
  return all.length === 0 ? undefined : Math.max(...all);
}

function listOf(shards: readonly number[]): string {
  return shards.length === 0 ? 'no shard' : `shard ${shards.toSorted((a, b) => a - b).join(', ')}`;
}
