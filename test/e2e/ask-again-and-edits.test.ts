/** Stop, Ask again, edits, deletions and quick messages, through the real SDKs on both platforms. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { walk } from '../../src/sandbox/discord/rest/components.ts';
import { english } from '../../src/wording/wording.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { openWorld, type World, withoutNoSources } from './world.ts';

/** A question on one platform, and what people do about it. */
interface Room {
  /** Label of a button under any message of the thread. */
  press(user: string, label: string): Promise<unknown>;
  buttons(): readonly string[];
  say(user: string, text: string): Promise<unknown>;
  edit(text: string): Promise<unknown>;
  remove(): Promise<unknown>;
  shows(): readonly string[];
  /** Ids of the messages that show it. */
  messages(): readonly string[];
  /** What somebody was told alone. */
  told(user: string): readonly string[];
}

async function openSlackRoom(world: World, asked: string): Promise<Room> {
  const { slack } = world;
  const channel = world.slackChannel('docs-help');
  const asker = world.slackUser('grace');
  const us = `<@${slack.botUserId}> `;
  const { ts } = await slack.say({ channel, user: asker, text: us + asked });
  const ours = () => slack.messages(channel, ts).filter((one) => one.user === slack.botUserId && !one.visibleTo);
  const labels = (one: { readonly blocks?: readonly object[] }): readonly string[] =>
    [...JSON.stringify(one.blocks ?? []).matchAll(/"type":"button".*?"text":\{[^}]*"text":"([^"]*)"/g)].map(
      ([, label = '']) => label,
    );
  return {
    async press(user, button) {
      const message = ours().find((one) => labels(one).includes(button));
      await slack.press({ channel, user: world.slackUser(user), ts: message?.ts ?? '', button });
    },
    buttons: () => ours().flatMap(labels),
    say: (user, text) => slack.say({ channel, user: world.slackUser(user), text, thread: ts }),
    edit: (text) => slack.edit({ channel, user: asker, ts, text: us + text }),
    remove: () => slack.remove({ channel, user: asker, ts }),
    shows: () => world.slackShows(channel, ts),
    messages: () => ours().map((one) => one.ts),
    told: (user) =>
      slack.messages(channel, ts).flatMap((one) => (one.visibleTo === world.slackUser(user) ? [one.text] : [])),
  };
}

async function openDiscordRoom(world: World, asked: string): Promise<Room> {
  const { discord } = world;
  const us = `<@${discord.botUserId}> `;
  const channel = world.discordChannel('docs-help');
  const asker = world.discordUser('grace');
  const { id } = await discord.say({ channel, user: asker, text: us + asked });
  const ours = () =>
    discord.messages(id).filter((one) => one.author === discord.botUserId && !one.system && !one.visibleTo);
  const labels = ({ components }: ReturnType<typeof ours>[number]): readonly string[] =>
    walk(components).flatMap(({ label }) => (typeof label === 'string' ? [label] : []));
  return {
    async press(user, button) {
      const message = ours().find((one) => labels(one).includes(button))?.id ?? '';
      await discord.press({ channel: id, user: world.discordUser(user), message, button });
    },
    buttons: () => ours().flatMap(labels),
    say: (user, text) => discord.say({ channel: id, user: world.discordUser(user), text }),
    edit: (text) => discord.edit({ channel, user: asker, id, text: us + text }),
    remove: () => discord.remove({ channel, user: asker, id }),
    shows: () => ours().map((one) => withoutNoSources(one.content)),
    messages: () => ours().map((one) => one.id),
    told: (user) =>
      discord.messages(id).flatMap((one) => (one.visibleTo === world.discordUser(user) ? [one.content] : [])),
  };
}

const rooms = { slack: openSlackRoom, discord: openDiscordRoom };

function ended(world: World): readonly object[] {
  return world.log.lines.filter((line) => line.phrase === 'turn ended').map((line) => line.fields);
}

async function startBot(world: World): Promise<void> {
  const { botToken, appToken, apiUrl } = world.slack;
  await world.startBot({ slack: { botToken, appToken, apiUrl, streaming: 'edit' } });
}

function harmless(world: World): void {
  expect(world.slack.violations).toEqual([]);
  expect(world.discord.violations).toEqual([]);
}

const long = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
/** Takes more than one message on either platform. */
const twoMessages = Array.from({ length: 900 }, (_, index) => `word${index}`).join(' ');

