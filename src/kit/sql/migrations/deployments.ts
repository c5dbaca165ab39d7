/** The migrations of the deployment tables. Like those in migrations.ts, they are never edited. */
import { type Kysely, sql } from 'kysely';
import { type Engine, emptyList, numberType, required, runningNumber, zero } from './columns.ts';

/**
 * One open deployment per project at a time, project locks, deployments awaiting confirmation, and the audit log. The
 * previous version stores no project, so its deployments are not limited to one at a time.
 */
export async function orderDeployments(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const deployments = db.schema.alterTable('deployments');
  await deployments.addColumn('project', 'text', (column) => column.notNull().defaultTo('')).execute();
  for (const name of ['requester_name', 'outcome', 'next_request']) {
    await db.schema.alterTable('deployments').addColumn(name, 'text').execute();
  }
  await db.schema.alterTable('deployments').addColumn('steps', 'text', emptyList).execute();
  await db.schema
    .createIndex('deployments_one_open')
    .unique()
    .on('deployments')
    .column('project')
    .where(sql<boolean>`ended_at is null and project <> ''`)
    .execute();
  await db.schema
    .createTable('deployment_locks')
    .addColumn('project', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', required)
    .addColumn('holder_name', 'text')
    .addColumn('reason', 'text', required)
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

/** Questions that are asked again after a deployment. */
export async function addReasks(db: Kysely<unknown>, engine: Engine): Promise<void> {
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
  await db.schema
    .createIndex('reasks_open')
    .on('reasks')
    .column('seq')
    .where(sql.ref('ended_at'), 'is', null)
    .execute();
}

/** Where each lock was set. */
export async function addPlacesOfLocks(db: Kysely<unknown>): Promise<void> {
  for (const name of ['platform', 'installation'])
    await db.schema.alterTable('deployment_locks').addColumn(name, 'text').execute();
}
