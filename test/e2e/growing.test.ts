/** Where an answer grows by edits, which everybody sees, and where it is streamed, through Slack's own SDK. */
import { expect, it } from 'vitest';
import { until } from '../sandbox/slack/until.ts';
import { ended } from './room.ts';
import { openWorld } from './world.ts';

it.each([
  ['by edits in a channel', 'docs-help', undefined],
  ['as a stream in a direct message', 'ada', 'in_progress'],
])('an answer grows %s', async (_, name, streaming) => {
  const rest = Promise.withResolvers<void>();
  const world = await openWorld(() => ({
    pieces: ['Set the token.\n\n'],
    laterQuery: { query: 'more', until: rest.promise },
  }));
  await world.startBot();
  const { slack } = world;
  const channel = slack.channels.find((each) => each.name === name)?.id ?? '';
  const text = `<@${slack.botUserId}> Where is the token?`;
  const { ts } = await slack.say({ channel, user: world.slackUser('ada'), text });
  const answer = () => slack.messages(channel, ts).find((message) => message.text.startsWith('Set the token.'));
  await until(() => answer() !== undefined);
  expect(answer()?.streaming).toBe(streaming);
  rest.resolve();
  await until(() => ended(world).length === 1);
  expect(answer()?.streaming).toBe(streaming && 'completed');
  expect(slack.violations).toEqual([]);
});
