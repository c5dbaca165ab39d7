/**
 * No answer and no fallback assistant: the pages that the service's search finds, through the real SDKs on both
 * platforms.
 */
import { expect, it } from 'vitest';
import { Wording } from '../../src/bot/wording/wording.ts';
import { until } from '../sandbox/slack/until.ts';
import { routingOf } from './routing-file.ts';
import { openWorld } from './world.ts';

it('an assistant without credits leads to the closest pages of its docs, in the reader’s language', async () => {
  const world = await openWorld(() => ({ refuse: { status: 402, body: '{"error":"no credits"}' } }), {
    found: [
      { path: '/guides/keys', metadata: { title: 'Keys' }, content: 'Rotate keys.' },
      { path: 'https://elsewhere.example/keys', metadata: { title: 'Elsewhere' } },
      { path: 'javascript:alert(1)', metadata: { title: 'Script' } },
      { path: '/guides/keys', metadata: { title: 'Keys again' } },
    ],
  });
  const assistant = { ...world.assistant, filter: { version: 'v2' } };
  await world.startBot({
    assistant,
    routing: { ...routingOf(world, 'defaults: { language: de }'), sites: new Map([['default', assistant]]) },
  });
  const { slack, discord } = world;
  const channel = world.slackChannel('docs-help');
  const question = 'How do I rotate the key of ada@example.com?';
  const { ts } = await slack.say({ channel, user: world.slackUser('ada'), text: `<@${slack.botUserId}> ${question}` });
  const inDiscord = { channel: world.discordChannel('docs-help'), user: world.discordUser('ada') };
  const { id } = await discord.say({ ...inDiscord, text: `<@${discord.botUserId}> ${question}` });
  await until(() => world.log.lines.filter(({ phrase }) => phrase === 'turn ended').length === 2);
  const german = new Wording('de');
  for (const [shown] of [world.slackShows(channel, ts), world.discordShows(id)]) {
    expect(shown).toContain(german.say('nearest.heading'));
    expect(shown).toContain('https://docs.example/guides/keys');
    expect(shown).toContain(german.say('noAnswer.out_of_credits').slice(0, 20));
    expect(shown).not.toMatch(/elsewhere|javascript|again/);
  }
  expect(world.service.searched).toEqual(
    [0, 1].map(() => ({ query: 'How do I rotate the key of [email]?', pageSize: 5, filter: { version: 'v2' } })),
  );
  expect([slack.violations, discord.violations]).toEqual([[], []]);
});
