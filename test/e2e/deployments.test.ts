/** Deployments from a typed command to their end, through the real SDKs on both simulated platforms. */
import { describe, expect, it } from 'vitest';
import { english } from '../../src/bot/wording/wording.ts';
import { deployments } from '../../src/cli/data/deployments.ts';
import { openTerminal } from '../cli/terminal.ts';
import { until } from '../sandbox/slack/until.ts';
import { done, goOn, openStage, type Platform, personOf, type Stage } from './deploy-stage.ts';
import type { World } from './world.ts';

function plainly(text: string): string {
  return text.replaceAll('*', '');
}

describe.each(['slack', 'discord'] as const)('on %s', (platform) => {
  const deployer = platform === 'slack' ? 'grace' : 'ada';

  it('a deployment is confirmed and followed in one message across a restart, and its requester is notified', async () => {
    const stage = await openStage({ confirm: true });
    const { world, service, deploy } = stage;
    const bot = await world.startBot({ deploy });
    const person = personOf(stage, platform, deployer);
    expect(await person.type('')).toContain('Deploy');
    expect(service.triggered).toBe(0);
    await person.press('Deploy');
    await until(() => person.private().length === 0);
    service.status = { status: 'in_progress' };
    await until(() => person.shows().some((text) => text.includes('in progress')));
    await bot.stop();
    service.status = done;
    await world.startBot({ deploy });
    await until(() => world.log.lines.some((line) => line.phrase === 'deployment ended'));
    const [followed = '', ...others] = person.shows();
    expect(followed).toMatch(/^✅ .*Deployed the docs/);
    for (const part of [
      'st-1',
      'a1b2c3d',
      'main',
      'Fix a typo',
      'Grace',
      '1 added, 0 changed, 0 removed',
      'docs.example',
    ])
      expect(followed).toContain(part);
    expect(service.triggered).toBe(1);
    if (platform === 'slack') {
      expect(others).toEqual([]);
      const [root] = world.slack.messages(person.channel).filter((one) => one.text === followed);
      expect(world.slackShows(person.channel, root?.ts).at(-1)).toContain(`<@${person.user}>`);
    } else {
      expect(others).toEqual([expect.stringContaining(`<@${person.user}>`)]);
    }
    expect([world.slack.violations, world.discord.violations]).toEqual([[], []]);
  });

  it('a command deploys at once; a colleague who comes within ten minutes after its end is asked first', async () => {
    const allow = ({ slackUser, discordUser }: World) =>
      [deployer, 'linus'].map((name) => `${platform}:${platform === 'slack' ? slackUser(name) : discordUser(name)}`);
    const stage = await openStage({}, { allow });
    const { world, service } = stage;
    service.status = done;
    await world.startBot({ deploy: stage.deploy });
    const [person, colleague] = [personOf(stage, platform, deployer), personOf(stage, platform, 'linus')];
    await person.start();
    await until(() => person.shows().some((text) => text.startsWith('✅') && text.includes('st-1')));
    await until(() => world.log.lines.some((line) => line.phrase === 'deployment ended'));
    expect(plainly(await colleague.type(''))).toContain('Deploy the docs (branch main)?');
    expect(colleague.last().text).toContain('Last deployment:');
    expect(service.triggered).toBe(1);
    await colleague.press('Deploy');
    await until(() => service.triggered === 2);
  });

  it('a failure shows the last lines of its log in the thread, without secrets', async () => {
    const stage = await openStage();
    const { world, service, deploy } = stage;
    service.status = {
      status: 'failure',
      summary: 'Broken.',
      logs: [
        ...Array.from({ length: 30 }, (_, line) => `line ${line}`),
        'token secret-deploy-token, API_KEY=hush-hush',
        '``` @everyone',
      ],
    };
    await world.startBot({ deploy });
    const person = personOf(stage, platform, deployer);
    await person.start();
    await until(() => world.log.lines.some((line) => line.phrase === 'deployment ended'));
    expect(person.shows()[0]).toMatch(/^❌/);
    const note =
      platform === 'slack'
        ? world
            .slackShows(person.channel, world.slack.messages(person.channel).find((one) => one.replyCount > 0)?.ts)
            .at(-1)
        : world.discord
            .threads()
            .flatMap(({ id }) => world.discordShows(id))
            .at(-1);
    expect(note).toContain(`<@${person.user}>`);
    // The fence, 20 lines, the fence.
    const lines = note?.split('\n').slice(-22) ?? [];
    expect(lines.map((line) => line.replace(/^`+(?:text)?$/, '```'))).toEqual([
      '```',
      ...Array.from({ length: 18 }, (_, line) => `line ${line + 12}`),
      'token [removed], API_KEY=[removed]',
      expect.stringContaining('everyone'),
      '```',
    ]);
    const pinged =
      platform === 'slack'
        ? world.slack.pings().map(({ token }) => token)
        : world.discord.pings().map((ping) => JSON.stringify(ping));
    expect(new Set(pinged).size).toBe(1);
  });

  it.each(['help', 'status', 'history', 'latest', 'lock release day'])('/deploy %s starts nothing', async (text) => {
    const stage = await openStage();
    await stage.world.startBot({ deploy: stage.deploy });
    expect(await personOf(stage, platform, deployer).type(text)).not.toBe('');
    expect(stage.service.log).toEqual([]);
  });

  it('a person who is not listed is refused privately, and the update operation is not called', async () => {
    const stage = await openStage({ confirm: true });
    await stage.world.startBot({ deploy: stage.deploy });
    const person = personOf(stage, platform, 'linus');
    for (const text of ['', 'status st-1', 'lock mine'])
      expect(await person.type(text)).toMatch(/^You are not allowed to deploy/);
    expect(person.shows()).toEqual([]);
    expect(stage.service.log).toEqual([]);
  });

  it('a confirmation works only for the person who asked, and stays when another person presses', async () => {
    const allow = ({ slackUser, discordUser }: World) =>
      [deployer, 'linus'].map((name) => `${platform}:${platform === 'slack' ? slackUser(name) : discordUser(name)}`);
    const stage = await openStage({ confirm: true }, { allow });
    await stage.world.startBot({ deploy: stage.deploy });
    const [person, other] = [personOf(stage, platform, deployer), personOf(stage, platform, 'linus')];
    const question = await person.type('');
    const { id } = person.last();
    if (platform === 'slack') {
      await other.press('Deploy', id);
      await until(() => other.last().text === english.say('deploy.notYours'));
    } else {
      // On Discord the message exists for nobody else.
      await expect(other.press('Deploy', id)).rejects.toThrow('Unknown Message');
    }
    expect(person.last()).toMatchObject({ id, text: question });
    expect([person.shows(), stage.service.log]).toEqual([[], []]);
    await person.press('Deploy', id);
    await until(() => stage.service.triggered === 1);
  });

  it('two presses of Deploy start one deployment', async () => {
    const stage = await openStage({ confirm: true });
    await stage.world.startBot({ deploy: stage.deploy });
    const person = personOf(stage, platform, deployer);
    await person.type('');
    const { id } = person.last();
    await Promise.allSettled([person.press('Deploy', id), person.press('Deploy', id)]);
    stage.service.status = done;
    await until(() => person.shows().some((text) => text.startsWith('✅')));
    expect(stage.service.triggered).toBe(1);
  });

  it('a second command joins the running deployment, with a link to it', async () => {
    const stage = await openStage();
    await stage.world.startBot({ deploy: stage.deploy });
    const person = personOf(stage, platform, deployer);
    await person.start();
    await until(() => person.shows().length > 0);
    // The link is known once the message is stored, a moment after it appears.
    await expect.poll(() => person.type('')).toMatch(/has been running.*https:\/\//);
    expect(stage.service.triggered).toBe(1);
  });

  it('an unknown state is shown as it is, and the time limit ends the following', async () => {
    const stage = await openStage({ timeoutMs: 60_000 });
    const { world, service, deploy } = stage;
    service.status = { status: 'reticulating' };
    await world.startBot({ deploy });
    const person = personOf(stage, platform, deployer);
    await person.start();
    await until(() => world.log.lines.some(({ phrase }) => phrase === 'deployment ended'));
    expect(person.shows()[0]).toMatch(/^❔ [\s\S]*requested → \S+ reticulating \(UTC\)$/);
    for (const sentence of [
      english.say('deployFailure.timed_out'),
      english.say('deploy.lookAt', { service: new URL(service.url).host }),
    ])
      expect(person.shows()[0]).toContain(sentence);
    expect(service.triggered).toBe(1);
    // Another deployment can start.
    service.status = done;
    await person.start();
    await until(() => person.shows().some((text) => text.startsWith('✅')));
  });

  it('a mention in a thread deploys and is followed in that thread; a person who may not deploy is refused privately', async () => {
    const stage = await openStage({ confirm: true });
    const { world, service, deploy } = stage;
    service.status = done;
    await world.startBot({ deploy });
    const [person, other] = [personOf(stage, platform, deployer), personOf(stage, platform, 'linus')];
    const place = await threadOf(stage, platform, person);
    await place.mention(other.user, 'deploy');
    await until(() => place.privateTo(other.user).some(({ text }) => text.startsWith('You are not allowed to deploy')));
    expect(service.log).toEqual([]);
    await place.mention(person.user, 'deploy');
    const question = () => place.privateTo(person.user).at(-1);
    await until(() => /Deploy \*+the docs/.test(question()?.text ?? ''));
    await place.press(person.user, question()?.id ?? '', 'Deploy');
    await until(() => world.log.lines.some(({ phrase }) => phrase === 'deployment ended'));
    expect(place.shows().filter((text) => text.startsWith('✅'))).toHaveLength(1);
    expect(place.shows().at(-1)).toContain(`<@${person.user}>`);
    expect(place.shows().join()).not.toContain('You are not allowed to deploy');
    expect(service.triggered).toBe(1);
  });

  it('docent deployments lists who requested what and where, and how it ended', async () => {
    const stage = await openStage({ confirm: true });
    const { world, service, deploy } = stage;
    service.status = done;
    await world.startBot({ deploy });
    const person = personOf(stage, platform, deployer);
    await personOf(stage, platform, 'linus').type('');
    await person.type('');
    await person.press('Deploy');
    await until(() => world.log.lines.some(({ phrase }) => phrase === 'deployment ended'));
    const terminal = openTerminal();
    const typed = ['--json', '--since', '30d', '--database', world.database];
    await until(async () => (await deployments.run(typed, terminal.io)) === 0 && terminal.out().includes('"ended"'));
    const entries = terminal
      .out()
      .trimEnd()
      .split('\n')
      .slice(-7)
      .map((line) => JSON.parse(line));
    expect(entries.map(({ event, detail }) => [event, detail])).toEqual([
      ['asked', ''],
      ['refused', 'not_listed'],
      ['asked', ''],
      ['offered', undefined],
      ['confirmed', undefined],
      ['started', undefined],
      ['ended', 'succeeded'],
    ]);
    expect(entries.at(-1)).toMatchObject({
      at: expect.stringMatching(/Z$/),
      platform,
      channel: person.channel,
      project: 'default',
      statusId: 'st-1',
      person: expect.stringContaining(person.user),
    });
  });

  it('a mention with a command does the same, but a sentence about deploying is a question', async () => {
    const stage = await openStage({ confirm: true });
    const { world, service } = stage;
    await world.startBot({ deploy: stage.deploy });
    const person = personOf(stage, platform, deployer);
    const bot = platform === 'slack' ? world.slack.botUserId : world.discord.botUserId;
    const say = (text: string) =>
      platform === 'slack'
        ? world.slack.say({ ...person, text: `<@${bot}> ${text}` })
        : world.discord.say({ ...person, text: `<@${bot}> ${text}` });
    await say('deploy nonsense');
    if (platform === 'discord') await goOn(world, person);
    await until(() => person.last().text.includes(english.say('deploy.notACommand')));
    await say('deploy');
    if (platform === 'discord') await goOn(world, person);
    await until(() => /Deploy \*+the docs/.test(person.last().text));
    await person.press('Deploy');
    await until(() => service.triggered === 1);
    await say('deploy to Kubernetes with Helm?');
    await until(() => world.service.asked.length === 1);
    expect(service.triggered).toBe(1);
  });
});

/** A thread of the channel on this platform: its messages, and who sees them. */
async function threadOf({ world }: Stage, platform: Platform, { channel, user }: { channel: string; user: string }) {
  const { slack, discord } = world;
  if (platform === 'slack') {
    const { ts } = await slack.say({ channel, user, text: 'The release of today' });
    const own = () => slack.allMessages(channel).filter(({ threadTs }) => threadTs === ts);
    return {
      mention: (by: string, text: string) =>
        slack.say({ channel, user: by, thread: ts, text: `<@${slack.botUserId}> ${text}` }),
      privateTo: (person: string) =>
        own().flatMap((one) => (one.visibleTo === person ? [{ id: one.ts, text: one.text }] : [])),
      press: (by: string, id: string, button: string) => slack.press({ channel, user: by, ts: id, button }),
      shows: () => world.slackShows(channel, ts),
    };
  }
  await discord.say({ channel, user, text: `<@${discord.botUserId}> how do I start?` });
  await until(() => discord.threads().length === 1);
  const [{ id: thread } = { id: '' }] = discord.threads();
  return {
    async mention(by: string, text: string) {
      await discord.say({ channel: thread, user: by, text: `<@${discord.botUserId}> ${text}` });
      await goOn(world, { channel: thread, user: by });
    },
    privateTo: (person: string) =>
      discord.messages(thread).flatMap((one) => (one.visibleTo === person ? [{ id: one.id, text: one.content }] : [])),
    press: (by: string, id: string, button: string) =>
      discord.press({ channel: thread, user: by, message: id, button }),
    shows: () => discord.messages(thread).flatMap((one) => (one.visibleTo || one.system ? [] : [one.content])),
  };
}

it('guests may not deploy in Slack, whatever the list says', async () => {
  const stage = await openStage({ confirm: true });
  await stage.world.startBot({ deploy: stage.deploy });
  expect(await personOf(stage, 'slack', 'noor').type('')).toBe(english.say('deployRefused.guest'));
  expect(stage.service.log).toEqual([]);
});

it('a member of a listed user group may deploy in Slack', async () => {
  const stage = await openStage();
  await stage.world.startBot({ deploy: stage.deploy });
  expect(await personOf(stage, 'slack', 'ada').start()).toContain('the docs');
});

describe.each(['slack', 'discord'] as const)('a bad response of the documentation service, on %s', (platform) => {
  it.each([
    [401, '{"error":"expired"}', 'unauthorized'],
    [403, '{"error":"no"}', 'unauthorized'],
    [404, '{"error":"no project"}', 'not_found'],
    [409, '{"error":"running"}', 'already_running'],
    [429, '{"error":"slow down"}', 'rate_limited'],
    [500, '<html>oops</html>', 'lost'],
    [503, '<html>oops</html>', 'unavailable'],
    [202, '{"id":"st-1"}', 'lost'],
    [202, '<html>welcome</html>', 'lost'],
  ] as const)('(%i %s) is reported in one sentence, and the next deployment can start', async (status, body, code) => {
    const stage = await openStage();
    const { world, service, deploy } = stage;
    service.answer = { status, body };
    await world.startBot({ deploy });
    const person = personOf(stage, platform, platform === 'slack' ? 'grace' : 'ada');
    await person.start();
    await until(() => world.log.lines.some((line) => line.phrase === 'deployment ended'));
    expect(person.shows()[0]).toContain(english.say(`deployFailure.${code}`));
    expect(person.shows()[0]).not.toContain('html');
    const failed = world.log.lines.filter((line) => line.phrase === 'deployment failed');
    expect(failed).toMatchObject([{ fields: { code, ...(status >= 400 && { status }) } }]);
    expect(service.triggered).toBe(1);
    service.answer = undefined;
    service.status = done;
    await person.start();
    await until(() => person.shows().some((text) => text.startsWith('✅')));
    expect(service.triggered).toBe(2);
  });
});
