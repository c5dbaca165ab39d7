/** Pools of connections to Postgres that survive a server that breaks off. */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Schema } from './schema.ts';

export function connect(options: pg.PoolConfig): { readonly sql: Kysely<Schema>; readonly pool: pg.Pool } {
  const pool = new pg.Pool({ ...options, types: { getTypeParser } });
  // A connection that breaks while idle leaves the pool by itself; the next query shows whether the database is up.
  pool.on('error', () => {});
  // One that breaks while in use fails its query and also emits `error`, which without a listener ends the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return { sql: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }), pool };
}

/** Our bigints are counts and milliseconds, which a number holds exactly; pg would return them as strings. */
const getTypeParser: typeof pg.types.getTypeParser = (id, format) =>
  Number(id) === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format);
