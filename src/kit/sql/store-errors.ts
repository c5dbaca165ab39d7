/** How a store fails, and the one place where the failures of its methods are translated. */

/** The database could not be reached or refused a write. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code = 'unavailable';

  constructor(cause?: unknown) {
    super('store: unavailable', { cause });
  }
}

/** The database holds tables, but not those of this version: another program made them, or an earlier version of Docent. */
export class ForeignDatabaseError extends Error {
  override readonly name = 'ForeignDatabaseError';

  constructor() {
    super('the database is not of this version of Docent');
  }
}

/** Another process has claimed or ended the turn or deployment in the meantime, so this process must not touch it. */
export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError';
  readonly code = 'claim_lost';

  constructor() {
    super('claim: lost');
  }
}

/** What `act` resolves to, or what `otherwise` returns if the store fails. */
export async function orIfStoreFails<T>(act: () => Promise<T>, otherwise: (error: StoreError) => T): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof StoreError) return otherwise(error);
    throw error;
  }
}

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
