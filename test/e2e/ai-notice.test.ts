/** Answers that say that an AI writes them, on both platforms. */
import { describe, expect, it } from 'vitest';
import { oneSite } from '../../src/bot/config/config.ts';
import { english } from '../../src/bot/wording/wording.ts';
import { until } from '../sandbox/slack/until.ts';
import type { Scripted } from './assistant-service.ts';
import { ended } from './room.ts';
import { routingOf } from './routing-file.ts';
import { openWorld, type World } from './world.ts';

const notice = english.say('aiNotice');

/** Asks in a channel, or in direct messages. Resolves to the newest message of Docent there, once its turn has ended. */
type Ask = (world: World, place: string) => Promise<string>;

async function untilNextEnd(world: World, act: () => Promise<unknown>): Promise<void> {
  const before = ended(world).length;
  await act();
  await until(() => ended(world).length > before);
}

const asks: Record<'Slack' | 'Discord', Ask> = {
  async Slack(world, place) {
    const { slack } = world;
    const channel = slack.channels.find(({ name }) => name === place)?.id ?? '';
    const text = `<@${slack.botUserId}> How do I rotate keys?`;
    await untilNextEnd(world, () => slack.say({ channel, user: world.slackUser('ada'), text }));
    const ours = slack.allMessages(channel).filter(({ user }) => user === slack.botUserId);
    return JSON.stringify(ours.at(-1));
  },
  async Discord(world, place) {
    const { discord } = world;
    const channel = discord.channels.find(({ name }) => name === place);
    const text = `<@${discord.botUserId}> How do I rotate keys?`;
    let id = '';
    await untilNextEnd(world, async () => {
      ({ id } = await discord.say({ channel: channel?.id ?? '', user: world.discordUser('ada'), text }));
    });
    const ours = discord.messages(channel?.kind === 'dm' ? channel.id : id);
    return ours.findLast(({ author, system }) => author === discord.botUserId && !system)?.content ?? '';
  },
};

const page = [{ path: '/keys', title: 'Keys' }];

describe.each(['Slack', 'Discord'] as const)('in %s', (platform) => {
  const ask = asks[platform];

  it('by default, the first answer of a hosted assistant in each place says that an AI writes, even over a restart', async () => {
    const world = await openWorld(() => ({ pieces: ['Run it.'], sources: page }));
    const first = await world.startBot(oneSite(world.assistant));
    // In one line with the sources.
    expect(await ask(world, 'docs-help')).toMatch(new RegExp(`\\bKeys\\S* · [_*]${notice}[_*]`));
    await first.stop();
    await world.startBot(oneSite(world.assistant));
    expect(await ask(world, 'docs-help')).not.toContain(notice);
    expect(await ask(world, 'general')).toContain(notice);
    expect(await ask(world, 'ada')).toContain(notice);
    expect(await ask(world, 'ada')).not.toContain(notice);
  });

  it('each answer says so where that is set, and none where it is off', async () => {
    const world = await openWorld(() => ({ pieces: ['Run it.'], sources: page }));
    const channels = `{ ${platform === 'Slack' ? world.slackChannel('general') : world.discordChannel('general')}: { aiNotice: off } }`;
    const file = `{ defaults: { aiNotice: always }, ${platform.toLowerCase()}: { channels: ${channels} } }`;
    await world.startBot({ routing: routingOf(world, file) });
    expect(await ask(world, 'docs-help')).toContain(notice);
    expect(await ask(world, 'docs-help')).toContain(notice);
    expect(await ask(world, 'general')).not.toContain(notice);
  });

  it('neither quoted passages nor refusals of our own service say so, but the first words of its model do', async () => {
    const scripts: readonly Scripted[] = [
      { pieces: ['Quoted.'], sources: page, outcome: 'answer' },
      { pieces: ['Not there.'], outcome: 'refuse', model: true },
      { pieces: ['Written.'], sources: page, outcome: 'answer', model: true },
    ];
    const world = await openWorld((_, index) => scripts[index] ?? {});
    await world.startBot(oneSite(world.assistant));
    const shown = [await ask(world, 'docs-help'), await ask(world, 'docs-help'), await ask(world, 'docs-help')];
    expect(shown.map((text) => text.includes(notice))).toEqual([false, false, true]);
  });
});

it.each([
  ['of a hosted assistant says so to its asker, and again to all when it is shared', {}, true],
  ['of quoted passages does not, nor when it is shared', { outcome: 'answer' }, false],
] as const)('a private answer %s', async (_, more, says) => {
  const world = await openWorld(() => ({ pieces: ['Run it.'], sources: page, ...more }));
  await world.startBot(oneSite(world.assistant));
  const { slack } = world;
  const [channel, user] = [world.slackChannel('docs-help'), world.slackUser('ada')];
  await untilNextEnd(world, () => slack.command({ command: '/docs', text: 'How?', channel, user }));
  const mine = slack.allMessages(channel).findLast(({ visibleTo }) => visibleTo === user);
  expect(JSON.stringify(mine).includes(notice)).toBe(says);
  const button = english.say('button.share');
  await untilNextEnd(world, () => slack.press({ channel, user, ts: mine?.ts ?? '', button }));
  const shared = slack.allMessages(channel).findLast(({ visibleTo }) => visibleTo === undefined);
  expect(JSON.stringify(shared)).toContain('Run it.');
  expect(JSON.stringify(shared).includes(notice)).toBe(says);
});
