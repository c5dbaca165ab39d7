/**
 * The gateway connection, watched. In: a token, what to do with messages and commands. Out: a connection that lives, or says
 * why it does not. Effects: sessions of session.ts, the clock.
 *
 * starting: before the first session. ready: the session says so. reconnecting: discord.js makes its connection again by
 * itself; when that takes too long (it resumes for ever where a server drops each attempt) the session is replaced by a new
 * one. dead: Discord refused us for good; nothing more is tried.
 */
import type { Client } from 'discord.js';
import { ConfigError } from '../../../core/model/errors.ts';
import type { Health } from '../../../core/ports/platform.ts';
import { createClient, openSession, reconnecting, type Session, type SessionOptions } from './session.ts';

export interface Connection {
  /** Resolves when connected. Fails with ConfigError when Discord refuses us, PlatformError when it cannot be reached. */
  connect(): Promise<void>;
  /** No event comes after it. */
  close(): Promise<void>;
  health(): Health;
  /** Since the last sign of life of the most silent shard; undefined before the first. */
  silentMs(): number | undefined;
  /** Those whose caches tell of ourselves, channels and rights; none before the first. */
  clients(): readonly Client[];
}

const lookMs = 5_000;
/** discord.js finds a dead connection within two heartbeats, 83 s; then it has some time to make it again. */
const replaceAfterMs = 120_000;
const slowestReplaceMs = 15 * 60_000;

export function createConnection(options: SessionOptions): Connection {
  const { logger, clock } = options;
  const closing = new AbortController();
  let newest: Client | undefined;
  let session: Session | undefined;
  let refused: string | undefined;
  let lastSignAt: number | undefined;
  let opening: Promise<Session> | undefined;
  let watching: Promise<void> | undefined;

  return { connect, close, health, silentMs, clients: () => (newest ? [newest] : []) };

  async function connect(): Promise<void> {
    opening = open();
    session = await opening;
    watching = watch();
  }

  function open(): Promise<Session> {
    newest = createClient(options);
    return openSession(newest, options, closing.signal);
  }

  function health(): Health {
    if (closing.signal.aborted) return { state: 'dead', detail: 'It was stopped.' };
    if (refused !== undefined) return { state: 'dead', detail: refused };
    if (session) return session.health();
    return watching ? reconnecting : { state: 'starting' };
  }

  function silentMs(): number | undefined {
    if (session) lastSignAt = clock.now() - session.silentMs();
    return lastSignAt === undefined ? undefined : clock.now() - lastSignAt;
  }

  /** Looks after the connection until it is closed or refused. */
  async function watch(): Promise<void> {
    let troubleSince: number | undefined;
    let replaceMs = replaceAfterMs;
    while (!closing.signal.aborted) {
      await clock.wait(lookMs, closing.signal);
      const { state } = health();
      if (state === 'dead') return;
      if (state === 'ready') {
        troubleSince = undefined;
        replaceMs = replaceAfterMs;
        continue;
      }
      troubleSince ??= clock.now();
      if (clock.now() - troubleSince < replaceMs) continue;
      await replace();
      troubleSince = undefined;
      replaceMs = Math.min(slowestReplaceMs, replaceMs * 2);
    }
  }

  async function replace(): Promise<void> {
    logger.warn({ detail: health().detail }, 'the gateway connection is replaced');
    await session?.close();
    session = undefined;
    if (closing.signal.aborted) return;
    try {
      session = await open();
    } catch (error) {
      if (error instanceof ConfigError) refused = error.problems.join(' ');
      else logger.warn({ err: error }, 'the gateway cannot be reached');
    }
  }

  async function close(): Promise<void> {
    closing.abort();
    session ??= await opening?.catch(() => undefined);
    await watching;
    await session?.close();
  }
}
