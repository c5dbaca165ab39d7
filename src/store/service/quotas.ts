/**
 * How often something was used in a window of time. In: names. Out: whether one more use is allowed, and when it will be.
 * Effects: the database, one row for each name; a use is counted in one statement, so replicas never count past each other.
 */
import { CompiledQuery } from 'kysely';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../sql/database.ts';

/** So many uses in so much time, for each name by itself. */
export interface Limit {
  /** Tells apart the rows of several limits. */
  readonly name: string;
  readonly uses: number;
  readonly windowSeconds: number;
}

/** One use was counted; `waitMs` when it is one too many. */
export type Use = { readonly allowed: true } | { readonly allowed: false; readonly waitMs: number };

/** Counts uses by name. */
export interface UseCounter {
  /** Counts a use. The window begins with the first one. */
  count(name: string): Promise<Use>;
  /** Takes back a use that was counted and then not made. */
  giveBack(name: string): Promise<void>;
}

/** A name over its limit is refused from memory until its window ends, without asking the database. */
export function createUseCounter(database: Database, { name, uses, windowSeconds }: Limit): UseCounter {
  const limiter = new RateLimiterPostgres({
    storeClient: clientOf(database),
    storeType: 'client',
    tableName: 'uses',
    tableCreated: true,
    // Its own timer could not be stopped; see `forgetUses`.
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: uses,
    duration: windowSeconds,
    inMemoryBlockOnConsumed: uses + 1,
  });
  return {
    async count(key) {
      try {
        await limiter.consume(key);
        return { allowed: true };
      } catch (error) {
        // The library's way to say no; anything else is the database's failure.
        if (error instanceof RateLimiterRes) return { allowed: false, waitMs: error.msBeforeNext };
        throw error;
      }
    },
    async giveBack(key) {
      await limiter.reward(key);
    },
  };
}

/** Frees the rows of windows that are over. */
export async function forgetUses({ sql }: Database, now: number): Promise<void> {
  await sql.deleteFrom('uses').where('expire', '<=', now).execute();
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The library's statements are Postgres', and SQLite understands them too, once its numbers are written as it likes. */
function clientOf({ sql, engine }: Database): { query(statement: Statement): Promise<{ rows: unknown[] }> } {
  return {
    query: ({ text, values }) =>
      sql.executeQuery(CompiledQuery.raw(engine === 'sqlite' ? text.replace(/\$(\d)/g, '?$1') : text, [...values])),
  };
}
