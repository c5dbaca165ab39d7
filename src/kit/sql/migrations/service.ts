/** The migrations of the documentation service's tables. Like those in migrations.ts, they are never edited. */
import { type Kysely, sql } from 'kysely';
import { type Engine, emptyList, numberType, required, runningNumber, zero } from './columns.ts';

/** The tables of the documentation service, which has a database of its own by default. */
export async function createDocumentationService(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('threads')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('domain', 'text', required)
    .addColumn('owner', 'text', required)
    .addColumn('key_hash', 'text', required)
    .addColumn('opened_at', 'bigint', required)
    .addColumn('used_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('threads_by_use').on('threads').column('used_at').execute();
  await db.schema
    .createTable('messages')
    .addColumn('seq', numberType(engine), (column) => runningNumber(column, engine))
    .addColumn('thread_id', 'text', (column) => column.notNull().references('threads.id').onDelete('cascade'))
    .addColumn('role', 'text', required)
    .addColumn('fp', 'text')
    .addColumn('content', 'text', required)
    .addColumn('written_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('messages_of_thread').on('messages').columns(['thread_id', 'seq']).execute();
  await db.schema
    .createTable('api_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', required)
    .addColumn('organization', 'text', required)
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute();
  await db.schema
    .createTable('uses')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('points', 'integer', zero)
    .addColumn('expire', 'bigint')
    .execute();
  await db.schema
    .createTable('updates')
    .addColumn('seq', numberType(engine), (column) => runningNumber(column, engine))
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('project', 'text', required)
    .addColumn('source', 'text', required)
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('queued'))
    .addColumn('summary', 'text')
    .addColumn('logs', 'text', emptyList)
    .addColumn('commit_json', 'text')
    .addColumn('queued_at', 'bigint', required)
    .addColumn('ended_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('updates_open')
    .on('updates')
    .columns(['project', 'seq'])
    .where(sql.ref('ended_at'), 'is', null)
    .execute();
}

/** Embeddings. */
export async function createVectors(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('vectors')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('vector', 'text', required)
    .addColumn('used_at', 'bigint', required)
    .execute();
}

/** Which process is working on an update. */
export async function addUpdateClaims(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('updates').addColumn('claimed_by', 'text').execute();
  await db.schema.alterTable('updates').addColumn('claimed_until', 'bigint', zero).execute();
}

/** The organization that owns a thread. Keys that are not in the table belong to the default organization. */
export async function addThreadOrganizations(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('threads').addColumn('organization', 'text').execute();
  await sql`update threads set organization = coalesce(
    (select organization from api_keys where api_keys.id = threads.owner), 'default')`.execute(db);
}

/** Finds embeddings that have not been used for a long time without reading the others. */
export async function indexVectorsByUse(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('vectors_by_use').on('vectors').column('used_at').execute();
}

/** The access groups of a key. */
export async function addKeyGroups(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('api_keys').addColumn('access_groups', 'text', emptyList).execute();
}
