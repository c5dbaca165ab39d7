/** An app's events distributed over shards, with the real discord.js. */

import { afterEach, describe, expect, it } from 'vitest';
import type { Body } from '../../../../../src/bot/core/model/body.ts';
import { ConfigError } from '../../../../../src/bot/core/model/errors.ts';
import type { Handlers } from '../../../../../src/bot/core/ports/handlers.ts';
import type { Platform } from '../../../../../src/bot/core/ports/platform.ts';
import { createDiscordPlatform } from '../../../../../src/bot/platforms/discord/adapter.ts';
import type { Shards } from '../../../../../src/bot/platforms/discord/connection/client.ts';
import { threadRef } from '../../../../../src/bot/platforms/discord/thread-refs.ts';
import type { Clock } from '../../../../../src/kit/base/clock.ts';
import { createDiscordSandbox, type DiscordSandbox } from '../../../../../src/sandbox/discord/sandbox.ts';
import { createFastClock } from '../../../../fakes/fast-clock.ts';
import { quietHandlers } from '../../../../fakes/handlers.ts';
import { silent } from '../../../../fakes/logger.ts';
import { until } from '../../../../sandbox/slack/until.ts';
import { channelId, userId } from '../world.ts';

let discord: DiscordSandbox;
const platforms: Platform[] = [];

afterEach(async () => {
  for (const platform of platforms.splice(0)) await platform.stop();
  await discord.stop();
});

const markdown = 'Somebody needs you.';
const anyBody: Body = { markdown, from: 0, to: markdown.length, sources: [], notices: [] };

interface Started {
  readonly platform: Platform;
  readonly texts: string[];
}

async function start(shards: Shards, options: { readonly clock?: Clock } = {}) {
  const texts: string[] = [];
  const handlers: Handlers = {
    async question({ text }) {
      texts.push(text);
      return 'accepted';
    },
    ...quietHandlers,
  };
  const { token, apiUrl } = discord;
  const platform = createDiscordPlatform({ token, apiUrl, shards, logger: silent, ...options });
  platforms.push(platform);
  await platform.start(handlers);
  return { platform, texts } satisfies Started;
}

async function sayBoth(): Promise<void> {
  const ada = userId(discord, 'ada');
  await discord.say({ channel: channelId(discord, 'docs-help'), user: ada, text: `<@${discord.botUserId}> aloud` });
  await discord.directMessage({ user: ada, text: 'in private' });
}

/** Direct messages go to shard 0, whichever shard the server is on. */
function shardOfServer(count: number): number {
  return Number((BigInt(discord.guildId) >> 22n) % BigInt(count));
}

describe('shards', () => {
  it('in several processes deliver each event to one of them', async () => {
    discord = await createDiscordSandbox({ maxConcurrency: 16 });
    const all = await Promise.all([0, 1, 2].map((id) => start({ ids: [id], count: 3 })));
    expect(all.map(({ platform }) => platform.health().state)).toEqual(['ready', 'ready', 'ready']);
    await sayBoth();
    await until(() => all.flatMap(({ texts }) => texts).length === 2);
    expect(all[shardOfServer(3)]?.texts).toContain('aloud');
    expect(all[0]?.texts).toContain('in private');
  });

  it('in several processes notify the same role, whichever process has its server', async () => {
    discord = await createDiscordSandbox({ maxConcurrency: 16 });
    const all = await Promise.all([0, 1].map((id) => start({ ids: [id], count: 2 })));
    const role = discord.roles.find(({ name }) => name === 'Maintainer')?.id ?? '';
    const place = threadRef(discord.guildId, channelId(discord, 'docs-help'));
    for (const [index, { platform }] of all.entries())
      await platform.post(place, { ...anyBody, mention: `discord:${role}` }, `turn${index}:0`);
    expect(discord.pings()).toEqual([0, 1].map(() => expect.objectContaining({ kind: 'role', id: role })));
  });

  it('notify no role that Discord does not list, and post nothing while Discord does not answer', async () => {
    discord = await createDiscordSandbox();
    const { platform } = await start({ ids: [0], count: 1 });
    const role = discord.roles.find(({ name }) => name === 'Maintainer')?.id ?? '';
    const body = { ...anyBody, mention: `discord:${role}` };
    const channel = channelId(discord, 'docs-help');
    const place = threadRef(discord.guildId, channel);
    discord.faults.failNext('GET /guilds/:id/roles', { status: 502 });
    await expect(platform.post(place, body, 'turn:0')).rejects.toMatchObject({ code: 'unavailable' });
    expect(discord.messages(channel)).toEqual([]);
    discord.faults.failNext('GET /guilds/:id/roles', { status: 403, code: 50001 });
    await platform.post(place, body, 'turn:0');
    expect(discord.messages(channel)).toHaveLength(1);
    expect(discord.pings()).toEqual([]);
  });

  it('in one process deliver every event', async () => {
    discord = await createDiscordSandbox({ maxConcurrency: 16 });
    const { platform, texts } = await start({ ids: [0, 1, 2], count: 3 });
    expect(discord.sessions()).toBe(3);
    await sayBoth();
    await until(() => texts.length === 2);
    expect(texts.toSorted()).toEqual(['aloud', 'in private']);
    expect(platform.health().state).toBe('ready');
  });

  it('are ready only if each of them is connected', async () => {
    discord = await createDiscordSandbox({ maxConcurrency: 16 });
    const { platform } = await start({ ids: [0, 1], count: 2 }, { clock: createFastClock(20) });
    discord.faults.refuseConnections(true);
    discord.faults.dropSockets(1);
    await until(() => platform.health().state === 'reconnecting');
    expect(discord.sessions()).toBe(1);
    discord.faults.refuseConnections(false);
    await until(() => platform.health().state === 'ready');
  });
});

it('the number of shards is looked up if it is auto, and a wrong token is an error of the set-up', async () => {
  discord = await createDiscordSandbox();
  const { token, apiUrl } = discord;
  const create = (given: string): Platform => {
    const platform = createDiscordPlatform({ token: given, apiUrl, shards: { count: 'auto' }, logger: silent });
    platforms.push(platform);
    return platform;
  };
  const handlers: Handlers = { question: async () => 'accepted', ...quietHandlers };
  await create(token).start(handlers);
  expect(discord.sessions()).toBe(1);
  const refused = create('a.b.c');
  for (const code of ['unavailable', 'unavailable'])
    await expect(refused.start(handlers)).rejects.toMatchObject({ code });
  await expect(refused.start(handlers)).rejects.toThrow(ConfigError);
});
