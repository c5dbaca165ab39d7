/**
 * The tables of bot and service, which may share a database, and whether a database has them. Nothing was released yet, so
 * there is one definition: edit it and rename its migration, and databases made before are refused. From the first release
 * on, migrations are added and never edited.
 */
import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration } from 'kysely/migration';
import type { Schema } from './schema.ts';

export type Engine = 'sqlite' | 'postgres';

/** Every migration so far, by name; they run in the order of their names. */
export function migrationsFor(engine: Engine): Record<string, Migration> {
  return {
    '0001_bot_data': { up: (db) => createBotTables(db, engine) },
    '0002_service_database': { up: (db) => createServiceTables(db, engine) },
  };
}

/**
 * missing: the database is empty, and the next start creates the tables. newer: a later version of Docent has migrated it,
 * which only added to the schema. foreign: another program's, or a version's whose schema this one cannot use.
 */
export type SchemaState = 'missing' | 'current' | 'newer' | 'foreign';

export async function readSchemaState(sql: Kysely<Schema>, engine: Engine): Promise<SchemaState> {
  // Before the migrations that ran: another process may be creating the tables, all at once.
  const tables = await listTables(sql, engine);
  const ran = tables.includes(DEFAULT_MIGRATION_TABLE) ? await listRan(sql) : [];
  const known = Object.keys(migrationsFor(engine));
  if (known.every((name) => ran.includes(name))) return ran.length > known.length ? 'newer' : 'current';
  const isEmpty = ran.length === 0 && tables.every((name) => name.startsWith(DEFAULT_MIGRATION_TABLE));
  return isEmpty ? 'missing' : 'foreign';
}

/** Postgres: only those of the schema that Docent uses, and not those of extensions. */
async function listTables(db: Kysely<Schema>, engine: Engine): Promise<readonly string[]> {
  const { rows } = await (engine === 'sqlite'
    ? sql<{ name: string }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite%'`
    : sql<{ name: string }>`
        select relname as name from pg_class
        where relnamespace = (select oid from pg_namespace where nspname = current_schema()) and relkind in ('r', 'p')
          and not exists (
            select 1 from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
          )`
  ).execute(db);
  return rows.map(({ name }) => name);
}

async function listRan(db: Kysely<Schema>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  return rows.map(({ name }) => name);
}

// A migration runs against the schema of its own time, which has no type: hence Kysely<unknown>.

async function createBotTables(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createConversations(db);
  await createTurns(db, engine);
  await createFeedback(db);
  await createPreparedIssues(db);
  await createDeployments(db, engine);
  await createReasks(db, engine);
  await createProcesses(db);
  await createInstallations(db);
  await createCounts(db);
}

async function createServiceTables(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createThreads(db, engine);
  await createKeys(db);
  await createUpdates(db, engine);
  await createVectors(db);
  await createProblems(db);
}

async function createConversations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('conversations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('platform', 'text', required)
    .addColumn('installation', 'text', required)
    .addColumn('channel', 'text', required)
    .addColumn('thread', 'text', required)
    .addColumn('address', 'text')
    .addColumn('notice', 'text')
    .addColumn('assistant_thread_id', 'text')
    .addColumn('assistant_thread_key', 'text')
    .addColumn('assistant_thread_site', 'text')
    .addColumn('listening', 'text', (column) => column.notNull().defaultTo('asker'))
    .addColumn('solved_at', 'bigint')
    .addColumn('solved_by', 'text')
    .addColumn('is_restarted', 'integer', zero)
    .addColumn('ended_at', 'bigint', zero)
    .addUniqueConstraint('conversations_of_thread', ['platform', 'installation', 'channel', 'thread', 'ended_at'])
    .execute();
}

