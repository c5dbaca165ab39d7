/**
 * The migrations for what reports count: feedback on answers, calls for help, and the time to the first words. Like those
 * in migrations.ts, they are never edited.
 */
import type { Kysely } from 'kysely';
import { required, zero } from './columns.ts';

/**
 * One mark per person and turn, deleted with its turn; a link to each answer; and an index of turns by the time they were
 * asked, for reports.
 */
export async function addFeedback(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('turns').addColumn('link', 'text').execute();
  await db.schema.createIndex('turns_by_time').on('turns').column('asked_at').execute();
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
    .addPrimaryKeyConstraint('feedback_of_person', ['turn_id', 'person'])
    .execute();
  await db.schema.createIndex('feedback_by_time').on('feedback').column('given_at').execute();
}

/** Who took over a call for help, and which conversations are solved. */
export async function addCallsAndSolved(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('turns').addColumn('taken_by', 'text').execute();
  await db.schema.alterTable('turns').addColumn('taken_at', 'bigint').execute();
  await db.schema.alterTable('conversations').addColumn('solved_at', 'bigint').execute();
  await db.schema.alterTable('conversations').addColumn('solved_by', 'text').execute();
}

/** The operators' cards of a call for help. */
export async function addCards(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('turns').addColumn('cards', 'text').execute();
}

/** When the first words of an answer arrived. */
export async function addFirstText(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('turns').addColumn('first_text_at', 'bigint').execute();
}

/** Which question's answer a turn shares. */
export async function addShares(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('turns').addColumn('shares', 'text').execute();
}

/** Reports that must be made only once, by whichever process gets there first. */
export async function createReportRuns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('report_runs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('claimed_until', 'bigint', required)
    .addColumn('is_done', 'integer', zero)
    .execute();
}
