/**
 * Each way in which an assistant can fail before its first word, at the service or in the network, and who answers
 * then.
 */
import { expect, it } from 'vitest';
import { english } from '../../src/bot/wording/wording.ts';
import { until } from '../sandbox/slack/until.ts';
import type { Scripted } from './assistant-service.ts';
import { routingOf } from './routing-file.ts';
import { openWorld } from './world.ts';

const refusing = (status: number): Scripted => ({ refuse: { status, body: '{"error":"no"}' } });

it.each<readonly [how: string, scripted: Scripted]>([
  ['401', refusing(401)],
  ['402', refusing(402)],
  ['429', refusing(429)],
  ['500', refusing(500)],
  ['503', refusing(503)],
  ['nothing but silence', { after: Promise.withResolvers<void>().promise }],
  ['a connection that ends before the first word', { ends: 'cut' }],
])('the fallback assistant answers after %s, and its answer says so', async (_, scripted) => {
  const world = await openWorld(({ domain }) => (domain === 'docs' ? scripted : { pieces: ['From the second.'] }));
  const { assistant } = world;
  const sites = new Map([
    // The others end by themselves, however long a busy machine takes.
    ['default', { ...assistant, ...('after' in scripted && { firstByteMs: 300, idleMs: 300 }), fallback: 'second' }],
    ['second', { ...assistant, domain: 'second' }],
  ]);
  await world.startBot({ routing: { ...routingOf(world, ''), sites } });
  const { slack, discord } = world;
  const channel = world.slackChannel('docs-help');
  const { ts } = await slack.say({ channel, user: world.slackUser('ada'), text: `<@${slack.botUserId}> Why?` });
  const ended = () => world.log.lines.filter(({ phrase }) => phrase === 'turn ended').length;
  await until(() => ended() === 1);
  const inDiscord = { channel: world.discordChannel('docs-help'), user: world.discordUser('ada') };
  const { id } = await discord.say({ ...inDiscord, text: `<@${discord.botUserId}> Why?` });
  await until(() => ended() === 2);
  for (const shown of [world.slackShows(channel, ts), world.discordShows(id)]) {
    expect(shown.join()).toContain('From the second.');
    expect(shown.join()).toContain(english.say('fallback'));
  }
  // The second question, within five minutes, went to the fallback assistant only. A busy machine may give the first assistant
  // up before the question reaches it.
  const asked = Object.groupBy(world.service.asked, ({ domain }) => domain);
  expect(asked.second).toHaveLength(2);
  expect(asked.docs?.length ?? 0).toBeLessThanOrEqual(1);
});
