/** An answer that grows while Discord fails: never doubled, never lost, never cut off without saying so. */
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import type { ThreadRef } from '../../../src/core/conversation.ts';
import { createLiveReply, type LiveReply } from '../../../src/core/live-reply.ts';
import { createPacer } from '../../../src/core/pacer.ts';
import type { Platform } from '../../../src/core/ports.ts';
import { emptyReply, settle } from '../../../src/core/reply.ts';
import type { Fault } from '../../../src/sandbox/discord/faults.ts';
import { createFakeMetrics } from '../../fakes/assistant.ts';
import { until } from '../../sandbox/slack/until.ts';
import { body } from '../contract.ts';
import { type DiscordWorld, openDiscordWorld, ours } from './world.ts';

const creating = 'POST /channels/:id/messages';
const editing = 'PATCH /channels/:id/messages/:id';
const first = 'The first words';
const whole = `${first}, and then all the others.`;

let world: DiscordWorld | undefined;

afterEach(async () => {
  await world?.platform.stop();
  await world?.close();
  world = undefined;
});

interface Growing extends DiscordWorld {
  readonly place: ThreadRef;
  readonly live: LiveReply;
  /** The answer's first words are there. */
  begun(): Promise<void>;
  /** Its last ones are to be. */
  ends(text?: string): Promise<void>;
}

async function growing(change: Partial<Platform> = {}): Promise<Growing> {
  const opened = await openDiscordWorld();
  world = opened;
  await opened.platform.start({ question: async () => 'accepted', deployment: () => Promise.reject() });
  const place = await opened.thread();
  const live = createLiveReply({
    platform: { ...opened.platform, ...change },
    thread: place,
    pacer: createPacer(systemClock),
    clock: systemClock,
    logger: opened.log,
    metrics: createFakeMetrics(),
    key: 'turn-1',
    since: Date.now(),
    shown: [],
    cut: new AbortController().signal,
    keep: async () => undefined,
  });
  return {
    ...opened,
    place,
    live,
    async begun() {
      live.show({ ...emptyReply, text: first });
      await until(() => ours(opened.discord, place).length === 1);
    },
    ends(text = whole) {
      live.show(settle({ ...emptyReply, text }));
      return live.done;
    },
  };
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
  expect(await one.shows(one.place)).toEqual([whole]);
  const refused = callsOf(one, route).filter(({ status }) => status === 429).length;
  expect(refused).toBeLessThanOrEqual(times);
  expect(callsOf(one, route).length).toBeLessThanOrEqual(times + 2);
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
  expect(await one.shows(one.place)).toEqual([]);
  expect(callsOf(one, creating)).toHaveLength(1);
});

it('wakes a thread that was archived under it', async () => {
  const one = await growing();
  await one.begun();
  one.discord.archiveThread(one.place.thread);
  await one.ends();
  expect(await one.shows(one.place)).toEqual([whole]);
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
  expect(await one.shows(one.place)).toEqual([first]);
  expect(callsOf(one, creating)).toHaveLength(1);
});

it('ends when its thread is deleted', async () => {
  const one = await growing();
  await one.begun();
  one.discord.deleteThread(one.place.thread);
  await expect(one.ends()).rejects.toMatchObject({ code: 'thread_gone' });
  expect(callsOf(one, creating)).toHaveLength(1);
});

it('is cut into smaller messages when Discord takes less than we think', async () => {
  const one = await growing({ fits: () => true });
  const words = Array.from({ length: 600 }, (_, index) => `word${index}`);
  await one.begun();
  await one.ends(`${first} ${words.join(' ')}`);
  const shown = await one.shows(one.place);
  expect(shown.length).toBeGreaterThan(1);
  expect(shown.join(' ').match(/word\d+/g)).toEqual(words);
});

it('is there once when a process dies between its post and the answer to it', async () => {
  const one = await growing();
  one.discord.faults.failNext(creating, { loseAnswer: true });
  await expect(one.platform.post(one.place, body(first), 'turn-1:0')).rejects.toMatchObject({ arrived: 'unknown' });
  await one.ends();
  expect(await one.shows(one.place)).toEqual([whole]);
});

it('leaves no sign of work that lasts: typing ends by itself', async () => {
  const one = await growing();
  await one.platform.working(one.place, true);
  await one.platform.working(one.place, false);
  expect(callsOf(one, 'POST /channels/:id/typing')).toHaveLength(1);
  expect(one.platform.workingLastsMs).toBeLessThan(10_000);
});