async function createTurns(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('turns')
    .addColumn('seq', numberType(engine), (column) => runningNumber(column, engine))
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('conversation_id', 'text', (column) => column.notNull().references('conversations.id'))
    .addColumn('platform', 'text', required)
    .addColumn('question_id', 'text', required)
    .addColumn('event_id', 'text', required)
    .addColumn('asked_in', 'text', required)
    .addColumn('asker', 'text', required)
    .addColumn('addressed', 'text', required)
    .addColumn('place', 'text')
    .addColumn('about', 'text')
    .addColumn('reading', 'text')
    .addColumn('text', 'text', required)
    .addColumn('opens', 'text')
    .addColumn('locale', 'text')
    .addColumn('shares', 'text')
    .addColumn('files', 'text')
    .addColumn('ends_after_silence_ms', 'bigint')
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('asked'))
    .addColumn('tries', 'integer', zero)
    .addColumn('tries_before', 'integer', zero)
    .addColumn('times_again', 'integer', zero)
    .addColumn('again_at', 'bigint')
    .addColumn('reply_key', 'text')
    .addColumn('stopped_by', 'text')
    .addColumn('shown', 'text', emptyList)
    .addColumn('buttons', 'integer', zero)
    .addColumn('answer', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('sources', 'text', emptyList)
    .addColumn('is_by_ai', 'integer', zero)
    .addColumn('has_ai_notice', 'integer', zero)
    .addColumn('code', 'text')
    .addColumn('link', 'text')
    .addColumn('taken_by', 'text')
    .addColumn('taken_at', 'bigint')
    .addColumn('cards', 'text')
    .addColumn('claimed_by', 'text')
    .addColumn('claimed_until', 'bigint', zero)
    .addColumn('asked_at', 'bigint', required)
    .addColumn('started_at', 'bigint')
    .addColumn('first_text_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    // The platform comes last: the query planner would prefer an index that begins with it over the one made for claiming.
    .addUniqueConstraint('turns_of_question', ['question_id', 'platform'])
    .execute();
  await db.schema.createIndex('turns_of_conversation').on('turns').columns(['conversation_id', 'seq']).execute();
  // Few say it: the first answer in each place.
  const noticed = db.schema.createIndex('turns_with_ai_notice').on('turns').column('conversation_id');
  await noticed.where(sql.ref('has_ai_notice'), '=', sql.lit(1)).execute();
  // For reports.
  await db.schema.createIndex('turns_by_time').on('turns').column('asked_at').execute();
  // Claiming scans open turns only, however many have ended, and reads nothing but the index, which SQLite also needs to
  // hold the column of its condition: a backlog of thousands is scanned in a millisecond.
  const open = {
    turns_open: ['seq', 'claimed_until', 'platform', 'id', 'conversation_id', 'asked_at', 'ended_at'],
    turns_open_of_conversation: ['conversation_id', 'seq'],
    turns_open_of_asker: ['asker'],
  };
  for (const [name, columns] of Object.entries(open))
    await db.schema.createIndex(name).on('turns').columns(columns).where(sql.ref('ended_at'), 'is', null).execute();
  // At most one turn of a thread has buttons for long.
  for (const [name, buttons] of [
    ['turns_with_buttons', 1],
    ['turns_with_old_buttons', 2],
  ] as const)
    await db.schema
      .createIndex(name)
      .on('turns')
      .columns(['conversation_id', 'seq'])
      .where(sql.ref('buttons'), '=', sql.lit(buttons))
      .execute();
}

/** One mark per person and turn, deleted with its turn. */
async function createFeedback(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('feedback')
    .addColumn('turn_id', 'text', (column) => column.notNull().references('turns.id').onDelete('cascade'))
    .addColumn('person', 'text', required)
    .addColumn('mark', 'text', required)
    .addColumn('via', 'text', required)
    .addColumn('reason', 'text')
    .addColumn('comment', 'text')
    .addColumn('is_correction', 'integer', zero)
    .addColumn('times_again', 'integer', zero)
    .addColumn('given_at', 'bigint', required)
    .addPrimaryKeyConstraint('feedback_of_person', ['turn_id', 'person', 'times_again'])
    .execute();
  await db.schema.createIndex('feedback_by_time').on('feedback').column('given_at').execute();
  const helpful = db.schema.createIndex('feedback_helpful').on('feedback').column('given_at');
  await helpful.where(sql.ref('mark'), '=', sql.lit('helpful')).execute();
}

async function createPreparedIssues(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('prepared_issues')
    .addColumn('subject', 'text', (column) => column.primaryKey())
    .addColumn('platform', 'text', required)
    .addColumn('installation', 'text', required)
    .addColumn('person', 'text', required)
    .addColumn('prepared_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('prepared_issues_by_time').on('prepared_issues').column('prepared_at').execute();
}

/** Deployments, at most one open per project at a time, with locks, confirmations and the audit log. */
async function createDeployments(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('deployments')
    .addColumn('seq', numberType(engine), (column) => runningNumber(column, engine))
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('platform', 'text', required)
    .addColumn('request_id', 'text', required)
    .addColumn('asked_in', 'text', required)
    .addColumn('requester', 'text', required)
    .addColumn('identities', 'text', required)
    .addColumn('project', 'text', required)
    .addColumn('requester_name', 'text')
    .addColumn('locale', 'text')
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('requested'))
    .addColumn('status_id', 'text')
    .addColumn('steps', 'text', emptyList)
    .addColumn('outcome', 'text')
    .addColumn('next_request', 'text')
    .addColumn('tries', 'integer', zero)
    .addColumn('shown', 'text', emptyList)
    .addColumn('code', 'text')
    .addColumn('claimed_by', 'text')
    .addColumn('claimed_until', 'bigint', zero)
    .addColumn('requested_at', 'bigint', required)
    .addColumn('started_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addUniqueConstraint('deployments_of_request', ['request_id', 'platform'])
    .execute();
  const open = db.schema.createIndex('deployments_open').on('deployments').column('seq');
  await open.where(sql.ref('ended_at'), 'is', null).execute();
  const oneOpen = db.schema.createIndex('deployments_one_open').unique().on('deployments').column('project');
  await oneOpen.where(sql.ref('ended_at'), 'is', null).execute();
  await db.schema
    .createTable('deployment_locks')
    .addColumn('project', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', required)
    .addColumn('holder_name', 'text')
    .addColumn('reason', 'text', required)
    .addColumn('platform', 'text', required)
    .addColumn('installation', 'text', required)
    .addColumn('locked_at', 'bigint', required)
    .execute();
  await db.schema
    .createTable('deployment_confirmations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project', 'text', required)
    .addColumn('request', 'text', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('taken', 'integer', zero)
    .execute();
  await db.schema
    .createTable('deployment_audit')
    .addColumn('seq', numberType(engine), (column) => runningNumber(column, engine))
    .addColumn('at', 'bigint', required)
    .addColumn('event', 'text', required)
    .addColumn('platform', 'text', required)
    .addColumn('channel', 'text', required)
    .addColumn('request_id', 'text', required)
    .addColumn('person', 'text', required)
    .addColumn('person_name', 'text')
    .addColumn('project', 'text')
    .addColumn('detail', 'text')
    .addColumn('status_id', 'text')
    .addUniqueConstraint('deployment_audit_once', ['platform', 'request_id', 'event'])
    .execute();
}

async function createReasks(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('reasks')
    .addColumn('seq', numberType(engine), (column) => runningNumber(column, engine))
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('deployment_id', 'text', (column) => column.notNull().unique())
    .addColumn('platform', 'text', required)
    .addColumn('pages', 'text')
    .addColumn('asked', 'text', emptyList)
    .addColumn('tries', 'integer', zero)
    .addColumn('claimed_by', 'text')
    .addColumn('claimed_until', 'bigint', zero)
    .addColumn('started_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .execute();
  const open = db.schema.createIndex('reasks_open').on('reasks').column('seq');
  await open.where(sql.ref('ended_at'), 'is', null).execute();
}

/** Which processes are alive, the read cursors, and what only one of them does. */
async function createProcesses(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('replicas')
    .addColumn('owner', 'text', (column) => column.primaryKey())
    .addColumn('alive_until', 'bigint', required)
    .addColumn('lock_key', 'integer')
    .execute();
  await db.schema
    .createTable('read_cursors')
    .addColumn('platform', 'text', required)
    .addColumn('place', 'text', required)
    .addColumn('until', 'bigint', required)
    .addPrimaryKeyConstraint('read_cursor_of_place', ['platform', 'place'])
    .execute();
  await db.schema
    .createTable('report_runs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('claimed_until', 'bigint', required)
    .addColumn('is_done', 'integer', zero)
    .execute();
  await db.schema
    .createTable('setup_findings')
    .addColumn('scope', 'text', (column) => column.primaryKey())
    .addColumn('findings', 'text', required)
    .execute();
}

/** The workspaces that installed the app, with their encrypted tokens, and the OAuth states that were used. */
async function createInstallations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('installations')
    .addColumn('platform', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('name', 'text')
    .addColumn('token', 'text', required)
    .addColumn('refresh_token', 'text')
    .addColumn('expires_at', 'bigint')
    .addColumn('rotating_until', 'bigint', zero)
    .addPrimaryKeyConstraint('installation_of_platform', ['platform', 'id'])
    .execute();
  await db.schema
    .createTable('used_states')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'bigint', required)
    .execute();
}

/** What bot and service count, and the key with which ids of people are hashed. */
async function createCounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('uses')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('points', 'integer', zero)
    .addColumn('expire', 'bigint')
    .execute();
  await db.schema
    .createTable('person_key')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('key', 'text', required)
    .execute();
}

async function createThreads(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('threads')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('domain', 'text', required)
    .addColumn('owner', 'text', required)
    .addColumn('organization', 'text', required)
    .addColumn('access_groups', 'text', emptyList)
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
  // Finds a person's messages. Clients may send ids of any length, and a Postgres B-tree rejects long values.
  const byPerson = db.schema.createIndex('messages_by_fp').on('messages').column('fp');
  await (engine === 'postgres' ? byPerson.using('hash') : byPerson).execute();
}

async function createKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('api_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', required)
    .addColumn('organization', 'text', required)
    .addColumn('access_groups', 'text', emptyList)
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute();
}

async function createUpdates(db: Kysely<unknown>, engine: Engine): Promise<void> {
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
    .addColumn('claimed_by', 'text')
    .addColumn('claimed_until', 'bigint', zero)
    .addColumn('queued_at', 'bigint', required)
    .addColumn('ended_at', 'bigint')
    .execute();
  const open = db.schema.createIndex('updates_open').on('updates').columns(['project', 'seq']);
  await open.where(sql.ref('ended_at'), 'is', null).execute();
}

/** Embeddings. */
async function createVectors(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('vectors')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('vector', 'text', required)
    .addColumn('used_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('vectors_by_use').on('vectors').column('used_at').execute();
}

async function createProblems(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('problems')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('domain', 'text', required)
    .addColumn('organization', 'text', required)
    .addColumn('question', 'text', required)
    .addColumn('reason', 'text', required)
    .addColumn('comment', 'text', required)
    .addColumn('pages', 'text', required)
    .addColumn('reported_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('problems_by_time').on('problems').column('reported_at').execute();
}

function required(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull();
}

function zero(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull().defaultTo(0);
}

function emptyList(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull().defaultTo('[]');
}

function numberType(engine: Engine): 'integer' | 'bigint' {
  // SQLite's autoincrement needs exactly this type name.
  return engine === 'sqlite' ? 'integer' : 'bigint';
}

/** A primary key that increases with each row and is never reused. */
function runningNumber(column: ColumnDefinitionBuilder, engine: Engine): ColumnDefinitionBuilder {
  const key = column.primaryKey();
  return engine === 'sqlite' ? key.autoIncrement() : key.generatedAlwaysAsIdentity();
}
