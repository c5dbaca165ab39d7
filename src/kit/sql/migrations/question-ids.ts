/** The migration that replaces people in question ids with hashes. Like those in migrations.ts, it is never edited. */
import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';

const turnColumns = ['question_id', 'event_id', 'shares', 'asked_in'] as const;

type Turn = { readonly id: string } & Readonly<Record<(typeof turnColumns)[number], string | null>>;

/**
 * Ids of questions about a message contained the asker (`…:asked:U…`), as did those of presses that call a person or mark a
 * thread as solved (`human:<turn>:slack:…`). Threads of private answers contain the id of their question.
 */
export async function hashPeopleInQuestionIds(db: Kysely<unknown>): Promise<void> {
  const { rows: turns } = await sql<Turn>`
    select id, question_id, event_id, shares, asked_in from turns
    where question_id like '%:asked:%' or question_id like 'human:%' or question_id like 'solved:%'
      or shares like '%:asked:%'
  `.execute(db);
  for (const turn of turns) {
    for (const column of turnColumns) {
      const text = turn[column];
      if (text === null || withoutPerson(text) === text) continue;
      await sql`update turns set ${sql.ref(column)} = ${withoutPerson(text)} where id = ${turn.id}`.execute(db);
    }
  }
  const { rows: places } = await sql<{ readonly id: string; readonly thread: string }>`
    select id, thread from conversations where thread like '%:asked:%'
  `.execute(db);
  for (const { id, thread } of places)
    await sql`update conversations set thread = ${withoutPerson(thread)} where id = ${id}`.execute(db);
}

function withoutPerson(text: string): string {
  return text
    .replace(/(slack:\w+:\w+:\d+\.\d+|discord:\d+):asked:(\w+)/g, (_, message: string, person: string) => {
      return `${message}:asked:${hash(`${message} ${person}`)}`;
    })
    .replace(
      /^((?:human|solved):[\w-]+):(?:slack|discord):[\w:]+/,
      (whole, press: string) => `${press}:${hash(whole)}`,
    );
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
