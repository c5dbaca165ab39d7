/** When the store fails, ends the act that used it, not the process. */
import type { Logger } from '../../base/logger.ts';
import { ClaimLostError, StoreError } from '../model/errors.ts';
import type { Metrics } from '../ports/telemetry.ts';

/** Runs an act and never fails. `id`: the turn or deployment that it works on. */
export type StoreGuard = (act: () => Promise<void>, id?: string) => Promise<void>;

export interface StoreGuardOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** The store failed while this was worked on, so that its claim still stands. */
  onAbandoned(id: string): void;
}

export function createStoreGuard({ logger, metrics, onAbandoned }: StoreGuardOptions): StoreGuard {
  return async (act, id) => {
    try {
      await act();
    } catch (error) {
      if (error instanceof ClaimLostError) {
        metrics.count('claims_lost');
        logger.warn({ id }, 'claim lost to another process');
        return;
      }
      if (id !== undefined) onAbandoned(id);
      metrics.count('store_failures');
      const isExpected = error instanceof StoreError;
      const fields = { err: error, ...(id && { id }) };
      logger[isExpected ? 'warn' : 'error'](fields, isExpected ? 'store failed' : 'unexpected error');
    }
  };
}
