/** Which messages are read after a gap, against the simulated Slack. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWebApi, fixedToken } from '../../../../../src/bot/platforms/slack/connection/web-api.ts';
import { type Backfill, createBackfill } from '../../../../../src/bot/platforms/slack/inbound/backfill.ts';
import { type Delivery, toQuestion } from '../../../../../src/bot/platforms/slack/inbound/events.ts';
import { StoreError } from '../../../../../src/kit/sql/store-errors.ts';
import { createSlackSandbox, type SlackSandbox } from '../../../../../src/sandbox/slack/sandbox.ts';
import { createManualClock, type ManualClock } from '../../../../fakes/clock.ts';
import { createKeptLog, silent } from '../../../../fakes/logger.ts';
import { ada, adasDirect, docsHelp } from '../world.ts';

let slack: SlackSandbox;
let clock: ManualClock;
let backfill: Backfill;
let log: ReturnType<typeof createKeptLog>;
let taken: Delivery[];
let isStoreDown: boolean;

beforeEach(async () => {
  clock = createManualClock();
  slack = await createSlackSandbox({ clock });
  log = createKeptLog();
  const api = createWebApi({ tokens: fixedToken(slack.botToken), apiUrl: slack.apiUrl, logger: silent, clock });
  api.open();
  taken = [];
  isStoreDown = false;
  backfill = createBackfill({
    api,
    clock,
    logger: log,
    async take(delivery) {
      if (isStoreDown) throw new StoreError();
      taken.push(delivery);
    },
  });
});

afterEach(() => slack.stop());

async function say(channel: string, text: string, thread?: string): Promise<string> {
  return (await slack.say({ channel, user: ada, text, ...(thread !== undefined && { thread }) })).ts;
}

/** Asks a question before the gap. */
async function asked(channel: string): Promise<string> {
  const ts = await say(channel, 'how?');
  const authorizations = [{ team_id: slack.teamId }];
  backfill.note({ event_id: 'Ev1', authorizations, event: { type: 'message', channel, user: ada, ts, text: 'how?' } });
  return ts;
}

/** Returns the start of the gap, long after the earlier questions. */
async function gap(): Promise<number> {
  await clock.advance(10_000);
  return clock.now();
}

function questions(): readonly (readonly [string, string])[] {
  const self = { userId: slack.botUserId, botId: slack.botId };
  return taken
    .map((delivery) => toQuestion(delivery, self))
    .flatMap((question) => (typeof question === 'string' ? [] : [[question.addressed, question.text] as const]));
}

it('reads the thread and the channel of each conversation, oldest first', async () => {
  const root = await asked(docsHelp);
  await asked(adasDirect);
  const since = await gap();
  await say(docsHelp, 'and on Windows?', root);
  await say(docsHelp, 'and on a Mac?', root);
  await say(docsHelp, `<@${slack.botUserId}> something else`);
  await say(adasDirect, 'directly');
  await backfill.read(since);
  expect(questions()).toEqual([
    ['direct', 'directly'],
    ['follow_up', 'and on Windows?'],
    ['follow_up', 'and on a Mac?'],
    ['mention', 'something else'],
  ]);
  const ids = taken.map((delivery) => toQuestion(delivery, { userId: slack.botUserId, botId: slack.botId }));
  expect(ids).toContainEqual(
    expect.objectContaining({ thread: expect.objectContaining({ installation: slack.teamId }) }),
  );
});

it('reads nothing in conversations that have been idle', async () => {
  await asked(docsHelp);
  await clock.advance(31 * 60_000);
  const before = slack.calls.length;
  await backfill.read(await gap());
  expect(slack.calls).toHaveLength(before);
});

it('reads only once for gaps that are reported while it reads, from the earliest on', async () => {
  const root = await asked(docsHelp);
  const since = await gap();
  await say(docsHelp, 'and on Windows?', root);
  await Promise.all([backfill.read(since + 60_000), backfill.read(since), backfill.read(since + 60_000)]);
  expect(slack.calls.filter(({ method }) => method === 'conversations.replies').length).toBeLessThanOrEqual(2);
  expect(questions()).toContainEqual(['follow_up', 'and on Windows?']);
});

it.each([
  ['Slack limits reading', () => slack.faults.failNext('*', { retryAfter: 30 }, 9)],
  ['the store is down', () => (isStoreDown = true)],
])('gives up when %s, since Slack redelivers', async (_, breaks) => {
  const root = await asked(docsHelp);
  const since = await gap();
  await say(docsHelp, 'and on Windows?', root);
  breaks();
  await backfill.read(since);
  expect(taken).toEqual([]);
});

it('reads nothing where Slack sends null in place of messages', async () => {
  await asked(docsHelp);
  const since = await gap();
  slack.faults.failNext('conversations.history', { nulls: true }, 9);
  slack.faults.failNext('conversations.replies', { nulls: true }, 9);
  await backfill.read(since);
  expect(questions()).toEqual([]);
  expect(log.lines.map(({ phrase }) => phrase)).toEqual(['backfill finished']);
});

it('continues when it may not read one of the places', async () => {
  await asked(adasDirect);
  const root = await asked(docsHelp);
  const since = await gap();
  await say(docsHelp, 'and on Windows?', root);
  slack.faults.failNext('conversations.history', { error: 'missing_scope' }, 9);
  await backfill.read(since);
  expect(questions()).toEqual([['follow_up', 'and on Windows?']]);
});
