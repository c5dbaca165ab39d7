/** The migration of what the processes know of the set-up. */
import type { Kysely } from 'kysely';
import { required } from './columns.ts';

/** What was wrong at the last look, by the platforms of the process that looked. */
export async function createSetupFindings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('setup_findings')
    .addColumn('scope', 'text', (column) => column.primaryKey())
    .addColumn('findings', 'text', required)
    .execute();
}
