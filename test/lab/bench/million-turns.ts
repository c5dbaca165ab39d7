/**
 * What the database calls for one question cost with a thousand and with a million stored turns, on SQLite and Postgres. Rows
 * are inserted by SQL; the measured calls go through the store. Prints medians and their ratios in wall time and, because other
 * work may share the machine, in CPU of this thread (which on SQLite does everything), and the time of the daily retention run.
 * Takes minutes. Effects: some gigabytes in the temporary folder, deleted at the end.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'kysely';
import pg from 'pg';
import type { Question } from '../../../src/bot/core/model/conversation.ts';
import { createStore, type OwnStore } from '../../../src/bot/store/store.ts';
import { type Database, openDatabase } from '../../../src/kit/sql/database.ts';
import { startPostgres } from '../../kit/sql/postgres-server.ts';
import { aligned, middleOf } from './table.ts';

const few = 1_000;
const many = 1_000_000;
const rounds = 200;
const turnsPerConversation = 4;
const dayMs = 24 * 3_600_000;
/** The turns are spread evenly over this time. */
const spanMs = 90 * dayMs;
/** The time of the newest row. */
const newest = Date.UTC(2026, 10, 23);

const calls = [
  'accept new',
  'accept follow-up',
  'claim',
  'history',
  'save shown',
  'end',
  'oldest waiting',
  'reaction',
] as const;
type Call = (typeof calls)[number];
/** Wall time, and CPU of this thread. */
interface Taken {
  readonly ms: number;
  readonly cpuMs: number;
}

type Figures = Readonly<Record<Call, Taken>> & {
  readonly emptyRunMs: number;
  readonly removeMs: number;
  readonly delayMs: number;
};

