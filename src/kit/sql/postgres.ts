/** Postgres connection pools that survive dropped connections. */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Schema } from './schema.ts';

export function connect(options: pg.PoolConfig): { readonly sql: Kysely<Schema>; readonly pool: pg.Pool } {
  const pool = new pg.Pool({ ...options, types: { getTypeParser } });
  // The pool discards a connection that breaks while idle; the next query shows whether the database is up.
  pool.on('error', () => {});
  // One that breaks while in use fails its query and also emits `error`, which crashes the process if nothing listens.
  pool.on('connect', (client) => client.on('error', () => {}));
  return { sql: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }), pool };
}

/** Our bigints are counts and milliseconds, which fit in a number; pg would return them as strings. */
const getTypeParser: typeof pg.types.getTypeParser = (id, format) =>
  Number(id) === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format);