describe.each(['slack', 'discord'] as const)('on %s', (platform) => {
  it('a button stops the answer for its asker, and says no to others', async () => {
    const world = await openWorld(() => ({ pieces: pieces(long), gapMs: 150 }));
    await startBot(world);
    const room = await rooms[platform](world, 'Long?');
    await until(() => room.buttons().includes('Stop'));
    await room.press('linus', 'Stop');
    await until(() => room.told('linus').length === 1);
    expect(room.told('linus')).toEqual([english.say('press.not_yours')]);
    expect(ended(world)).toEqual([]);
    await room.press('grace', 'Stop');
    await until(() => ended(world).length === 1);
    await until(() => world.service.left() === 1);
    expect(ended(world)).toMatchObject([{ state: 'stopped', code: 'stopped' }]);
    expect(room.shows().join('')).toMatch(/^word0/);
    expect(room.shows().join('')).toContain(english.say('stopped'));
    expect(room.shows().join('')).not.toContain('word59');
    expect(room.buttons()).toEqual(['Ask again']);
    harmless(world);
  });

  it('a moderator stops it, too, and the answer says who did', async () => {
    const world = await openWorld(() => ({ pieces: pieces(long), gapMs: 150 }));
    await startBot(world);
    const room = await rooms[platform](world, 'Long?');
    await until(() => room.buttons().includes('Stop'));
    await room.press('ada', 'Stop');
    await until(() => ended(world).length === 1);
    expect(room.shows().join('')).toMatch(/Stopped here by ada/i);
    harmless(world);
  });

  it('"Ask again" replaces the answer in its messages, and surplus ones go', async () => {
    const world = await openWorld((_, index) => ({ pieces: pieces(index === 0 ? twoMessages : `Answer ${index}.`) }));
    await startBot(world);
    const room = await rooms[platform](world, 'Long?');
    await until(() => ended(world).length === 1);
    const before = room.messages();
    expect(before.length).toBeGreaterThan(1);
    expect(room.buttons()).toEqual(['Ask again']);
    await room.press('linus', 'Ask again');
    await until(() => room.told('linus').length === 1);
    await room.press('grace', 'Ask again');
    await until(() => ended(world).length === 2);
    expect(room.messages()).toEqual(before.slice(0, 1));
    expect(room.shows()).toEqual(['Answer 1.']);
    expect(room.buttons()).toEqual(['Ask again']);
    expect(world.service.asked.map(({ messages }) => messages.map(({ content }) => content))).toEqual([
      ['Long?'],
      ['Long?'],
    ]);
    for (const times of [3, 4, 5, 6]) {
      await room.press('grace', 'Ask again');
      await until(() => ended(world).length === times);
    }
    expect(room.buttons()).toEqual([]);
    expect(room.shows()).toEqual(['Answer 5.']);
    harmless(world);
  });

  it('the earlier answer stays when none can be had again', async () => {
    const world = await openWorld((_, index) =>
      index === 0 ? { pieces: pieces('The answer.') } : { refuse: { status: 402, body: '{}' } },
    );
    await startBot(world);
    const room = await rooms[platform](world, 'How?');
    await until(() => ended(world).length === 1);
    await room.press('grace', 'Ask again');
    await until(() => ended(world).length === 2);
    expect(room.shows()).toHaveLength(1);
    expect(room.shows()[0]).toMatch(/^The answer\./);
    expect(room.shows()[0]).toContain(english.say('earlierAnswer'));
  });

  it('an edited question is answered anew in place, also while it is being answered', async () => {
    const world = await openWorld((_, index) => ({
      pieces: pieces(index === 1 ? long : `Answer ${index}.`),
      gapMs: 100,
    }));
    await startBot(world);
    const room = await rooms[platform](world, 'How with npm?');
    await until(() => ended(world).length === 1);
    const before = room.messages();
    await room.edit('How with pnpm?');
    await until(() => room.shows().join('').includes('word1'));
    await room.edit('How with yarn?');
    await until(() => ended(world).length === 2);
    expect(room.shows()).toEqual(['Answer 2.']);
    expect(room.messages()).toEqual(before);
    expect(world.service.asked.map(({ messages }) => messages.at(-1)?.content)).toEqual([
      'How with npm?',
      'How with pnpm?',
      'How with yarn?',
    ]);
    expect(world.service.left()).toBe(1);
    harmless(world);
  });

  it('a deleted question stops its answer', async () => {
    const world = await openWorld(() => ({ pieces: pieces(long), gapMs: 150 }));
    await startBot(world);
    const room = await rooms[platform](world, 'Long?');
    await until(() => room.shows().join('').includes('word1'));
    await room.remove();
    await until(() => ended(world).length === 1);
    await until(() => world.service.left() === 1);
    expect(ended(world)).toMatchObject([{ state: 'stopped' }]);
    expect(room.shows().join('')).not.toContain('word59');
  });

  it('quick messages of one person become one question', async () => {
    const over = Promise.withResolvers<void>();
    onTestFinished(() => over.resolve());
    const world = await openWorld((_, index) => ({
      pieces: pieces(`Answer ${index}.`),
      ...(index === 1 && { after: over.promise }),
    }));
    await startBot(world);
    const room = await rooms[platform](world, 'First?');
    await until(() => ended(world).length === 1);
    await room.say('grace', 'And how do I do that');
    await until(() => world.service.asked.length === 2);
    await room.say('grace', 'with docker?');
    await until(() => ended(world).length === 2);
    expect(world.service.asked.map(({ messages }) => messages.at(-1)?.content)).toEqual([
      'First?',
      'And how do I do that',
      'And how do I do that\n\nwith docker?',
    ]);
    expect(room.shows()).toEqual(['Answer 0.', 'Answer 2.']);
    harmless(world);
  });
});

it('Slack’s own Stop by somebody else says who pressed it, and the asker goes on with "Ask again"', async () => {
  const world = await openWorld((_, index) => ({ pieces: pieces(index === 0 ? long : 'Again.'), gapMs: 150 }));
  await world.startBot();
  const { slack } = world;
  const room = await openSlackRoom(world, 'Long?');
  await until(() => room.shows().length > 0);
  const channel = world.slackChannel('docs-help');
  const thread = slack.messages(channel)[0]?.ts ?? '';
  expect(room.buttons()).toEqual([]);
  slack.stopAnswer({ channel, user: world.slackUser('linus'), thread });
  await until(() => ended(world).length === 1);
  await until(() => world.service.left() === 1);
  expect(room.shows().join('')).toContain(english.say('stoppedBy', { name: 'linus', again: 'Ask again' }));
  await room.press('grace', 'Ask again');
  await until(() => ended(world).length === 2);
  expect(room.shows()).toEqual(['Again.']);
});
