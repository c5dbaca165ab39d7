/** An answer that streams while Discord fails: never duplicated, never lost, never cut off silently. */
import { afterEach, expect, it } from 'vitest';
import { createLiveReply, type LiveReply } from '../../../../../src/bot/core/live-reply/live-reply.ts';
import type { Question, ThreadRef } from '../../../../../src/bot/core/model/conversation.ts';
import { settle } from '../../../../../src/bot/core/model/reply.ts';
import type { Platform } from '../../../../../src/bot/core/ports/platform.ts';
import { createPacer } from '../../../../../src/bot/core/rate-limits/pacer.ts';
import type { Fault } from '../../../../../src/sandbox/discord/rest/faults.ts';
import { createFakeMetrics } from '../../../../fakes/assistant.ts';
import { createFastClock, type FastClock } from '../../../../fakes/fast-clock.ts';
import { quietHandlers } from '../../../../fakes/handlers.ts';
import { said } from '../../../../fakes/reply.ts';
import { until } from '../../../../sandbox/slack/until.ts';
import { body } from '../../contract/world.ts';
import { channelId, type DiscordWorld, openDiscordWorld, ours, userId } from '../world.ts';

const creating = 'POST /channels/:id/messages';
const editing = 'PATCH /channels/:id/messages/:id';
const following = 'POST /webhooks/:id/:id';
const changing = 'PATCH /webhooks/:id/:id/messages/:id';
const first = 'The first words';
const whole = `${first}, and then all the others.`;

let world: DiscordWorld | undefined;

afterEach(async () => {
  await world?.platform.stop();
  await world?.close();
  world = undefined;
});

interface Growing extends DiscordWorld {
  readonly clock: FastClock;
  readonly place: ThreadRef;
  readonly live: LiveReply;
  /** Shows the answer's first words. */
  begun(): Promise<void>;
  /** Settles the answer. */
  ends(text?: string): Promise<void>;
  /** The messages of the answer. */
  shown(): readonly string[];
}

interface GrowingOptions {
  readonly change?: Partial<Platform>;
  /** The answer is sent through a command's own webhook. */
  readonly byCommand?: boolean;
}

async function growing({ change = {}, byCommand = false }: GrowingOptions = {}): Promise<Growing> {
  const clock = createFastClock(50);
  const opened = await openDiscordWorld({ sandbox: { clock }, options: { clock } });
  world = opened;
  const questions: Question[] = [];
  const question = async (asked: Question) => {
    questions.push(asked);
    return 'accepted' as const;
  };
  await opened.platform.start({ question, ...quietHandlers });
  const place = byCommand ? await commandPlace(opened, questions) : await opened.thread();
  const live = createLiveReply({
    platform: { ...opened.platform, ...change },
    thread: place,
    pacer: createPacer(clock),
    clock,
    logger: opened.log,
    metrics: createFakeMetrics(),
    key: 'turn-1',
    since: clock.now(),
    shown: [],
    cut: new AbortController().signal,
    save: async () => undefined,
  });
  const shown = (): readonly string[] =>
    ours(opened.discord, place)
      .slice(byCommand ? 1 : 0)
      .map(({ content }) => content);
  return {
    ...opened,
    clock,
    place,
    live,
    shown,
    async begun() {
      live.show(said(first));
      await until(() => shown().length === 1);
    },
    ends(text = whole) {
      live.show(settle(said(text)));
      return live.done;
    },
  };
}

/** Where a command is answered in a channel that we may not post in: below the command's response, which shows the question. */
async function commandPlace({ discord, platform }: DiscordWorld, questions: readonly Question[]): Promise<ThreadRef> {
  const channel = channelId(discord, 'read-only');
  await discord.command({ name: 'docs', options: { question: 'how?' }, channel, user: userId(discord, 'ada') });
  const [asked] = questions;
  if (!asked) throw new Error('nothing was asked');
  return (await platform.open(asked)).thread;
}

function callsOf({ discord }: DiscordWorld, route: string): readonly { readonly status: number }[] {
  return discord.calls.filter((call) => call.route === route);
}

