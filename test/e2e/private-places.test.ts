/** What is said in private stays out of everything that others read, on both platforms through the real SDKs. */
import { describe, expect, it } from 'vitest';
import { toExport } from '../../src/bot/core/insight/exports.ts';
import { askShortcut } from '../../src/bot/platforms/slack/inbound/shortcuts.ts';
import { readAsked } from '../../src/bot/store/reports/asked-questions.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { ended, harmless } from './room.ts';
import { routingOf } from './routing-file.ts';
import { openWorld, type World } from './world.ts';

type Platform = 'slack' | 'discord';

const proposal = '\n\n```suggestions\n(Where is the Smeg kept?)[/guides/store]\n```\n';

async function open(rules: string, readers: readonly string[] = []): Promise<World> {
  const sources = [{ path: '/guides/kettle', title: 'Kettle' }];
  const world = await openWorld((_, index) => ({
    pieces: pieces(`Smeg ${index}.${index === 0 ? proposal : ''}`),
    sources,
  }));
  const reportAllow = readers.flatMap((name) => [
    `slack:${world.slackUser(name)}`,
    `discord:${world.discordUser(name)}`,
  ]);
  await world.startBot({ routing: routingOf(world, rules), reportAllow });
  return world;
}

/** Does these one after the other, each until its question is answered. */
async function eachAnswered(world: World, ...acts: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const act of acts) {
    const before = ended(world).length;
    await act();
    await until(() => ended(world).length > before);
  }
}

/** Every way to ask something in direct messages; Discord offers no commands there. */
function directWays(world: World, platform: Platform): readonly (() => Promise<unknown>)[] {
  const button = 'Where is the Smeg kept?';
  if (platform === 'slack') {
    const { slack } = world;
    const user = world.slackUser('ada');
    const channel = slack.channels.find(({ kind, name }) => kind === 'im' && name === 'ada')?.id ?? '';
    const ours = () => slack.allMessages(channel).find((one) => one.user === slack.botUserId)?.ts ?? '';
    return [
      () => slack.say({ channel, user, text: 'How hot is my Smeg?' }),
      () => slack.press({ channel, user, ts: ours(), button }),
      () => slack.command({ command: '/docs', text: 'How old is my Smeg?', channel, user }),
      () => slack.shortcut({ channel, user, ts: ours(), callbackId: askShortcut }),
    ];
  }
  const { discord } = world;
  const user = world.discordUser('ada');
  const channel = discord.channels.find(({ kind, name }) => kind === 'dm' && name === 'ada')?.id ?? '';
  const ours = () => discord.messages(channel).find((one) => one.author === discord.botUserId)?.id ?? '';
  return [
    () => discord.directMessage({ user, text: 'How hot is my Smeg?' }),
    () => discord.press({ channel, user, message: ours(), button }),
  ];
}

/** Asks in a channel that Ada and Grace can see, and Linus cannot. */
async function askInPrivateChannel(world: World, platform: Platform, text: string): Promise<void> {
  if (platform === 'slack') {
    const { slack } = world;
    const [channel, user] = [world.slackChannel('docs-writers'), world.slackUser('grace')];
    await slack.say({ channel, user, text: `<@${slack.botUserId}> ${text}` });
    return;
  }
  const { discord } = world;
  const [channel, user] = [world.discordChannel('maintainers'), world.discordUser('grace')];
  await discord.say({ channel, user, text: `<@${discord.botUserId}> ${text}` });
}

/** The report that a person requests in #docs-help. */
async function reportFor(world: World, platform: Platform, name: string): Promise<string> {
  const isSlack = platform === 'slack';
  const channel = isSlack ? world.slackChannel('docs-help') : world.discordChannel('docs-help');
  const user = isSlack ? world.slackUser(name) : world.discordUser(name);
  const shown = (): readonly string[] =>
    isSlack
      ? world.slack.allMessages(channel).flatMap(({ text, visibleTo }) => (visibleTo === user ? [text] : []))
      : world.discord.messages(channel).flatMap(({ content, visibleTo }) => (visibleTo === user ? [content] : []));
  const before = shown().length;
  if (isSlack) await world.slack.command({ command: '/docs-report', text: '1d', channel, user });
  else await world.discord.command({ name: 'docs-report', options: { since: '1d' }, channel, user });
  await until(() => (shown().at(before) ?? '') !== '');
  return shown().at(-1) ?? '';
}

describe.each(['slack', 'discord'] as const)('on %s', (platform) => {
  it('no report or export contains a word of direct messages, however it was asked', async () => {
    const world = await open('defaults: { private: false }');
    const ways = directWays(world, platform);
    await eachAnswered(world, ...ways);
    const { asked } = await readAsked(world.database, 0);
    expect(asked).toHaveLength(ways.length);
    expect(JSON.stringify(asked)).not.toContain('Smeg');
    expect(toExport('questions', asked)).toEqual([]);
    harmless(world);
  });

  it('a report quotes a private channel to its members only', async () => {
    const world = await open('defaults: {}', ['grace', 'linus']);
    if (platform === 'discord') world.discord.setPermission(world.discordChannel('maintainers'), 'viewChannel', true);
    const texts = ['How do I boil water in the kettle?', 'How to boil water in the kettle?'];
    await eachAnswered(world, ...texts.map((text) => () => askInPrivateChannel(world, platform, text)));
    expect(await reportFor(world, platform, 'grace')).toContain('boil water');
    const others = await reportFor(world, platform, 'linus');
    expect(others).toContain('Kettle · ');
    expect(others).not.toContain('boil');
    harmless(world);
  });

  it('a setting lets everybody who reads reports read private channels', async () => {
    const world = await open('privateChannels: true', ['linus']);
    if (platform === 'discord') world.discord.setPermission(world.discordChannel('maintainers'), 'viewChannel', true);
    const texts = ['How do I boil water in the kettle?', 'How to boil water in the kettle?'];
    await eachAnswered(world, ...texts.map((text) => () => askInPrivateChannel(world, platform, text)));
    expect(await reportFor(world, platform, 'linus')).toContain('boil water');
    harmless(world);
  });
});
