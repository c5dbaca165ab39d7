/** Two processes on one Postgres, connected to the same Slack and the same Discord. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '../../src/bot/app/app.ts';
import { english } from '../../src/bot/wording/wording.ts';
import { createFastClock } from '../fakes/fast-clock.ts';
import { type FreshDatabase, postgres } from '../kit/sql/engines.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { rooms, startBot } from './room.ts';
import { routingOf } from './routing-file.ts';
import { openWorld, type World } from './world.ts';

let fresh: FreshDatabase;

beforeEach(async () => {
  fresh = await postgres.migrated();
});

afterEach(async () => {
  await fresh.drop();
});

const ended = (world: World) => world.log.lines.filter(({ phrase }) => phrase === 'turn ended').length;

/** Distinct messages, however many processes received each. */
const ignored = (world: World, reason: string) =>
  world.log.lines.filter(
    ({ phrase, fields }) => phrase === 'message ignored' && Reflect.get(fields, 'reason') === reason,
  ).length;

/** Bots that are stopped before their database is dropped. */
async function withTwo(world: World, act: (apps: readonly App[]) => Promise<void>): Promise<void> {
  const apps = [await world.startBot({ database: fresh.url }), await world.startBot({ database: fresh.url })];
  try {
    await act(apps);
  } finally {
    await Promise.all(apps.map((app) => app.stop()));
  }
}

describe('two processes', () => {
  it('that both receive every event answer each question once, and each conversation in order', async () => {
    const world = await openWorld((asked) => ({ pieces: pieces(`To ${asked.messages.at(-1)?.content}`), gapMs: 40 }));
    await withTwo(world, async () => {
      const slackChannel = world.slackChannel('docs-help');
      const slackSaid = { channel: slackChannel, user: world.slackUser('ada') };
      const roots: { readonly slack: string; readonly discord: string }[] = [];
      for (let index = 0; index < 6; index += 1) {
        const { ts } = await world.slack.say({ ...slackSaid, text: `<@${world.slack.botUserId}> one ${index}` });
        // Slack delivers an event to one connection; a redelivery may reach the other process.
        world.slack.faults.redeliver(4);
        const there = { channel: world.discordChannel('docs-help'), user: world.discordUser('ada') };
        const { id } = await world.discord.say({ ...there, text: `<@${world.discord.botUserId}> one ${index}` });
        roots.push({ slack: ts, discord: id });
      }
      await until(() => world.service.asked.length === 12);
      // From then on, a message is a separate question.
      await until(() => roots.every(({ slack }) => world.slackShows(slackChannel, slack).length > 0));
      for (const [index, { slack }] of roots.entries()) {
        await world.slack.say({ ...slackSaid, text: `How do I go on after step ${index}?`, thread: slack });
        world.slack.faults.redeliver(4);
      }
      await until(() => ended(world) === 18);
      for (const [index, root] of roots.entries()) {
        const both = [`To one ${index}`, `To How do I go on after step ${index}?`];
        expect(world.slackShows(slackChannel, root.slack)).toEqual(both);
        expect(world.discordShows(root.discord)).toEqual([`To one ${index}`]);
      }
      expect(world.service.asked).toHaveLength(18);
    });
  });

  it('that write in one workspace respect its limits together', async () => {
    const clock = createFastClock(25);
    const world = await openWorld(
      () => ({ pieces: Array.from({ length: 40 }, (_, word) => `word${word} `), gapMs: 30 }),
      { clock },
    );
    await withTwo(world, async () => {
      const people = ['ada', 'grace', 'linus'];
      for (let index = 0; index < 24; index += 1) {
        const user = world.slackUser(people[index % people.length] ?? 'ada');
        const channel = world.slackChannel(index % 2 === 0 ? 'docs-help' : 'general');
        await world.slack.say({ channel, user, text: `<@${world.slack.botUserId}> question ${index}` });
        await clock.wait(3_000);
      }
      await until(() => ended(world) >= 24);
      expect(world.slack.calls.filter(({ error }) => error === 'ratelimited')).toEqual([]);
    });
  });

  it('end an answer immediately when its reader presses Stop, whichever of them receives the press', async () => {
    const world = await openWorld(() => ({
      pieces: pieces('The first words of it, and then nothing.'),
      ends: 'stalled',
    }));
    const settings = { database: fresh.url };
    const apps = [await world.startBot(settings), await world.startBot(settings)];
    const there = { channel: world.slackChannel('docs-help'), user: world.slackUser('ada') };
    for (let index = 1; index <= 4; index += 1) {
      const { ts } = await world.slack.say({ ...there, text: `<@${world.slack.botUserId}> ${index}` });
      await until(() => world.slackShows(there.channel, ts).join('').endsWith('nothing.'));
      world.slack.stopAnswer({ ...there, thread: ts });
      await until(() => ended(world) === index);
    }
    await until(() => world.service.left() === 4);
    await Promise.all(apps.map((app) => app.stop()));
  });

  it.each(['slack', 'discord'] as const)('share limits, quiet threads and Stop on %s', async (platform) => {
    const world = await openWorld((_, index) => ({
      pieces: pieces(`Answer ${index}.`),
      ...(index === 3 && { ends: 'stalled' as const }),
    }));
    const settings = {
      database: fresh.url,
      routing: routingOf(world, 'limits: { siteMonth: 4 }'),
      operators: [`discord:${world.discordChannel('general')}`],
    };
    const apps = [await startBot(world, settings), await startBot(world, settings)];
    const room = await rooms[platform](world, 'How do I start?');
    await until(() => ended(world) === 1);
    await room.say('grace', 'mute');
    await until(() => ended(world) === 2);
    for (let count = 1; count <= 4; count += 1) await room.say('grace', `And how do I do that with ${count}?`);
    await until(() => ignored(world, 'quiet') >= 4);
    // At the same time, so that both processes count.
    const others = await Promise.all(
      ['Two?', 'Three?', 'Four?', 'Five?', 'Six?'].map((text) => rooms[platform](world, text)),
    );
    await until(() => world.service.asked.length === 4 && ended(world) >= 5);
    const limited = others.filter((each) => each.shows().join('').includes(english.say('reply.limit_month')));
    await until(() => ignored(world, 'limit_month') > 0);
    expect(limited).toHaveLength(1);
    const warned = () => world.discordShows(world.discordChannel('general'));
    await until(() => warned().length > 0);
    expect(warned()).toEqual([expect.stringMatching(/of its 4 questions/)]);
    const stalled = () => others.find((each) => each.buttons().includes('Stop'));
    await until(() => stalled() !== undefined);
    await stalled()?.press('grace', 'Stop');
    await until(() => world.service.left() === 1);
    expect(world.service.asked).toHaveLength(4);
    await Promise.all(apps.map((app) => app.stop()));
  });
});
