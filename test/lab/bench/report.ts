/**
 * How long a report about a month with 2,000 questions takes on each database, compared with merely reading the same rows.
 * Effects: a temporary file and a Postgres server, removed at the end.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toHtml } from '../../../src/bot/core/insight/html-report.ts';
import { toChatReport } from '../../../src/bot/core/reports/chat-report.ts';
import { readReport } from '../../../src/bot/core/reports/read-report.ts';
import { createStore } from '../../../src/bot/store/store.ts';
import { english } from '../../../src/bot/wording/wording.ts';
import { type Database, openDatabase } from '../../../src/kit/sql/database.ts';
import { busyMonth } from '../../bot/core/insight/busy-month.ts';
import { monthBegins, monthEnds } from '../../bot/core/insight/month.ts';
import { startPostgres } from '../../kit/sql/postgres-server.ts';
import { longestStretch } from './longest-stretch.ts';

const questions = 2_000;
const runs = 9;
const goalMs = 1_000;

export async function reportTable(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-bench-'));
  const postgres = await startPostgres();
  try {
    const lines = [
      await measure('SQLite', `sqlite:${join(folder, 'docent.db')}`),
      await measure('Postgres', postgres.url),
    ];
    return [`report of ${questions} questions, median of ${runs} (goal: ${goalMs} ms)`, ...lines].join('\n');
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const place = { platform: 'slack', installation: 'T1', apart: [] };

async function measure(name: string, url: string): Promise<string> {
  const database = await openDatabase(url);
  await seed(database);
  const store = createStore(database);
  const read = async (): Promise<unknown> => database.sql.selectFrom('turns').selectAll().execute();
  const inChat = async (): Promise<unknown> => {
    const { report } = await readReport(monthBegins, monthEnds, store, place, (asked) => asked);
    return toChatReport(report, english, (markdown) => markdown.length <= 2_000);
  };
  const asPage = async (): Promise<unknown> =>
    toHtml((await readReport(monthBegins, monthEnds, store, place, (asked) => asked)).report);
  const plainMs = await medianMs(read);
  const chatMs = await medianMs(inChat);
  const pageMs = await medianMs(asPage);
  const { longestMs } = await longestStretch(inChat);
  await store.close();
  const ratio = (chatMs / plainMs).toFixed(1);
  return `  ${name.padEnd(10)} in chat ${ms(chatMs)}, as a page ${ms(pageMs)}, reading its rows ${ms(plainMs)} (× ${ratio}), longest stretch of the event loop ${ms(longestMs)}`;
}

async function medianMs(act: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const startedAt = performance.now();
    await act();
    times.push(performance.now() - startedAt);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}

/** Inserts each question in its own thread, with an answer of typical length. */
async function seed({ sql }: Database): Promise<void> {
  const answer = 'See the page for each step, and check the value of the setting before you go on. '.repeat(12);
  for (const question of busyMonth(questions)) {
    const { turn: id, platform, addressed, askedAt, isPrivate, marks } = question;
    const thread = { platform, installation: 'T1', channel: 'C1', thread: isPrivate ? `private:${id}` : id };
    await sql
      .insertInto('conversations')
      .values({ id, ...thread })
      .execute();
    await sql
      .insertInto('turns')
      .values({
        id,
        conversation_id: id,
        platform,
        question_id: id,
        event_id: id,
        addressed,
        place: 'public',
        answer,
        asked_in: JSON.stringify(thread),
        asker: `slack:T1:U${id}`,
        text: question.text || 'a private question',
        state: question.state,
        sources: JSON.stringify(question.sources),
        link: `https://chat.example/${id}`,
        asked_at: askedAt,
        first_text_at: askedAt + 900,
        ended_at: askedAt + 4_000,
      })
      .execute();
    for (const { mark, via, reason, comment, at } of marks) {
      await sql
        .insertInto('feedback')
        .values({
          turn_id: id,
          person: 'slack:T1:U9',
          mark,
          via,
          reason: reason ?? null,
          comment: comment ?? null,
          given_at: at,
        })
        .execute();
    }
  }
}