it.each<[string, string, Fault, number]>([
  ['an edit is rate limited', editing, { retryAfter: 0.3 }, 1],
  ['edits are rate limited several times in a row', editing, { retryAfter: 0.2, scope: 'shared' }, 4],
  ['the whole bot is rate limited', editing, { retryAfter: 0.3, scope: 'global' }, 1],
  ['the first post is rate limited', creating, { retryAfter: 0.3 }, 1],
  ['Discord fails with 500 twice', editing, { status: 500 }, 2],
  ['Discord fails with 502 before the first words', creating, { status: 502 }, 1],
  ['the response to a post is lost', creating, { loseAnswer: true }, 1],
  ['the response to an edit is lost', editing, { loseAnswer: true }, 1],
  ['a forum post is not ready', creating, { code: 40058 }, 1],
])('an answer is complete and posted once when %s', async (_, route, fault, times) => {
  const answer = await growing();
  answer.discord.faults.failNext(route, fault, times);
  await answer.begun();
  await answer.ends();
  expect(answer.shown()).toEqual([whole]);
  const refused = callsOf(answer, route).filter(({ status }) => status === 429).length;
  expect(refused).toBeLessThanOrEqual(times);
  expect(callsOf(answer, route).length).toBeLessThanOrEqual(times + 2);
});

it.each<[string, string, Fault, number]>([
  ['its first post hangs', creating, { hang: true }, 1],
  ['the response to its first post is late', creating, { responseDelayMs: 20_000 }, 1],
  ['an edit hangs', editing, { hang: true }, 1],
  ['the response to an edit is late', editing, { responseDelayMs: 20_000 }, 1],
  ['its first post fails with 500 five times', creating, { status: 500 }, 5],
  ['an edit fails with 500 five times', editing, { status: 500 }, 5],
  ['all calls are rate limited for a while', '*', { retryAfter: 2 }, 12],
  ['all calls hit the global rate limit for a while', '*', { retryAfter: 2, scope: 'global' }, 6],
  ['all calls are answered with a 503 page for a while', '*', { status: 503 }, 6],
])('an answer is complete and posted once even when %s', async (_, route, fault, times) => {
  const answer = await growing();
  if (route !== editing) answer.discord.faults.failNext(route, fault, times);
  await answer.begun();
  if (route === editing) answer.discord.faults.failNext(route, fault, times);
  answer.live.show(said(`${first}, and then`));
  await answer.clock.wait(2_000);
  await answer.ends();
  expect(answer.shown()).toEqual([whole]);
});

it.each<[string, string, Fault]>([
  ['the response to a post is lost', following, { loseAnswer: true }],
  ['a post hangs', following, { hang: true }],
  ['the response to a post is late', following, { responseDelayMs: 20_000 }],
  ['the response to an edit is lost', changing, { loseAnswer: true }],
  ['an edit fails with 500', changing, { status: 500 }],
  ['an edit is rate limited', changing, { retryAfter: 2 }],
])('an answer through a command’s webhook is complete and posted once when %s', async (_, route, fault) => {
  const answer = await growing({ byCommand: true });
  const words = Array.from({ length: 500 }, (_, index) => `word${index}`).join(' ');
  if (route === following) answer.discord.faults.failNext(route, fault);
  await answer.begun();
  answer.discord.faults.failNext(route, fault);
  await answer.ends(`${first} ${words}`);
  expect(answer.shown()).toHaveLength(2);
  expect(answer.shown().join(' ')).toBe(`${first} ${words}`);
});

it('an answer through a command’s webhook is posted twice, not lost, if the command’s response was deleted and that to the post is lost', async () => {
  const answer = await growing({ byCommand: true });
  const [reply] = ours(answer.discord, answer.place);
  answer.discord.deleteMessage(answer.place.channel, reply?.id ?? '');
  answer.discord.faults.failNext(following, { loseAnswer: true });
  await answer.ends();
  expect(ours(answer.discord, answer.place).map(({ content }) => content)).toEqual([whole, whole]);
});

it('an answer through a command’s webhook keeps its first words when the webhook’s token expires', async () => {
  const answer = await growing({ byCommand: true });
  await answer.begun();
  await answer.clock.skip(15 * 60_000);
  await expect(answer.ends()).rejects.toMatchObject({ code: 'thread_gone' });
  expect(answer.shown()).toEqual([first]);
  expect(callsOf(answer, changing).filter(({ status }) => status === 401)).toHaveLength(1);
});

