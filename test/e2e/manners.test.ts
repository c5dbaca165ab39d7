/**
 * Manners in threads, through the real SDKs on both platforms: who is answered without a mention, and what ends that.
 */
import { describe, expect, it } from 'vitest';
import { english } from '../../src/bot/wording/wording.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { openWorld, type World } from './world.ts';

/** A thread on one platform in which Docent answers. */
interface Room {
  say(user: string, text: string): Promise<unknown>;
  mention(user: string, text: string): Promise<unknown>;
  shows(): readonly string[];
}

async function openRoom(world: World, platform: 'slack' | 'discord', user: string, text: string): Promise<Room> {
  return platform === 'slack' ? openSlackRoom(world, user, text) : openDiscordRoom(world, user, text);
}

async function openSlackRoom(world: World, asker: string, asked: string): Promise<Room> {
  const { slack } = world;
  const channel = world.slackChannel('docs-help');
  const us = `<@${slack.botUserId}> `;
  const { ts } = await slack.say({ channel, user: world.slackUser(asker), text: us + asked });
  const say = (user: string, text: string) => slack.say({ channel, user: world.slackUser(user), text, thread: ts });
  return { say, mention: (user, text) => say(user, us + text), shows: () => world.slackShows(channel, ts) };
}

async function openDiscordRoom(world: World, asker: string, asked: string): Promise<Room> {
  const { discord } = world;
  const us = `<@${discord.botUserId}> `;
  const channel = world.discordChannel('docs-help');
  const { id } = await discord.say({ channel, user: world.discordUser(asker), text: us + asked });
  const say = (user: string, text: string) => discord.say({ channel: id, user: world.discordUser(user), text });
  return { say, mention: (user, text) => say(user, us + text), shows: () => world.discordShows(id) };
}

function ended(world: World): number {
  return world.log.lines.filter((line) => line.phrase === 'turn ended').length;
}

function ignored(world: World): readonly unknown[] {
  return world.log.lines
    .filter((line) => line.phrase === 'message ignored' && 'addressed' in line.fields)
    .flatMap((line) => ('reason' in line.fields ? [line.fields.reason] : []));
}

function answers(room: Room, pattern: RegExp): number {
  return room.shows().filter((text) => pattern.test(text)).length;
}

