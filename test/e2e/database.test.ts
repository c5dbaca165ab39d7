/** A database outage while the whole bot runs: questions are not acknowledged, and are answered once it is back. */
import { expect, it, onTestFinished } from 'vitest';
import { createFastClock } from '../fakes/fast-clock.ts';
import { startPostgres } from '../kit/sql/postgres-server.ts';
import { until } from '../sandbox/slack/until.ts';
import { openWorld } from './world.ts';

it('questions asked on both platforms during an outage of Postgres are answered once it is back', async () => {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const world = await openWorld(() => ({ pieces: ['Restart it.'] }), {
    clock: createFastClock(10),
    // Slack redelivers events that were not acknowledged in time.
    slack: { appTimeoutMs: 3_000, eventTimeoutMs: 3_000 },
  });
  const app = await world.startBot({ database: server.url });
  const { slack, discord } = world;
  const slackChannel = world.slackChannel('docs-help');

  await server.interrupt();
  const { ts } = await slack.say({
    channel: slackChannel,
    user: world.slackUser('ada'),
    text: `<@${slack.botUserId}> How do I restart it?`,
  });
  const { id } = await discord.say({
    channel: world.discordChannel('docs-help'),
    user: world.discordUser('ada'),
    text: `<@${discord.botUserId}> How do I restart it?`,
  });
  await until(() => world.log.lines.some((line) => line.phrase === 'delivery not acknowledged'));
  await until(() => world.log.lines.some((line) => line.phrase === 'message not handled yet, retrying'));
  expect(slack.unacked()).toBeGreaterThan(0);
  expect(await app.health()).toMatchObject({ store: { state: 'reconnecting' }, slack: { state: 'ready' } });
  expect([world.slackShows(slackChannel, ts), discord.messages(id)]).toEqual([[], []]);

  await server.resume();
  await until(() => world.slackShows(slackChannel, ts).length > 0 && world.discordShows(id).length > 0);
  await until(() => slack.unacked() === 0);
  expect([world.slackShows(slackChannel, ts), world.discordShows(id)]).toEqual([['Restart it.'], ['Restart it.']]);
  expect(await app.health()).toMatchObject({ store: { state: 'ready' } });
});
