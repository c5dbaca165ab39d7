/** People who help, and what they make of messages through the real SDKs on both platforms. */
import type { DraftKind } from '../../src/bot/core/model/draft.ts';
import { draftCommands } from '../../src/bot/platforms/discord/inbound/interactions/draft-commands.ts';
import { draftShortcuts } from '../../src/bot/platforms/slack/inbound/draft-shortcuts.ts';
import type { World } from './world.ts';

/** What they do with a message of ours or of somebody else. */
export interface Helper {
  /** Chooses the command in the menu of a message. */
  choose(user: string, message: Place): Promise<unknown>;
  /** The texts of the open form: labels, values and hints. */
  form(user: string): string;
  submit(user: string, values: Readonly<Record<string, string>>): Promise<unknown>;
  told(user: string): readonly string[];
  /** What the form shows instead of closing. */
  error(user: string): string;
}

export interface Place {
  readonly channel: string;
  readonly message: string;
}

/** By the command that they choose. */
export const helpers = { slack: slackHelper, discord: discordHelper };

function slackHelper({ slack, ...world }: World, kind: DraftKind): Helper {
  const errors = new Map<string, string>();
  return {
    choose: (name, { channel, message: ts }) =>
      slack.shortcut({ channel, user: world.slackUser(name), ts, callbackId: draftShortcuts[kind] }),
    form: (name) => JSON.stringify(slack.form(world.slackUser(name))) ?? '',
    async submit(name, values) {
      const { ack } = await slack.submitForm({ user: world.slackUser(name), values });
      errors.set(name, JSON.stringify(ack.errors ?? ''));
    },
    told: (name) =>
      slack.channels
        .flatMap(({ id }) => slack.allMessages(id))
        .flatMap(({ visibleTo, text }) => (visibleTo === world.slackUser(name) ? [text] : [])),
    error: (name) => errors.get(name) ?? '',
  };
}

function discordHelper({ discord, ...world }: World, kind: DraftKind): Helper {
  const forms = new Map<string, { readonly interaction: string; readonly modal: string }>();
  const told = (name: string) =>
    [...discord.channels, ...discord.threads()]
      .map(({ id }) => id)
      .flatMap((id) => discord.messages(id))
      .flatMap(({ visibleTo, content }) => (visibleTo === world.discordUser(name) ? [content] : []));
  return {
    async choose(name, { channel, message }) {
      const user = world.discordUser(name);
      const { interaction, modal } = await discord.contextMenu({ name: draftCommands[kind], channel, user, message });
      if (modal) forms.set(name, { interaction, modal: JSON.stringify(modal) });
    },
    form: (name) => forms.get(name)?.modal ?? '',
    submit: (name, values) =>
      discord.submitModal({ interaction: forms.get(name)?.interaction ?? '', user: world.discordUser(name), values }),
    told,
    error: (name) => told(name).at(-1) ?? '',
  };
}

/** A routing file in which Ada and Noor help everywhere. */
export function staffed(world: World): string {
  const staff = ['ada', 'noor'].flatMap((name) => [
    `slack:${world.slackUser(name)}`,
    `discord:${world.discordUser(name)}`,
  ]);
  return `defaults: { staff: [${staff.map((id) => `'${id}'`)}] }`;
}

/** The channel of the newest thread of #docs-help. */
export function threadIn(platform: keyof typeof helpers, { discord, ...world }: World): string {
  if (platform === 'slack') return world.slackChannel('docs-help');
  return discord.threads(world.discordChannel('docs-help')).at(-1)?.id ?? '';
}
