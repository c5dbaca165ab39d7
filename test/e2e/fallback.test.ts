/** A fallback assistant answers when the main one cannot, through the real SDKs on both platforms. */
import { expect, it } from 'vitest';
import { readConfig } from '../../src/bot/config/config.ts';
import { secretsOf } from '../../src/bot/config/secrets.ts';
import { english } from '../../src/bot/wording/wording.ts';
import { until } from '../sandbox/slack/until.ts';
import { routingOf } from './routing-file.ts';
import { openWorld, type World } from './world.ts';

const file = 'sites: { default: { fallback: second }, second: { domain: second } }';
const ended = (world: World): number => world.log.lines.filter(({ phrase }) => phrase === 'turn ended').length;

it('a thread continues with the fallback assistant while the main one is down, and with the main one afterwards', async () => {
  let isDown = false;
  const world = await openWorld(({ domain, messages }) => {
    if (domain === 'docs' && isDown) return { refuse: { status: 402, body: '{"error":"no credits"}' } };
    return { pieces: [`${domain} after ${messages.length}.`], threadId: `thread-of-${domain}` };
  });
  const first = await world.startBot({ routing: routingOf(world, file) });
  const { slack, discord } = world;
  const channel = world.slackChannel('docs-help');
  const { ts } = await slack.say({ channel, user: world.slackUser('ada'), text: `<@${slack.botUserId}> Why?` });
  const inDiscord = { channel: world.discordChannel('docs-help'), user: world.discordUser('ada') };
  const { id } = await discord.say({ ...inDiscord, text: `<@${discord.botUserId}> Why?` });
  await until(() => ended(world) === 2);

  const followUp = async (turns: number) => {
    await slack.say({ channel, user: world.slackUser('ada'), text: 'How do I do that?', thread: ts });
    await discord.say({ channel: id, user: world.discordUser('ada'), text: 'How do I do that?' });
    await until(() => ended(world) === turns);
  };
  isDown = true;
  await followUp(4);
  for (const shown of [world.slackShows(channel, ts), world.discordShows(id)]) {
    expect(shown.at(-1)).toContain('second after 3.');
    expect(shown.at(-1)).toContain(english.say('fallback'));
  }
  const toSecond = world.service.asked.filter(({ domain }) => domain === 'second');
  expect(toSecond.map(({ threadId }) => threadId)).toEqual([undefined, undefined]);

  // A restarted process knows of no failure.
  await first.stop();
  isDown = false;
  await world.startBot({ routing: routingOf(world, file) });
  await followUp(6);
  for (const shown of [world.slackShows(channel, ts), world.discordShows(id)]) {
    expect(shown.at(-1)).toContain('docs after 5.');
    expect(shown.at(-1)).not.toContain(english.say('fallback'));
  }
  expect(world.service.asked.slice(-2).map(({ threadId }) => threadId)).toEqual(['thread-of-docs', 'thread-of-docs']);
});

it('FALLBACK_* configures a fallback assistant without a routing file', async () => {
  const world = await openWorld(({ domain }) =>
    domain === 'docs' ? { refuse: { status: 402, body: '{"error":"no credits"}' } } : { pieces: [`From ${domain}.`] },
  );
  const { url, domain, apiKey } = world.assistant;
  const read = readConfig({
    DISCORD_TOKEN: 'of.no.use',
    ASSISTANT_URL: url,
    ASSISTANT_DOMAIN: domain,
    ASSISTANT_API_KEY: apiKey,
    FALLBACK_URL: url,
    FALLBACK_DOMAIN: 'second',
    FALLBACK_API_KEY: 'key-of-the-second',
  });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const { assistant, routing } = read.config;
  await world.startBot({ assistant, routing });
  const { slack } = world;
  const channel = world.slackChannel('docs-help');
  const { ts } = await slack.say({ channel, user: world.slackUser('ada'), text: `<@${slack.botUserId}> Why?` });
  await until(() => ended(world) === 1);
  expect(world.slackShows(channel, ts).at(-1)).toContain('From second.');
  expect(secretsOf(read.config)).toContain('key-of-the-second');
});
