/** What Docent does if a platform does not grant all the permissions that it asks for. */
import { expect, it } from 'vitest';
import { english } from '../../src/bot/wording/wording.ts';
import { createFastClock } from '../fakes/fast-clock.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { routingOf } from './routing-file.ts';
import { openWorld, type World } from './world.ts';

function asked(world: World, count: number): Promise<void> {
  return until(() => world.service.asked.length === count);
}

it('mentions, direct messages and commands work on Discord without the Message Content intent', async () => {
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

it('a mention in an existing thread is answered without the earlier messages if the intent is missing, and says so', async () => {
  const clock = createFastClock(20);
  const world = await openWorld(() => ({ pieces: pieces('Here.') }), {
    clock,
    discord: { messageContentIntent: false },
  });
  const { discord } = world;
  await world.startBot();
  const [channel, user] = [world.discordChannel('docs-help'), world.discordUser('ada')];
  const { id: from } = await discord.say({ channel, user, text: 'The upload fails.' });
  const { threadId } = await discord.startThread({ channel, user, from, name: 'Talk' });
  await discord.say({ channel: threadId, user, text: 'With 2.1.' });
  await discord.say({ channel: threadId, user, text: `<@${discord.botUserId}> is that known?` });
  await until(() => world.discordShows(threadId).join().includes(english.say('threadUnread')));
  expect(world.service.asked[0]?.context).toBeUndefined();
});

/** What the operators are told, in direct messages and in a channel. */
function told(world: World): readonly string[] {
  const { slack, discord } = world;
  const direct = (all: readonly { kind: string; name: string; id: string }[]) =>
    all.find(({ kind, name }) => ['im', 'dm'].includes(kind) && name === 'grace')?.id ?? '';
  return [
    ...world.slackShows(direct(slack.channels)),
    ...world.discordShows(direct(discord.channels)),
    ...world.discordShows(world.discordChannel('news')),
  ];
}

function operatorsOf(world: World): readonly string[] {
  const [person, channel] = [world.discordUser('grace'), world.discordChannel('news')];
  return [`slack:${world.slackUser('grace')}`, `discord:${person}`, `discord:${channel}`];
}

it('permissions that a Slack app lacks at start are reported to the operators once, with the step that fixes it', async () => {
  const scopes = ['app_mentions:read', 'chat:write', 'channels:history', 'im:history', 'commands'];
  const world = await openWorld(() => ({ pieces: pieces('Here.') }), { slack: { scopes } });
  await world.startBot({ operators: operatorsOf(world) });
  await until(() => told(world).length === 3);
  for (const each of told(world)) expect(each).toMatch(/reactions:write.*usergroups:read.*manifest\.yml and reinstall/);
  const [channel, user] = [world.slackChannel('docs-help'), world.slackUser('ada')];
  await world.slack.say({ channel, user, text: `<@${world.slack.botUserId}> where are the keys?` });
  await asked(world, 1);
  const shows = () => world.slackShows(channel, world.slack.messages(channel)[0]?.ts);
  await until(() => shows().join().includes('Here.'));
  expect(told(world)).toHaveLength(3);
  const lines = world.log.lines.filter(({ phrase }) => phrase === 'an operator must act');
  expect(lines).toHaveLength(1);
});

it('a Discord channel in which no thread can be opened is reported to the operators once', async () => {
  const world = await openWorld(() => ({ pieces: pieces('Here.') }));
  await world.startBot({ operators: operatorsOf(world) });
  const { discord } = world;
  const [channel, user] = [world.discordChannel('no-threads'), world.discordUser('ada')];
  for (const count of [1, 2]) {
    await discord.say({ channel, user, text: `<@${discord.botUserId}> where are the keys?` });
    await until(() => world.discordShows(channel).filter((text) => text.includes('Here.')).length === count);
  }
  await until(() => told(world).length === 3);
  for (const each of told(world)) {
    expect(each).toMatch(/Create Public Threads.*no-threads.*Permissions, and allow it for Docent/);
  }
});

it('a person who asks where Docent may not write on Discord is told in a direct message, and the operators what to allow', async () => {
  const world = await openWorld(() => ({ pieces: pieces('Here.') }));
  await world.startBot({ operators: operatorsOf(world) });
  const { discord } = world;
  const [channel, user] = [world.discordChannel('read-only'), world.discordUser('ada')];
  const direct = discord.channels.find(({ kind, name }) => kind === 'dm' && name === 'ada')?.id ?? '';
  await discord.say({ channel, user, text: `<@${discord.botUserId}> where are the keys?` });
  await until(() => world.discordShows(direct).length === 1);
  expect(world.discordShows(direct)).toEqual([english.say('mayNotWrite')]);
  await until(() => told(world).some((text) => /Send Messages.*read-only/.test(text)));
});

it('a person who asks where Docent may not write in Slack is told in a direct message, and the operators what to allow', async () => {
  const world = await openWorld(() => ({ pieces: pieces('Here.') }));
  await world.startBot({ operators: operatorsOf(world) });
  const { slack } = world;
  const [channel, user] = [world.slackChannel('docs-help'), world.slackUser('ada')];
  const direct = slack.channels.find(({ kind, name }) => kind === 'im' && name === 'ada')?.id ?? '';
  slack.faults.failNext('chat.postMessage', { error: 'restricted_action' });
  await slack.say({ channel, user, text: `<@${slack.botUserId}> where are the keys?` });
  await until(() => world.slackShows(direct).length === 1);
  expect(world.slackShows(direct)).toEqual([english.say('mayNotWrite')]);
  await until(() =>
    told(world).some((text) => /may not post.*C0DOCSHELP.*restricted_action.*Posting permissions/.test(text)),
  );
});

it('reaching four fifths of a month’s budget is reported to the operators once', async () => {
  const world = await openWorld(() => ({ pieces: pieces('Here.') }));
  await world.startBot({ operators: operatorsOf(world), routing: routingOf(world, 'limits: { siteMonth: 5 }') });
  const [channel, user] = [world.slackChannel('docs-help'), world.slackUser('ada')];
  for (const count of [1, 2, 3, 4, 5]) {
    await world.slack.say({ channel, user, text: `<@${world.slack.botUserId}> where is key ${count}?` });
    await asked(world, count);
  }
  await until(() => told(world).length === 3);
  for (const each of told(world)) expect(each).toMatch(/80 % of its 5 questions.*limits\.siteMonth/);
});
