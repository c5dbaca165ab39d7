import { expect, it } from 'vitest';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { openWorld } from './world.ts';

it('Stop in Slack immediately ends an answer and its request, and leaves what is shown, marked as stopped', async () => {
  const text = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
  const world = await openWorld(() => ({ pieces: pieces(text), gapMs: 150 }));
  await world.startBot();
  const [channel, user] = [world.slackChannel('docs-help'), world.slackUser('ada')];
  const { ts } = await world.slack.say({ channel, user, text: `<@${world.slack.botUserId}> Long?` });
  await until(() => world.slackShows(channel, ts).length > 0);
  world.slack.stopAnswer({ channel, user, thread: ts });
  const ended = () => world.log.lines.find((line) => line.phrase === 'turn ended')?.fields;
  await until(() => ended() !== undefined);
  expect(ended()).toMatchObject({ state: 'stopped', code: 'stopped' });
  await until(() => world.service.left() === 1 && world.slack.session(channel, ts) === 'active');
  expect(world.slackShows(channel, ts)).toHaveLength(1);
  const [shown = ''] = world.slackShows(channel, ts);
  expect(shown).toMatch(/^word0\s.*Stopped here/s);
  expect(shown).not.toContain('word59');
  expect(world.slack.statuses()).toEqual([]);
});
