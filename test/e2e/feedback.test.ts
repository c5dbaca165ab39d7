/** Feedback on answers, through the real SDKs on both platforms. */
import { describe, expect, it } from 'vitest';
import { english } from '../../src/bot/wording/wording.ts';
import { report } from '../../src/cli/data/report.ts';
import { openDatabase } from '../../src/kit/sql/database.ts';
import { type FeedbackRecord, readFeedback } from '../bot/store/feedback-records.ts';
import { openTerminal } from '../cli/terminal.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { ended, harmless, type Room, rooms, startBot } from './room.ts';
import { routingOf } from './routing-file.ts';
import { openWorld, type World } from './world.ts';

/** Needs more than one message on either platform. */
const twoMessages = Array.from({ length: 900 }, (_, index) => `word${index}`).join(' ');

interface Answered {
  readonly world: World;
  readonly room: Room;
  marks(): Promise<readonly FeedbackRecord[]>;
}

async function answered(platform: 'slack' | 'discord', mayAsk = false): Promise<Answered> {
  const world = await openWorld((_, index) => ({ pieces: pieces(`Answer ${index}.`) }));
  const grace = [`slack:${world.slackUser('grace')}`, `discord:${world.discordUser('grace')}`];
  const change = mayAsk && { routing: routingOf(world, `defaults: { mayAsk: [${grace}] }`) };
  await startBot(world, change || {});
  const room = await rooms[platform](world, 'How?');
  await until(() => ended(world).length === 1);
  return { world, room, marks: () => readFeedback(world.database) };
}

describe.each(['slack', 'discord'] as const)('on %s', (platform) => {
  it('"Helpful" and "Not helpful" are below an answer, and each person’s last press counts', async () => {
    const { world, room, marks } = await answered(platform);
    await room.press('linus', 'Helpful');
    await until(() => room.told('linus').length === 1);
    await room.press('linus', 'Helpful');
    await until(() => room.told('linus').length === 2);
    expect(room.told('linus')).toEqual([english.say('feedback.helpful'), english.say('feedback.already')]);
    expect(await marks()).toMatchObject([
      { mark: 'helpful', via: 'button', answer: { question: 'How?', answer: 'Answer 0.' } },
    ]);
    expect((await marks())[0]?.answer.link).toMatch(/^https?:/);
    await room.press('linus', 'Not helpful');
    await until(() => room.hasForm('linus'));
    expect(await marks()).toMatchObject([{ mark: 'not_helpful' }]);
    await room.submit('linus', { reason: 'outdated', comment: 'since v2 @everyone' });
    expect(await marks()).toMatchObject([
      {
        mark: 'not_helpful',
        reason: 'outdated',
        comment: 'since v2 @everyone',
        person: expect.stringMatching(/^hash:/),
      },
    ]);
    await until(() => room.told('linus').length === 3);
    await room.press('linus', 'Not helpful');
    await until(() => room.told('linus').length === 4);
    expect(room.told('linus').slice(2)).toEqual([english.say('feedback.reason'), english.say('feedback.already')]);
    await room.press('grace', 'Helpful');
    await until(async () => (await marks()).length === 2);
    await room.press('linus', 'Helpful');
    await until(async () => (await marks()).every(({ mark }) => mark === 'helpful'));
    harmless(world);
  });

  it('one line of sources and one row are below a short answer, and its menu leaves nothing behind', async () => {
    const world = await openWorld(() => ({
      pieces: ['Press Rotate.'],
      sources: [
        { path: 'keys', title: 'Keys' },
        { path: 'faq', title: 'FAQ' },
      ],
    }));
    await startBot(world);
    const room = await rooms[platform](world, 'How?');
    await until(() => ended(world).length === 1);
    expect(room.shows().join().split('\n').filter(Boolean)).toEqual([
      'Press Rotate.',
      expect.stringMatching(/Keys.* · /),
    ]);
    expect(room.rows()).toBe(1);
    expect(room.buttons()).toEqual(['Helpful', 'Not helpful', 'Ask again', 'Solved']);
    await room.press('linus', 'Solved');
    await until(() => room.told('linus').includes(english.say('reply.solved_not_yours')));
    await room.press('grace', 'Solved');
    await until(() => ended(world).length === 2);
    await until(() => room.told('grace').length === 0);
    harmless(world);
  });

  it('a thumb reaction on the answer also counts, until it is removed', async () => {
    const { world, room, marks } = await answered(platform);
    await room.react('linus', 'up');
    await until(async () => (await marks()).length === 1);
    expect(await marks()).toMatchObject([{ mark: 'helpful', via: 'reaction' }]);
    await room.react('linus', 'down');
    await until(async () => (await marks())[0]?.mark === 'not_helpful');
    await room.react('linus', 'up');
    await room.react('linus', 'down');
    await until(async () => (await marks()).length === 0);
    harmless(world);
  });

  it('a form that arrives too late adds no reason to a mark that has changed since', async () => {
    const { room, marks } = await answered(platform);
    await room.press('linus', 'Not helpful');
    await until(() => room.hasForm('linus'));
    await room.press('linus', 'Helpful');
    await until(async () => (await marks())[0]?.mark === 'helpful');
    await room.submit('linus', { reason: 'wrong' });
    expect(await marks()).toMatchObject([{ mark: 'helpful' }]);
    expect((await marks())[0]).not.toHaveProperty('reason');
  });

  it('a press below an answer that is no longer stored shows one sentence', async () => {
    const { world, room, marks } = await answered(platform);
    const database = await openDatabase(world.database);
    await database.sql.deleteFrom('turns').execute();
    await database.close();
    await room.press('linus', 'Helpful');
    await room.press('grace', 'Not helpful');
    await until(() => room.told('linus').length === 1 && room.told('grace').length === 1);
    expect([...room.told('linus'), ...room.told('grace')]).toEqual(Array(2).fill(english.say('press.gone')));
    expect(room.hasForm('grace')).toBe(false);
    expect(await marks()).toEqual([]);
    harmless(world);
  });
});

