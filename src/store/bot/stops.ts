/**
 * Readers' wishes to stop, told to whoever writes in that place. In: places. Out: calls of those who wait. Effects: where
 * processes share a Postgres, one of its connections, on which they hear each other; what is said while it is broken is lost.
 * Source: postgresql.org/docs/18/sql-notify.html and sql-listen.html, read 2026-11-21.
 */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { type Clock, systemClock } from '../../base/clock.ts';
import type { Place } from '../../core/ports/platform.ts';
import type { Store } from '../../core/ports/store.ts';

export interface Stops extends Pick<Store, 'stop' | 'onStop'> {
  close(): Promise<void>;
}

const channel = 'docent_stops';
/** A connection that broke is made again so much later. */
const againMs = 2_000;
/** Each minute it is looked at whether the connection lives: nothing else is said on it, so its death would go unseen. */
const lookMs = 60_000;

/** `pool`: of a Postgres. It is listened to from the first one who waits. */
export function createStops(pool: pg.Pool | undefined, clock: Clock = systemClock): Stops {
  const waiting = new Map<string, Set<() => void>>();
  const closing = new AbortController();
  /** Postgres tells us what we said, too, and later: by then the next answer may be written there. */
  const ours = ` ${randomUUID()}`;
  let hearing: Promise<void> | undefined;

  return { stop, onStop, close };

  async function stop(place: Place): Promise<void> {
    tell(nameOf(place));
    await pool?.query('select pg_notify($1, $2)', [channel, nameOf(place) + ours]);
  }

  function onStop(place: Place, stopped: () => void): () => void {
    hearing ??= pool && hear(pool);
    const name = nameOf(place);
    const all = waiting.get(name) ?? new Set();
    waiting.set(name, all.add(stopped));
    return () => {
      all.delete(stopped);
      if (all.size === 0 && waiting.get(name) === all) waiting.delete(name);
    };
  }

  function tell(name: string): void {
    for (const stopped of waiting.get(name) ?? []) stopped();
  }

  async function hear(from: pg.Pool): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await hearUntilBroken(from);
      } catch {
        // The database is away, which every other use of it tells.
      }
      await clock.wait(againMs, closing.signal);
    }
  }

  async function hearUntilBroken(from: pg.Pool): Promise<void> {
    const client = await from.connect();
    const broken = new AbortController();
    const over = AbortSignal.any([broken.signal, closing.signal]);
    try {
      client.once('end', () => broken.abort());
      client.on('notification', ({ payload = '' }) => {
        if (!payload.endsWith(ours)) tell(payload.slice(0, -ours.length));
      });
      while (!over.aborted) {
        // To listen twice is to listen once.
        await client.query(`listen ${channel}`);
        await clock.wait(lookMs, over);
      }
    } finally {
      client.release(true);
    }
  }

  async function close(): Promise<void> {
    closing.abort();
    await hearing;
  }
}

function nameOf({ platform, channel: where, thread }: Place): string {
  return [platform, where, thread].join(' ');
}
