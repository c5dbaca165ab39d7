/** Answers that point to an earlier one to the same question, on both platforms. */
import { describe, expect, it } from 'vitest';
import { readFeedback } from '../bot/store/feedback-records.ts';
import { until } from '../sandbox/slack/until.ts';
import { ended, harmless, type Room, rooms, startBot } from './room.ts';
import { openWorld, type World } from './world.ts';

const question = 'How do I rotate keys?';
const pointer = /Answered on \d{1,2} \w+ \d{4}/;

/** The newest message of Docent after a mention in a channel. */
async function askIn(world: World, platform: 'slack' | 'discord', name: string, user: string): Promise<string> {
  const before = ended(world).length;
  const { slack, discord } = world;
  const text = 'how can I rotate the keys';
  let thread = '';
  if (platform === 'slack')
    await slack.say({
      channel: world.slackChannel(name),
      user: world.slackUser(user),
      text: `<@${slack.botUserId}> ${text}`,
    });
  else {
    const said = { channel: world.discordChannel(name), user: world.discordUser(user) };
    ({ id: thread } = await discord.say({ ...said, text: `<@${discord.botUserId}> ${text}` }));
  }
  await until(() => ended(world).length > before);
  if (platform === 'discord') return world.discordShows(thread).at(-1) ?? '';
  const ours = slack.allMessages(world.slackChannel(name)).findLast((one) => one.user === slack.botUserId);
  return JSON.stringify(ours);
}

describe.each(['slack', 'discord'] as const)('on %s', (platform) => {
  async function open(): Promise<{ readonly world: World; readonly room: Room }> {
    const world = await openWorld(() => ({ pieces: ['Run it.'], sources: [{ path: '/keys', title: 'Keys' }] }));
    await startBot(world);
    const room = await rooms[platform](world, question);
    await until(() => ended(world).length === 1);
    return { world, room };
  }

  it('an answer that somebody marked as helpful is linked below the next one to that question, elsewhere', async () => {
    const { world, room } = await open();
    expect(await askIn(world, platform, 'general', 'linus')).not.toMatch(pointer);
    await room.press('linus', 'Helpful');
    await until(() => room.told('linus').length === 1);
    const [mark] = await readFeedback(world.database);
    const shown = await askIn(world, platform, 'general', 'linus');
    expect(shown).toMatch(pointer);
    expect(shown.replaceAll('&amp;', '&')).toContain(String(mark?.answer.link));
    harmless(world);
  });

  it('no longer once somebody marks it as not helpful', async () => {
    const { world, room } = await open();
    await room.press('linus', 'Helpful');
    await room.press('ada', 'Not helpful');
    await until(() => room.hasForm('ada'));
    expect(await askIn(world, platform, 'general', 'linus')).not.toMatch(pointer);
  });
});

it('a guest in Slack, who cannot read all public channels, is pointed to none', async () => {
  const world = await openWorld(() => ({ pieces: ['Run it.'], sources: [{ path: '/keys', title: 'Keys' }] }));
  await startBot(world);
  const room = await rooms.slack(world, question);
  await until(() => ended(world).length === 1);
  await room.press('linus', 'Helpful');
  await until(() => room.told('linus').length === 1);
  expect(await askIn(world, 'slack', 'general', 'noor')).not.toMatch(pointer);
  expect(await askIn(world, 'slack', 'general', 'ada')).toMatch(pointer);
});
