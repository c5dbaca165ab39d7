/**
 * Who may not deploy whatever DEPLOY_ALLOW says, and what a failed look-up means, through the real SDKs on both
 * platforms.
 */
import { describe, expect, it } from 'vitest';
import type { PersonKind } from '../../src/bot/core/model/conversation.ts';
import { english } from '../../src/bot/wording/wording.ts';
import { systemClock } from '../../src/kit/base/clock.ts';
import type { DiscordUser } from '../../src/sandbox/discord/world/seed.ts';
import type { SlackUser } from '../../src/sandbox/slack/world/seed.ts';
import { openStage, personOf, type Stage } from './deploy-stage.ts';
import type { World } from './world.ts';

/** Nothing is followed here, so time is real and look-ups have their full second. */
function open(allow: (world: World) => readonly string[]): Promise<Stage> {
  return openStage({}, { clock: systemClock, allow });
}

function changeSlack({ slack }: World, name: string, change: Partial<SlackUser>): void {
  const user = slack.users.find((each) => each.name === name);
  if (!user) throw new Error(`the sandbox has no ${name}`);
  slack.changeUser({ ...user, ...change });
}

function changeDiscord({ discord }: World, name: string, change: Partial<DiscordUser>): void {
  const user = discord.users.find((each) => each.name === name);
  if (!user) throw new Error(`the sandbox has no ${name}`);
  discord.changeUser({ ...user, ...change });
}

/** Escaped as for Discord, where an underscore can begin italics. */
function escaped(text: string): string {
  return text.replaceAll('_', '\\_');
}

/** The private responses that linus, who is on the list, gets to every command. None reaches the update operation. */
async function refusalsOf(platform: 'slack' | 'discord', change: (world: World) => void): Promise<ReadonlySet<string>> {
  const stage = await open((world) => [`slack:${world.slackUser('linus')}`, `discord:${world.discordUser('linus')}`]);
  change(stage.world);
  await stage.world.startBot({ deploy: stage.deploy });
  const person = personOf(stage, platform, 'linus');
  const read = new Set<string>();
  for (const text of ['', 'status st-1', 'lock mine', 'unlock']) read.add(await person.type(text));
  expect(person.shows()).toEqual([]);
  expect(stage.service.log).toEqual([]);
  expect([stage.world.slack.violations, stage.world.discord.violations]).toEqual([[], []]);
  return read;
}

describe('a person whom DEPLOY_ALLOW names is told privately why they may not deploy', () => {
  it.each<[string, Partial<SlackUser>, Exclude<PersonKind, 'member'>]>([
    ['a guest', { role: 'guest' }, 'guest'],
    ['a guest of one channel', { role: 'single_channel_guest' }, 'guest'],
    ['a person from another workspace in a shared channel', { teamId: 'T0OTHER001' }, 'stranger'],
    ['a person from another workspace whom Slack calls a stranger', { isStranger: true }, 'stranger'],
    ['a bot', { role: 'bot' }, 'bot'],
    ['a deactivated person', { deactivated: true }, 'deactivated'],
  ])('%s, in Slack', async (_, change, kind) => {
    const read = await refusalsOf('slack', (world) => changeSlack(world, 'linus', change));
    expect([...read]).toEqual([english.say(`deployRefused.${kind}`)]);
  });

  it.each<[string, Partial<DiscordUser>, Exclude<PersonKind, 'member'>]>([
    ['a guest of a voice channel', { guest: true }, 'guest'],
    ['a member who has not accepted the rules', { pending: true }, 'guest'],
    ['a bot', { bot: true }, 'bot'],
  ])('%s, on Discord', async (_, change, kind) => {
    const read = await refusalsOf('discord', (world) => changeDiscord(world, 'linus', change));
    expect([...read]).toEqual([escaped(english.say(`deployRefused.${kind}`))]);
  });

  it('a member, while Slack does not say who they are', async () => {
    const read = await refusalsOf('slack', ({ slack }) => slack.faults.failNext('users.info', { status: 503 }, 100));
    expect([...read]).toEqual([english.say('deployRefused.unchecked')]);
  });
});

describe('a group that DEPLOY_ALLOW names', () => {
  it('lets its members deploy in Slack, and is looked up once for two commands', async () => {
    const stage = await open(() => ['slack:S0DEPLOY01']);
    await stage.world.startBot({ deploy: stage.deploy });
    const person = personOf(stage, 'slack', 'grace');
    await person.type('history');
    expect(await person.start()).toContain('the docs');
    const looked = stage.world.slack.calls.filter(({ method }) => method === 'usergroups.users.list');
    expect(looked).toHaveLength(1);
  });

  it.each([
    ['gets an error', { status: 503 }, english.say('deployRefused.unchecked')],
    ['lacks the permission', { error: 'missing_scope' }, english.say('deployRefused.uncheckable')],
  ])('lets nobody deploy in Slack while it cannot be looked up because Docent %s', async (_, fault, sentence) => {
    const stage = await open(() => ['slack:S0DEPLOY01']);
    stage.world.slack.faults.failNext('usergroups.users.list', fault, 100);
    await stage.world.startBot({ deploy: stage.deploy });
    const person = personOf(stage, 'slack', 'grace');
    expect(await person.type('')).toBe(sentence);
    expect(person.shows()).toEqual([]);
    expect(stage.service.log).toEqual([]);
    expect(stage.world.log.lines.map(({ phrase }) => phrase)).toContain('rights not checked');
    stage.world.slack.faults.clear();
    expect(await person.start()).toContain('the docs');
  });

  it('is a role on Discord, which arrives with the command: only people who have it may deploy', async () => {
    const maintainer = ({ discord }: World) => discord.roles.find(({ name }) => name === 'Maintainer')?.id ?? '';
    const stage = await open((world) => [`discord:${maintainer(world)}`]);
    await stage.world.startBot({ deploy: stage.deploy });
    const linus = personOf(stage, 'discord', 'linus');
    expect(await linus.type('')).toBe(
      escaped(english.say('deployRefused.not_listed', { identity: `discord:${linus.user}` })),
    );
    expect(stage.service.log).toEqual([]);
    expect(await personOf(stage, 'discord', 'grace').start()).toContain('the docs');
    expect(stage.world.discord.calls.filter(({ path }) => path.includes('/members/'))).toEqual([]);
  });
});
