/** What was wrong with the set-up at the last look of any process, so that a restart hides no change and one process reports it. */
import type { Kysely } from 'kysely';
import type { SetupFinding } from '../../core/model/setup-check.ts';
import { hasTypes, parse, readOrSkip } from '../sql/column-values.ts';
import type { Schema } from '../sql/schema.ts';

/** undefined before the first look. */
export async function findSetupFindings(
  sql: Kysely<Schema>,
  scope: string,
): Promise<readonly SetupFinding[] | undefined> {
  const row = await sql.selectFrom('setup_findings').select('findings').where('scope', '=', scope).executeTakeFirst();
  const findings = row && readOrSkip(() => parse(row.findings, isFindingList));
  // A row that cannot be read is as good as none.
  if (row && !findings) await sql.deleteFrom('setup_findings').where('scope', '=', scope).execute();
  return findings;
}

function isFindingList(value: unknown): value is readonly SetupFinding[] {
  return Array.isArray(value) && value.every((each) => hasTypes(each, { name: 'string', detail: 'string' }));
}

/** False, and nothing is stored, when another process has replaced `before` meanwhile. */
export async function replaceSetupFindings(
  sql: Kysely<Schema>,
  scope: string,
  before: readonly SetupFinding[] | undefined,
  after: readonly SetupFinding[],
): Promise<boolean> {
  const findings = toText(after);
  if (!before) {
    const added = await sql
      .insertInto('setup_findings')
      .values({ scope, findings })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return added.numInsertedOrUpdatedRows === 1n;
  }
  const changed = await sql
    .updateTable('setup_findings')
    .set({ findings })
    .where('scope', '=', scope)
    .where('findings', '=', toText(before))
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}

function toText(findings: readonly SetupFinding[]): string {
  return JSON.stringify(findings.map(({ name, detail }) => ({ name, detail })));
}
