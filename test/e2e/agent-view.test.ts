/** Docent as a Slack agent: its Home tab, suggested questions, conversation titles. */
import { expect, it } from 'vitest';
import { english, Wording } from '../../src/bot/wording/wording.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { openStage } from './deploy-stage.ts';
import { routingOf } from './routing-file.ts';
import { openWorld, type World } from './world.ts';

function open(): Promise<World> {
  return openWorld(() => ({ pieces: pieces('Here.') }));
}

function directOf(world: World, name: string): string {
  return world.slack.channels.find((each) => each.kind === 'im' && each.name === name)?.id ?? '';
}

/** Every line of text, as a screen reader would read it. */
async function homeOf(world: World, name: string): Promise<string> {
  const user = world.slackUser(name);
  world.slack.openHome(user);
  await until(() => world.slack.home(user) !== undefined);
  return JSON.stringify(world.slack.home(user));
}

it('the Home tab says how to ask, about which docs, and that the assistant is reachable', async () => {
  const world = await open();
  await world.startBot();
  const home = await homeOf(world, 'ada');
  expect(home).toContain('<https://docs.example/|docs.example>');
  for (const key of ['home.mention', 'home.command', 'home.threads', 'home.assistantThere'] as const) {
    expect(home).toContain(english.say(key));
  }
  expect(home).not.toContain('/deploy');
  expect(world.slack.violations).toEqual([]);
});

it('the Home tab says so when the assistant is unreachable', async () => {
  const world = await open();
  await world.startBot({ assistant: { ...world.assistant, url: 'http://127.0.0.1:9' } });
  expect(await homeOf(world, 'ada')).toContain(english.say('home.assistantAway'));
});

it('the Home tab lists what its reader may deploy, and shows nothing about it to others', async () => {
  const { world, deploy } = await openStage({ confirm: true });
  await world.startBot({ deploy });
  expect(await homeOf(world, 'grace')).toContain(english.say('home.mayDeploy', { projects: 'the docs' }));
  // On the list, but a guest.
  expect(await homeOf(world, 'noor')).not.toContain('/deploy');
  expect(await homeOf(world, 'linus')).not.toContain('/deploy');
});

it('Slack suggests the questions of the routing file in direct messages, or some that fit most docs', async () => {
  const world = await open();
  const app = await world.startBot();
  const [user, direct] = [world.slackUser('ada'), directOf(world, 'ada')];
  const proposed = () => world.slack.prompts(direct).map(({ message }) => message);
  world.slack.openHome(user, 'messages');
  await until(() => proposed().length > 0);
  expect(proposed()).toEqual([
    english.say('prompt.start'),
    english.say('prompt.install'),
    english.say('prompt.problems'),
  ]);
  app.route(routingOf(world, 'slack:\n  direct:\n    prompts: [What is new?, How do I rotate keys?]'));
  world.slack.openHome(user, 'messages');
  await until(() => proposed().length === 2);
  expect(proposed()).toEqual(['What is new?', 'How do I rotate keys?']);
  const { ts } = await world.slack.say({ channel: direct, user, text: 'Hello' });
  world.slack.openAssistant(user, ts);
  const calls = () => world.slack.calls.filter(({ method }) => method === 'assistant.threads.setSuggestedPrompts');
  await until(() => calls().length === 3);
  expect(calls()[2]?.arguments.thread_ts).toBe(ts);
});

it('a question that three people asked in public is suggested to others, and private questions are not', async () => {
  const sources = [{ path: '/keys', title: 'API keys' }];
  const world = await openWorld(() => ({ pieces: pieces('Here.'), sources }));
  await world.startBot();
  const { slack } = world;
  const writers = slack.channels.find(({ name }) => name === 'docs-writers');
  if (writers) slack.changeChannel({ ...writers, members: [...writers.members, world.slackUser('linus')] });
  const ask = async (channel: string, text: string) => {
    for (const name of ['ada', 'grace', 'linus'])
      await slack.say({
        channel: world.slackChannel(channel),
        user: world.slackUser(name),
        text: `<@${slack.botUserId}> ${text}`,
      });
  };
  await ask('docs-help', 'How do I rotate API keys?');
  await ask('docs-writers', 'How do I announce the merger?');
  await until(() => world.log.lines.filter(({ phrase }) => phrase === 'turn ended').length === 6);
  slack.openHome(world.slackUser('noor'), 'messages');
  const direct = directOf(world, 'noor');
  await until(() => slack.prompts(direct).length > 0);
  const proposed = [
    'How do I rotate API keys?',
    english.say('prompt.page', { title: 'API keys' }),
    english.say('prompt.start'),
  ];
  expect(slack.prompts(direct).map(({ message }) => message)).toEqual(proposed);
  const home = await homeOf(world, 'noor');
  for (const each of proposed) expect(home).toContain(each);
});

it('the Home tab and the suggestions are in the language of the place', async () => {
  const world = await open();
  await world.startBot({ routing: routingOf(world, 'slack: { language: de }') });
  const german = new Wording('de');
  expect(await homeOf(world, 'ada')).toContain(german.say('home.assistantThere'));
  world.slack.openHome(world.slackUser('ada'), 'messages');
  await until(() => world.slack.prompts(directOf(world, 'ada')).length > 0);
  expect(world.slack.prompts(directOf(world, 'ada'))[0]?.message).toBe(german.say('prompt.start'));
});

it('a conversation in direct messages is named after its first question, and no follow-up renames it', async () => {
  const world = await open();
  await world.startBot();
  const [channel, user] = [directOf(world, 'ada'), world.slackUser('ada')];
  const text = 'How do I rotate the API key of a project that somebody else has created for the whole team?';
  const { ts } = await world.slack.say({ channel, user, text });
  await until(() => world.slack.titleOf(channel, ts) !== undefined);
  expect(world.slack.titleOf(channel, ts)).toBe('How do I rotate the API key of a project that somebody…');
  await world.slack.say({ channel, user, text: 'And of an organisation?', thread: ts });
  await until(() => world.service.asked.length === 2);
  const named = world.slack.calls.filter(({ method }) => method === 'assistant.threads.setTitle');
  expect(named).toHaveLength(1);
});

it('an app without assistant:write suggests nothing, but still answers', async () => {
  const scopes = ['app_mentions:read', 'chat:write', 'im:history', 'channels:history'];
  const world = await openWorld(() => ({ pieces: pieces('Here.') }), { slack: { scopes } });
  await world.startBot();
  const [channel, user] = [directOf(world, 'ada'), world.slackUser('ada')];
  world.slack.openHome(user, 'messages');
  const { ts } = await world.slack.say({ channel, user, text: 'How do I start?' });
  await until(() => world.slackShows(channel, ts).join().includes('Here.'));
  expect(world.slack.calls.filter(({ method }) => /setTitle|setSuggestedPrompts/.test(method))).toEqual([]);
});
