/**
 * Problems that the last setup check of any process found, stored so that a change is reported once, even across
 * restarts.
 */
import type { Kysely } from 'kysely';
import { hasTypes, parse, readOrSkip } from '../../kit/sql/column-values.ts';
import type { Database } from '../../kit/sql/database.ts';
import type { Schema } from '../../kit/sql/schema.ts';
import type { SetupFinding } from '../core/model/setup-check.ts';

export interface SetupFindings {
  /** Problems that the last setup check of these platforms found; undefined before it, and if they cannot be read. */
  setupFindings(scope: string): Promise<readonly SetupFinding[] | undefined>;
  /** Returns false, and stores nothing, if another process has replaced `before` in the meantime. */
  replaceSetupFindings(
    scope: string,
    before: readonly SetupFinding[] | undefined,
    after: readonly SetupFinding[],
  ): Promise<boolean>;
}

export function createSetupFindings({ sql }: Database): SetupFindings {
  return {
    setupFindings: async (scope) => toFindings(await findText(sql, scope)),
    async replaceSetupFindings(scope, before, after) {
      // The text as stored: another version may write the same findings in another form.
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
    },
  };
}

async function findText(sql: Kysely<Schema>, scope: string): Promise<string | undefined> {
  const row = await sql.selectFrom('setup_findings').select('findings').where('scope', '=', scope).executeTakeFirst();
  return row?.findings;
}

function toFindings(text: string | undefined): readonly SetupFinding[] | undefined {
  return text === undefined ? undefined : readOrSkip(() => parse(text, isFindingList));
}

function isFindingList(value: unknown): value is readonly SetupFinding[] {
  return Array.isArray(value) && value.every((finding) => hasTypes(finding, { name: 'string', detail: 'string' }));
}

function toText(findings: readonly SetupFinding[]): string {
  return JSON.stringify(findings.map(({ name, detail }) => ({ name, detail })));
}
