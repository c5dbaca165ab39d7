/** What Docent does where a platform does not let it do all that it asks for. */
import { expect, it } from 'vitest';
import { createFastClock } from '../fakes/fast-clock.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { openWorld, type World } from './world.ts';

function asked(world: World, count: number): Promise<void> {
  return until(() => world.service.asked.length === count);
}

it('Discord without the Message Content intent brings mentions, direct messages and commands', async () => {
  const clock = createFastClock(20);
  const world = await openWorld(() => ({ pieces: pieces('Here.') }), {
    clock,
    discord: { messageContentIntent: false },
  });
  const { discord } = world;
  const app = await world.startBot();
  expect((await app.health()).discord).toMatchObject({ state: 'ready', detail: expect.stringMatching(/Intent/) });
  const [channel, user] = [world.discordChannel('docs-help'), world.discordUser('ada')];
  const { id: thread } = await discord.say({ channel, user, text: `<@${discord.botUserId}> where are the keys?` });
  await asked(world, 1);
  await discord.directMessage({ user, text: 'And the locks?' });
  await asked(world, 2);
  await discord.command({ name: 'docs', options: { question: 'And the doors?' }, channel, user });
  await asked(world, 3);
  await discord.say({ channel: thread, user, text: 'What about the windows?' });
  await discord.say({ channel: thread, user, text: `<@${discord.botUserId}> and the roof?` });
  await asked(world, 4);
  expect(world.service.asked.map(({ messages }) => messages.at(-1)?.content)).toEqual([
    'where are the keys?',
    'And the locks?',
    'And the doors?',
    'and the roof?',
  ]);
});
