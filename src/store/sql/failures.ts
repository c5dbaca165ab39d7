/** Translates the failures of a store's methods, in one place for all of them. */
import { ClaimLostError, StoreError } from '../../core/model/errors.ts';

type Method = (...args: never[]) => Promise<unknown>;

/** The same methods: whatever one of them throws becomes a StoreError with its cause; a ClaimLostError passes. */
export function withStoreErrors<T extends Readonly<Record<keyof T, Method>>>(methods: T): T {
  const translated = Object.keys(methods).map((name) => {
    // A key of T, as Object.keys would say if TypeScript knew that there are no others.
    const method: Method = methods[name as keyof T];
    const call: Method = async (...args) => {
      try {
        return await method(...args);
      } catch (error) {
        throw error instanceof StoreError || error instanceof ClaimLostError ? error : new StoreError(error);
      }
    };
    return [name, call];
  });
  // The same names with the same parameters and results.
  return Object.fromEntries(translated) as T;
}
