/** When something stops working while the bot runs, the real checks tell its operators once, in a direct message. */
import { expect, it } from 'vitest';
import { createFastClock } from '../fakes/fast-clock.ts';
import { until } from '../sandbox/slack/until.ts';
import { routingOf } from './routing-file.ts';
import { openWorld } from './world.ts';

const hourMs = 3_600_000;

it('a channel that Docent is removed from is reported once', async () => {
  const clock = createFastClock(20);
  const world = await openWorld(() => ({}), { clock });
  const { slack, log } = world;
  const channel = world.slackChannel('docs-help');
  const routing = routingOf(world, `slack: { channels: { ${channel}: { mode: auto } } }`);
  const app = await world.startBot({ routing, operators: [`slack:${world.slackUser('ada')}`] });
  const direct = slack.channels.find(({ kind, name }) => kind === 'im' && name === 'ada')?.id ?? '';
  const told = () => world.slackShows(direct).filter((text) => text.includes(`Slack channel ${channel}`));
  const put = (isIn: boolean) => {
    const found = slack.channels.find(({ id }) => id === channel);
    if (!found) throw new Error('no channel');
    const others = found.members.filter((id) => id !== slack.botUserId);
    slack.changeChannel({ ...found, members: isIn ? [...others, slack.botUserId] : others });
  };
  const looks = () =>
    slack.calls.filter((call) => call.method === 'conversations.history' && call.arguments.channel === channel).length;
  const nextLook = async () => {
    const before = looks();
    await clock.skip(hourMs);
    await until(() => looks() > before);
  };
  /** New problems count five minutes later. The checks have time to finish in between. */
  const confirmed = (holds: () => boolean) =>
    until(async () => {
      await clock.skip(4_000);
      return holds();
    });

  app.watchSetup();
  await nextLook();
  put(false);
  await nextLook();
  await confirmed(() => told().length === 1);
  expect(told()[0]).toMatch(/has stopped working: Slack says “not_in_channel”\. To fix it: type \/invite/);
  put(true);
  await nextLook();
  await until(() => log.lines.some(({ phrase }) => phrase === 'set-up works again'));
  expect(told()).toHaveLength(1);
});