export async function millionTurnsTable(say: (line: string) => void): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-million-'));
  const postgres = await startPostgres();
  const engines = [
    { engine: 'SQLite', urlOf: async (count: number) => `sqlite:${join(folder, `${count}.db`)}` },
    { engine: 'Postgres', urlOf: (count: number) => freshPostgres(postgres.url, `turns_${count}`) },
  ];
  try {
    const rows: (readonly string[])[] = [];
    for (const { engine, urlOf } of engines) {
      const small = await measure(await urlOf(few), few);
      const large = await measure(await urlOf(many), many);
      for (const call of calls) {
        const [one, other] = [small[call], large[call]];
        const figures = [one.ms, other.ms, other.ms / one.ms, one.cpuMs, other.cpuMs].map((value) => value.toFixed(2));
        rows.push([engine, call, ...figures]);
      }
      say(
        `${engine}: a retention run that deletes nothing takes ${large.emptyRunMs.toFixed(0)} ms with a million turns (${small.emptyRunMs.toFixed(0)} with a thousand), ` +
          `one that deletes 10,000 turns takes ${large.removeMs.toFixed(0)} ms; event loop delay at most ${large.delayMs.toFixed(0)} ms`,
      );
    }
    return `a million turns: medians of ${rounds} calls, ms\n${aligned([['', 'call', 'with 1,000', 'with 1,000,000', 'ratio', 'CPU', 'CPU with 1,000,000'], ...rows])}`;
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(url: string, count: number): Promise<Figures> {
  const database = await openDatabase(url);
  const store = createStore(database);
  try {
    await fill(database, count);
    const times = Object.fromEntries(calls.map((call) => [call, []])) as unknown as Record<Call, Taken[]>;
    for (let round = 0; round < rounds; round += 1) await oneRound(store, times, count, round);
    const medianOf = (taken: readonly Taken[], field: keyof Taken) =>
      middleOf(taken.map((figures) => figures[field])) ?? 0;
    const medians = Object.fromEntries(
      calls.map((call) => [call, { ms: medianOf(times[call], 'ms'), cpuMs: medianOf(times[call], 'cpuMs') }]),
    ) as Record<Call, Taken>;
    return { ...medians, ...(await retention(store)) };
  } finally {
    await store.close();
  }
}

/** Rows per statement, because a statement may take ten seconds at most on Postgres. */
const rowsPerInsert = 50_000;

/** Inserts turns of 20,000 people, spread evenly over 90 days. */
async function fill(database: Database, count: number): Promise<void> {
  const conversations = Math.ceil(count / turnsPerConversation);
  for (let from = 1; from <= conversations; from += rowsPerInsert) {
    await addConversations(database, from, Math.min(conversations, from + rowsPerInsert - 1));
  }
  for (let from = 1; from <= count; from += rowsPerInsert) {
    await addTurns(database, from, Math.min(count, from + rowsPerInsert - 1), count);
  }
  if (database.engine === 'postgres') await sql`analyze`.execute(database.sql);
}

/** Rows of integers `i`. */
function numbers({ engine }: Database, from: number, to: number) {
  if (engine === 'postgres') return sql.raw(`generate_series(${from}, ${to}) as n(i)`);
  return sql.raw(
    `(with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to}) select i from n)`,
  );
}

async function addConversations(database: Database, from: number, to: number): Promise<void> {
  await sql`
    insert into conversations (id, platform, installation, channel, thread)
    select ${text('c', 'i')}, 'slack', 'T1', ${text('C', 'i % 200')}, ${text('t', 'i')}
    from ${numbers(database, from, to)}`.execute(database.sql);
}

async function addTurns(database: Database, from: number, to: number, count: number): Promise<void> {
  const endedAt = sql.raw(`${newest} - (${count} - i) * cast(${Math.round(spanMs / count)} as bigint)`);
  const asked = '{"platform":"slack","installation":"T1","channel":"C1","thread":"1.0"}';
  await sql`
    insert into turns (id, conversation_id, platform, question_id, event_id, asked_in, asker, addressed, text, state, tries,
      shown, answer, sources, asked_at, started_at, ended_at)
    select ${text('u', 'i')}, ${text('c', `(i - 1) / ${turnsPerConversation} + 1`)}, 'slack', ${text('q', 'i')}, ${text('e', 'i')},
      ${sql.lit(asked)}, ${text('slack:T1:U', 'i % 20000')}, 'mention', ${sql.lit('How do I configure it? '.repeat(4))},
      'answered', 1, ${text('[{"message":"', 'i')} || '","from":0,"to":600,"digest":"abcdefghijklmnopqrstuv"}]',
      ${sql.lit('Words of an answer. '.repeat(30))}, '[{"path":"/guides/start","title":"Start"}]',
      ${endedAt} - 5000, ${endedAt} - 4000, ${endedAt}
    from ${numbers(database, from, to)}`.execute(database.sql);
}

function text(prefix: string, number: string) {
  return sql.raw(`'${prefix}' || cast(${number} as text)`);
}

/** Two questions from arrival to end: one starts a conversation, the other continues an old one. */
async function oneRound(store: OwnStore, times: Record<Call, Taken[]>, count: number, round: number): Promise<void> {
  const conversations = Math.ceil(count / turnsPerConversation);
  const old = 1 + ((round * 7_919) % conversations);
  const time = async <T>(call: Call, act: () => Promise<T>): Promise<T> => {
    const [before, cpu] = [performance.now(), process.threadCpuUsage()];
    const result = await act();
    const { user, system } = process.threadCpuUsage(cpu);
    times[call].push({ ms: performance.now() - before, cpuMs: (user + system) / 1_000 });
    return result;
  };
  const at = newest + 60_000 + round;
  await time('accept new', () => store.accept(question(`new ${round}`, 'C1', `new ${round}`, at)));
  await time('accept follow-up', () => store.accept(question(`next ${round}`, `C${old % 200}`, `t${old}`, at)));
  await time('oldest waiting', () => store.waitingSince(at + 1));
  for (let index = 0; index < 2; index += 1) {
    const turn = await time('claim', () => store.claimTurn('bench', at, at + 60_000, ['slack']));
    if (!turn) throw new Error('no turn to claim');
    await time('history', () => store.history(turn, 10));
    const shown = [{ message: `m${round}`, from: 0, to: 5, digest: 'd' }];
    await time('save shown', () => store.saveTurnShown(turn, shown, 'words', false));
    await time('end', () => store.endTurn(turn, { state: 'answered', answer: 'words', sources: [] }, at + 5));
  }
  const posted = { platform: 'slack', channel: 'C1', message: `m${round}`, postedAt: at };
  await time('reaction', () => store.findAnswer(posted));
}

function question(id: string, channel: string, thread: string, askedAt: number): Question {
  return {
    id,
    eventId: `event of ${id}`,
    asker: `slack:T1:U${id}`,
    addressed: 'mention',
    text: 'How?',
    askedAt,
    thread: { platform: 'slack', installation: 'T1', channel, thread },
  };
}

/** A run that deletes nothing, then one that deletes the oldest hundredth. */
async function retention(store: OwnStore): Promise<Pick<Figures, 'emptyRunMs' | 'removeMs' | 'delayMs'>> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const took = async (before: number): Promise<number> => {
    const startedAt = performance.now();
    await store.removeExpired({ before, now: newest });
    return performance.now() - startedAt;
  };
  const emptyRunMs = await took(0);
  const removeMs = await took(newest - spanMs + spanMs / 100);
  delay.disable();
  return { emptyRunMs, removeMs, delayMs: delay.max / 1e6 };
}

async function freshPostgres(server: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}
