/**
 * Signals the process that works on a turn when a reader stops it or asks again. Processes that share a Postgres
 * database use LISTEN and NOTIFY. A notification sent while a connection is down is lost; then the next write of the
 * turn finds out. Source: postgresql.org/docs/18/sql-notify.html and sql-listen.html, read 2026-11-21.
 */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Prepare } from '../../../kit/sql/kept-connection.ts';
import type { Claim } from '../../core/ports/claim.ts';
import type { Store, TurnSignal } from '../../core/ports/store.ts';

export interface TurnSignals extends Pick<Store, 'onSignal'> {
  /** Signals the process that holds this claim. */
  send(claim: Claim, signal: TurnSignal): Promise<void>;
  /** Listens on a connection for signals of other processes. */
  readonly listen: Prepare;
}

const channel = 'docent_turns';

/** `pool`: on Postgres, where other processes may work on the turn. */
export function createTurnSignals(pool: pg.Pool | undefined): TurnSignals {
  const listeners = new Map<string, (signal: TurnSignal) => void>();
  // Postgres also notifies the sender, which has already called its own listeners.
  const sender = randomUUID();

  function notify(name: string, signal: TurnSignal): void {
    listeners.get(name)?.(signal);
  }

  return {
    async send(claim, signal) {
      notify(nameOf(claim), signal);
      const words = signal === 'restart' ? [sender, nameOf(claim)] : [sender, nameOf(claim), signal.stoppedBy];
      await pool?.query('select pg_notify($1, $2)', [channel, words.join(' ')]);
    },
    onSignal(claim, act) {
      const name = nameOf(claim);
      listeners.set(name, act);
      return () => void listeners.delete(name);
    },
    async listen(client, isNew) {
      if (isNew) {
        client.on('notification', ({ payload = '' }) => {
          const [from, name = '', stoppedBy] = payload.split(' ');
          if (from !== sender) notify(name, stoppedBy === undefined ? 'restart' : { stoppedBy });
        });
      }
      await client.query(`listen ${channel}`);
    },
  };
}

/** Identifies a claim, not a turn: an earlier, lost claim gets no signal. */
function nameOf({ id, tries }: Claim): string {
  return `${id}/${tries}`;
}
