/** One deployment at a time, and where rules allow it, through the real SDKs on both simulated platforms. */
import { describe, expect, it } from 'vitest';
import { english } from '../../src/bot/wording/wording.ts';
import { createFastClock } from '../fakes/fast-clock.ts';
import { until } from '../sandbox/slack/until.ts';
import { done, goOn, openStage, personOf, promptsIn, type Stage } from './deploy-stage.ts';
import { routingOf } from './routing-file.ts';
import type { World } from './world.ts';

const endsOf = ({ world }: Stage): number =>
  world.log.lines.filter(({ phrase }) => phrase === 'deployment ended').length;

describe.each(['slack', 'discord'] as const)('on %s', (platform) => {
  const deployer = platform === 'slack' ? 'grace' : 'ada';
  const colleague = platform === 'slack' ? 'ada' : 'grace';

  /** All three may deploy; time moves slowly enough for many simultaneous look-ups. */
  async function openShared(): Promise<Stage> {
    const allow = ({ slackUser, discordUser }: World) =>
      ['ada', 'grace', 'linus'].map(
        (name) => `${platform}:${platform === 'slack' ? slackUser(name) : discordUser(name)}`,
      );
    const stage = await openStage({}, { clock: createFastClock(4), allow });
    await stage.world.startBot({ deploy: stage.deploy });
    return stage;
  }

  it('three simultaneous commands without a confirmation start one deployment', async () => {
    const stage = await openShared();
    const people = ['ada', 'grace', 'linus'].map((name) => personOf(stage, platform, name));
    await Promise.all(people.map((person) => person.command('')));
    const answers = () => people[0]?.private().flatMap(({ text }) => text || []) ?? [];
    await until(() => answers().length === 2 && people.every((person) => person.shows().length === 1));
    for (const text of answers()) expect(text).toContain('has been running');
    stage.service.status = done;
    await until(() => endsOf(stage) === 1);
    expect(stage.service.triggered).toBe(1);
  });

  it('one further run starts when the running deployment ends, however many people want it', async () => {
    const stage = await openShared();
    const { service } = stage;
    const [first, second] = [personOf(stage, platform, deployer), personOf(stage, platform, colleague)];
    await first.start();
    for (const [person, answer] of [
      [second, english.say('deploy.planned', { project: 'the docs' })],
      [first, english.say('deploy.plannedAlready')],
    ] as const) {
      expect(await person.type('')).toContain('has been running');
      await person.press(english.say('button.onceMore'));
      await until(() => person.last().text === answer);
    }
    expect(service.triggered).toBe(1);
    service.status = done;
    await until(() => endsOf(stage) === 2);
    // Nothing is planned any more: the next deployment is a new one.
    expect(await second.start()).toContain('the docs');
    await until(() => endsOf(stage) === 3);
    expect(service.triggered).toBe(3);
  });

  it.each(['all', 'failures'] as const)('the channel for deployments is told the results of %s', async (filter) => {
    const stage = await openStage();
    const { world, service, deploy } = stage;
    const person = personOf(stage, platform, deployer);
    const announced = personOf(stage, platform, deployer, 'general');
    const announcements = { platform, channel: announced.channel, filter };
    await world.startBot({ deploy: { ...deploy, announcements } });
    for (const [at, status] of [done, { status: 'failure', summary: 'Broken.' }].entries()) {
      service.status = status;
      await person.start();
      await until(() => endsOf(stage) === at + 1);
    }
    const failed = expect.stringMatching(/^❌ [\s\S]*https:\S+$/);
    expect(announced.shows()).toEqual(
      filter === 'all' ? [expect.stringMatching(/^✅ [\s\S]*https:\S+$/), failed] : [failed],
    );
  });

  it('a project that is limited to certain channels is refused elsewhere, without a request', async () => {
    const stage = await openStage();
    const [elsewhere, here] = [personOf(stage, platform, deployer), personOf(stage, platform, deployer, 'general')];
    const channels = [`${platform}:${here.channel}`];
    const projects = stage.deploy.projects.map((project) => ({ ...project, channels }));
    await stage.world.startBot({ deploy: { ...stage.deploy, projects } });
    expect(await elsewhere.type('')).toBe(english.say('deployRefused.channel', { project: 'the docs' }));
    expect([stage.service.log, elsewhere.shows()]).toEqual([[], []]);
    expect(await here.start()).toContain('the docs');
  });

  it('a service that never responds leads to a sentence, and the next deployment can start', async () => {
    const stage = await openStage();
    const { world, service, deploy } = stage;
    service.answer = 'hang';
    // Users cannot set this.
    const projects = deploy.projects.map((project) => ({ ...project, firstByteMs: 60 }));
    await world.startBot({ deploy: { ...deploy, projects } });
    const person = personOf(stage, platform, deployer);
    for (const count of [1, 2]) {
      expect(await person.start()).toContain('the docs');
      await until(() => endsOf(stage) === count);
    }
    const told = person.shows().filter((text) => text.includes(english.say('deployFailure.lost')));
    expect(told).toHaveLength(2);
  });

  it('nobody can deploy where the rule of the place is off', async () => {
    const stage = await openStage({ confirm: true });
    const { world, service, deploy } = stage;
    const person = personOf(stage, platform, deployer);
    const routing = routingOf(world, `${platform}: { channels: { "${person.channel}": { mode: off } } }`);
    await world.startBot({ deploy, routing });
    const bot = platform === 'slack' ? world.slack.botUserId : world.discord.botUserId;
    const said = { channel: person.channel, user: person.user, text: `<@${bot}> deploy` };
    await (platform === 'slack' ? world.slack.say(said) : world.discord.say(said));
    await until(() => world.log.lines.some(({ fields }) => 'reason' in fields && fields.reason === 'off'));
    expect([person.private(), person.shows()]).toEqual([[], []]);
    for (const text of ['', 'status', 'help']) expect(await person.type(text)).toBe(english.say('refused.off'));
    expect([person.shows(), service.log]).toEqual([[], []]);
  });
});

