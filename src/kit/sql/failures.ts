/** Translates the failures of all methods of a store in one place. */
import { ClaimLostError, StoreError } from './store-errors.ts';

type Method = (...args: never[]) => Promise<unknown>;

/** Returns the same methods, with everything they throw wrapped in a StoreError; a ClaimLostError passes through. */
export function withStoreErrors<T extends Readonly<Record<keyof T, Method>>>(methods: T): T {
  const translated = Object.keys(methods).map((name) => {
    // Object.keys returns string[] because TypeScript cannot know that T has no other keys.
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
