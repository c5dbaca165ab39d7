/**
 * A reader pressed Stop: whichever process writes in that place is notified. Processes that share a Postgres use LISTEN and
 * NOTIFY on one connection each; a notification while that connection is down is lost.
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
/** The pause before a broken connection is opened again. */
const reconnectMs = 2_000;
/** How often the connection is checked: nothing else is sent on it, so its death would go unnoticed. */
const checkMs = 60_000;

/** `pool`: of Postgres. Listening begins with the first listener. */
export function createStops(pool: pg.Pool | undefined, clock: Clock = systemClock): Stops {
  const listeners = new Map<string, Set<() => void>>();
  const closing = new AbortController();
  /** Marks our own notifications: they come back late, when the next answer may be written in that place. */
  const ours = ` ${randomUUID()}`;
  let listening: Promise<void> | undefined;

  return { stop, onStop, close };

  async function stop(place: Place): Promise<void> {
    notify(nameOf(place));
    await pool?.query('select pg_notify($1, $2)', [channel, nameOf(place) + ours]);
  }

  function onStop(place: Place, stopped: () => void): () => void {
    listening ??= pool && listen(pool);
    const name = nameOf(place);
    const all = listeners.get(name) ?? new Set();
    listeners.set(name, all.add(stopped));
    return () => {
      all.delete(stopped);
      if (all.size === 0 && listeners.get(name) === all) listeners.delete(name);
    };
  }

  function notify(name: string): void {
    for (const stopped of listeners.get(name) ?? []) stopped();
  }

  async function listen(from: pg.Pool): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await listenUntilBroken(from);
      } catch {
        // The database is down, which every other use of it reports.
      }
      await clock.wait(reconnectMs, closing.signal);
    }
  }

  async function listenUntilBroken(from: pg.Pool): Promise<void> {
    const client = await from.connect();
    const broken = new AbortController();
    const over = AbortSignal.any([broken.signal, closing.signal]);
    try {
      client.once('end', () => broken.abort());
      client.on('notification', ({ payload = '' }) => {
        if (!payload.endsWith(ours)) notify(payload.slice(0, -ours.length));
      });
      while (!over.aborted) {
        // Repeating it changes nothing.
        await client.query(`listen ${channel}`);
        await clock.wait(checkMs, over);
      }
    } finally {
      client.release(true);
    }
  }

  async function close(): Promise<void> {
    closing.abort();
    await listening;
  }
}

function nameOf({ platform, channel: where, thread }: Place): string {
  return [platform, where, thread].join(' ');
}
