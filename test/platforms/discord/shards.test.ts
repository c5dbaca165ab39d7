/** An app's events spread over shards, with the real discord.js. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Handlers, Platform } from '../../../src/core/ports.ts';
import { createDiscordPlatform } from '../../../src/platforms/discord/adapter.ts';
import type { Shards } from '../../../src/platforms/discord/session.ts';
import { createDiscordSandbox, type DiscordSandbox } from '../../../src/sandbox/discord/sandbox.ts';
import { createManualClock } from '../../fakes/clock.ts';
import { silent } from '../../fakes/logger.ts';
import { until } from '../../sandbox/slack/until.ts';
import { channelId, userId } from './world.ts';

let discord: DiscordSandbox;
const platforms: Platform[] = [];

afterEach(async () => {
  for (const platform of platforms.splice(0)) await platform.stop();
  await discord.stop();
});

interface Started {
  readonly platform: Platform;
  readonly texts: string[];
}

async function start(shards: Shards, options: { readonly clock?: ReturnType<typeof createManualClock> } = {}) {
  const texts: string[] = [];
  const handlers: Handlers = {
    async question({ text }) {
      texts.push(text);
      return 'accepted';
    },
    deployment: async () => ({ accepted: true, sentence: '' }),
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

/** The other one has direct messages alone, if it is the first. */
function shardOfServer(count: number): number {
  return Number((BigInt(discord.guildId) >> 22n) % BigInt(count));
}

describe('shards', () => {
  it('of several processes bring each event to one of them', async () => {
    discord = await createDiscordSandbox({ maxConcurrency: 16 });
    const all = await Promise.all([0, 1, 2].map((id) => start({ ids: [id], count: 3 })));
    expect(all.map(({ platform }) => platform.health().state)).toEqual(['ready', 'ready', 'ready']);
    await sayBoth();
    await until(() => all.flatMap(({ texts }) => texts).length === 2);
    expect(all[shardOfServer(3)]?.texts).toContain('aloud');
    expect(all[0]?.texts).toContain('in private');
  });

  it('of one process bring everything', async () => {
    discord = await createDiscordSandbox({ maxConcurrency: 16 });
    const { platform, texts } = await start({ ids: [0, 1, 2], count: 3 });
    expect(discord.sessions()).toBe(3);
    await sayBoth();
    await until(() => texts.length === 2);
    expect(texts.toSorted()).toEqual(['aloud', 'in private']);
    expect(platform.health().state).toBe('ready');
  });

  it('are ready only when each of them lives', async () => {
    const clock = createManualClock();
    discord = await createDiscordSandbox({ maxConcurrency: 16 });
    const { platform } = await start({ ids: [0, 1], count: 2 }, { clock });
    await clock.advance(55_000);
    // One of the two says something; the other one is still silent.
    await discord.directMessage({ user: userId(discord, 'ada'), text: 'here' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(platform.health()).toMatchObject({ state: 'reconnecting', detail: expect.stringMatching(/silent/) });
  });
});
