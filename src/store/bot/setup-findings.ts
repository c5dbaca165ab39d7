/** What was wrong with the set-up at the last look of any process, so that a restart hides no change and one process reports it. */
import type { Kysely } from 'kysely';
import type { SetupFinding } from '../../core/model/setup-check.ts';
import { hasTypes, parse, readOrSkip } from '../sql/column-values.ts';
import type { Schema } from '../sql/schema.ts';

/** undefined before the first look, and where they cannot be read. */
export async function findSetupFindings(
  sql: Kysely<Schema>,
  scope: string,
): Promise<readonly SetupFinding[] | undefined> {
  return toFindings(await findText(sql, scope));
}

/** False, and nothing is stored, when another process has replaced `before` meanwhile. */
export async function replaceSetupFindings(
  sql: Kysely<Schema>,
  scope: string,
  before: readonly SetupFinding[] | undefined,
  after: readonly SetupFinding[],
): Promise<boolean> {
  // As it is stored: another version may write the same in another form.
  const stored = await findText(sql, scope);
  const known = toFindings(stored);
  if ((known && toText(known)) !== (before && toText(before))) return false;
  const findings = toText(after);
  if (stored === undefined) {
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
    .where('findings', '=', stored)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}

async function findText(sql: Kysely<Schema>, scope: string): Promise<string | undefined> {
  const row = await sql.selectFrom('setup_findings').select('findings').where('scope', '=', scope).executeTakeFirst();
  return row?.findings;
}

function toFindings(text: string | undefined): readonly SetupFinding[] | undefined {
  return text === undefined ? undefined : readOrSkip(() => parse(text, isFindingList));
}

function isFindingList(value: unknown): value is readonly SetupFinding[] {
  return Array.isArray(value) && value.every((each) => hasTypes(each, { name: 'string', detail: 'string' }));
}

function toText(findings: readonly SetupFinding[]): string {
  return JSON.stringify(findings.map(({ name, detail }) => ({ name, detail })));
}
