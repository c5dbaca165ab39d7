/** Messages that were missed, with the real discord.js and the real store. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Handlers } from '../../../../../../src/bot/core/ports/handlers.ts';
import type { Platform } from '../../../../../../src/bot/core/ports/platform.ts';
import type { Store } from '../../../../../../src/bot/core/ports/store.ts';
import { createDiscordPlatform } from '../../../../../../src/bot/platforms/discord/adapter.ts';
import { createStore } from '../../../../../../src/bot/store/store.ts';
import { openDatabase } from '../../../../../../src/kit/sql/database.ts';
import { StoreError } from '../../../../../../src/kit/sql/store-errors.ts';
import { createDiscordSandbox, type DiscordSandbox } from '../../../../../../src/sandbox/discord/sandbox.ts';
import { createFastClock, type FastClock } from '../../../../../fakes/fast-clock.ts';
import { quietHandlers } from '../../../../../fakes/handlers.ts';
import { createKeptLog } from '../../../../../fakes/logger.ts';
import { until } from '../../../../../sandbox/slack/until.ts';
import { channelId, userId } from '../../world.ts';

let clock: FastClock;
let discord: DiscordSandbox;
let store: Store;
let taken: string[];
let log: ReturnType<typeof createKeptLog>;
const platforms = new Set<Platform>();

beforeEach(async () => {
  clock = createFastClock(20);
  discord = await createDiscordSandbox({ clock });
  store = createStore(await openDatabase('sqlite::memory:'));
  taken = [];
  log = createKeptLog();
});

afterEach(async () => {
  for (const platform of platforms) await platform.stop();
  platforms.clear();
  await discord.stop();
  await store.close();
});

/** A new process with the same store. */
async function start(change: Partial<Handlers> = {}): Promise<Platform> {
  const platform = createDiscordPlatform({
    token: discord.token,
    apiUrl: discord.apiUrl,
    logger: log,
    clock,
  });
  platforms.add(platform);
  await platform.start({ ...handlers(), ...change });
  return platform;
}

/** Like the core's handlers, but questions are not answered. */
function handlers(): Handlers {
  return {
    async question(question) {
      // As the core does without a routing rule.
      if (question.addressed === 'auto') return 'not_ours';
      const { result } = await store.accept(question);
      if (result === 'accepted') taken.push(question.text);
      return result;
    },
    ...quietHandlers,
    readCursors: { load: () => store.readCursors('discord'), save: (times) => store.saveReadCursors('discord', times) },
  };
}

async function stop(platform: Platform): Promise<void> {
  await platform.stop();
  platforms.delete(platform);
}

const ada = () => userId(discord, 'ada');

async function mention(text: string, channel = 'docs-help'): Promise<string> {
  const place = { channel: channelId(discord, channel), user: ada() };
  return (await discord.say({ ...place, text: `<@${discord.botUserId}> ${text}` })).id;
}

async function threadFrom(message: string): Promise<void> {
  await discord.startThread({ channel: channelId(discord, 'docs-help'), user: ada(), name: 'a thread', from: message });
}

/** Writes wherever questions can be asked. Returns the texts that should be accepted, in any order. */
async function askEverywhere(thread: string): Promise<readonly string[]> {
  await mention('in a channel');
  await mention('elsewhere', 'general');
  await discord.say({ channel: thread, user: ada(), text: 'a follow-up' });
  await discord.say({ channel: channelId(discord, 'general'), user: ada(), text: 'people among themselves' });
  await discord.directMessage({ user: ada(), text: 'in private' });
  await discord.post({ forum: channelId(discord, 'questions'), user: ada(), title: 'A post', text: 'with words' });
  return ['in a channel', 'elsewhere', 'a follow-up', 'in private', 'A post\n\nwith words'];
}

/** A bot that has already been asked in a thread and in direct messages. */
async function startAsked(): Promise<{ readonly platform: Platform; readonly thread: string }> {
  const platform = await start();
  const thread = await mention('a beginning');
  await threadFrom(thread);
  await discord.directMessage({ user: ada(), text: 'hello' });
  await until(() => taken.length === 2);
  taken = [];
  return { platform, thread };
}

async function takes(expected: readonly string[]): Promise<void> {
  await until(() => taken.length >= expected.length);
  await caughtUp();
  expect(taken.toSorted()).toEqual(expected.toSorted());
}

/** Resolves when nothing has been read for a while. */
async function caughtUp(): Promise<void> {
  let calls = -1;
  while (calls !== discord.calls.length) {
    calls = discord.calls.length;
    await clock.wait(5_000);
  }
}

