/** Quick messages in a channel, outside of threads, through the real SDKs on both platforms. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFastClock } from '../fakes/fast-clock.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { ended, harmless, startBot } from './room.ts';
import { routingOf } from './routing-file.ts';
import { openWorld, type World } from './world.ts';

/** A channel and its messages. */
interface Channel {
  /** The prefix of a message that mentions us. */
  readonly us: string;
  /** Returns the id of the message. */
  say(user: string, text: string): Promise<string>;
  edit(user: string, message: string, text: string): Promise<unknown>;
  remove(user: string, message: string): Promise<unknown>;
  /** What we say in the thread of a message. */
  below(message: string): readonly string[];
}

function slackChannel(world: World): Channel {
  const { slack } = world;
  const channel = world.slackChannel('docs-help');
  const place = (name: string) => ({ channel, user: world.slackUser(name) });
  return {
    us: `<@${slack.botUserId}> `,
    say: async (user, text) => (await slack.say({ ...place(user), text })).ts,
    edit: (user, ts, text) => slack.edit({ ...place(user), ts, text }),
    remove: (user, ts) => slack.remove({ ...place(user), ts }),
    below: (ts) => world.slackShows(channel, ts),
  };
}

function discordChannel(world: World): Channel {
  const { discord } = world;
  const channel = world.discordChannel('docs-help');
  const place = (name: string) => ({ channel, user: world.discordUser(name) });
  return {
    us: `<@${discord.botUserId}> `,
    say: async (user, text) => (await discord.say({ ...place(user), text })).id,
    edit: (user, id, text) => discord.edit({ ...place(user), id, text }),
    remove: (user, id) => discord.remove({ ...place(user), id }),
    below: (id) => (discord.threads(channel).some((thread) => thread.id === id) ? world.discordShows(id) : []),
  };
}

const channelOn = { slack: slackChannel, discord: discordChannel };

/** The first request is not answered until the test is over. */
async function openChannel(platform: 'slack' | 'discord', rules = ''): Promise<{ world: World; channel: Channel }> {
  const over = Promise.withResolvers<void>();
  onTestFinished(() => over.resolve());
  const script = (_: unknown, index: number) => ({
    pieces: pieces(`Answer ${index}.`),
    ...(index === 0 && { after: over.promise }),
  });
  // Stands still while the machine is busy elsewhere, so that a second message stays a quick one.
  const world = await openWorld(script, { clock: createFastClock(1) });
  await startBot(world, rules === '' ? {} : { routing: routingOf(world, rules) });
  return { world, channel: channelOn[platform](world) };
}

function asked(world: World): readonly (string | undefined)[] {
  return world.service.asked.map(({ messages }) => messages.at(-1)?.content);
}

const both = 'How do I rotate keys\n\nwith docker?';

describe.each(['slack', 'discord'] as const)('on %s', (platform) => {
  it.each([
    ['without a mention joins the question before it', '', 'with docker?'],
    [
      'joins the question before it where Docent answers without a mention',
      'defaults: { mode: auto, unanswered: say }',
      'with docker?',
    ],
  ])('a second message %s, and opens no thread', async (_, rules, text) => {
    const { world, channel } = await openChannel(platform, rules);
    const first = await channel.say('grace', `${rules === '' ? channel.us : ''}How do I rotate keys`);
    await until(() => world.service.asked.length === 1);
    const second = await channel.say('grace', text);
    await until(() => ended(world).length === 1);
    expect(asked(world)).toEqual(['How do I rotate keys', both]);
    expect(channel.below(first)).toEqual(['Answer 1.']);
    expect(channel.below(second)).toEqual([]);
    harmless(world);
  });

  it('a second message that mentions Docent is a separate question in its own thread', async () => {
    const { world, channel } = await openChannel(platform);
    await channel.say('grace', `${channel.us}How do I rotate keys?`);
    await until(() => world.service.asked.length === 1);
    const second = await channel.say('grace', `${channel.us}How do I delete keys?`);
    await until(() => channel.below(second).length === 1);
    expect(asked(world)).toEqual(['How do I rotate keys?', 'How do I delete keys?']);
  });

  it('messages from or to other people do not join it', async () => {
    const { world, channel } = await openChannel(platform);
    await channel.say('grace', `${channel.us}How do I rotate keys`);
    await until(() => world.service.asked.length === 1);
    const linus = platform === 'slack' ? world.slackUser('linus') : world.discordUser('linus');
    await channel.say('linus', 'with docker?');
    await channel.say('grace', `<@${linus}> do you use docker?`);
    const own = await channel.say('linus', `${channel.us}How do I delete keys?`);
    await until(() => channel.below(own).length === 1);
    expect(asked(world)).toEqual(['How do I rotate keys', 'How do I delete keys?']);
  });

  it('editing the second message asks again with both, and deleting it with only the first', async () => {
    const { world, channel } = await openChannel(platform);
    const first = await channel.say('grace', `${channel.us}How do I rotate keys`);
    await until(() => world.service.asked.length === 1);
    const second = await channel.say('grace', 'with docker?');
    await until(() => ended(world).length === 1);
    await channel.edit('grace', second, 'with podman?');
    await until(() => ended(world).length === 2);
    await channel.remove('grace', second);
    await until(() => ended(world).length === 3);
    expect(asked(world)).toEqual([
      'How do I rotate keys',
      both,
      'How do I rotate keys\n\nwith podman?',
      'How do I rotate keys',
    ]);
    expect(channel.below(first)).toEqual(['Answer 3.']);
    harmless(world);
  });
});