it.each(['nonsense', 'help'])(
  'a mention “deploy %s” in Slack, which arrives as two events, shows the help once',
  async (text) => {
    const stage = await openStage();
    const { world, service } = stage;
    await world.startBot({ deploy: stage.deploy });
    const person = personOf(stage, 'slack', 'grace');
    await world.slack.say({ ...person, text: `<@${world.slack.botUserId}> deploy ${text}` });
    world.slack.faults.redeliver(4);
    await until(() => person.private().length > 0 && world.slack.unacked() === 0);
    expect(person.private()).toHaveLength(1);
    expect([person.shows(), service.log]).toEqual([[], []]);
  },
);

it('a mention with a command that Slack keeps redelivering starts one deployment, and is answered once', async () => {
  const stage = await openStage();
  const { world, service } = stage;
  await world.startBot({ deploy: stage.deploy });
  const person = personOf(stage, 'slack', 'grace');
  const { ts } = await world.slack.say({ ...person, text: `<@${world.slack.botUserId}> deploy` });
  world.slack.faults.redeliver(4);
  service.status = done;
  await until(() => endsOf(stage) === 1);
  world.slack.faults.redeliver(4);
  await until(() => world.slack.unacked() === 0);
  expect(person.private()).toEqual([]);
  expect(world.slackShows(person.channel, ts).filter((text) => text.startsWith('✅'))).toHaveLength(1);
  expect(service.triggered).toBe(1);
});

it('a mention with a command on Discord leaves nothing beside the message that follows its deployment', async () => {
  const stage = await openStage();
  const { world, service } = stage;
  service.status = done;
  await world.startBot({ deploy: stage.deploy });
  const person = personOf(stage, 'discord', 'ada');
  await world.discord.say({ ...person, text: `<@${world.discord.botUserId}> deploy` });
  await goOn(world, person);
  await until(() => endsOf(stage) === 1);
  expect(person.private()).toEqual([]);
  expect(promptsIn(world, person.channel)).toEqual([]);
  expect(person.shows().filter((text) => text.startsWith('✅'))).toHaveLength(1);
  expect(world.discord.violations).toEqual([]);
});