describe('a message', () => {
  it('sent while the bot is down is handled once after it starts', async () => {
    const { platform, thread } = await startAsked();
    await stop(platform);
    const asked = await askEverywhere(thread);
    const again = await start();
    await takes(asked);
    await stop(again);
    taken = [];
    await start();
    await takes([]);
  });

  it('sent while the gateway is down for longer than a session lasts is handled once when it is back', async () => {
    const { thread } = await startAsked();
    discord.faults.refuseConnections(true);
    discord.faults.dropSockets();
    await until(() => discord.connections() === 0);
    await clock.skip(200_000);
    const asked = await askEverywhere(thread);
    discord.faults.refuseConnections(false);
    await takes(asked);
  });

  it('sent while the gateway is connected but silent is handled once after a reconnect', async () => {
    const { thread } = await startAsked();
    discord.faults.freeze(true);
    const asked = await askEverywhere(thread);
    await passing(() => log.lines.some(({ phrase }) => phrase === 'gateway connection lost'));
    discord.faults.freeze(false);
    await passing(() => taken.length === asked.length);
    expect(taken.toSorted()).toEqual(asked.toSorted());
  });

  it('missed by a session that is resumed is replayed by Discord, and nothing is read', async () => {
    const { thread } = await startAsked();
    discord.faults.dropSockets();
    const asked = await askEverywhere(thread);
    await takes(asked);
    expect(reads()).toEqual([]);
  });

  it('sent before the first install is not read', async () => {
    await mention('long before');
    await discord.post({ forum: channelId(discord, 'questions'), user: ada(), title: 'Old', text: 'words' });
    await start();
    await mention('now');
    await takes(['now']);
    expect(reads()).toEqual([]);
  });

  it('in a channel that the bot may not read is skipped', async () => {
    const { platform } = await startAsked();
    await stop(platform);
    const place = { channel: channelId(discord, 'maintainers'), user: userId(discord, 'grace') };
    await discord.say({ ...place, text: `<@${discord.botUserId}> secret?` });
    await mention('open');
    await start();
    await takes(['open']);
    expect(reads()).not.toContainEqual(expect.stringContaining(place.channel));
  });

  it('more than an hour old is not read', async () => {
    const { platform } = await startAsked();
    await stop(platform);
    await mention('too late');
    await clock.skip(61 * 60_000);
    await start();
    await caughtUp();
    expect(taken).toEqual([]);
  });

  it('sent in a thread before its first question is not a follow-up', async () => {
    const platform = await start();
    const thread = await mention('one');
    await threadFrom(thread);
    await until(() => taken.length === 1);
    const other = (await discord.say({ channel: channelId(discord, 'docs-help'), user: ada(), text: 'people' })).id;
    await threadFrom(other);
    await stop(platform);
    await discord.say({ channel: other, user: ada(), text: 'among themselves' });
    await clock.wait(1);
    await discord.say({ channel: other, user: ada(), text: `<@${discord.botUserId}> what do you say?` });
    await discord.say({ channel: other, user: ada(), text: 'and then?' });
    taken = [];
    const second = await start();
    await takes(['what do you say?', 'and then?']);
    // As after a crash before any cursor was saved.
    await stop(second);
    const forgetful = { load: async () => new Map([[discord.guildId, 0]]), save: async () => undefined };
    await start({ readCursors: forgetful });
    await takes(['what do you say?', 'and then?']);
  });

  it('among more than seven pages of messages is handled in order', async () => {
    const { platform, thread } = await startAsked();
    await stop(platform);
    const asked = Array.from({ length: 730 }, (_, index) => `question ${index}`);
    for (const text of asked) await discord.say({ channel: thread, user: ada(), text });
    await start();
    await until(() => taken.length === asked.length);
    expect(taken).toEqual(asked);
  });

  it('sent after a gap does not overtake one sent during it', async () => {
    const { platform, thread } = await startAsked();
    await stop(platform);
    await discord.say({ channel: thread, user: ada(), text: 'first' });
    discord.faults.failNext('GET /channels/:id/messages', { delayMs: 1_000 });
    await start();
    await discord.say({ channel: thread, user: ada(), text: 'second' });
    await until(() => taken.length === 2);
    expect(taken).toEqual(['first', 'second']);
  });

  it('that the store refused is handled after the next start', async () => {
    const { platform } = await startAsked();
    await stop(platform);
    const draining = await start({ question: () => Promise.reject(new StoreError('draining')) });
    await mention('too late for this one');
    await until(() => log.lines.some(({ phrase }) => phrase === 'message not handled yet, retrying'));
    await mention('and this');
    await stop(draining);
    await start();
    await takes(['too late for this one', 'and this']);
  });

  it('is still read after Discord rate limited the request', async () => {
    const { platform } = await startAsked();
    await stop(platform);
    await mention('patience');
    discord.faults.failNext('GET /channels/:id/messages', { retryAfter: 1 }, 2);
    await start();
    await takes(['patience']);
  });
});

describe('a start without the store', () => {
  it('fails as unavailable, because it is unknown what was missed', async () => {
    const unavailable = { load: () => Promise.reject(new StoreError('away')), save: async () => undefined };
    await expect(start({ readCursors: unavailable })).rejects.toMatchObject({ code: 'unavailable' });
  });
});

function reads(): readonly string[] {
  return discord.calls.flatMap(({ method, path }) =>
    method === 'GET' && path.includes('/messages') ? [`${method} ${path}`] : [],
  );
}

function passing(holds: () => boolean): Promise<void> {
  return until(() => {
    void clock.skip(1_000);
    return holds();
  });
}