it.each(['slack', 'discord'] as const)(
  'a person who may not ask on %s may not give feedback either, and is told so',
  async (platform) => {
    const { world, room, marks } = await answered(platform, true);
    await room.press('linus', 'Not helpful');
    await until(() => room.told('linus').length === 1);
    expect(room.told('linus')).toEqual([english.say('refused.not_allowed')]);
    await room.press('grace', 'Helpful');
    await until(() => room.told('grace').length === 1);
    expect(await marks()).toMatchObject([{ mark: 'helpful' }]);
    harmless(world);
  },
);

describe.each(['slack', 'discord'] as const)('on %s', (platform) => {
  it('a helper can take a wrong answer back: one line replaces it, and the correction is kept', async () => {
    const world = await openWorld(() => ({ pieces: pieces(twoMessages) }));
    const staff = `defaults: { staff: ['slack:${world.slackUser('ada')}', 'discord:${world.discordUser('ada')}'] }`;
    await startBot(world, { routing: routingOf(world, staff) });
    const room = await rooms[platform](world, 'How?');
    await until(() => ended(world).length === 1);
    await room.press('linus', 'Not helpful');
    await until(() => room.hasForm('linus'));
    await room.submit('linus', { reason: 'take_back' });
    expect(room.shows()).not.toHaveLength(1);
    await room.press('ada', 'Not helpful');
    await until(() => room.hasForm('ada'));
    await room.submit('ada', { reason: 'take_back', comment: 'It is *9*, see @everyone.' });
    await until(() => ended(world).length === 2);
    expect(room.shows()).toHaveLength(1);
    expect(room.shows()[0]).toMatch(/[Aa]da.*, who helps here, says that this answer was wrong/);
    expect(room.shows()[0]).toMatch(/It is .9.+, see @\S?everyone/);
    expect(room.buttons()).toEqual([]);
    const records = await readFeedback(world.database);
    expect(records.find(({ isCorrection }) => isCorrection)).toMatchObject({
      reason: 'wrong',
      comment: 'It is *9*, see @everyone.',
      isOnEarlierAnswer: false,
      answer: { question: 'How?', answer: expect.stringMatching(/^word0 word1 /) },
    });
    expect([...world.slack.pings(), ...world.discord.pings()]).toEqual([]);
    const { io, out } = openTerminal();
    expect(await report.run(['--database', world.database], io)).toBe(0);
    expect(out()).toMatch(/How\?.*wrong: It is .*9.*, see \\?@…/);
    harmless(world);
  });
});

it('a form that Slack does not open leaves the mark and a sentence', async () => {
  const { world, room, marks } = await answered('slack');
  world.slack.faults.failNext('views.open', { error: 'expired_trigger_id' });
  await room.press('linus', 'Not helpful');
  await until(() => room.told('linus').length === 1);
  expect(room.told('linus')).toEqual([english.say('feedback.not_helpful')]);
  expect(await marks()).toMatchObject([{ mark: 'not_helpful' }]);
});

it('on discord, thumbs that a moderator removes no longer count, but presses do', async () => {
  const { world, room, marks } = await answered('discord');
  const moderator = world.discordUser('grace');
  const asked = world.discord.messages(world.discordChannel('docs-help')).at(-1);
  // The thread has the id of the question.
  const channel = asked?.id ?? '';
  await room.press('ada', 'Helpful');
  await room.react('linus', 'up');
  await room.react('noor', 'down');
  await until(async () => (await marks()).length === 3);
  const id = world.discord.messages(channel).find(({ reactions }) => reactions.length > 0)?.id ?? '';
  await world.discord.clearReactions({ channel, user: moderator, id, emoji: '👎' });
  await until(async () => (await marks()).length === 2);
  expect((await marks()).map(({ mark }) => mark)).toEqual(['helpful', 'helpful']);
  await world.discord.clearReactions({ channel, user: moderator, id });
  await until(async () => (await marks()).length === 1);
  expect(await marks()).toMatchObject([{ via: 'button' }]);
});
