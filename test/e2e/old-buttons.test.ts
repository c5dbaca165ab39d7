/** Buttons are only below the newest answer of a thread, through the real SDKs on both platforms. */
import { describe, expect, it } from 'vitest';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { ended, harmless, rooms, startBot } from './room.ts';
import { openWorld, type World } from './world.ts';

const all = ['Helpful', 'Not helpful', 'Ask again', 'Solved'];
const isGone = (fields: object): boolean => 'code' in fields && fields.code === 'message_gone';
const removeAsModerator = {
  slack: ({ slack, slackChannel, slackUser }: World, ts: string) =>
    slack.remove({ channel: slackChannel('docs-help'), user: slackUser('ada'), ts }),
  discord: ({ discord, discordChannel, discordUser }: World, id: string) => {
    const [thread] = discord.threads(discordChannel('docs-help'));
    return discord.remove({ channel: thread?.id ?? '', user: discordUser('ada'), id });
  },
};

describe.each(['slack', 'discord'] as const)('on %s', (platform) => {
  it('a new answer takes the buttons of the one before, and nothing else of it', async () => {
    const source = { path: 'keys', title: 'Keys' };
    const world = await openWorld((_, index) => ({ pieces: pieces(`Answer ${index} of *all*.`), sources: [source] }));
    await startBot(world);
    const room = await rooms[platform](world, 'First?');
    await until(() => ended(world).length === 1);
    const [first] = room.shows();
    await room.say('grace', 'and how do I do that with docker?');
    await until(() => ended(world).length === 2);
    await until(() => room.buttons().length === all.length);
    expect(room.buttons()).toEqual(all);
    expect(room.shows()[0]).toBe(first);
    // A sentence of Docent's own has no buttons, so the answer above keeps them.
    await room.say('grace', 'mute');
    await until(() => ended(world).length === 3);
    expect(room.buttons()).toEqual(all);
    await room.press('grace', 'Ask again');
    await until(() => ended(world).length === 4);
    expect(room.buttons()).toEqual(all);
    harmless(world);
  });

  it('also after a restart between the two, and in a new conversation', async () => {
    const world = await openWorld((_, index) => ({ pieces: pieces(`Answer ${index}.`) }));
    const first = await startBot(world);
    const room = await rooms[platform](world, 'First?');
    await until(() => ended(world).length === 1);
    await first.stop();
    await startBot(world);
    await room.say('grace', `${room.us}new`);
    await until(() => ended(world).length === 2);
    await room.say('grace', 'and how do I do that with docker?');
    await until(() => ended(world).length === 3);
    await until(() => room.buttons().length === all.length);
    harmless(world);
  });

  it('an older answer that is asked again by an edit has none afterwards', async () => {
    const world = await openWorld((_, index) => ({ pieces: pieces(`Answer ${index}.`) }));
    await startBot(world);
    const room = await rooms[platform](world, 'First?');
    await until(() => ended(world).length === 1);
    await room.say('grace', 'and how do I do that with docker?');
    await until(() => ended(world).length === 2);
    await room.edit('How do I do that first?');
    await until(() => ended(world).length === 3);
    await until(() => room.shows()[0] === 'Answer 2.' && room.buttons().length === all.length);
    harmless(world);
  });

  it('an older answer that was deleted disturbs nobody', async () => {
    const world = await openWorld((_, index) => ({ pieces: pieces(`Answer ${index}.`) }));
    await startBot(world);
    const room = await rooms[platform](world, 'First?');
    await until(() => ended(world).length === 1);
    const [message = ''] = room.messages();
    await removeAsModerator[platform](world, message);
    await room.say('grace', 'and how do I do that with docker?');
    await until(() => ended(world).length === 2);
    await until(() => room.buttons().length === all.length);
    expect(ended(world).some(isGone)).toBe(false);
  });
});
