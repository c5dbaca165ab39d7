/** Fifty people confirm a deployment at the same moment, through the real SDKs on both simulated platforms. */
import { expect, it, onTestFinished } from 'vitest';
import type { App } from '../../src/bot/app/app.ts';
import { createFastClock } from '../fakes/fast-clock.ts';
import { postgres } from '../kit/sql/engines.ts';
import { until } from '../sandbox/slack/until.ts';
import { done, openStage, type Platform, personOf } from './deploy-stage.ts';
import type { World } from './world.ts';

const names = Array.from({ length: 50 }, (_, at) => `maintainer-${at}`);

/** Adds the fifty to the workspace, the server and the channel. Returns them as an allow list. */
function addCrowd({ slack, discord }: World): readonly string[] {
  const [member] = slack.users.filter(({ name }) => name === 'grace');
  const [serverMember] = discord.users.filter(({ name }) => name === 'grace');
  const [channel] = slack.channels.filter(({ name }) => name === 'docs-help');
  if (!member || !serverMember || !channel) throw new Error('the sandboxes have other people');
  const crowd = names.map((name, at) => ({ name, slack: `U0CROWD${100 + at}`, discord: `90000000000000${1000 + at}` }));
  for (const one of crowd) {
    slack.changeUser({ ...member, id: one.slack, name: one.name, realName: one.name });
    discord.changeUser({ ...serverMember, id: one.discord, name: one.name, displayName: one.name });
  }
  slack.changeChannel({ ...channel, members: [...channel.members, ...crowd.map((one) => one.slack)] });
  return crowd.flatMap((one) => [`slack:${one.slack}`, `discord:${one.discord}`]);
}

it.each<[Platform, string, number]>([
  ['slack', 'SQLite', 1],
  ['discord', 'SQLite', 1],
  ['slack', 'Postgres', 2],
  ['discord', 'Postgres', 2],
])('fifty people on %s, with %s and %i process(es), start one deployment', async (platform, engine, processes) => {
  // Time moves slowly enough for fifty simultaneous look-ups of people.
  const clock = createFastClock(1);
  const { world, service, deploy } = await openStage({ confirm: true }, { clock, allow: addCrowd });
  const fresh = engine === 'Postgres' ? await postgres.migrated() : undefined;
  const bots: App[] = [];
  for (let count = 0; count < processes; count += 1)
    bots.push(await world.startBot({ deploy, ...(fresh && { database: fresh.url }) }));
  onTestFinished(async () => {
    await Promise.all(bots.map((bot) => bot.stop()));
    await fresh?.drop();
  });
  const people = names.map((name) => personOf({ world, service, deploy }, platform, name));
  const answers = () => people.map((person) => person.last().text);

  await Promise.all(people.map((person) => person.command('')));
  await until(() => answers().every((text) => /Deploy \*+the docs/.test(text)));
  expect(service.log).toEqual([]);
  await Promise.all(people.map((person) => person.press('Deploy')));
  await until(() => answers().every((text) => !/Deploy \*+the docs/.test(text)));

  const counted = (isSuch: (text: string) => boolean) => answers().filter(isSuch).length;
  // The question of the person whose press started it is gone.
  expect(counted((text) => text === '')).toBe(1);
  expect(counted((text) => text.includes('has been running'))).toBe(49);
  service.status = done;
  await clock.skip(3_000);
  await until(() => world.log.lines.some(({ phrase }) => phrase === 'deployment ended'));
  expect(service.triggered).toBe(1);
  expect(people[0]?.shows().filter((text) => text.startsWith('✅'))).toHaveLength(1);
  expect(people[0]?.shows().filter((text) => text.startsWith('🚀'))).toEqual([]);
});
