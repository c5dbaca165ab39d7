/** What the bot does with untrusted text besides showing answers, within the product's own length limits. */
import { loadRouting } from '../../../src/bot/config/routing/load.ts';
import { ruleFor } from '../../../src/bot/config/routing/rules.ts';
import { newestWithin, readAttachedFiles } from '../../../src/bot/core/context/read-along.ts';
import { takenBackReply } from '../../../src/bot/core/feedback/taken-back.ts';
import { createSlicedLayout } from '../../../src/bot/core/layout/layout.ts';
import { maxTextBytes } from '../../../src/bot/core/model/attached-files.ts';
import { maxCommentChars } from '../../../src/bot/core/model/feedback.ts';
import { isQuestion } from '../../../src/bot/core/questions/classify-message.ts';
import { toChatReport } from '../../../src/bot/core/reports/chat-report.ts';
import { readReport } from '../../../src/bot/core/reports/read-report.ts';
import { toAskBody } from '../../../src/bot/docs-api/assistant.ts';
import { toStatus } from '../../../src/bot/docs-api/deployer.ts';
import { toReadable } from '../../../src/bot/platforms/discord/inbound/messages/message-reader.ts';
import * as discord from '../../../src/bot/platforms/discord/outbound/render.ts';
import { toQuestion } from '../../../src/bot/platforms/slack/inbound/events.ts';
import { insertNames, readText } from '../../../src/bot/platforms/slack/inbound/inbound-text.ts';
import * as slack from '../../../src/bot/platforms/slack/outbound/render.ts';
import { createStore } from '../../../src/bot/store/store.ts';
import { english } from '../../../src/bot/wording/wording.ts';
import { parseJson } from '../../../src/kit/base/json.ts';
import { inSlices } from '../../../src/kit/base/time-slices.ts';
import { maskSecrets } from '../../../src/kit/masking/secrets-in-logs.ts';
import { openDatabase } from '../../../src/kit/sql/database.ts';
import { updateStatusSchema } from '../../../src/kit/wire/api.ts';

export interface HostileAct {
  readonly name: string;
  /** Which platform does it; `bot` if it is the same on both. */
  readonly on: 'slack' | 'discord' | 'bot';
  /** Not measured. Returns the action to measure, which may run several times. */
  readonly prepare: () => Promise<() => unknown>;
}

/** The maximum length of a Slack message. */
const messageChars = 40_000;

function repeated(unit: string, chars: number): string {
  return unit.repeat(Math.ceil(chars / unit.length)).slice(0, chars);
}

function act(on: HostileAct['on'], name: string, run: () => unknown): HostileAct {
  return { name, on, prepare: async () => run };
}

/** What people may write, repeated. */
const units = {
  blanks: ' ',
  mentions: '<@U1> <@',
  links: '<https://a|',
  marks: '*_`~',
  backticks: '`',
  secrets: 'eyJaaaaaaaaaa-',
  keys: 'a_key: "',
  addresses: 'a@b.',
  cards: '4111 ',
  'small talk': 'why are you like this, i have a ',
} as const;

const messages = Object.entries(units).flatMap(([name, unit]) => {
  const text = repeated(unit, messageChars);
  const short = repeated(unit, 4_000);
  return [
    act('slack', `message: ${name}`, () => toQuestion(slackEvent(text), { userId: 'U1', botId: 'B1' })),
    act('discord', `message: ${name}`, () => toReadable(short, [], noNames)),
    act('bot', `questions: ${name}`, () =>
      [true, false].map((isFollowUp) => isQuestion({ text, isToSomebody: false, isFollowUp })),
    ),
    act('bot', `masking: ${name}`, () => toAskBody(asking(text), { apiVersion: 'v1', retrievalPageSize: 5 })),
  ];
});

/** Twenty messages of a thread are read together. */
const threads = Object.entries(units).map(([name, unit]) =>
  act('slack', `thread: ${name}`, () =>
    newestWithin(
      Array.from({ length: 20 }, () => ({
        name: 'ada',
        text: insertNames(readText(repeated(unit, messageChars), 'U1'), new Map()),
      })),
    ),
  ),
);

const corrections = Object.entries({ ...units, items: '- a\n', 'half tags': '<a href=' }).flatMap(([name, unit]) =>
  ([slack, discord] as const).map((platform) =>
    act(platform === slack ? 'slack' : 'discord', `correction: ${name}`, async () => {
      const reply = await takenBackReply(turn, 'Taken back.', english, {
        store: { findCorrection: async () => ({ person: 'slack:T1:U1', comment: repeated(unit, maxCommentChars) }) },
        platforms: [],
      } as never);
      return inSlices(createSlicedLayout(platform.fits)(reply));
    }),
  ),
);

