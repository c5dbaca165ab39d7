/** Buttons below answers: their labels, what a press does, and that a restart changes nothing. */
import { describe, expect, it } from 'vitest';
import { english } from '../../src/bot/wording/wording.ts';
import { walk } from '../../src/sandbox/discord/rest/components.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { rooms } from './room.ts';
import { openWorld, type World } from './world.ts';

const proposals =
  '\n\n```suggestions\n(Where is it kept?)[/guides/store]\n(Can I *lose* it? @everyone)[/guides/lost]\n```\n';
const labels = ['Where is it kept?', 'Can I *lose* it? @everyone'];

/** Each answer says which one it is; the first suggests follow-up questions. */
function openWorldWithProposals(): Promise<World> {
  return openWorld((_, index) => ({
    pieces: pieces(`Answer ${index}.${index === 0 ? proposals : ''}`),
    gapMs: 30,
    threadId: `thread-${index}`,
    threadKey: `key-${index}`,
  }));
}

function ended(world: World, count: number): Promise<void> {
  const isTurn = ({ phrase }: { readonly phrase: string }): boolean => phrase === 'turn ended';
  return until(() => world.log.lines.filter(isTurn).length === count);
}

/** The labels of the buttons in a thread, for each message that has any. */
function slackButtons(world: World, thread: string): readonly (readonly string[])[] {
  return world.slack.messages(world.slackChannel('docs-help'), thread).flatMap(({ blocks = [] }) => {
    const row = blocks.find(({ type }) => type === 'actions');
    return row ? [JSON.parse(JSON.stringify(row.elements)).map((each: { value: string }) => each.value)] : [];
  });
}

function discordButtons(world: World, thread: string): readonly (readonly string[])[] {
  return world.discord
    .messages(thread)
    .map(({ components }) => walk(components).flatMap(({ label }) => (typeof label === 'string' ? [label] : [])))
    .map((found) => found.filter((label) => !['Helpful', 'Not helpful', 'Ask again', 'Solved', 'More'].includes(label)))
    .filter((found) => found.length > 0);
}

function harmless(world: World): void {
  expect(world.slack.violations).toEqual([]);
  expect(world.discord.violations).toEqual([]);
  expect(world.slack.pings()).toEqual([]);
  expect(world.discord.pings()).toEqual([]);
}

describe.each(['auto', 'edit'] as const)('a button in Slack, with answers that grow by %s,', (channels) => {
  it('asks its question once in the thread as the person who pressed it, even after a restart', async () => {
    const world = await openWorldWithProposals();
    const { slack } = world;
    const { botToken, appToken, apiUrl } = slack;
    const change = { slack: { botToken, appToken, apiUrl, streaming: { channels } } };
    const first = await world.startBot(change);
    const [channel, ada, grace] = [world.slackChannel('docs-help'), world.slackUser('ada'), world.slackUser('grace')];
    const { ts } = await slack.say({ channel, user: ada, text: `<@${slack.botUserId}> Where is the token?` });
    await ended(world, 1);
    expect(slackButtons(world, ts)).toEqual([labels]);
    expect(world.slackShows(channel, ts).join()).not.toContain('suggestions');
    await first.stop();
    await world.startBot(change);
    const answer = slack
      .messages(channel, ts)
      .findLast(({ blocks = [] }) => blocks.some(({ type }) => type === 'actions'));
    const press = (user: string, button: string) => slack.press({ channel, user, ts: answer?.ts ?? '', button });
    await Promise.all([press(grace, labels[1] ?? ''), press(grace, labels[1] ?? '')]);
    await press(ada, labels[1] ?? '');
    await ended(world, 2);
    await until(() =>
      slack
        .messages(channel, ts)
        .some(({ visibleTo, text }) => visibleTo === ada && text === english.say('askedAlready')),
    );
    expect(world.slackShows(channel, ts).slice(1)).toEqual([
      expect.stringMatching(/^@Grace Murray asked:\n> Can I \*lose\* it\? @\u2060?everyone$/),
      'Answer 1.',
    ]);
    expect(world.service.asked[1]).toMatchObject({
      fp: `slack:${slack.teamId}:${grace}`,
      threadId: 'thread-0',
      threadKey: 'key-0',
    });
    expect(world.service.asked).toHaveLength(2);
    harmless(world);
  });
});