it('a global rate limit holds back calls in other threads', async () => {
  const { platform, discord, place, thread } = await growing();
  const message = await platform.post(place, body(first), 'turn-1:0');
  discord.faults.failNext(editing, { retryAfter: 0.5, scope: 'global' });
  await expect(platform.edit(place, message, body(whole))).rejects.toMatchObject({ code: 'rate_limited', waitMs: 500 });
  const refusedAt = discord.calls.at(-1)?.at ?? 0;
  // A limit that ends within a second is waited out.
  await platform.post(await thread(), body('Elsewhere.'), 'turn-2:0');
  expect((discord.calls.at(-1)?.at ?? 0) - refusedAt).toBeGreaterThanOrEqual(500);
});

it('an answer ends when its message is deleted, and is not posted again', async () => {
  const answer = await growing();
  await answer.begun();
  const [message] = ours(answer.discord, answer.place);
  answer.discord.deleteMessage(answer.place.thread, message?.id ?? '');
  await expect(answer.ends()).rejects.toMatchObject({ code: 'message_gone' });
  expect(answer.shown()).toEqual([]);
  expect(callsOf(answer, creating)).toHaveLength(1);
});

it('an answer unarchives its thread', async () => {
  const answer = await growing();
  await answer.begun();
  answer.discord.archiveThread(answer.place.thread);
  await answer.ends();
  expect(answer.shown()).toEqual([whole]);
});

it.each<[string, string, (answer: Growing) => void]>([
  [
    'its thread is locked',
    'forbidden',
    ({ discord, place }) => {
      discord.archiveThread(place.thread);
      discord.lockThread(place.thread);
    },
  ],
  [
    'it may no longer see the channel',
    'forbidden',
    ({ discord, place }) => discord.setPermission(place.channel, 'viewChannel', false),
  ],
  ['it may no longer edit', 'forbidden', ({ discord }) => discord.faults.failNext(editing, { code: 50013 })],
])('an answer ends but keeps its first words when %s', async (_, code, act) => {
  const answer = await growing();
  await answer.begun();
  act(answer);
  await expect(answer.ends()).rejects.toMatchObject({ code });
  expect(answer.shown()).toEqual([first]);
  expect(callsOf(answer, creating)).toHaveLength(1);
});

it.each<[string, (answer: Growing) => void]>([
  ['its thread is locked', ({ discord, place }) => discord.lockThread(place.thread)],
  [
    'it may no longer write in threads',
    ({ discord, place }) => discord.setPermission(place.channel, 'sendMessagesInThreads', false),
  ],
])('an answer ends but keeps its first message when %s before the second', async (_, act) => {
  const answer = await growing();
  await answer.begun();
  act(answer);
  await expect(answer.ends(`${first} ${'word '.repeat(500)}`)).rejects.toMatchObject({ code: 'forbidden' });
  expect(answer.shown()).toHaveLength(1);
  expect(answer.shown()[0]).toContain(first);
  expect(callsOf(answer, creating)).toHaveLength(2);
});

it('an answer ends when its thread is deleted', async () => {
  const answer = await growing();
  await answer.begun();
  answer.discord.deleteThread(answer.place.thread);
  await expect(answer.ends()).rejects.toMatchObject({ code: 'thread_gone' });
  expect(callsOf(answer, creating)).toHaveLength(1);
});

it('an answer is cut into smaller messages when Discord refuses one as too long', async () => {
  const answer = await growing({ change: { fits: () => true } });
  const words = Array.from({ length: 600 }, (_, index) => `word${index}`);
  await answer.begun();
  await answer.ends(`${first} ${words.join(' ')}`);
  const shown = answer.shown();
  expect(shown.length).toBeGreaterThan(1);
  expect(shown.join(' ').match(/word\d+/g)).toEqual(words);
});

it('an answer is posted once if the process dies between a post and its response', async () => {
  const answer = await growing();
  answer.discord.faults.failNext(creating, { loseAnswer: true });
  await expect(answer.platform.post(answer.place, body(first), 'turn-1:0')).rejects.toMatchObject({
    arrived: 'unknown',
  });
  await answer.ends();
  expect(answer.shown()).toEqual([whole]);
});

it('the typing indicator is not cleared, because it expires', async () => {
  const answer = await growing();
  await answer.platform.working.set(answer.place, true);
  await answer.platform.working.set(answer.place, false);
  expect(callsOf(answer, 'POST /channels/:id/typing')).toHaveLength(1);
  expect(answer.platform.working.lastsMs).toBeLessThan(10_000);
});
