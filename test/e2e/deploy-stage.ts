/** A person who types the deploy command on either simulated platform, and the update operation behind it. */
import { onTestFinished } from 'vitest';
import type { Config } from '../../src/bot/config/config.ts';
import { english } from '../../src/bot/wording/wording.ts';
import type { Clock } from '../../src/kit/base/clock.ts';
import { createFastClock } from '../fakes/fast-clock.ts';
import { until } from '../sandbox/slack/until.ts';
import { type DeployService, startDeployService } from './deploy-service.ts';
import { openWorld, type World } from './world.ts';

export interface Stage {
  readonly world: World;
  readonly service: DeployService;
  readonly deploy: NonNullable<Config['deploy']>;
}

export interface StageOptions {
  /** By default a fast clock, for deployments that are followed. */
  readonly clock?: Clock;
  readonly allow?: (world: World) => readonly string[];
  /** The assistant's answers. */
  readonly script?: Parameters<typeof openWorld>[0];
}

export async function openStage(
  change: Partial<NonNullable<Config['deploy']>> = {},
  { clock = createFastClock(20), allow = usualAllow, script = () => ({}) }: StageOptions = {},
): Promise<Stage> {
  const [world, service] = await Promise.all([openWorld(script, { clock }), startDeployService()]);
  onTestFinished(() => service.stop());
  const deploy = {
    projects: [
      {
        name: 'default',
        title: 'the docs',
        url: service.url,
        projectId: 'p1',
        token: 'secret-deploy-token',
        statusPath: '/v1/project/update-status/{statusId}',
        allow: allow(world),
        siteUrl: 'https://docs.example',
      },
    ],
    confirm: false,
    reask: false,
    timeoutMs: 30 * 60_000,
    ...change,
  };
  return { world, service, deploy };
}

function usualAllow(world: World): readonly string[] {
  const [grace, noor] = [world.slackUser('grace'), world.slackUser('noor')];
  return [`slack:${grace}`, `slack:${noor}`, 'slack:S0DEPLOY01', `discord:${world.discordUser('ada')}`];
}

/** A status that ends a deployment successfully. */
export const done = {
  status: 'success',
  commit: {
    sha: 'a1b2c3d4',
    ref: 'main',
    message: 'Fix a typo',
    filesChanged: { added: ['a'], modified: [], removed: [] },
  },
  author: { name: 'Grace' },
};

interface Private {
  readonly id: string;
  readonly to: string;
  readonly text: string;
}

/** Messages in a channel that only one person sees, newest last. */
function privately({ world }: Stage, platform: Platform, channel: string): readonly Private[] {
  if (platform === 'slack') {
    return world.slack
      .allMessages(channel)
      .flatMap(({ ts, visibleTo, text }) => (visibleTo ? [{ id: ts, to: visibleTo, text }] : []));
  }
  return world.discord
    .messages(channel)
    .flatMap(({ id, visibleTo, content }) => (visibleTo ? [{ id, to: visibleTo, text: content }] : []));
}

/** The messages that offer to run a command which was written in a mention on Discord. */
export function promptsIn({ discord }: World, channel: string) {
  return discord
    .messages(channel)
    .filter(({ components }) => /"(?:deployment|report):go:/.test(JSON.stringify(components)));
}

/** Presses the button in the answer to the newest mention. */
export async function goOn(world: World, { channel, user }: { channel: string; user: string }): Promise<void> {
  await until(() => promptsIn(world, channel).length > 0);
  const message = promptsIn(world, channel).at(-1)?.id ?? '';
  await world.discord.press({ channel, user, message, button: english.say('button.goOn') });
  await until(() => promptsIn(world, channel).every(({ id }) => id !== message));
}

export type Platform = 'slack' | 'discord';

/** A person on one of the platforms. `place` is the name of a channel. */
export function personOf(stage: Stage, platform: Platform, name: string, place = 'docs-help') {
  const { world } = stage;
  const isSlack = platform === 'slack';
  const channel = isSlack ? world.slackChannel(place) : world.discordChannel(place);
  const user = isSlack ? world.slackUser(name) : world.discordUser(name);
  const own = () => privately(stage, platform, channel).filter(({ to }) => to === user);
  const last = () => own().at(-1) ?? { id: '', text: '' };
  return {
    channel,
    user,
    last,
    /** Everything that people were shown privately in this channel. */
    private: () => privately(stage, platform, channel),
    command,
    /** Types a command and waits for the answer. */
    async type(text: string): Promise<string> {
      const before = own().length;
      await command(text);
      await until(() => own().length > before && last().text !== '');
      return last().text;
    },
    /** Types a command that starts a deployment, and waits for the message that follows it, beside which nothing is shown. */
    async start(text = ''): Promise<string> {
      const [publicly, privatelyBefore] = [shows().length, own().length];
      await command(text);
      await until(() => (shows()[publicly] ?? '') !== '' && own().length === privatelyBefore);
      return shows()[publicly] ?? '';
    },
    async press(button: string, message = last().id): Promise<void> {
      if (isSlack) await world.slack.press({ channel, user, ts: message, button });
      else await world.discord.press({ channel, user, message, button });
    },
    /** What everyone sees. */
    shows,
  };

  function shows(): readonly string[] {
    if (isSlack) return world.slackShows(channel);
    const all = world.discord.messages(channel).filter((one) => one.author === world.discord.botUserId);
    return all.flatMap((one) => (one.visibleTo || one.system ? [] : [one.content]));
  }

  async function command(text: string): Promise<void> {
    if (isSlack) await world.slack.command({ command: '/deploy', text, channel, user });
    else await world.discord.command({ name: 'deploy', options: optionsOf(text), channel, user });
  }
}

const actions = ['deploy', 'status', 'latest', 'history', 'lock', 'unlock', 'help'];

/** Converts what is typed in Slack to Discord's options: the first word is an action or a project. */
function optionsOf(text: string): Record<string, string> {
  const [first = '', ...rest] = text.split(' ');
  if (text === '') return {};
  return { [actions.includes(first) ? 'action' : 'project']: first, ...(rest.length > 0 && { text: rest.join(' ') }) };
}
