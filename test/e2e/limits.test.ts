/** Limits on questions: a person who reaches one is told when to ask again, on both platforms through the real SDKs. */
import { describe, expect, it } from 'vitest';
import { english } from '../../src/bot/wording/wording.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { callPeople, ended, rooms, startBot } from './room.ts';
import { routingOf } from './routing-file.ts';
import { openWorld, type World } from './world.ts';

const all = [
  'personMinute',
  'personDay',
  'channelMinute',
  'workspaceMonth',
  'siteMonth',
  'organizationHour',
  'addressDay',
];

type Platform = 'slack' | 'discord';

/** Mentions Docent in a channel, and returns what it says there. */
async function ask(world: World, platform: Platform, name: string, text: string): Promise<() => readonly string[]> {
  const { slack, discord } = world;
  if (platform === 'slack') {
    const [channel, user] = [world.slackChannel('docs-help'), world.slackUser(name)];
    const { ts } = await slack.say({ channel, user, text: `<@${slack.botUserId}> ${text}` });
    return () => world.slackShows(channel, ts);
  }
  const [channel, user] = [world.discordChannel('docs-help'), world.discordUser(name)];
  const { id } = await discord.say({ channel, user, text: `<@${discord.botUserId}> ${text}` });
  return () => world.discordShows(id);
}

describe.each(['slack', 'discord'] as const)('on %s', (platform) => {
  it.each([
    ['person and minute', 'personMinute', 'ada', 'reply.limit_minute'],
    ['channel and minute', 'channelMinute', 'grace', 'reply.limit_channel'],
    ['person and day', 'personDay', 'ada', 'reply.limit_day'],
    ['workspace or server and month', 'workspaceMonth', 'grace', 'reply.limit_month'],
    ['key and month', 'siteMonth', 'grace', 'reply.limit_month'],
    ['service and hour', 'organizationHour', 'grace', 'reply.limit_hour'],
    ['service and day', 'addressDay', 'grace', 'reply.limit_address'],
  ] as const)(
    'one question per %s is answered, and the next one says when to ask again',
    async (_, limit, next, key) => {
      const world = await openWorld(() => ({ pieces: pieces('Here.') }));
      const limits = `limits: { ${all.map((each) => `${each}: ${each === limit ? 1 : 'off'}`).join(', ')} }`;
      await world.startBot({ routing: routingOf(world, limits) });
      const first = await ask(world, platform, 'ada', 'How do I start?');
      await until(() => first().length === 1);
      const second = await ask(world, platform, next, 'How do I stop?');
      await until(() => second().length === 1);
      expect([...first(), ...second()]).toEqual(['Here.', expect.stringContaining(english.say(key))]);
      expect(world.service.asked).toHaveLength(1);
    },
  );

  it('"Ask again" and edits count as questions, and need permission to ask', async () => {
    const world = await openWorld((_, index) => ({ pieces: pieces(`Answer ${index}.`) }));
    const app = await startBot(world, { routing: routingOf(world, 'limits: { personDay: 3 }') });
    const room = await rooms[platform](world, 'How do I start?');
    await until(() => ended(world).length === 1);
    await room.press('grace', 'Ask again');
    await until(() => ended(world).length === 2);
    await room.edit('How do I start it?');
    await until(() => ended(world).length === 3);
    const isSaid = (text: string) => text.includes(english.say('reply.limit_day'));
    const said = () => [...room.told('grace'), ...room.shows()].filter(isSaid);
    await room.edit('How do I start it now?');
    await until(() => said().length === 1);
    // Privately if the platform supports it, and once.
    expect(room.told('grace')).toHaveLength(platform === 'slack' ? 1 : 0);
    await room.edit('How do I start it at once?');
    await room.press('grace', 'Ask again');
    await until(() => said().length === 2);
    app.route(routingOf(world, 'defaults: { mode: off }'));
    await room.edit('How do I start it today?');
    await room.press('grace', 'Ask again');
    await until(() => room.told('grace').includes(english.say('refused.off')));
    expect(said()).toHaveLength(2);
    expect(room.shows()[0]).toBe('Answer 2.');
    expect(world.service.asked).toHaveLength(3);
  });

  it('a budget that is used up is mentioned once per person and day, and people can still be called', async () => {
    const world = await openWorld(() => ({ pieces: pieces('Here.') }));
    const role = world.discord.roles.find(({ name }) => name === 'Maintainer')?.id ?? '';
    const handover = platform === 'slack' ? 'slack:S0DEPLOY01' : `discord:${role}`;
    const rules = `limits: { siteMonth: 1 }\ndefaults: { handover: '${handover}' }`;
    await startBot(world, { routing: routingOf(world, rules) });
    const room = await rooms[platform](world, 'How do I start?');
    await until(() => ended(world).length === 1);
    await room.say('grace', `${room.us}How do I stop?`);
    await room.say('grace', `${room.us}How do I go on?`);
    await until(() => ended(world).length === 2 && world.log.lines.some(({ phrase }) => phrase === 'message ignored'));
    expect(room.shows().filter((text) => text.includes(english.say('reply.limit_month')))).toHaveLength(1);
    await callPeople(room, 'linus');
    await until(() => ended(world).length === 3);
    expect(room.shows().at(-1)).toContain(english.say('reply.human'));
    expect(world.service.asked).toHaveLength(1);
  });
});
