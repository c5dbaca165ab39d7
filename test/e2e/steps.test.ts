/** Searches that people see while they wait, through the real SDKs. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { isObject } from '../../src/kit/base/json.ts';
import { until } from '../sandbox/slack/until.ts';
import type { Scripted } from './assistant-service.ts';
import { openWorld, streaming, type World } from './world.ts';

const hostile = 'token <!channel> @everyone [docs](https://evil.example)\n# <@U0ADA00001>';
const sources = [
  { path: '/tokens', title: 'Tokens <@U0ADA00001>' },
  { path: '/bank', title: 'https://bank.example/login' },
];

interface Search {
  readonly world: World;
  readonly find: () => void;
  readonly answer: () => void;
}

/** A bot whose assistant searches until the test lets it find something, and then answer. */
async function searching(more: Scripted = {}): Promise<Search> {
  const [found, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const world = await openWorld(() => ({
    query: hostile,
    sources,
    pieces: ['Set ', 'the token.'],
    foundAfter: found.promise,
    after: answered.promise,
    ...more,
  }));
  await world.startBot(streaming(world));
  return { world, find: found.resolve, answer: answered.resolve };
}

async function askInSlack({ slack, slackChannel, slackUser }: World): Promise<[channel: string, thread: string]> {
  const channel = slackChannel('docs-help');
  const { ts } = await slack.say({ channel, user: slackUser('ada'), text: `<@${slack.botUserId}> How?` });
  return [channel, ts];
}

async function askOnDiscord(world: World): Promise<string> {
  const { discord } = world;
  const text = `<@${discord.botUserId}> How?`;
  const said = await discord.say({
    channel: world.discordChannel('docs-help'),
    user: world.discordUser('ada'),
    text,
  });
  await until(() => discord.messages(said.id).length > 0);
  return said.id;
}

describe('in Slack', () => {
  it('the status shows the query until the words begin, and the answer keeps nothing of the search', async () => {
    const { world, find, answer } = await searching();
    const { slack, slackShows } = world;
    const [channel, thread] = await askInSlack(world);
    const status = () => slack.statuses()[0]?.status;
    await until(() => status()?.loadingMessages.length === 1);
    expect(status()?.loadingMessages).toEqual([
      'Searching the docs for “token ‹!channel› @\u2060everyone [docs] (https://evil.example) # ‹@U0ADA00001›” …',
    ]);
    expect(slackShows(channel, thread).slice(1)).toEqual([]);
    find();
    await until(() => status()?.loadingMessages.length === 0);
    answer();
    await until(() => slack.messages(channel, thread).at(-1)?.streaming === 'completed');
    const message = slack.messages(channel, thread).at(-1);
    expect(message?.text).toBe('Set the token.');
    expect(message?.blocks?.filter(({ type }) => type === 'task_card')).toEqual([]);
    expect(slack.pings()).toEqual([]);
    expect(slack.statuses()).toEqual([]);
  });

  it('a search in the middle of the answer appears as a card immediately, and none is unfinished at the end', async () => {
    const over = Promise.withResolvers<void>();
    const { world, find, answer } = await searching({ laterQuery: { query: hostile, until: over.promise } });
    const [channel, thread] = await askInSlack(world);
    const message = () => world.slack.messages(channel, thread).at(-1);
    const states = () => message()?.blocks?.flatMap(({ type, status }) => (type === 'task_card' ? [status] : []));
    find();
    answer();
    await until(() => states()?.[0] === 'in_progress');
    expect(message()).toMatchObject({ streaming: 'in_progress', text: 'Set the token.' });
    over.resolve();
    await until(() => message()?.streaming === 'completed');
    expect(message()?.blocks?.filter(({ type }) => type === 'task_card')).toMatchObject([
      {
        title: expect.stringMatching(/^Searching the docs for “token ‹!channel› @\u2060everyone \[docs\] \(/),
        status: 'complete',
      },
    ]);
    expect(world.slack.pings()).toEqual([]);
  });
});

it('an assistant that keeps searching, with long titles, uses at most 1,500 bytes of a stream in Slack', async () => {
  const words = Array.from({ length: 40 }, (_, index) => `word${index} `);
  const title = 'Ein äußerst langer Titel '.repeat(40);
  const over = Promise.withResolvers<void>();
  onTestFinished(() => over.resolve());
  const world = await openWorld(() => ({
    laterQuery: { query: 'more', until: over.promise },
    query: 'ü'.repeat(2_000),
    againQuery: '検索'.repeat(1_000),
    pieces: words,
    gapMs: 20,
    sources: Array.from({ length: 9 }, (_, index) => ({
      path: `/${'long/'.repeat(20)}${index}`,
      title: title + index,
    })),
  }));
  await world.startBot(streaming(world));
  const [channel, thread] = await askInSlack(world);
  // The sources, which are too long for this message, follow in another one.
  const message = () => world.slack.messages(channel, thread).find((each) => each.streaming !== undefined);
  await until(() => message()?.text.includes('word39') === true);
  expect(message()?.streaming).toBe('in_progress');
  over.resolve();
  await until(() => message()?.streaming === 'completed');
  const tasks = world.slack.calls
    .filter(({ method }) => /^chat\.\w+Stream$/.test(method))
    .flatMap(({ arguments: { chunks } }): readonly unknown[] => JSON.parse(String(chunks ?? '[]')))
    .filter((chunk) => isObject(chunk) && chunk.type === 'task_update')
    .map((task) => JSON.stringify(task));
  const bytes = Buffer.byteLength(tasks.join(''));
  expect(tasks.length).toBeGreaterThan(1);
  expect(bytes).toBeLessThanOrEqual(1_500);
  expect(world.slack.violations).toEqual([]);
});

describe.each(['slack', 'discord'] as const)('on %s', (platform) => {
  it('words that arrive before a search are shown immediately, and an answer that fails leaves only its sentence', async () => {
    const script = { query: 'x', pieces: ['Set the token.'] };
    const world = await openWorld((_, index) => (index === 0 ? script : { ...script, pieces: [], ends: 'cut' }));
    await world.startBot();
    const place = platform === 'slack' ? await askInSlack(world) : [await askOnDiscord(world)];
    const [channel = '', thread] = place;
    const shows = () => (thread === undefined ? world.discordShows(channel) : world.slackShows(channel, thread));
    await until(() => world.log.lines.some(({ phrase }) => phrase === 'turn ended'));
    expect(shows().join()).toMatch(/^Set the token\./);
    const again = platform === 'slack' ? await askInSlack(world) : [await askOnDiscord(world)];
    const [where = '', root] = again;
    const last = () => (root === undefined ? world.discordShows(where) : world.slackShows(where, root));
    await until(() => /cut off/.test(last().join()));
    expect(last()).toHaveLength(1);
    expect(world.slack.statuses()).toEqual([]);
  });
});

describe('on Discord', () => {
  it('a small line shows the query until the first words replace it', async () => {
    const { world, find, answer } = await searching();
    const thread = await askOnDiscord(world);
    await until(() => world.discordShows(thread).length === 1);
    const [shown = ''] = world.discordShows(thread);
    expect(shown).toBe(
      '-# Searching the docs for “token <!channel> @\u200beveryone [docs]\u200b(https\u200b://evil.example) # <\u200b@U0ADA00001>” …',
    );
    find();
    answer();
    await until(() => /Set the token\..*Tokens/s.test(world.discordShows(thread)[0] ?? ''));
    expect(world.discordShows(thread)).toHaveLength(1);
    expect(world.discord.pings()).toEqual([]);
  });

  it('words that arrive before a search are posted immediately, and no search is shown', async () => {
    const { world, find, answer } = await searching();
    const seen: string[] = [];
    world.discord.onChange((change) => seen.push(JSON.stringify(change)));
    find();
    answer();
    const thread = await askOnDiscord(world);
    await until(() => /Set the token\..*Tokens/s.test(world.discordShows(thread)[0] ?? ''));
    expect(seen.filter((each) => each.includes('Searching'))).toEqual([]);
  });

  it('an answer that fails replaces the line with its sentence', async () => {
    const { world, find, answer } = await searching({ pieces: [], ends: 'cut' });
    const thread = await askOnDiscord(world);
    await until(() => world.discordShows(thread).length === 1);
    find();
    answer();
    await until(() => /cut off/.test(world.discordShows(thread)[0] ?? ''));
    expect(world.discordShows(thread)).toHaveLength(1);
  });
});
