/** Stop, Ask again, edits, deletions and quick messages, through the real SDKs on both platforms. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { readAsked } from '../../src/bot/store/reports/asked-questions.ts';
import { english } from '../../src/bot/wording/wording.ts';
import { openDatabase } from '../../src/kit/sql/database.ts';
import { createFastClock } from '../fakes/fast-clock.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { ended, harmless, openSlackRoom, rooms, startBot } from './room.ts';
import { routingOf } from './routing-file.ts';
import { openWorld, streaming } from './world.ts';

const long = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
/** Needs more than one message on either platform. */
const twoMessages = Array.from({ length: 900 }, (_, index) => `word${index}`).join(' ');

describe.each(['slack', 'discord'] as const)('on %s', (platform) => {
  it('a button stops the answer for its asker, and refuses others', async () => {
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

  it('a moderator can stop it too, and the answer says who did', async () => {
    const world = await openWorld(() => ({ pieces: pieces(long), gapMs: 150 }));
    await startBot(world);
    const room = await rooms[platform](world, 'Long?');
    await until(() => room.buttons().includes('Stop'));
    await room.press('ada', 'Stop');
    await until(() => ended(world).length === 1);
    expect(room.shows().join('')).toMatch(/Stopped here by ada/i);
    harmless(world);
  });

  it('"Ask again" replaces the answer in its messages, and surplus ones are deleted', async () => {
    const world = await openWorld((_, index) => ({ pieces: pieces(index === 0 ? twoMessages : `Answer ${index}.`) }), {
      clock: createFastClock(10),
    });
    await startBot(world);
    const room = await rooms[platform](world, 'Long?');
    await until(() => ended(world).length === 1);
    const before = room.messages();
    expect(before.length).toBeGreaterThan(1);
    expect(room.buttons()).toEqual(['Helpful', 'Not helpful', 'Ask again', 'Solved']);
    await room.press('linus', 'Ask again');
    await until(() => room.told('linus').length === 1);
    await room.press('grace', 'Ask again');
    await until(() => ended(world).length === 2);
    expect(room.messages()).toEqual(before.slice(0, 1));
    expect(room.shows()).toEqual(['Answer 1.']);
    expect(room.buttons()).toEqual(['Helpful', 'Not helpful', 'Ask again', 'Solved']);
    expect(world.service.asked.map(({ messages }) => messages.map(({ content }) => content))).toEqual([
      ['Long?'],
      ['Long?'],
    ]);
    for (const times of [3, 4, 5, 6]) {
      await room.press('grace', 'Ask again');
      await until(() => ended(world).length === times);
    }
    expect(room.buttons()).toEqual(['Helpful', 'Not helpful', 'Solved']);
    expect(room.shows()).toEqual(['Answer 5.']);
    harmless(world);
  });

  it('the earlier answer stays if there is no new one', async () => {
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

  it('an edited question is answered again in place, even while it is being answered', async () => {
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

  it('an edit after five minutes changes nothing, but "Ask again" still works', async () => {
    const clock = createFastClock(5);
    const world = await openWorld((_, index) => ({ pieces: pieces(`Answer ${index}.`) }), { clock });
    await startBot(world);
    const room = await rooms[platform](world, 'How with npm?');
    await until(() => ended(world).length === 1);
    await clock.skip(5 * 60_000);
    await room.edit('How with pnpm?');
    await room.press('grace', 'Ask again');
    await until(() => ended(world).length === 2);
    expect(world.service.asked.map(({ messages }) => messages.at(-1)?.content)).toEqual([
      'How with npm?',
      'How with npm?',
    ]);
    expect(room.shows()).toEqual(['Answer 1.']);
  });

  it('a question that is deleted before the first word of its answer gets none', async () => {
    const over = Promise.withResolvers<void>();
    onTestFinished(() => over.resolve());
    const world = await openWorld(() => ({ pieces: ['Never.'], after: over.promise }));
    await startBot(world);
    const room = await rooms[platform](world, 'Long?');
    await until(() => world.service.asked.length === 1);
    await room.remove();
    await until(() => ended(world).length === 1 && world.service.left() === 1);
    expect(room.shows()).toEqual([]);
  });

  it('deleting a question stops its answer', async () => {
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

  it('a deleted question is neither sent again nor reported, and the next answer in the thread says that it starts over', async () => {
    const world = await openWorld((_, index) => ({
      pieces: pieces(`Answer ${index}.`),
      threadId: `thread-${index}`,
      threadKey: `key-${index}`,
    }));
    await startBot(world);
    const room = await rooms[platform](world, 'Where is the Smeg?');
    await until(() => ended(world).length === 1);
    const later = await room.say('grace', `${room.us}and which Smeg is the best one?`);
    await until(() => ended(world).length === 2);
    expect(world.service.asked[1]).toMatchObject({ threadId: 'thread-0' });
    const database = await openDatabase(world.database);
    onTestFinished(() => database.close());
    const isKept = async (words: string) =>
      JSON.stringify(await database.sql.selectFrom('turns').selectAll().execute()).includes(words);
    await room.remove(later);
    await until(async () => !(await isKept('best one')));
    await room.remove();
    await until(async () => !(await isKept('Smeg')));
    await room.say('linus', `${room.us}how do I boil water?`);
    await until(() => ended(world).length === 3);
    const [, , third] = world.service.asked;
    expect(third?.threadId).toBeUndefined();
    expect(third?.messages.map(({ content }) => content)).toEqual([expect.stringContaining('boil water')]);
    expect(room.shows().at(-1)).toContain(english.say('restarted'));
    expect(JSON.stringify(await readAsked(world.database, 0))).not.toMatch(/smeg/i);
    harmless(world);
  });

  it('quick messages of one person become one question, without the thanks among them', async () => {
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
    await room.say('grace', 'thanks!');
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

  it('an edit of the first of two quick messages keeps the words of the second', async () => {
    const over = Promise.withResolvers<void>();
    onTestFinished(() => over.resolve());
    const world = await openWorld((_, index) => ({
      pieces: pieces(`Answer ${index}.`),
      ...(index === 0 && { after: over.promise }),
    }));
    await startBot(world);
    const room = await rooms[platform](world, 'How do I do that');
    await until(() => world.service.asked.length === 1);
    await room.say('grace', 'with docker?');
    await until(() => ended(world).length === 1);
    await room.edit('How do I build that');
    await until(() => ended(world).length === 2);
    expect(world.service.asked.map(({ messages }) => messages.at(-1)?.content)).toEqual([
      'How do I do that',
      'How do I do that\n\nwith docker?',
      'How do I build that\n\nwith docker?',
    ]);
    expect(room.shows()).toEqual(['Answer 2.']);
    harmless(world);
  });

  it('an edit of the second of two quick messages asks again with both texts, and its deletion with only the first', async () => {
    const over = Promise.withResolvers<void>();
    onTestFinished(() => over.resolve());
    const world = await openWorld((_, index) => ({
      pieces: pieces(`Answer ${index}.`),
      ...((index === 0 || index === 2) && { after: over.promise }),
    }));
    // The deletion costs nothing: the three before it have reached the limit.
    await startBot(world, { routing: routingOf(world, 'limits: { personMinute: 3 }') });
    const room = await rooms[platform](world, 'How do I do that');
    await until(() => world.service.asked.length === 1);
    const second = await room.say('grace', 'with docker?');
    await until(() => ended(world).length === 1);
    const before = room.messages();
    await room.edit('with podman?', second);
    await until(() => world.service.asked.length === 3);
    await room.remove(second);
    await until(() => ended(world).length === 2);
    expect(world.service.asked.map(({ messages }) => messages.at(-1)?.content)).toEqual([
      'How do I do that',
      'How do I do that\n\nwith docker?',
      'How do I do that\n\nwith podman?',
      'How do I do that',
    ]);
    expect(room.shows()).toEqual(['Answer 3.']);
    expect(room.messages()).toEqual(before);
    harmless(world);
  });

  it('quick messages that are both deleted are not asked again', async () => {
    const over = Promise.withResolvers<void>();
    onTestFinished(() => over.resolve());
    const world = await openWorld((_, index) => ({
      pieces: pieces(`Answer ${index}.`),
      ...(index === 0 && { after: over.promise }),
    }));
    await startBot(world);
    const room = await rooms[platform](world, 'How do I do that');
    await until(() => world.service.asked.length === 1);
    const second = await room.say('grace', 'with docker?');
    await until(() => ended(world).length === 1);
    await room.remove();
    // Slack delivers over two sockets, in no particular order.
    await until(() => world.slack.unacked() === 0);
    await room.remove(second);
    await room.say('grace', 'And how do I build it?');
    await until(() => ended(world).length === 2);
    expect(world.service.asked).toHaveLength(3);
  });
});

it('Slack’s own Stop, pressed by another person, says who pressed it, and the asker can continue with "Ask again"', async () => {
  const world = await openWorld((_, index) => ({ pieces: pieces(index === 0 ? long : 'Again.'), gapMs: 150 }));
  await world.startBot(streaming(world));
  const { slack } = world;
  const room = await openSlackRoom(world, 'Long?');
  await until(() => room.shows().length > 0);
  const channel = world.slackChannel('docs-help');
  const thread = slack.messages(channel)[0]?.ts ?? '';
  expect(room.buttons()).toEqual([]);
  slack.stopAnswer({ channel, user: world.slackUser('linus'), thread });
  await until(() => ended(world).length === 1);
  await until(() => world.service.left() === 1);
  expect(room.shows().join('')).toContain(english.say('stoppedBy', { name: 'Linus Berg', again: 'Ask again' }));
  await room.press('grace', 'Ask again');
  await until(() => ended(world).length === 2);
  expect(room.shows()).toEqual(['Again.']);
});

it('on discord, deleting questions in bulk stops their answers', async () => {
  const world = await openWorld(() => ({ pieces: pieces(long), gapMs: 150 }));
  await startBot(world);
  const [channel, ada, moderator] = [
    world.discordChannel('docs-help'),
    world.discordUser('ada'),
    world.discordUser('grace'),
  ];
  const ask = async (text: string): Promise<string> =>
    (await world.discord.say({ channel, user: ada, text: `<@${world.discord.botUserId}> ${text}` })).id;
  const ids = [await ask('One?'), await ask('Two?')];
  await until(() => ids.every((id) => world.discordShows(id).join('').includes('word1')));
  await world.discord.purge({ channel, user: moderator, ids });
  await until(() => ended(world).length === 2);
  await until(() => world.service.left() === 2);
  expect(ended(world)).toMatchObject([{ state: 'stopped' }, { state: 'stopped' }]);
});
