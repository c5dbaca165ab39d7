/** An answer that grows while Discord fails: never doubled, never lost, never cut off without saying so. */

import { afterEach, expect, it } from 'vitest';
import type { LiveReply } from '../../../../src/core/live-reply/live-reply.ts';
import { createLiveReply } from '../../../../src/core/live-reply/live-reply.ts';
import type { Question, ThreadRef } from '../../../../src/core/model/conversation.ts';
import { settle } from '../../../../src/core/model/reply.ts';
import type { Platform } from '../../../../src/core/ports/platform.ts';
import { createPacer } from '../../../../src/core/rate-limits/pacer.ts';
import type { Fault } from '../../../../src/sandbox/discord/rest/faults.ts';
import { createFakeMetrics } from '../../../fakes/assistant.ts';
import { noDeployments } from '../../../fakes/deployments.ts';
import type { FastClock } from '../../../fakes/fast-clock.ts';
import { createFastClock } from '../../../fakes/fast-clock.ts';
import { said } from '../../../fakes/reply.ts';
import { until } from '../../../sandbox/slack/until.ts';
import { body } from '../../contract/world.ts';
import type { DiscordWorld } from '../world.ts';
import { channelId, openDiscordWorld, ours, userId } from '../world.ts';

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
  /** The answer's first words are there. */
  begun(): Promise<void>;
  /** Its last ones are to be. */
  ends(text?: string): Promise<void>;
  /** What the answer shows. */
  shown(): readonly string[];
}

interface Given {
  readonly change?: Partial<Platform>;
  /** The answer goes through a command's own webhook. */
  readonly byCommand?: boolean;
}

async function growing({ change = {}, byCommand = false }: Given = {}): Promise<Growing> {
  const clock = createFastClock(50);
  const opened = await openDiscordWorld({ sandbox: { clock }, options: { clock } });
  world = opened;
  const questions: Question[] = [];
  const question = async (given: Question) => {
    questions.push(given);
    return 'accepted' as const;
  };
  await opened.platform.start({ question, ...noDeployments });
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

/** Where a command is answered in a channel in which we may not post: below the question, which its own reply shows. */
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
  ['an edit is limited', editing, { retryAfter: 0.3 }, 1],
  ['a storm of limits rages', editing, { retryAfter: 0.2, scope: 'shared' }, 4],
  ['the whole bot is limited', editing, { retryAfter: 0.3, scope: 'global' }, 1],
  ['the first post is limited', creating, { retryAfter: 0.3 }, 1],
  ['Discord fails with 500 twice', editing, { status: 500 }, 2],
  ['Discord fails with 502 before the first words', creating, { status: 502 }, 1],
  ['the answer to a post is lost', creating, { loseAnswer: true }, 1],
  ['the answer to an edit is lost', editing, { loseAnswer: true }, 1],
  ['a forum post is not ready', creating, { code: 40058 }, 1],
])('is whole, once, when %s', async (_, route, fault, times) => {
  const one = await growing();
  one.discord.faults.failNext(route, fault, times);
  await one.begun();
  await one.ends();
  expect(one.shown()).toEqual([whole]);
  const refused = callsOf(one, route).filter(({ status }) => status === 429).length;
  expect(refused).toBeLessThanOrEqual(times);
  expect(callsOf(one, route).length).toBeLessThanOrEqual(times + 2);
});

it.each<[string, string, Fault, number]>([
  ['its first post hangs', creating, { hang: true }, 1],
  ['the answer to its first post comes too late', creating, { responseDelayMs: 20_000 }, 1],
  ['its growth hangs', editing, { hang: true }, 1],
  ['the answer to its growth comes too late', editing, { responseDelayMs: 20_000 }, 1],
  ['500s come in a row before its first words', creating, { status: 500 }, 5],
  ['500s come in a row while it grows', editing, { status: 500 }, 5],
  ['everything is limited for a while', '*', { retryAfter: 2 }, 12],
  ['everything is limited for all for a while', '*', { retryAfter: 2, scope: 'global' }, 6],
  ['everything is answered with a page of 503 for a while', '*', { status: 503 }, 6],
])('is whole, once, when for long %s', async (_, route, fault, times) => {
  const one = await growing();
  if (route !== editing) one.discord.faults.failNext(route, fault, times);
  await one.begun();
  if (route === editing) one.discord.faults.failNext(route, fault, times);
  one.live.show(said(`${first}, and then`));
  await one.clock.wait(2_000);
  await one.ends();
  expect(one.shown()).toEqual([whole]);
});

it.each<[string, string, Fault]>([
  ['an answer to its posts is lost', following, { loseAnswer: true }],
  ['one of its posts hangs', following, { hang: true }],
  ['an answer to its posts comes too late', following, { responseDelayMs: 20_000 }],
  ['an answer to its growth is lost', changing, { loseAnswer: true }],
  ['its growth is answered with 500', changing, { status: 500 }],
  ['its growth is limited', changing, { retryAfter: 2 }],
])('by a command’s webhook is whole, once, when %s', async (_, route, fault) => {
  const one = await growing({ byCommand: true });
  const words = Array.from({ length: 500 }, (_, index) => `word${index}`).join(' ');
  if (route === following) one.discord.faults.failNext(route, fault);
  await one.begun();
  one.discord.faults.failNext(route, fault);
  await one.ends(`${first} ${words}`);
  expect(one.shown()).toHaveLength(2);
  expect(one.shown().join(' ')).toBe(`${first} ${words}`);
});

