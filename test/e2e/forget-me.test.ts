/**
 * `/docs forget-me` through the real SDKs on both platforms: one private sentence, and nothing left in the database
 * files of the bot and of our own documentation service.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { english } from '../../src/bot/wording/wording.ts';
import { startDocsServer } from '../../src/service/service.ts';
import { until } from '../sandbox/slack/until.ts';
import { silent, siteFolder } from '../service/folder.ts';
import { pieces } from './assistant-service.ts';
import { openWorld, type World } from './world.ts';

const question = 'How do I rotate keys?';
const answer = 'Run `docent rotate`.';

function ended(world: World): Promise<void> {
  return until(() => world.log.lines.some(({ phrase }) => phrase === 'turn ended'));
}

function bytes({ database }: Pick<World, 'database'>): string {
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
  expect(ack).toMatchObject({ response_type: 'ephemeral', text: english.say('forgottenHere') });
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
  await until(() => world.discord.messages(channel).some(({ content }) => content === english.say('forgottenHere')));
  const said = world.discord.messages(channel).find(({ content }) => content === english.say('forgottenHere'));
  expect(said?.visibleTo).toBe(user);
  expectForgotten(world, user);
  expect(world.discord.violations).toEqual([]);
});

it('makes our own documentation service forget the person too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-forget-me-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const database = `sqlite:${join(folder, 'docent-serve.db')}`;
  const service = await startDocsServer({ docsDir: siteFolder, domain: 'kettle', port: 0, logger: silent, database });
  onTestFinished(() => service.stop());
  const world = await openWorld(() => ({}));
  const assistant = { ...world.assistant, url: service.url, domain: 'kettle', apiKey: service.key };
  await world.startBot({ assistant, fpSecret: 'a secret' });
  const [channel, user] = [world.slackChannel('docs-help'), world.slackUser('ada')];
  await world.slack.command({ command: '/docs', text: 'How do I descale the kettle?', channel, user });
  await ended(world);
  expect(bytes({ database })).toContain('descale the kettle');
  const { ack } = await world.slack.command({ command: '/docs', text: 'forget-me', channel, user });
  expect(ack).toMatchObject({ text: english.say('forgotten') });
  for (const each of [bytes({ database }), bytes(world)]) expect(each).not.toMatch(/descale the kettle/);
});
