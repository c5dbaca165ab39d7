/** What is sent with a question: the earlier messages of its thread, and the page that it links to. */
import { describe, expect, it } from 'vitest';
import { english } from '../../src/bot/wording/wording.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { openWorld, type World } from './world.ts';

function ended(world: World, count: number): Promise<void> {
  return until(() => world.log.lines.filter(({ phrase }) => phrase === 'turn ended').length === count);
}

async function openAnswering(): Promise<World> {
  const world = await openWorld((_, index) => ({ pieces: pieces(`Answer ${index}.`) }));
  await world.startBot();
  return world;
}

interface Thread {
  say(user: string, text: string): Promise<unknown>;
  readonly us: string;
  shows(): readonly string[];
}

/** A thread that people started without Docent. */
async function beginThread(
  world: World,
  platform: 'slack' | 'discord',
  user: string,
  text: string,
  files: readonly { name: string; content: string | Uint8Array; mimetype?: string }[] = [],
): Promise<Thread> {
  const attached = files.length > 0 ? { files } : {};
  if (platform === 'slack') {
    const { slack } = world;
    const channel = world.slackChannel('docs-help');
    const { ts: thread } = await slack.say({ channel, user: world.slackUser(user), text, ...attached });
    return {
      say: (who, what) => slack.say({ channel, user: world.slackUser(who), text: what, thread }),
      us: `<@${slack.botUserId}>`,
      shows: () => world.slackShows(channel, thread),
    };
  }
  const { discord } = world;
  const channel = world.discordChannel('docs-help');
  const { id: message } = await discord.say({ channel, user: world.discordUser(user), text, ...attached });
  const { threadId: id } = await discord.startThread({
    channel,
    user: world.discordUser(user),
    from: message,
    name: 'Talk',
  });
  return {
    say: (who, what) => discord.say({ channel: id, user: world.discordUser(who), text: what }),
    us: `<@${discord.botUserId}>`,
    shows: () => world.discordShows(id),
  };
}

it('a first message in Slack that was deleted, and of which a tombstone stays, is no context', async () => {
  const world = await openAnswering();
  const { slack } = world;
  const [channel, user] = [world.slackChannel('docs-help'), world.slackUser('ada')];
  const { ts: thread } = await slack.say({ channel, user, text: 'The upload of Smeg fails.' });
  await slack.say({ channel, user: world.slackUser('grace'), text: 'With which version?', thread });
  await slack.remove({ channel, user, ts: thread });
  await slack.say({ channel, user, text: `<@${slack.botUserId}> is that known?`, thread });
  await ended(world, 1);
  expect(world.service.asked[0]?.context?.map(({ value }) => value)).toEqual([
    expect.stringMatching(/^@?grace.*: With which version\?$/i),
  ]);
});

describe.each(['slack', 'discord'] as const)('a first mention in a thread on %s', (platform) => {
  it('without a word points at the message above it, which is answered and said so', async () => {
    const world = await openAnswering();
    const thread = await beginThread(world, platform, 'ada', 'How do I rotate the signing key?');
    await thread.say('grace', thread.us);
    await ended(world, 1);
    expect(world.service.asked.map(({ messages }) => messages.at(-1)?.content)).toEqual([
      'How do I rotate the signing key?',
    ]);
    expect(thread.shows().join()).toMatch(/Answering Ada Byron’s question above/);
  });

  it('sends the earlier messages once as context, not as part of the question', async () => {
    const world = await openAnswering();
    const thread = await beginThread(world, platform, 'ada', 'The upload fails.');
    await thread.say('grace', 'With which version?');
    await thread.say('ada', 'With 2.1.');
    await thread.say('grace', `${thread.us} is that known?`);
    await ended(world, 1);
    await thread.say('grace', `${thread.us} and how do I downgrade?`);
    await ended(world, 2);
    const [first, second] = world.service.asked;
    expect(first?.messages.map(({ content }) => content)).toEqual(['is that known?']);
    expect(first?.context?.map(({ type }) => type)).toEqual(['textSelection']);
    expect(first?.context?.[0]?.value.split('\n')).toEqual([
      expect.stringMatching(/^@?ada.*: The upload fails\.$/i),
      expect.stringMatching(/^@?grace.*: With which version\?$/i),
      expect.stringMatching(/^@?ada.*: With 2\.1\.$/i),
    ]);
    expect(second?.context).toBeUndefined();
    expect([world.slack.violations, world.discord.violations]).toEqual([[], []]);
  });

  it('sends the text files of earlier messages, and says which others were not read', async () => {
    const world = await openAnswering();
    const files = [
      { name: 'server.log', content: 'disk full' },
      { name: 'a.bin', content: new Uint8Array([0, 255]), mimetype: 'application/octet-stream' },
    ];
    const thread = await beginThread(world, platform, 'ada', 'The upload fails.', files);
    await thread.say('grace', `${thread.us} is that known?`);
    await ended(world, 1);
    expect(world.service.asked[0]?.context).toMatchObject([
      { type: 'textSelection', value: expect.stringContaining('The upload fails.') },
      { type: 'code', value: 'disk full' },
    ]);
    expect(thread.shows().join()).toContain(english.say('filesUnread', { count: 1 }));
  });

  it('is answered without the thread, and says so, if no more reads are allowed', async () => {
    const world = await openAnswering();
    const thread = await beginThread(world, platform, 'ada', 'The upload fails.');
    world.slack.faults.failNext('conversations.replies', { retryAfter: 60 });
    world.discord.faults.failNext('GET /channels/:id/messages', { retryAfter: 60 });
    await thread.say('grace', `${thread.us} is that known?`);
    await ended(world, 1);
    expect(thread.shows().join('\n')).toContain(english.say('threadUnread').slice(0, 40));
    expect(world.service.asked[0]?.context).toBeUndefined();
  });

  it('sends the page that a link in the question leads to', async () => {
    const world = await openAnswering();
    const thread = await beginThread(world, platform, 'ada', 'Hello.');
    await thread.say('ada', `${thread.us} what does https://docs.example/guides/keys?a=1#b. mean?`);
    await ended(world, 1);
    expect(world.service.asked[0]?.currentPath).toBe('/guides/keys');
  });
});

it.each([
  ['slack', 230],
  ['discord', 30],
] as const)(
  'a first mention in a long thread on %s sends its newest messages, not the oldest',
  async (platform, notes) => {
    const world = await openAnswering();
    const thread = await beginThread(world, platform, 'ada', 'The upload fails.');
    for (let count = 1; count <= notes; count += 1) await thread.say('grace', `Note ${count}`);
    await thread.say('grace', `${thread.us} is that known?`);
    await ended(world, 1);
    const lines = world.service.asked[0]?.context?.[0]?.value.split('\n') ?? [];
    expect(lines).toHaveLength(20);
    expect([lines[0], lines.at(-1)].map((line) => line?.match(/Note (\d+)$/)?.[1])).toEqual([
      `${notes - 19}`,
      `${notes}`,
    ]);
  },
);
