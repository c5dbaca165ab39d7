/** `/docs forget-me` through the real SDKs on both platforms: one private sentence, and nothing left in the database's files. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { english } from '../../src/wording/wording.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { openWorld, type World } from './world.ts';

const question = 'How do I rotate keys?';
const answer = 'Run `docent rotate`.';

function ended(world: World): Promise<void> {
  return until(() => world.log.lines.some(({ phrase }) => phrase === 'turn ended'));
}

function bytes({ database }: World): string {
  const path = database.slice('sqlite:'.length);
  return [path, `${path}-wal`].map((file) => (existsSync(file) ? readFileSync(file, 'latin1') : '')).join('');
}

function expectForgotten(world: World, user: string): void {
  const left = bytes(world);
  for (const word of [user, question, 'docent rotate']) expect(left.includes(word)).toBe(false);
  expect(world.service.asked).toHaveLength(1);
}

it('forgets a person on Slack', async () => {
  const world = await openWorld(() => ({ pieces: pieces(answer) }));
  await world.startBot();
  const [channel, user] = [world.slackChannel('docs-help'), world.slackUser('ada')];
  await world.slack.command({ command: '/docs', text: question, channel, user });
  await ended(world);
  expect(bytes(world)).toContain(user);
  const { ack } = await world.slack.command({ command: '/docs', text: ' Forget-me ', channel, user });
  expect(ack).toMatchObject({ response_type: 'ephemeral', text: english.say('forgotten') });
  expectForgotten(world, user);
  expect(world.slack.violations).toEqual([]);
});

it('forgets a person on Discord', async () => {
  const world = await openWorld(() => ({ pieces: pieces(answer) }));
  await world.startBot();
  const [channel, user] = [world.discordChannel('docs-help'), world.discordUser('ada')];
  await world.discord.command({ name: 'docs', options: { question }, channel, user });
  await ended(world);
  expect(bytes(world)).toContain(user);
  await world.discord.command({ name: 'docs', options: { question: 'forget-me' }, channel, user });
  await until(() => world.discord.messages(channel).some(({ content }) => content === english.say('forgotten')));
  const said = world.discord.messages(channel).find(({ content }) => content === english.say('forgotten'));
  expect(said?.visibleTo).toBe(user);
  expectForgotten(world, user);
  expect(world.discord.violations).toEqual([]);
});
