/**
 * The migrations, run in the order of their names. Append only, never edited: a release adds only what the previous one can
 * ignore, and a later release removes what is no longer used.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type Engine, emptyList, numberType, required, runningNumber, zero } from './columns.ts';
import { addPlacesOfLocks, addReasks, orderDeployments } from './deployments.ts';
import { addCallsAndSolved, addCards, addFeedback, addFirstText, addShares, createReportRuns } from './feedback.ts';
import { hashPeopleInQuestionIds } from './question-ids.ts';
import {
  addKeyGroups,
  addThreadOrganizations,
  addUpdateClaims,
  createDocumentationService,
  createVectors,
  indexVectorsByUse,
} from './service.ts';
import { createSetupFindings } from './setup-findings.ts';

/** Every migration so far, by name. */
export function migrationsFor(engine: Engine): Record<string, Migration> {
  return {
    '0001_conversations': { up: (db) => createConversations(db) },
    '0002_turns': { up: (db) => createTurns(db, engine) },
    '0003_deployments': { up: (db) => createDeployments(db, engine) },
    '0004_documentation_service': { up: (db) => createDocumentationService(db, engine) },
    '0005_heard': { up: (db) => createHeard(db) },
    '0006_replicas': { up: (db) => createReplicas(db) },
    '0007_shards': { up: (db) => createShards(db) },
    '0008_vectors': { up: (db) => createVectors(db) },
    '0009_update_claims': { up: (db) => addUpdateClaims(db) },
    '0010_replica_locks': { up: (db) => addReplicaLocks(db) },
    '0011_open_turn_indexes': { up: (db) => indexOpenTurns(db) },
    '0012_thread_organizations': { up: (db) => addThreadOrganizations(db) },
    '0013_listening': { up: (db) => addListening(db) },
    '0014_assistant_thread_sites': { up: (db) => addAssistantThreadSites(db) },
    '0015_vectors_by_use': { up: (db) => indexVectorsByUse(db) },
    '0016_deployment_order': { up: (db) => orderDeployments(db, engine) },
    '0017_asked_anew': { up: (db) => addAskedAnew(db) },
    '0018_feedback': { up: (db) => addFeedback(db) },
    '0019_locales': { up: (db) => addLocales(db) },
    '0020_attached_files': { up: (db) => addAttachedFiles(db) },
    '0021_calls_and_solved': { up: (db) => addCallsAndSolved(db) },
    '0022_retention': { up: (db) => addRetention(db) },
    '0023_first_text': { up: (db) => addFirstText(db) },
    '0024_shares': { up: (db) => addShares(db) },
    '0025_messages_by_fingerprint': { up: (db) => indexMessagesByFingerprint(db, engine) },
    '0026_installations': { up: (db) => addInstallations(db) },
    '0027_reasks': { up: (db) => addReasks(db, engine) },
    '0028_report_runs': { up: (db) => createReportRuns(db) },
    '0030_person_key': { up: (db) => createPersonKey(db) },
    '0031_group_messages': { up: (db) => addGroupMessages(db) },
    '0032_places_of_locks': { up: (db) => addPlacesOfLocks(db) },
    '0033_setup_findings': { up: (db) => createSetupFindings(db) },
    '0034_question_ids_without_people': { up: (db) => hashPeopleInQuestionIds(db) },
    '0035_cards': { up: (db) => addCards(db) },
    '0036_key_groups': { up: (db) => addKeyGroups(db) },
    '0037_places_of_turns': { up: (db) => addPlacesOfTurns(db) },
    '0038_restarted_conversations': { up: (db) => addRestarted(db) },
    '0039_authors_of_turns': { up: (db) => addAuthors(db) },
    '0040_readings': { up: (db) => addReadings(db) },
  };
}

// A migration runs against the schema of its own time, which has no type: hence Kysely<unknown>.

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
    .addColumn('text', 'text', required)
    .addColumn('opens', 'text')
    .addColumn('ends_after_silence_ms', 'bigint')
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('asked'))
    .addColumn('tries', 'integer', zero)
    .addColumn('shown', 'text', emptyList)
    .addColumn('answer', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('sources', 'text', emptyList)
    .addColumn('code', 'text')
    .addColumn('claimed_by', 'text')
    .addColumn('claimed_until', 'bigint', zero)
    .addColumn('asked_at', 'bigint', required)
    .addColumn('started_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    // The platform comes last: the query planner would prefer an index that begins with it over the one made for claiming.
    .addUniqueConstraint('turns_of_question', ['question_id', 'platform'])
    .execute();
  // Claiming scans open turns only, however many have ended.
  await db.schema.createIndex('turns_open').on('turns').column('seq').where(sql.ref('ended_at'), 'is', null).execute();
  await db.schema.createIndex('turns_of_conversation').on('turns').columns(['conversation_id', 'seq']).execute();
}

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
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('requested'))
    .addColumn('status_id', 'text')
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
  await db.schema
    .createIndex('deployments_open')
    .on('deployments')
    .column('seq')
    .where(sql.ref('ended_at'), 'is', null)
    .execute();
}

