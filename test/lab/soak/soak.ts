/**
 * Runs replicas on one Postgres with both sandboxes and an assistant, while everything that can break does. In: a
 * plan. Out: what people see in the end, and what was done to Docent. Effects: processes, sockets and a temporary
 * folder, all removed at the end.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { createDiscordSandbox } from '../../../src/sandbox/discord/sandbox.ts';
import { createSlackSandbox, type SlackSandbox } from '../../../src/sandbox/slack/sandbox.ts';
import { type Asked, pieces, type Scripted, startAssistantService } from '../../e2e/assistant-service.ts';
import { type Postgres, startPostgres } from '../../kit/sql/postgres-server.ts';
import { createRandom } from '../sim/random.ts';
import { startFaults } from './faults.ts';
import { hold, type Look, until } from './people.ts';
import { answerTo, type Plan, refusalOf, talksOf } from './plan.ts';
import { createReplica, type Replica, settingsFor } from './replica.ts';
import { type Tally, tally } from './tally.ts';

export interface Soaked extends Tally {
  readonly questions: number;
  readonly kills: number;
  readonly outages: number;
  readonly drops: number;
  /** Failed calls to the platforms, by kind. */
  readonly faults: Readonly<Record<string, number>>;
  readonly calls: number;
  /** Exit codes after SIGTERM. */
  readonly exits: readonly (number | null)[];
  /** Error lines in the log, and anything else unexpected that a process did. */
  readonly complaints: readonly string[];
  /** Stored turns by final state. */
  readonly ends: Readonly<Record<string, number>>;
  readonly tookMs: number;
}

export async function soak(plan: Plan, tell: (line: string) => void): Promise<Soaked> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-soak-'));
  const [slack, discord, service, postgres] = await Promise.all([
    createSlackSandbox(plan.deliveryDelaysMs && { deliveryDelaysMs: plan.deliveryDelaysMs }),
    createDiscordSandbox(),
    startAssistantService(answer),
    startPostgres(),
  ]);
  const settings = settingsFor({ slack, discord, service }, postgres.url);
  const replicas = Array.from({ length: plan.replicas }, () => createReplica(settings, folder));
  try {
    await Promise.all(replicas.map((replica) => replica.start()));
    await until(() => slack.connections() >= plan.replicas && discord.sessions() >= plan.replicas);
    // What was asked before a process first knew the server is nobody's to answer.
    await until(async () => (await query(postgres, 'select place from read_cursors')).length > 0);
    discord.faults.duplicateDispatch(true);
    const startedAt = Date.now();
    const faults = startFaults(slack, discord, plan.faulty, createRandom(plan.seed));
    const streets = { slack, discord, slackChannels: channelsOf(slack), startedAt };
    const looks: Look[] = [];
    const seen = () => tally(looks.map((look) => look()));
    const asking = talksOf(plan).map((talk, index) => hold(talk, index, streets, (look) => void looks.push(look)));
    const troubles = [
      ...plan.killsAtMs.map((atMs, index) => () => kill(replicas, index, atMs, tell)),
      () => outage(postgres, plan, tell),
      ...plan.dropsAtMs.map((atMs) => async () => {
        await pause(atMs);
        tell('every socket breaks');
        slack.faults.dropSockets();
        discord.faults.dropSockets();
      }),
    ];
    const progress = setInterval(() => {
      const { whole, errors } = seen();
      const seconds = Math.round((Date.now() - startedAt) / 1_000);
      tell(`${seconds} s: ${whole} whole, ${errors} errors, ${slack.calls.length + discord.calls.length} calls`);
    }, 10_000);
    await Promise.all([...asking, ...troubles.map((trouble) => trouble())]);
    faults.stop();
    tell('everything is asked');
    // A question on Discord that was sent but is not accepted yet is no open turn.
    const isSettled = (): boolean => slack.unacked() === 0 && seen().lost.length === 0;
    await until(async () => isSettled() && (await openTurns(postgres)) === 0, plan.settlingMs);
    clearInterval(progress);
    const ends = await endsOf(postgres);
    const exits = await Promise.all(replicas.map((replica) => replica.stop()));
    return {
      ...seen(),
      questions: plan.slackQuestions + plan.discordQuestions,
      kills: plan.killsAtMs.length,
      outages: 1,
      drops: plan.dropsAtMs.length,
      faults: faults.counts,
      calls: slack.calls.length + discord.calls.length,
      exits,
      complaints: replicas.flatMap((replica) => [
        ...replica.surprises,
        ...replica.errors().map((line) => JSON.stringify(line)),
      ]),
      ends,
      tookMs: Date.now() - startedAt,
    };
  } finally {
    await Promise.all(replicas.map((replica) => replica.kill()));
    await Promise.all([slack.stop(), discord.stop(), service.stop(), postgres.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
}

function answer(asked: Asked): Scripted {
  const name = /q\d+/.exec(asked.messages.at(-1)?.content ?? '')?.[0] ?? 'q0';
  const random = createRandom(Number(name.slice(1)));
  const all = pieces(answerTo(name));
  const refusal = refusalOf(name);
  if (refusal === 'refused') return { refuse: { status: 402, body: 'no credits' } };
  const said = refusal === 'cut' ? all.slice(0, all.length / 2) : all;
  // About 40 pieces in a few seconds.
  const gapMs = random.between(1, 4_000) / said.length;
  return { pieces: said, gapMs, threadId: `thread-${name}`, ...(refusal === 'cut' && { ends: 'cut' }) };
}

/** A channel accepts one message per second, so there are several. */
function channelsOf(slack: SlackSandbox): readonly string[] {
  const model = slack.channels.find((channel) => channel.name === 'docs-help');
  if (!model) throw new TypeError('the sandbox has no docs-help');
  const ids = Array.from({ length: 8 }, (_, index) => `C0SOAK000${index}`);
  for (const id of ids) slack.changeChannel({ ...model, id, name: id.toLowerCase() });
  return ids;
}

async function kill(
  replicas: readonly Replica[],
  index: number,
  atMs: number,
  tell: (line: string) => void,
): Promise<void> {
  await pause(atMs);
  const replica = replicas[index % replicas.length];
  await replica?.kill();
  tell(`replica ${index % replicas.length} is killed`);
  await pause(1_000);
  await replica?.start();
}

async function outage(postgres: Postgres, plan: Plan, tell: (line: string) => void): Promise<void> {
  await pause(plan.outageAtMs);
  tell('Postgres crashes');
  await postgres.interrupt();
  await pause(plan.outageMs);
  await postgres.resume();
  tell('Postgres is back');
}

async function openTurns(postgres: Postgres): Promise<number> {
  const rows = await query(postgres, 'select count(*)::int as open from turns where ended_at is null');
  return Number(rows[0]?.open);
}

async function endsOf(postgres: Postgres): Promise<Readonly<Record<string, number>>> {
  const rows = await query(
    postgres,
    `select platform || ' ' || state || coalesce(' ' || code, '') as "end", count(*)::int as count
     from turns group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map((row) => [String(row.end), Number(row.count)]));
}

async function query(postgres: Postgres, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    const { rows } = await client.query(sql);
    return rows;
  } finally {
    await client.end();
  }
}
