/**
 * Shards that processes share out, each with a connection of its own. In: how many there are, what the core says is ours. Out:
 * one Connection made of them. Effects: connections of connection.ts, what the core keeps.
 *
 * Every two seconds the core is asked what this process holds. What it holds anew is connected, and what was said there since
 * its last holder heard it is read (gaps.ts); what another process wants, or could not be connected, is closed and then
 * released. Who cannot renew what it holds closes it when it runs out, for then somebody else may have it.
 */
import type { Client } from 'discord.js';
import { within } from '../../../base/deadline.ts';
import { ConfigError, StoreError } from '../../../core/model/errors.ts';
import type { Handlers, Health, ShardLease } from '../../../core/ports/platform.ts';
import { type Connection, type ConnectionOptions, createConnection } from './connection.ts';

export interface SharedOptions extends Omit<ConnectionOptions, 'shards'> {
  /** In all processes together. */
  readonly count: number;
  readonly shards: NonNullable<Handlers['shards']>;
  /** The read cursors of the servers, which processes hand over with their shards. */
  readonly heard: { refresh(): Promise<void>; keep(): Promise<void> } | undefined;
}

const lookMs = 2_000;
/**
 * Discord lets one shard begin every 5 s, and more for very large bots; ours take a moment from being held to beginning.
 * Source: developer docs "Events: Gateway, Rate Limiting", read 2026-11-21.
 */
const apartMs = 7_000;

export function createSharedConnection(options: SharedOptions): Connection {
  const { count, shards, heard, clock, logger } = options;
  const closing = new AbortController();
  const connections = new Map<number, Connection>();
  const failed = new Set<number>();
  let heldUntil = 0;
  let refused: string | undefined;
  let looking: Promise<void> | undefined;

  return { connect, close, health, silentMs, clients };

  /** Resolves when this process takes part; a shard may come to it later. */
  async function connect(): Promise<void> {
    await look();
    looking = keepLooking();
  }

  async function keepLooking(): Promise<void> {
    for (;;) {
      await clock.wait(lookMs, closing.signal);
      refused ??= [...connections.values()].map((each) => each.health()).find(({ state }) => state === 'dead')?.detail;
      if (closing.signal.aborted || refused !== undefined) break;
      await look();
    }
    await coping(() => leave([...connections.keys()]));
  }

  async function look(): Promise<void> {
    await coping(async () => {
      const held = await whatWeHold();
      if (held === 'late') throw new StoreError('late');
      heldUntil = held.until;
      await follow(held);
    });
    if (clock.now() >= heldUntil) await closeAll([...connections.keys()]);
  }

  /** What the store does not do now is done at the next look, or a lease runs out. */
  async function coping(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      logger.warn({ err: error }, 'the shards cannot be shared out');
    }
  }

  /** Not waited for longer than what we hold is ours. */
  function whatWeHold(): Promise<ShardLease | 'late'> {
    const held = shards.lease(count, apartMs);
    return connections.size === 0 ? held : within(held, Math.max(0, heldUntil - clock.now()), clock);
  }

  async function follow({ shards: ours, toRelease: wanted }: ShardLease): Promise<void> {
    const lost = [...connections.keys()].filter((each) => !ours.includes(each));
    const leaving = [...lost, ...wanted, ...failed];
    await leave(leaving);
    const added = ours.filter((each) => !connections.has(each) && !leaving.includes(each));
    // Another process heard them until now.
    if (added.length > 0) await heard?.refresh();
    for (const each of added) void take(each);
  }

  /** Never fails: what cannot be connected is released, so that another process may try. */
  async function take(shard: number): Promise<void> {
    const connection = createConnection({ ...options, shards: { ids: [shard], count } });
    connections.set(shard, connection);
    logger.info({ shard, count }, 'shard taken');
    try {
      await connection.connect();
    } catch (error) {
      // Otherwise we closed it ourselves.
      if (connections.get(shard) !== connection) return;
      failed.add(shard);
      if (error instanceof ConfigError) refused = error.problems.join(' ');
      logger[refused === undefined ? 'warn' : 'error']({ shard, err: error }, 'a shard cannot be connected');
    }
  }

  /** Nothing comes from them any more, and all that came is kept, before anybody else has them. */
  async function leave(leaving: readonly number[]): Promise<void> {
    if (leaving.length === 0) return;
    await closeAll(leaving);
    await heard?.keep();
    await shards.release(leaving);
    logger.info({ shards: leaving }, 'shards let go');
  }

  async function closeAll(leaving: readonly number[]): Promise<void> {
    const closed = leaving.map((each) => connections.get(each)?.close());
    for (const each of leaving) {
      connections.delete(each);
      failed.delete(each);
    }
    await Promise.all(closed);
  }

  function health(): Health {
    if (closing.signal.aborted) return { state: 'dead', detail: 'It was stopped.' };
    if (refused !== undefined) return { state: 'dead', detail: refused };
    if (heldUntil === 0) return { state: 'starting' };
    if (clock.now() >= heldUntil)
      return { state: 'reconnecting', detail: 'The database cannot say which shards are ours.' };
    const troubled = [...connections].find(([, each]) => each.health().state !== 'ready');
    if (!troubled) return { state: 'ready', detail: `It holds ${listOf([...connections.keys()])} of ${count}.` };
    const { detail = 'It is being connected.' } = troubled[1].health();
    return { state: 'reconnecting', detail: `Shard ${troubled[0]} of ${count}: ${detail}` };
  }

  function silentMs(): number | undefined {
    // Who only stands by is not silent.
    if (connections.size === 0 && heldUntil > clock.now()) return 0;
    const all = [...connections.values()].flatMap((each) => each.silentMs() ?? []);
    return all.length === 0 ? undefined : Math.max(...all);
  }

  function clients(): readonly Client[] {
    return [...connections.values()].flatMap((each) => each.clients());
  }

  async function close(): Promise<void> {
    closing.abort();
    await looking;
  }
}

function listOf(shards: readonly number[]): string {
  return shards.length === 0 ? 'no shard' : `shard ${shards.toSorted((a, b) => a - b).join(', ')}`;
}