/** Read cursors. */
async function createHeard(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('heard')
    .addColumn('platform', 'text', required)
    .addColumn('place', 'text', required)
    .addColumn('until', 'bigint', required)
    .addPrimaryKeyConstraint('heard_of_place', ['platform', 'place'])
    .execute();
}

/** Processes that have work to do. */
async function createReplicas(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('replicas')
    .addColumn('owner', 'text', (column) => column.primaryKey())
    .addColumn('alive_until', 'bigint', required)
    .execute();
}

/** Leases on a platform's shards. */
async function createShards(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('shards')
    .addColumn('platform', 'text', required)
    .addColumn('shard', 'integer', required)
    .addColumn('claimed_by', 'text')
    .addColumn('claimed_until', 'bigint', zero)
    .addColumn('claimed_at', 'bigint', zero)
    .addColumn('wanted_by', 'text')
    .addColumn('wanted_until', 'bigint', zero)
    .addPrimaryKeyConstraint('shard_of_platform', ['platform', 'shard'])
    .execute();
}

async function addReplicaLocks(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('replicas').addColumn('lock_key', 'integer').execute();
}

/**
 * The index of open turns covers every column that claiming reads (SQLite also needs the one in the index condition), so
 * that a backlog of thousands is scanned in a millisecond. A conversation's earlier open turns are found without reading
 * those that ended.
 */
async function indexOpenTurns(db: Kysely<unknown>): Promise<void> {
  const indexes = {
    turns_open: ['seq', 'claimed_until', 'platform', 'id', 'conversation_id', 'asked_at', 'ended_at'],
    turns_open_of_conversation: ['conversation_id', 'seq'],
    turns_open_of_asker: ['asker'],
  };
  await db.schema.dropIndex('turns_open').execute();
  for (const [name, columns] of Object.entries(indexes)) {
    await db.schema.createIndex(name).on('turns').columns(columns).where(sql.ref('ended_at'), 'is', null).execute();
  }
}

/** Which unmentioned messages of a conversation's thread may be questions. */
async function addListening(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('conversations')
    .addColumn('listening', 'text', (column) => column.notNull().defaultTo('asker'))
    .execute();
}

/** Which site's assistant a conversation's assistant thread belongs to. */
async function addAssistantThreadSites(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('conversations').addColumn('assistant_thread_site', 'text').execute();
}

/** Files attached to a question. */
async function addAttachedFiles(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('turns').addColumn('files', 'text').execute();
}

/** Turns that were asked again, and who stopped them. */
async function addAskedAnew(db: Kysely<unknown>): Promise<void> {
  for (const name of ['tries_before', 'times_again'])
    await db.schema.alterTable('turns').addColumn(name, 'integer', zero).execute();
  await db.schema.alterTable('turns').addColumn('again_at', 'bigint').execute();
  for (const name of ['reply_key', 'stopped_by']) await db.schema.alterTable('turns').addColumn(name, 'text').execute();
}

/** The language in which a question or deployment was requested. */
async function addLocales(db: Kysely<unknown>): Promise<void> {
  for (const table of ['turns', 'deployments']) await db.schema.alterTable(table).addColumn('locale', 'text').execute();
}

/** When the bot starts to delete data that is past its retention period. */
async function addRetention(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('retention')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('begins_at', 'bigint', required)
    .execute();
}

/**
 * Documentation service: finds a person's messages without reading all of them. Clients may send ids of any length, and a
 * Postgres B-tree rejects long values.
 */
async function indexMessagesByFingerprint(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const index = db.schema.createIndex('messages_by_fp').on('messages').column('fp');
  await (engine === 'postgres' ? index.using('hash') : index).execute();
}

/** The workspaces that installed the app, with their encrypted tokens, and the OAuth states that were used. */
async function addInstallations(db: Kysely<unknown>): Promise<void> {
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

/** The key with which ids of people are hashed: one row. */
async function createPersonKey(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('person_key')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('key', 'text', required)
    .execute();
}

/** The kind of place where each question was asked. It is not known of those before, so their words are kept private. */
async function addPlacesOfTurns(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('turns').addColumn('place', 'text').execute();
}

/** How each message was read. */
async function addReadings(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('turns').addColumn('reading', 'text').execute();
}

/** Who wrote the text of questions about somebody else's message. */
async function addAuthors(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('turns').addColumn('about', 'text').execute();
}

/** Which conversations start a new thread at the assistant because a question was deleted. */
async function addRestarted(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('conversations').addColumn('is_restarted', 'integer', zero).execute();
}

/** Which conversations are in group direct messages. Slack's old ids do not distinguish them from private channels. */
async function addGroupMessages(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('conversations').addColumn('is_group', 'integer', zero).execute();
  await sql`update conversations set is_group = 1 where platform = 'slack' and channel like 'G%'`.execute(db);
}