describe.each(['slack', 'discord'] as const)('in a thread on %s', (platform) => {
  it('thanks and messages to others are not answered, but a real follow-up is', async () => {
    const world = await openWorld((_, index) => ({ pieces: pieces(`Answer ${index}.`) }));
    await world.startBot();
    const room = await openRoom(world, platform, 'ada', 'First?');
    await until(() => ended(world) === 1);
    await room.say('ada', 'thanks, that worked!');
    await until(() => ignored(world).length === 1);
    await room.say('ada', 'and how do I do that with docker?');
    await until(() => ended(world) === 2);
    expect(ignored(world)).toEqual(['no_question']);
    expect(world.service.asked).toHaveLength(2);
  });

  it('a short reply to a question from Docent is answered if it comes from the asker, and thanks are not', async () => {
    const texts = ['Use `start`. **Shall I show how?**', 'Like this. Is that what you need?', 'Good.'];
    const world = await openWorld((_, index) => ({ pieces: pieces(texts[index] ?? '') }));
    await world.startBot();
    const room = await openRoom(world, platform, 'ada', 'First?');
    await until(() => ended(world) === 1);
    await room.say('ada', 'yes please');
    await until(() => ended(world) === 2);
    expect(world.service.asked[1]?.messages.at(-1)?.content).toBe('yes please');
    await room.say('ada', 'yes, thanks!');
    await until(() => ignored(world).length === 1);
    await room.mention('ada', 'How do I stop it?');
    await until(() => ended(world) === 3);
    await room.say('ada', 'yes please');
    await until(() => ignored(world).length === 2);
    expect(ignored(world)).toEqual(['no_question', 'no_question']);
    expect(world.service.asked).toHaveLength(3);
  });

  it('Docent says once that it leaves the thread when another person joins in, and comes back for a mention', async () => {
    const world = await openWorld((_, index) => ({ pieces: pieces(`Answer ${index}.`) }));
    await world.startBot();
    const room = await openRoom(world, platform, 'ada', 'First?');
    await until(() => ended(world) === 1);
    await room.say('grace', 'I had that last week.');
    await until(() => ended(world) === 2);
    await room.say('ada', 'how did you solve it?');
    await room.say('grace', 'what is your version?');
    await until(() => ignored(world).length === 2);
    expect(ignored(world)).toEqual(['quiet', 'quiet']);
    await room.mention('grace', 'how do I pin the version?');
    await until(() => ended(world) === 3);
    expect(world.service.asked).toHaveLength(2);
    expect(answers(room, /leave this thread to you/)).toBe(1);
  });

  it('"mute" makes it quiet, "new" with a mention starts over, "help" explains', async () => {
    const world = await openWorld((_, index) => ({ pieces: pieces(`Answer ${index}.`), threadId: `thread-${index}` }));
    await world.startBot();
    const room = await openRoom(world, platform, 'ada', 'First?');
    await until(() => ended(world) === 1);
    await room.say('ada', 'Mute!');
    await until(() => ended(world) === 2);
    await room.say('ada', 'and with docker?');
    await until(() => ignored(world).length === 1);
    await room.mention('ada', 'new');
    await until(() => ended(world) === 3);
    await room.say('ada', 'and with docker?');
    await until(() => ended(world) === 4);
    await room.mention('ada', 'help');
    await until(() => ended(world) === 5);
    expect(answers(room, /stay quiet in this thread/)).toBe(1);
    expect(room.shows().join('\n')).toContain(english.say('reply.help').slice(0, 60));
    expect(world.service.asked.map(({ threadId }) => threadId)).toEqual([undefined, undefined]);
    expect(world.service.asked.at(-1)?.messages.map(({ content }) => content)).toEqual(['and with docker?']);
  });

  it('"unmute" with a mention makes it answer follow-ups again, and it says who it is', async () => {
    const world = await openWorld((_, index) => ({ pieces: pieces(`Answer ${index}.`) }));
    await world.startBot();
    const room = await openRoom(world, platform, 'ada', 'First?');
    await until(() => ended(world) === 1);
    await room.say('ada', 'mute');
    await until(() => ended(world) === 2);
    await room.mention('ada', 'unmute');
    await until(() => ended(world) === 3);
    expect(answers(room, /follow-up questions in this thread again/)).toBe(1);
    await room.say('ada', 'who are you?');
    await until(() => ended(world) === 4);
    expect(world.service.asked.map(({ messages }) => messages.at(-1)?.content)).toEqual(['First?', 'who are you?']);
  });

  it('"stop" by the asker ends the answer that is being written, and its request', async () => {
    const text = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
    const world = await openWorld(() => ({ pieces: pieces(text), gapMs: 150 }));
    await world.startBot();
    const room = await openRoom(world, platform, 'ada', 'Long?');
    await until(() => room.shows().join('').includes('word1'));
    await room.say('ada', 'stop');
    await until(() => ended(world) === 1);
    await until(() => world.service.left() === 1);
    expect(world.log.lines.find((line) => line.phrase === 'turn ended')?.fields).toMatchObject({ state: 'stopped' });
    expect(room.shows().join('')).not.toContain('word59');
  });

  it('"stop" acts like "mute" if nothing is being written', async () => {
    const world = await openWorld(() => ({ pieces: pieces('Answer.') }));
    await world.startBot();
    const room = await openRoom(world, platform, 'ada', 'First?');
    await until(() => ended(world) === 1);
    await room.say('ada', 'stop');
    await until(() => ended(world) === 2);
    await room.say('ada', 'and how do I do that with docker?');
    await until(() => ignored(world).length === 1);
    expect(ignored(world)).toEqual(['quiet']);
    expect(answers(room, /stay quiet in this thread/)).toBe(1);
    expect(world.service.asked).toHaveLength(1);
  });

  it('Docent stops after twenty replies within a minute, and says so once', async () => {
    const world = await openWorld(() => ({ pieces: pieces('Answer.') }));
    await world.startBot();
    const room = await openRoom(world, platform, 'ada', 'Number 1?');
    await until(() => ended(world) === 1);
    for (let count = 2; count <= 23; count += 1)
      await room.mention(count % 2 === 0 ? 'ada' : 'grace', `Number ${count}?`);
    const tooMany = () => ignored(world).filter((reason) => reason === 'slow_down').length;
    await until(() => ended(world) === 21 && tooMany() === 2);
    expect(world.service.asked).toHaveLength(20);
    expect(room.shows().filter((text) => text.includes(english.say('reply.slow_down')))).toHaveLength(1);
  });
});