describe('a button in Discord', () => {
  it('asks its question in the thread as the person who pressed it, even after a restart, and disappears', async () => {
    const world = await openWorldWithProposals();
    const { discord } = world;
    const first = await world.startBot();
    const [ada, grace] = [world.discordUser('ada'), world.discordUser('grace')];
    const text = `<@${discord.botUserId}> Where is the token?`;
    const { id: thread } = await discord.say({ channel: world.discordChannel('docs-help'), user: ada, text });
    await ended(world, 1);
    expect(discordButtons(world, thread)).toEqual([labels]);
    await first.stop();
    await world.startBot();
    const answer = discord.messages(thread).findLast(({ components }) => components.length > 0);
    const press = (user: string) =>
      discord.press({ channel: thread, user, message: answer?.id ?? '', button: labels[1] ?? '' });
    await Promise.allSettled([press(grace), press(ada)]);
    const toOne = () => discord.messages(thread).flatMap(({ visibleTo, content }) => (visibleTo ? [content] : []));
    await until(() => toOne().length === 1);
    await ended(world, 2);
    expect(toOne()).toEqual([english.say('askedAlready')]);
    // The newer answer has none of its own.
    await until(() => discordButtons(world, thread).length === 0);
    expect(
      world
        .discordShows(thread)
        .slice(1)
        .filter((shown) => !toOne().includes(shown)),
    ).toEqual([expect.stringMatching(/^<@\d+> asked:\n> Can I \*lose\* it\? /), 'Answer 1.']);
    expect(world.service.asked[1]).toMatchObject({ threadId: 'thread-0', threadKey: 'key-0' });
    expect(world.service.asked).toHaveLength(2);
    harmless(world);
  });

  it.each(['no-threads', 'direct messages'])('asks its question where the answers are in %s', async (place) => {
    const world = await openWorldWithProposals();
    const { discord } = world;
    await world.startBot();
    const ada = world.discordUser('ada');
    const text = `<@${discord.botUserId}> Where is the token?`;
    const direct = place === 'direct messages';
    const channel = direct
      ? (await discord.directMessage({ user: ada, text })).channel
      : world.discordChannel('no-threads');
    if (!direct) await discord.say({ channel, user: ada, text });
    await ended(world, 1);
    const answer = discord.messages(channel).findLast(({ components }) => components.length > 0);
    await discord.press({ channel, user: ada, message: answer?.id ?? '', button: labels[0] ?? '' });
    await ended(world, 2);
    expect(world.discordShows(channel).slice(1)).toEqual([
      expect.stringContaining('asked:\n> Where is it kept?'),
      expect.stringMatching(/^Answer 1\./),
    ]);
    expect(world.service.asked[1]).toMatchObject({ threadId: 'thread-0' });
    harmless(world);
  });
});

describe('where the assistant asks back without text', () => {
  const choices = ['Free', 'Paid <!channel> @everyone', 'Team', 'School', 'None'];
  const tool = {
    toolName: 'askClarifyingQuestion',
    args: { question: 'Which plan?', options: choices.map((label) => ({ label, value: label })) },
  };

  function openWorldThatAsks(): Promise<World> {
    return openWorld((_, index) => (index === 0 ? { tool, threadId: 'thread-0' } : { pieces: ['It costs nothing.'] }));
  }

  it('its choices are buttons in Slack, and the pressed one is the next question of the thread', async () => {
    const world = await openWorldThatAsks();
    const { slack } = world;
    await world.startBot();
    const [channel, ada, grace] = [world.slackChannel('docs-help'), world.slackUser('ada'), world.slackUser('grace')];
    const { ts } = await slack.say({ channel, user: ada, text: `<@${slack.botUserId}> What does it cost?` });
    await ended(world, 1);
    expect(slackButtons(world, ts)).toEqual([choices]);
    expect(world.slackShows(channel, ts).join()).toContain('Which plan?');
    const answer = slack
      .messages(channel, ts)
      .findLast(({ blocks = [] }) => blocks.some(({ type }) => type === 'actions'));
    await slack.press({ channel, user: grace, ts: answer?.ts ?? '', button: choices[1] ?? '' });
    await ended(world, 2);
    expect(world.service.asked[1]).toMatchObject({ fp: `slack:${slack.teamId}:${grace}`, threadId: 'thread-0' });
    expect(world.service.asked[1]?.messages.at(-1)?.content).toContain('Paid');
    harmless(world);
  });

  it('its choices are buttons in Discord, and the pressed one is the next question of the thread', async () => {
    const world = await openWorldThatAsks();
    const { discord } = world;
    await world.startBot();
    const [ada, grace] = [world.discordUser('ada'), world.discordUser('grace')];
    const text = `<@${discord.botUserId}> What does it cost?`;
    const { id: thread } = await discord.say({ channel: world.discordChannel('docs-help'), user: ada, text });
    await ended(world, 1);
    expect(discordButtons(world, thread)).toEqual([choices]);
    expect(world.discordShows(thread).join()).toContain('Which plan?');
    const answer = discord.messages(thread).findLast(({ components }) => components.length > 0);
    await discord.press({ channel: thread, user: grace, message: answer?.id ?? '', button: choices[1] ?? '' });
    await ended(world, 2);
    expect(world.service.asked[1]).toMatchObject({ fp: `discord:${grace}`, threadId: 'thread-0' });
    expect(world.service.asked[1]?.messages.at(-1)?.content).toContain('Paid');
    harmless(world);
  });

  describe.each(['slack', 'discord'] as const)('more than five choices are a menu on %s', (platform) => {
    const many = ['Free', 'Paid', 'Team & more', 'School', 'Museum', '<!channel> @everyone', 'None'];
    const args = { question: 'Which plan?', options: many.map((label) => ({ label })) };

    it('and the chosen one is the next question of the thread, once', async () => {
      const world = await openWorld((_, index) =>
        index === 0 ? { tool: { ...tool, args }, threadId: 'thread-0' } : { pieces: ['It costs nothing.'] },
      );
      await world.startBot();
      const room = await rooms[platform](world, 'What does it cost?');
      await ended(world, 1);
      expect(room.buttons().slice(0, many.length)).toEqual(many);
      await room.press('ada', 'Team & more');
      await ended(world, 2);
      expect(world.service.asked[1]).toMatchObject({ threadId: 'thread-0' });
      expect(world.service.asked[1]?.messages.at(-1)?.content).toBe('Team & more');
      await until(() => !room.buttons().includes('School'));
      expect(world.service.asked).toHaveLength(2);
      harmless(world);
    });
  });
});
