/** The migration of the table of setup problems. */
import type { Kysely } from 'kysely';
import { required } from './columns.ts';

/** Problems found by the last setup check, by the platforms of the process that checked. */
export async function createSetupFindings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('setup_findings')
    .addColumn('scope', 'text', (column) => column.primaryKey())
    .addColumn('findings', 'text', required)
    .execute();
}
