/**
 * A reader pressed Stop: whichever process writes in that place is notified. Processes that share a Postgres use LISTEN and
 * NOTIFY; a notification while a connection is down is lost.
 * Source: postgresql.org/docs/18/sql-notify.html and sql-listen.html, read 2026-11-21.
 */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Place } from '../../core/ports/platform.ts';
import type { Store } from '../../core/ports/store.ts';
import type { Prepare } from '../sql/kept-connection.ts';

export interface Stops extends Pick<Store, 'stop' | 'onStop'> {
  /** Listens on a connection for what other processes notify. */
  readonly listen: Prepare;
}

const channel = 'docent_stops';

/** `pool`: of Postgres, where other processes may write. */
export function createStops(pool: pg.Pool | undefined): Stops {
  const listeners = new Map<string, Set<() => void>>();
  /** Marks our own notifications: they come back late, when the next answer may be written in that place. */
  const ours = ` ${randomUUID()}`;

  function notify(name: string): void {
    for (const stopped of listeners.get(name) ?? []) stopped();
  }

  return {
    async stop(place) {
      notify(nameOf(place));
      await pool?.query('select pg_notify($1, $2)', [channel, nameOf(place) + ours]);
    },
    onStop(place, stopped) {
      const name = nameOf(place);
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(stopped));
      return () => {
        all.delete(stopped);
        if (all.size === 0 && listeners.get(name) === all) listeners.delete(name);
      };
    },
    async listen(client, isNew) {
      if (isNew) {
        client.on('notification', ({ payload = '' }) => {
          if (!payload.endsWith(ours)) notify(payload.slice(0, -ours.length));
        });
      }
      await client.query(`listen ${channel}`);
    },
  };
}

function nameOf({ platform, channel: where, thread }: Place): string {
  return [platform, where, thread].join(' ');
}
