/**
 * Read cursors: for each server, and for each channel of direct messages, the time up to which every message has been
 * handled, by Discord's clock as its ids encode it. Later messages that were missed can be read afterwards (backfill.ts).
 *
 * A message that is being handled holds its cursor back, so a process that dies leaves the cursor before every unfinished
 * message. A message that could not be handled holds it back permanently.
 */
import { SnowflakeUtil } from 'discord.js';
import type { Clock } from '../../../../../kit/base/clock.ts';
import type { Logger } from '../../../../../kit/base/logger.ts';
import { StoreError } from '../../../../../kit/sql/store-errors.ts';
import type { Handlers } from '../../../../core/ports/handlers.ts';

export interface ReadCursors {
  /** Holds the cursor at a message's time. Returns a function that lets it advance past the message. */
  hold(key: string, at: number): () => void;
  /** undefined if we have never seen this server or channel. */
  at(key: string): number | undefined;
  /** Channels of direct messages, most recent first. */
  directChannels(): readonly string[];
  /** Saves every few seconds until the signal aborts. */
  keepSaving(clock: Clock, signal: AbortSignal): Promise<void>;
  /** Saves changed cursors. If the store fails, the next save tries again. */
  save(): Promise<void>;
}

interface Cursor {
  newest: number;
  saved: number;
  /** The times of messages being handled, one object for each message. */
  readonly open: Set<{ readonly at: number }>;
}

const saveEveryMs = 5_000;
const directPrefix = '@me/';

/** Fails with StoreError. */
export async function createReadCursors(stored: Handlers['readCursors'], logger: Logger): Promise<ReadCursors> {
  const cursors = new Map<string, Cursor>();
  for (const [key, time] of await stored.load()) cursors.set(key, { newest: time, saved: time, open: new Set() });

  return { hold, at, directChannels, keepSaving, save };

  function hold(key: string, time: number): () => void {
    const cursor = cursors.get(key) ?? { newest: time, saved: -1, open: new Set() };
    cursors.set(key, cursor);
    const held = { at: time };
    cursor.open.add(held);
    return () => {
      cursor.open.delete(held);
      cursor.newest = Math.max(cursor.newest, time);
    };
  }

  function at(key: string): number | undefined {
    const cursor = cursors.get(key);
    return cursor && positionOf(cursor);
  }

  function directChannels(): readonly string[] {
    return [...cursors]
      .filter(([key]) => key.startsWith(directPrefix))
      .sort(([, a], [, b]) => b.newest - a.newest)
      .map(([key]) => key.slice(directPrefix.length));
  }

  async function keepSaving(clock: Clock, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await clock.wait(saveEveryMs, signal);
      if (!signal.aborted) await save();
    }
  }

  async function save(): Promise<void> {
    const changed = [...cursors].filter(([, cursor]) => positionOf(cursor) > cursor.saved);
    if (changed.length === 0) return;
    const positions = new Map(changed.map(([key, cursor]) => [key, positionOf(cursor)]));
    try {
      await stored.save(positions);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      logger.warn({ err: error }, 'read cursors not saved');
      return;
    }
    for (const [key, cursor] of changed) cursor.saved = positions.get(key) ?? cursor.saved;
  }
}

/** One cursor for each server; direct messages belong to no server, so they have one for each channel. */
export function cursorKey(guild: string | undefined, channel: string): string {
  return guild ?? directPrefix + channel;
}

/** When an id was created, in milliseconds since 1970; 0 without an id. */
export function timestampOf(id: string | null | undefined): number {
  return id ? SnowflakeUtil.timestampFrom(id) : 0;
}

function positionOf({ newest, open }: Cursor): number {
  return Math.min(newest, ...[...open].map((held) => held.at));
}
