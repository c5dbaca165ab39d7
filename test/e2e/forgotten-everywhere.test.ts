/**
 * Everything a person can do here, then `forget-me`: the database files contain no word, id or token of it any more.
 */
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { askCommand } from '../../src/bot/platforms/discord/inbound/interactions/message-command.ts';
import { askShortcut } from '../../src/bot/platforms/slack/inbound/shortcuts.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { openStage, type Platform, personOf, type Stage } from './deploy-stage.ts';
import { callPeople, ended, rooms } from './room.ts';
import { routingOf } from './routing-file.ts';
import type { World } from './world.ts';

/** Each is written once, by or to the person. */
const words = {
  question: 'the zebra question',
  answer: 'the walrus answer',
  followUp: 'How do I feed an ocelot?',
  command: 'the pelican question',
  comment: 'the gecko is wrong',
  lock: 'a marmot holiday',
  quoted: 'the quokka is ill',
};

function bytes({ database }: Pick<World, 'database'>): string {
  const path = database.slice('sqlite:'.length);
  return [path, `${path}-wal`].map((file) => (existsSync(file) ? readFileSync(file, 'latin1') : '')).join('');
}

/** Response URLs and interaction tokens, with which a question or a deployment is answered. */
function answerTokens({ world }: Stage, platform: Platform): readonly string[] {
  const stored = bytes(world);
  if (platform === 'slack') return stored.match(/\/response\/[0-9a-f-]{36}/g) ?? [];
  // Row ids and index names contain no capitals.
  return (stored.match(/[\w-]{64}/g) ?? []).filter((each) => /[A-Z]/.test(each));
}

function maintainersOf({ discord }: World): string {
  return discord.roles.find(({ name }) => name === 'Maintainer')?.id ?? '';
}

it.each(['slack', 'discord'] as const)('nothing about a person on %s is left in the files', async (platform) => {
  const allow = (world: World) => [`slack:${world.slackUser('grace')}`, `discord:${world.discordUser('grace')}`];
  const stage = await openStage({ confirm: true }, { allow, script: () => ({ pieces: pieces(words.answer) }) });
  const { world } = stage;
  const apiKey = 'the-key-of-the-assistant';
  const people = platform === 'slack' ? 'slack:S0DEPLOY01' : `discord:${maintainersOf(world)}`;
  const routing = routingOf(world, `defaults: { handover: '${people}' }`);
  await world.startBot({ deploy: stage.deploy, assistant: { ...world.assistant, apiKey }, routing });
  const grace = personOf(stage, platform, 'grace');
  const room = await rooms[platform](world, `${words.question}?`);
  await until(() => ended(world).length === 1);
  await room.say('grace', words.followUp);
  await until(() => ended(world).length === 2);
  await room.press('grace', 'Not helpful');
  await until(() => room.hasForm('grace'));
  await room.submit('grace', { reason: 'wrong', comment: words.comment });
  const { channel, user } = grace;
  const typed = { channel, user };
  const ask = (text: string) =>
    platform === 'slack'
      ? world.slack.command({ ...typed, command: '/docs', text })
      : world.discord.command({ ...typed, name: 'docs', options: { question: text } });
  await ask(words.command);
  await until(() => ended(world).length === 3);
  // What others do with the person's words: they call people to the thread, and ask about a message.
  const callAt = world.log.lines.length;
  await callPeople(room, 'linus');
  await until(() => world.log.lines.slice(callAt).some(({ phrase }) => phrase === 'turn ended'));
  const before = ended(world).length;
  if (platform === 'slack') {
    const { ts } = await world.slack.say({ channel, user, text: words.quoted });
    const linus = world.slackUser('linus');
    await world.slack.shortcut({ channel, user: linus, ts, callbackId: askShortcut });
  } else {
    const { id } = await world.discord.say({ channel, user, text: words.quoted });
    const linus = world.discordUser('linus');
    await world.discord.contextMenu({ channel, user: linus, message: id, name: askCommand });
  }
  await until(() => ended(world).length === before + 1);
  await grace.type('');
  await grace.type(`lock ${words.lock}`);
  const tokens = answerTokens(stage, platform);
  expect(tokens).not.toEqual([]);
  for (const said of [...Object.values(words), user]) expect(bytes(world)).toContain(said);
  await ask('forget-me');
  await until(() => world.log.lines.some(({ phrase }) => phrase === 'person forgotten'));
  const left = bytes(world);
  const secrets = [apiKey, 'secret-deploy-token', world.slack.botToken, world.slack.appToken, world.discord.token];
  expect([...Object.values(words), user, 'grace', ...tokens, ...secrets].filter((each) => left.includes(each))).toEqual(
    [],
  );
});
