/** Questions asked while no process is running. */
import { expect, it } from 'vitest';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { openWorld } from './world.ts';

it('questions asked while the bot is down are answered once on both platforms, but none after a first install', async () => {
  const world = await openWorld((asked) => ({ pieces: pieces(`To ${asked.messages.at(-1)?.content}`) }));
  const { slack, discord } = world;
  const slackPlace = { channel: world.slackChannel('docs-help'), user: world.slackUser('ada') };
  const discordPlace = { channel: world.discordChannel('docs-help'), user: world.discordUser('ada') };
  const ended = () => world.log.lines.filter(({ phrase }) => phrase === 'turn ended').length;
  const { id: before } = await discord.say({ ...discordPlace, text: `<@${discord.botUserId}> before?` });
  const first = await world.startBot();
  const { id: early } = await discord.say({ ...discordPlace, text: `<@${discord.botUserId}> one?` });
  await until(() => ended() === 1);
  await first.stop();
  const { ts } = await slack.say({ ...slackPlace, text: `<@${slack.botUserId}> two?` });
  const { id } = await discord.say({ ...discordPlace, text: `<@${discord.botUserId}> two?` });
  await discord.say({ ...discordPlace, channel: early, text: 'and one more?' });
  await world.startBot();
  await until(() => ended() === 4);
  expect(world.slackShows(slackPlace.channel, ts)).toEqual(['To two?']);
  expect(world.discordShows(id)).toEqual(['To two?']);
  expect(world.discordShows(early)).toEqual(['To one?', 'To and one more?']);
  expect(discord.thread(before)).toBeUndefined();
  expect(world.service.asked).toHaveLength(4);
});
