/**
 * Socket Mode without a gap: two connections, each replaced before it ends. In: what Slack sends. Out: what Bolt
 * processes, acknowledged only when that is done.
 *
 * Slack sends each envelope over any one connection, ends a connection every few hours, and delivers again what was not
 * acknowledged within 3 s. renewing: Slack says that it wants a connection closed; the next one is opened first, what the
 * old one took is acknowledged, then it goes. lost: the next one is opened at once, then with growing pauses while that
 * fails or does not last. refused: the app token is no good; nothing is tried any more.
 */
import type { App, Receiver } from '@slack/bolt';
import { PlatformError } from '../../../core/model/errors.ts';
import type { Health } from '../../../core/ports/platform.ts';
import { isTokenRefused, refusalOf } from '../errors.ts';
import { type Envelope, openSocket, type Socket, type SocketOptions } from './socket.ts';

/** What brings Slack's events to Bolt. */
export interface Listening extends Receiver {
  /** Fails with PlatformError. */
  start(): Promise<void>;
  /** Resolves when what was taken is acknowledged and nothing is open any more. */
  stop(): Promise<void>;
  health(): Health;
  /** Since the last sign of any connection; undefined before the first. Missing where there is none. */
  silentMs?(): number | undefined;
}

/** Of at most ten. Source: docs.slack.dev apis/events-api/using-socket-mode, 2026-11-21. */
const connections = 2;
/** Slack answers our pings every few seconds; a connection silent for so long is dead, whatever its flag says. */
const mostSilentMs = 20_000;
/** A connection that held so long was a good one: the next is opened at once. */
const goodMs = 10_000;
/** A token is given up only when Slack has refused it so often in a row. */
const maxRefusals = 3;
const slowestRetryMs = 30_000;
/** Slack's words for a connection that it wants renewed in its daily round; others mean that a new one is not welcome. */
const routine: ReadonlySet<string> = new Set(['warning', 'refresh_requested', 'lost']);

/** What went wrong last, for the operator. */
const troubles: Readonly<Record<string, string>> = {
  link_disabled: 'Socket Mode is switched off for the Slack app; switch it on (api.slack.com/apps > Socket Mode).',
  too_many_websockets: 'The Slack app has ten connections open already; stop other copies of it.',
};

export const appTokenAdvice =
  'SLACK_APP_TOKEN is refused by Slack; make an app-level token with the scope connections:write (api.slack.com/apps > Basic Information > App-Level Tokens).';

export function createSocketReceiver(options: SocketOptions): Listening {
  const { clock, logger } = options;
  let app: App | undefined;
  let stopping = new AbortController();
  let state: 'starting' | 'started' | 'refused' = 'starting';
  let trouble: string | undefined;
  let lastSignAt = 0;
  let keeping: readonly Promise<void>[] = [];
  const open = new Set<Socket>();

  return { init, start, stop, health, silentMs };

  function init(bolt: App): void {
    app = bolt;
  }

  async function start(): Promise<void> {
    stopping = new AbortController();
    const first = await openOne();
    state = 'started';
    const others = Array.from({ length: connections - 1 }, () => reopen(0, 'lost').then(keep));
    keeping = [keep(first), ...others];
  }

  async function stop(): Promise<void> {
    stopping.abort();
    state = 'starting';
    await Promise.all([...open].map(closeOne));
    await Promise.all(keeping);
    await Promise.all([...open].map(closeOne));
  }

  function health(): Health {
    const now = clock.now();
    if ([...open].some((socket) => now - socket.lastSignAt() < mostSilentMs)) return { state: 'ready' };
    if (state === 'refused') return { state: 'dead', detail: appTokenAdvice };
    if (state === 'starting') return { state };
    return { state: 'reconnecting', detail: trouble ?? 'The connection to Slack is lost; it is being made again.' };
  }

  function silentMs(): number | undefined {
    lastSignAt = Math.max(lastSignAt, ...[...open].map((socket) => socket.lastSignAt()));
    return lastSignAt === 0 ? undefined : clock.now() - lastSignAt;
  }

  async function openOne(): Promise<Socket> {
    const socket = await openSocket(options, take, stopping.signal);
    open.add(socket);
    return socket;
  }

  async function closeOne(socket: Socket): Promise<void> {
    await socket.close();
    open.delete(socket);
  }

  /** Replaces a connection for ever: the next is open before the last one goes. */
  async function keep(first: Socket | undefined): Promise<void> {
    let socket = first;
    let failures = 0;
    while (socket) {
      const openedAt = clock.now();
      const reason = await socket.ended;
      if (stopping.signal.aborted) return;
      logger.info({ reason }, 'a Slack connection ends');
      if (reason === 'lost') open.delete(socket);
      failures = clock.now() - openedAt < goodMs ? failures + 1 : 0;
      const next = await reopen(routine.has(reason) ? failures : failures + 3, reason);
      await closeOne(socket);
      socket = next;
    }
  }

  /** A new connection, after pauses that grow with the failures; undefined when we stop or are refused. */
  async function reopen(failuresBefore: number, reason: string): Promise<Socket | undefined> {
    trouble = troubles[reason];
    let refusals = 0;
    for (let failures = failuresBefore; !stopping.signal.aborted; failures += 1) {
      await clock.wait(pauseMs(failures), stopping.signal);
      if (stopping.signal.aborted) return undefined;
      try {
        const socket = await openOne();
        trouble = undefined;
        return socket;
      } catch (error) {
        refusals = isTokenRefused(error) ? refusals + 1 : 0;
        if (refusals === maxRefusals) {
          state = 'refused';
          logger.error({ refusal: refusalOf(error) }, 'Slack refuses the app token');
          return undefined;
        }
        const waitMs = error instanceof PlatformError ? error.waitMs : undefined;
        logger.warn({ err: error, failures }, 'no Slack connection');
        await clock.wait(waitMs ?? 0, stopping.signal);
      }
    }
    return undefined;
  }

  /** Never fails: what is not acknowledged is delivered again. */
  async function take(envelope: Envelope): Promise<void> {
    const isEvent = envelope.type === 'events_api';
    let acknowledged = false;
    const ack = async (response?: unknown): Promise<void> => {
      acknowledged = true;
      await envelope.ack(response);
    };
    try {
      await app?.processEvent({
        body: envelope.body,
        // Bolt acknowledges events before anybody has looked at them.
        ack: isEvent ? async () => undefined : ack,
        ...(envelope.retry_num !== undefined && { retryNum: envelope.retry_num }),
        ...(envelope.retry_reason !== undefined && { retryReason: envelope.retry_reason }),
      });
      if (!acknowledged) await ack();
    } catch (error) {
      logger.warn({ err: error, type: envelope.type }, 'not acknowledged');
    }
  }
}

/** None at first, then from half a second on twice as long each time; spread, so that many copies do not come at once. */
function pauseMs(failures: number): number {
  if (failures === 0) return 0;
  return Math.min(slowestRetryMs, 250 * 2 ** failures) * (0.75 + Math.random() / 2);
}
