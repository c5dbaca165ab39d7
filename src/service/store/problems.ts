/** Problems with the docs that MCP clients reported. They name nobody. */
import type { Kysely } from 'kysely';
import { storable } from '../../kit/sql/column-values.ts';
import { openDatabase } from '../../kit/sql/database.ts';
import type { Schema } from '../../kit/sql/schema.ts';
import type { FeedbackReason } from '../../kit/wire/feedback-reason.ts';

export interface StoredProblem {
  readonly id: string;
  readonly domain: string;
  readonly organization: string;
  readonly question: string;
  readonly reason: FeedbackReason;
  readonly comment: string;
  /** Their site paths. */
  readonly pages: readonly string[];
  /** Milliseconds since 1970. */
  readonly at: number;
}

export async function saveProblem(sql: Kysely<Schema>, problem: StoredProblem): Promise<void> {
  const { question, comment, pages, at, ...rest } = problem;
  await sql
    .insertInto('problems')
    .values({
      ...rest,
      question: storable(question),
      comment: storable(comment),
      pages: JSON.stringify(pages),
      reported_at: at,
    })
    .execute();
}

/** The problems of a database that another process may be using, oldest first. Fails with StoreError. */
export async function readProblems(url: string, since: number): Promise<readonly StoredProblem[]> {
  const database = await openDatabase(url);
  try {
    const rows = await database.sql
      .selectFrom('problems')
      .selectAll()
      .where('reported_at', '>=', since)
      .orderBy('reported_at')
      .execute();
    return rows.map(({ reported_at: at, pages, reason, ...row }) => ({
      ...row,
      // Both as `saveProblem` wrote them.
      reason: reason as FeedbackReason,
      pages: JSON.parse(pages) as readonly string[],
      at,
    }));
  } finally {
    await database.close();
  }
}