export const hostileActs: readonly HostileAct[] = [
  ...messages,
  ...threads,
  ...corrections,
  act('bot', 'files: three of blanks', () => filesOf(' ')),
  act('bot', 'files: three of secrets', () => filesOf('a_key: "x1')),
  ...Object.entries({
    blanks: ' ',
    secrets: 'eyJaaaaaaaaaa-',
    armour: '-----BEGIN PRIVATE KEY-----',
    lines: 'a\n',
  }).map(
    ([name, unit]): HostileAct => ({
      name: `update status: ${name}`,
      on: 'bot',
      prepare: async () => statusReader(repeated(unit, 640_000)),
    }),
  ),
  {
    name: 'routing: a place among 5,000 rules',
    on: 'bot',
    async prepare() {
      const read = loadRouting(manyRules(5_000));
      if (!read.ok) throw new Error(read.problems.join('\n'));
      const place = { platform: 'slack', installation: 'T1', channel: 'C4999' };
      return () => ruleFor(read.routing.file, place);
    },
  },
  act('bot', 'routing: docent.yaml of 200 rules', () => loadRouting(manyRules(200))),
  ...Object.entries({ backticks: '`', secrets: 'eyJaaaaaaaaaa-', prose: 'How do I rotate a key? ' }).map(
    ([name, unit]): HostileAct => ({
      name: `report: 500 questions of ${name}`,
      on: 'bot',
      prepare: () => reportOf(repeated(unit, messageChars)),
    }),
  ),
];

const noNames = { channel: () => undefined, role: () => undefined };

function slackEvent(text: string): Parameters<typeof toQuestion>[0] {
  const event = { type: 'message', channel: 'D1', channel_type: 'im', user: 'U2', ts: '1.2', text } as const;
  return { event, event_id: 'E1', team_id: 'T1' };
}

const thread = { platform: 'slack', installation: 'T1', channel: 'C1', thread: '1' };
const turn = { id: 'turn-1', conversation: { id: 'c1', thread } } as never;

/** The most that one request carries. */
function asking(text: string): Parameters<typeof toAskBody>[0] {
  return {
    fp: 'a',
    messages: [{ id: '1', role: 'user', text, at: 0 }],
    context: text.slice(0, 8_000),
    files: [{ name: 'a.txt', text: text.slice(0, maxTextBytes) }],
  };
}

async function filesOf(unit: string): Promise<unknown> {
  const bytes = Buffer.from(repeated(unit, maxTextBytes / 3));
  const file = { name: `${repeated(unit, 1_000)}.txt`, bytes: bytes.length, url: 'https://a.example' };
  const source = { describe: async () => file, read: async () => bytes };
  const { files } = await readAttachedFiles([file, file, file], thread, source);
  return toAskBody(
    { fp: 'a', messages: [{ id: '1', role: 'user', text: 'How?', at: 0 }], files },
    { apiVersion: 'v1', retrievalPageSize: 5 },
  );
}

/** Reads a status of the maximum length. */
function statusReader(text: string): () => unknown {
  const body = JSON.stringify({ status: 'failure', summary: text, logs: [text, text], commit: { sha: text } });
  return () => {
    const read = updateStatusSchema.safeParse(parseJson(body));
    return read.success && toStatus(read.data, maskSecrets(['a secret value']));
  };
}

function manyRules(count: number): string {
  const rules = Array.from({ length: count }, (_, at) => `    C${at}: { mode: auto, language: en }`);
  return `slack:\n  channels:\n${rules.join('\n')}\n`;
}

/** A report about questions of the maximum length, from a database. */
async function reportOf(text: string): Promise<() => unknown> {
  const database = await openDatabase('sqlite::memory:');
  for (let at = 0; at < 500; at += 1) {
    const id = `t${at}`;
    const conversation = { ...thread, thread: id };
    await database.sql
      .insertInto('conversations')
      .values({ id, ...conversation })
      .execute();
    await database.sql
      .insertInto('turns')
      .values({
        id,
        conversation_id: id,
        platform: 'slack',
        question_id: id,
        event_id: id,
        addressed: 'mention',
        place: 'public',
        asked_in: JSON.stringify(conversation),
        asker: 'slack:T1:U1',
        text,
        answer: '',
        state: 'answered',
        sources: '[]',
        asked_at: 1_000 + at,
        ended_at: 2_000 + at,
      })
      .execute();
  }
  const store = createStore(database);
  const everybody = { platform: 'slack', installation: 'T1', apart: [] };
  return async () => {
    const { report } = await readReport(0, 10_000, store, everybody, (asked) => asked);
    return toChatReport(report, english, (markdown) => markdown.length <= 2_000);
  };
}
