/** Keeps the process alive when the store fails: only the operation that used the store ends. */
import { ClaimLostError, StoreError } from '../../../kit/sql/store-errors.ts';
import type { Runtime } from '../runtime.ts';

/** Runs an operation and never fails. `id`: the turn or deployment that it works on. */
export type StoreGuard = (act: () => Promise<void>, id?: string) => Promise<void>;

/** `onAbandoned`: called when the store failed during the work on this id, so that its claim still holds. */
export function createStoreGuard(
  { logger, metrics }: Pick<Runtime, 'logger' | 'metrics'>,
  onAbandoned: (id: string) => void,
): StoreGuard {
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