it('by a command’s webhook is there although the command’s own reply was removed and an answer to its post is lost', async () => {
  const one = await growing({ byCommand: true });
  const [reply] = ours(one.discord, one.place);
  one.discord.deleteMessage(one.place.channel, reply?.id ?? '');
  one.discord.faults.failNext(following, { loseAnswer: true });
  await one.ends();
  expect(ours(one.discord, one.place).map(({ content }) => content)).toEqual([whole, whole]);
});

it('by a command’s webhook ends, with its first words left, when the webhook’s time is up', async () => {
  const one = await growing({ byCommand: true });
  await one.begun();
  await one.clock.skip(15 * 60_000);
  await expect(one.ends()).rejects.toMatchObject({ code: 'forbidden' });
  expect(one.shown()).toEqual([first]);
  expect(callsOf(one, changing).filter(({ status }) => status === 401)).toHaveLength(1);
});

it('asks for nothing in other threads while the whole bot is limited', async () => {
  const { platform, discord, place, thread } = await growing();
  const message = await platform.post(place, body(first), 'turn-1:0');
  discord.faults.failNext(editing, { retryAfter: 0.5, scope: 'global' });
  await expect(platform.edit(place, message, body(whole))).rejects.toMatchObject({ code: 'rate_limited', waitMs: 500 });
  const refusedAt = discord.calls.at(-1)?.at ?? 0;
  // What is over within a second is waited out.
  await platform.post(await thread(), body('Elsewhere.'), 'turn-2:0');
  expect((discord.calls.at(-1)?.at ?? 0) - refusedAt).toBeGreaterThanOrEqual(500);
});

it('is taken as stopped when its message is deleted, and never posted again', async () => {
  const one = await growing();
  await one.begun();
  const [message] = ours(one.discord, one.place);
  one.discord.deleteMessage(one.place.thread, message?.id ?? '');
  await expect(one.ends()).rejects.toMatchObject({ code: 'message_gone' });
  expect(one.shown()).toEqual([]);
  expect(callsOf(one, creating)).toHaveLength(1);
});

it('wakes a thread that was archived under it', async () => {
  const one = await growing();
  await one.begun();
  one.discord.archiveThread(one.place.thread);
  await one.ends();
  expect(one.shown()).toEqual([whole]);
});

it.each<[string, string, (one: Growing) => void]>([
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
  ['its right to edit is refused', 'forbidden', ({ discord }) => discord.faults.failNext(editing, { code: 50013 })],
])('ends, with its first words left, when %s', async (_, code, act) => {
  const one = await growing();
  await one.begun();
  act(one);
  await expect(one.ends()).rejects.toMatchObject({ code });
  expect(one.shown()).toEqual([first]);
  expect(callsOf(one, creating)).toHaveLength(1);
});

it.each<[string, (one: Growing) => void]>([
  ['its thread is locked', ({ discord, place }) => discord.lockThread(place.thread)],
  [
    'it may no longer write in threads',
    ({ discord, place }) => discord.setPermission(place.channel, 'sendMessagesInThreads', false),
  ],
])('ends, with its first message left, when %s before the second', async (_, act) => {
  const one = await growing();
  await one.begun();
  act(one);
  await expect(one.ends(`${first} ${'word '.repeat(500)}`)).rejects.toMatchObject({ code: 'forbidden' });
  expect(one.shown()).toHaveLength(1);
  expect(one.shown()[0]).toContain(first);
  expect(callsOf(one, creating)).toHaveLength(2);
});

it('ends when its thread is deleted', async () => {
  const one = await growing();
  await one.begun();
  one.discord.deleteThread(one.place.thread);
  await expect(one.ends()).rejects.toMatchObject({ code: 'thread_gone' });
  expect(callsOf(one, creating)).toHaveLength(1);
});

it('is cut into smaller messages when Discord takes less than we think', async () => {
  const one = await growing({ change: { fits: () => true } });
  const words = Array.from({ length: 600 }, (_, index) => `word${index}`);
  await one.begun();
  await one.ends(`${first} ${words.join(' ')}`);
  const shown = one.shown();
  expect(shown.length).toBeGreaterThan(1);
  expect(shown.join(' ').match(/word\d+/g)).toEqual(words);
});

it('is there once when a process dies between its post and the answer to it', async () => {
  const one = await growing();
  one.discord.faults.failNext(creating, { loseAnswer: true });
  await expect(one.platform.post(one.place, body(first), 'turn-1:0')).rejects.toMatchObject({ arrived: 'unknown' });
  await one.ends();
  expect(one.shown()).toEqual([whole]);
});

it('leaves no sign of work that lasts: typing ends by itself', async () => {
  const one = await growing();
  await one.platform.working(one.place, true);
  await one.platform.working(one.place, false);
  expect(callsOf(one, 'POST /channels/:id/typing')).toHaveLength(1);
  expect(one.platform.workingLastsMs).toBeLessThan(10_000);
});
