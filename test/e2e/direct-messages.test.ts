/** Manners in direct messages, where everything is meant for Docent, through the real SDKs on both platforms. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { english } from '../../src/bot/wording/wording.ts';
import type { Clock } from '../../src/kit/base/clock.ts';
import { createFastClock } from '../fakes/fast-clock.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces, type Scripted } from './assistant-service.ts';
import { ended, harmless, startBot } from './room.ts';
import { routingOf } from './routing-file.ts';
import { openWorld, type World } from './world.ts';

interface Direct {
  say(text: string): Promise<unknown>;
  /** All our messages there, oldest first. */
  shows(): readonly string[];
}

/** The direct messages between Ada and us. */
function directOn(world: World, platform: 'slack' | 'discord'): Direct {
  const { slack, discord } = world;
  if (platform === 'discord') {
    const user = world.discordUser('ada');
    const place = () => discord.channels.find(({ kind, name }) => kind === 'dm' && name === 'ada')?.id ?? '';
    return { say: (text) => discord.directMessage({ user, text }), shows: () => world.discordShows(place()) };
  }
  const [user, channel] = [
    world.slackUser('ada'),
    slack.channels.find(({ kind, name }) => kind === 'im' && name === 'ada')?.id ?? '',
  ];
  return {
    say: (text) => slack.say({ channel, user, text }),
    // Each message begins a thread.
    shows: () => slack.messages(channel).flatMap(({ ts }) => world.slackShows(channel, ts)),
  };
}

async function open(platform: 'slack' | 'discord', script: (index: number) => Scripted, rules = '', clock?: Clock) {
  const world = await openWorld((_, index) => script(index), clock && { clock });
  await startBot(world, rules === '' ? {} : { routing: routingOf(world, rules) });
  return { world, direct: directOn(world, platform) };
}

/** People's messages. */
const ignored = (world: World) =>
  world.log.lines.filter(({ phrase, fields }) => phrase === 'message ignored' && 'addressed' in fields).length;

describe.each(['slack', 'discord'] as const)('in direct messages on %s', (platform) => {
  it('quick messages form one question, with one answer', async () => {
    const over = Promise.withResolvers<void>();
    onTestFinished(() => over.resolve());
    const script = (index: number) => ({
      pieces: pieces(`Answer ${index}.`),
      ...(index === 0 && { after: over.promise }),
    });
    // Stands still while the machine is busy elsewhere, so that the second message stays a quick one.
    const { world, direct } = await open(platform, script, '', createFastClock(1));
    await direct.say('How do I rotate keys');
    await until(() => world.service.asked.length === 1);
    await direct.say('with docker?');
    await until(() => ended(world).length === 1);
    expect(world.service.asked.map(({ messages }) => messages.at(-1)?.content)).toEqual([
      'How do I rotate keys',
      'How do I rotate keys\n\nwith docker?',
    ]);
    expect(direct.shows()).toEqual(['Answer 1.']);
    harmless(world);
  });

  it('"stop" ends the answer that is being written; another one gets a sentence, and thanks get no response', async () => {
    const long = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
    const { world, direct } = await open(platform, () => ({ pieces: pieces(long), gapMs: 150 }));
    await direct.say('How do I rotate keys?');
    await until(() => direct.shows().join('').includes('word1'));
    await direct.say('stop');
    await until(() => world.service.left() === 1 && ended(world).length === 1);
    expect(direct.shows().join('')).toContain(english.say('stopped'));
    expect(direct.shows().join('')).not.toContain('word59');
    await direct.say('mute');
    await until(() => direct.shows().some((text) => text.includes(english.say('reply.nothing_to_stop'))));
    const before = direct.shows();
    await direct.say('thanks!');
    await until(() => ignored(world) === 1);
    expect(direct.shows()).toEqual(before);
    expect(world.service.asked).toHaveLength(1);
    harmless(world);
  });

  it('nobody can be called, which is explained', async () => {
    const role = platform === 'slack' ? 'slack:S0DEPLOY01' : 'discord:1';
    const { world, direct } = await open(platform, () => ({}), `defaults: { handover: '${role}' }`);
    await direct.say('human');
    await until(() => direct.shows().length === 1);
    expect(direct.shows()[0]).toContain(english.say('reply.human_direct'));
    expect([world.slack.pings(), world.discord.pings()]).toEqual([[], []]);
  });
});
