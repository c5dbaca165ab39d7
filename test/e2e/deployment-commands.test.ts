/**
 * What people type after /deploy other than a deployment, and several projects, through the real SDKs on both
 * platforms.
 */
import { describe, expect, it } from 'vitest';
import { english } from '../../src/bot/wording/wording.ts';
import { until } from '../sandbox/slack/until.ts';
import { done, openStage, personOf, type Stage } from './deploy-stage.ts';
import type { World } from './world.ts';

const endsOf = ({ world }: Stage): number =>
  world.log.lines.filter(({ phrase }) => phrase === 'deployment ended').length;

describe.each(['slack', 'discord'] as const)('on %s', (platform) => {
  const identityOf = (world: World, name: string): string =>
    `${platform}:${platform === 'slack' ? world.slackUser(name) : world.discordUser(name)}`;
  const everybody = (world: World) => ['ada', 'grace', 'linus'].map((name) => identityOf(world, name));
  // Underscores and asterisks may be escaped.
  const plainly = (text: string): string => text.replaceAll(/[\\*`]/g, '');

  it.each(['nonsense', 'help me', 'lock', 'history many'])(
    '/deploy %s starts nothing, and shows the help',
    async (text) => {
      const stage = await openStage({}, { allow: everybody });
      await stage.world.startBot({ deploy: stage.deploy });
      const person = personOf(stage, platform, 'grace');
      const help = plainly(await person.type(text));
      expect(help).toContain('/deploy deploys the docs');
      expect(help).toContain(platform === 'slack' ? '/deploy lock REASON' : '/deploy action:lock text:REASON');
      expect([person.shows(), stage.service.log]).toEqual([[], []]);
    },
  );

  it('a locked project cannot be deployed until a person who may deploy unlocks it', async () => {
    const stage = await openStage({ confirm: true }, { allow: everybody });
    await stage.world.startBot({ deploy: stage.deploy });
    const [grace, linus] = [personOf(stage, platform, 'grace'), personOf(stage, platform, 'linus')];
    const unlock = platform === 'slack' ? '`/deploy unlock`' : '`/deploy action:unlock`';
    expect(await grace.type('lock release day')).toBe(
      english.say('deploy.locked', { project: 'the docs', reason: 'release day', unlock }),
    );
    for (const person of [grace, linus]) expect(await person.type('')).toMatch(/locked by .* since .* \(release day\)/);
    expect(await linus.type('unlock')).toMatch(/You have unlocked the docs, which .* had locked \(release day\)/);
    expect(await grace.type('')).toMatch(/Deploy \*+the docs/);
    expect([grace.shows(), stage.service.log]).toEqual([[], []]);
  });

  it('a confirmation from before a lock starts nothing when it is pressed', async () => {
    const stage = await openStage({ confirm: true }, { allow: everybody });
    await stage.world.startBot({ deploy: stage.deploy });
    const [grace, linus] = [personOf(stage, platform, 'grace'), personOf(stage, platform, 'linus')];
    await grace.type('');
    await linus.type('lock not now');
    await grace.press('Deploy');
    await until(() => grace.last().text.includes('(not now)'));
    expect([grace.shows(), stage.service.log]).toEqual([[], []]);
  });

  it('status, latest and history report deployments, and a status id is looked up at the service', async () => {
    const stage = await openStage({}, { allow: everybody });
    const { service } = stage;
    await stage.world.startBot({ deploy: stage.deploy });
    const person = personOf(stage, platform, 'grace');
    for (const text of ['status', 'latest', 'history'])
      expect(await person.type(text)).toBe(english.say('deploy.none', { project: 'the docs' }));
    service.status = done;
    await person.start();
    await until(() => endsOf(stage) === 1);
    const asked = service.log.length;
    for (const text of ['status', 'latest']) expect(await person.type(text)).toMatch(/^✅ .*Deployed the docs/);
    expect(await person.type('history 5')).toMatch(/UTC ✅ succeeded .*a1b2c3d/);
    expect(service.log).toHaveLength(asked);
    expect(plainly(await person.type('status st-1'))).toMatch(/^st-1: success[\s\S]*Fix a typo/);
    expect(service.log.slice(asked)).toEqual(['GET /v1/project/update-status/st-1']);
    expect(service.triggered).toBe(1);
  });

  it('each project has its own name, URL and list of people who may deploy it', async () => {
    const stage = await openStage({}, { allow: everybody });
    const { world, service, deploy } = stage;
    const [docs] = deploy.projects;
    if (!docs) throw new Error('no project');
    const api = { ...docs, name: 'api', title: 'api', projectId: 'p2', allow: [identityOf(world, 'linus')] };
    await world.startBot({ deploy: { ...deploy, projects: [docs, api] } });
    const [grace, linus] = [personOf(stage, platform, 'grace'), personOf(stage, platform, 'linus')];
    expect(plainly(await grace.type('api'))).toMatch(/^You are not allowed to deploy/);
    expect(service.log).toEqual([]);
    expect(await linus.start('api')).toContain('api');
    expect(await linus.type('lock api why')).toContain(
      platform === 'slack' ? '`/deploy unlock api`' : '`/deploy action:unlock project:api`',
    );
    // The limit of one at a time applies per project.
    expect(await linus.start()).toContain('the docs');
    service.status = done;
    await until(() => endsOf(stage) === 2);
    expect(service.log.filter((line) => line.startsWith('POST')).toSorted()).toEqual([
      'POST /v1/project/update/p1',
      'POST /v1/project/update/p2',
    ]);
    expect(linus.shows().map((text) => /Deployed ([^*]*)/.exec(text)?.[1])).toContain('api');
  });

  it('the message says that the update is queued, and where to look, if the service has no status', async () => {
    const stage = await openStage({}, { allow: everybody });
    stage.service.status = undefined;
    await stage.world.startBot({ deploy: stage.deploy });
    const person = personOf(stage, platform, 'grace');
    await person.start();
    await until(() => endsOf(stage) === 1);
    expect(person.shows()[0]).toContain(english.say('deployFailure.unfollowed'));
    expect(person.shows()[0]).toContain(english.say('deploy.lookAt', { service: new URL(stage.service.url).host }));
    expect(await person.start()).toContain('the docs');
  });
});

it.each(['lock', 'status'])(
  '/deploy %s starts nothing on Discord for a project that does not exist',
  async (action) => {
    const stage = await openStage();
    const { world, service } = stage;
    await world.startBot({ deploy: stage.deploy });
    const person = personOf(stage, 'discord', 'ada');
    const options = { action, project: 'apj', text: 'broken' };
    await world.discord.command({ name: 'deploy', options, channel: person.channel, user: person.user });
    await until(() => person.last().text.startsWith(english.say('deploy.notACommand')));
    expect(service.log).toEqual([]);
    expect(await person.start()).toContain('the docs');
  },
);

it('Discord offers /deploy to everyone, because role permissions would hide it from people whom the list allows', async () => {
  const stage = await openStage({ confirm: true });
  await stage.world.startBot({ deploy: stage.deploy });
  const command = stage.world.discord.registeredCommands().find(({ name }) => name === 'deploy');
  expect(command?.definition).toMatchObject({ default_member_permissions: null });
  expect(command?.definition.options).toMatchObject([{ name: 'action' }, { name: 'project' }, { name: 'text' }]);
});
