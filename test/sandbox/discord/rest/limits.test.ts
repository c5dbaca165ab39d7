/** Rate limits: the buckets themselves, and discord.js staying within them without a single 429. */
import { ChannelType, type Client } from 'discord.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLimiter } from '../../../../src/sandbox/discord/rest/limits.ts';
import type { Quota } from '../../../../src/sandbox/discord/rest/route.ts';
import { createDiscordSandbox, type DiscordSandbox } from '../../../../src/sandbox/discord/sandbox.ts';
import { connect } from '../client.ts';
import { channelId, userId } from '../raw.ts';

const edits: Quota = { bucket: 'edit', limit: 5, windowMs: 5_000 };

describe('a bucket', () => {
  test('allows five in five seconds per channel, and reports how many are left', () => {
    const limiter = createLimiter();
    const left = [0, 1, 2, 3, 4].map((at) => limiter.take(edits, 'a', true, at).headers['x-ratelimit-remaining']);
    expect(left).toEqual(['4', '3', '2', '1', '0']);
    expect(limiter.take(edits, 'a', true, 100).refused).toEqual({ waitMs: 4_900, scope: 'user' });
    expect(limiter.take(edits, 'b', true, 100).refused).toBeUndefined();
    expect(limiter.take(edits, 'a', true, 5_000).headers).toMatchObject({
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '4',
      'x-ratelimit-reset-after': '5.000',
    });
  });

  test('is separate for each route', () => {
    const limiter = createLimiter();
    for (let count = 0; count < 5; count += 1) limiter.take(edits, 'a', true, 0);
    const { headers, refused } = limiter.take({ ...edits, bucket: 'create' }, 'a', true, 0);
    expect(refused).toBeUndefined();
    expect(headers['x-ratelimit-bucket']).not.toBe(limiter.take(edits, 'a', true, 0).headers['x-ratelimit-bucket']);
  });

  test('is subject to fifty requests per second over all routes, except some', () => {
    const limiter = createLimiter();
    for (let count = 0; count < 50; count += 1) limiter.take(edits, `channel ${count}`, true, 0);
    const { headers, refused } = limiter.take(edits, 'one more', true, 400);
    expect([headers['x-ratelimit-global'], refused]).toEqual(['true', { waitMs: 600, scope: 'global' }]);
    expect(limiter.take(edits, 'free', false, 400).refused).toBeUndefined();
    expect(limiter.take(edits, 'one more', true, 1_000).refused).toBeUndefined();
  });

  test('sends no headers when limits are not enforced', () => {
    const limiter = createLimiter({ enforce: false });
    for (let count = 0; count < 60; count += 1) expect(limiter.take(edits, 'a', true, 0)).toEqual({ headers: {} });
  });
});

describe('discord.js', () => {
  let discord: DiscordSandbox;
  let client: Client<true>;

  beforeEach(async () => {
    discord = await createDiscordSandbox();
    client = await connect(discord);
  });

  afterEach(async () => {
    await client.destroy();
    await discord.stop();
  });

  test('waits for the next window according to the headers, without a 429', async () => {
    const channel = await client.channels.fetch(channelId(discord, 'general'));
    if (!channel?.isSendable()) throw new Error('not sendable');
    const message = await channel.send('0');
    await Promise.all([1, 2, 3, 4, 5, 6].map((count) => message.edit(String(count))));
    const edited = discord.calls.filter((one) => one.method === 'PATCH');
    const gapMs = (edited[5]?.at ?? 0) - (edited[0]?.at ?? 0);
    expect([edited.map((one) => one.status), gapMs >= 5_000]).toEqual([[200, 200, 200, 200, 200, 200], true]);
    expect(discord.violations).toEqual([]);
  });

  test('edits in several threads at the same time, each with its own bucket', async () => {
    const channel = await client.channels.fetch(channelId(discord, 'general'));
    if (channel?.type !== ChannelType.GuildText) throw new Error('no text channel');
    const threads = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        const { id } = await discord.say({ channel: channel.id, user: userId(discord, 'ada'), text: name });
        return channel.messages.fetch(id).then((message) => message.startThread({ name }));
      }),
    );
    const messages = await Promise.all(threads.map((thread) => thread.send('0')));
    await Promise.all(messages.flatMap((message) => [1, 2, 3, 4, 5].map((count) => message.edit(String(count)))));
    const edited = discord.calls.filter(({ method }) => method === 'PATCH').map(({ at }) => at);
    // With a single bucket they would take two more windows.
    expect(Math.max(...edited) - Math.min(...edited)).toBeLessThan(10_000);
    expect(discord.violations).toEqual([]);
  });

  test('fails fast on a shared limit when configured to', async () => {
    await client.destroy();
    client = await connect(discord, { rest: { rejectOnRateLimit: ({ route }) => route.endsWith('/threads') } });
    discord.faults.failNext('POST /channels/:id/messages/:id/threads', { retryAfter: 281, scope: 'shared' });
    const general = channelId(discord, 'general');
    const { id } = await discord.say({ channel: general, user: userId(discord, 'ada'), text: 'x' });
    const channel = await client.channels.fetch(general);
    if (!channel?.isTextBased()) throw new Error('no text');
    const message = await channel.messages.fetch(id);
    await expect(message.startThread({ name: 'T' })).rejects.toMatchObject({
      name: 'RateLimitError[/channels/:id/messages/:id/threads]',
    });
  });
});
