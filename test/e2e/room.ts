/**
 * A question on one platform, and what people do with it and its answer, with the same interface for Slack and
 * Discord.
 */
import { expect } from 'vitest';
import type { Config } from '../../src/bot/config/config.ts';
import { isControlKind } from '../../src/bot/core/model/body.ts';
import { english } from '../../src/bot/wording/wording.ts';
import { stringAt, valueAt } from '../../src/kit/base/json.ts';
import { walk } from '../../src/sandbox/discord/rest/components.ts';
import { isObject } from '../../src/sandbox/json.ts';
import { until } from '../sandbox/slack/until.ts';
import { type World, withoutNoSources } from './world.ts';

export interface Room {
  /** Presses the button with this label below any message of the thread. */
  press(user: string, label: string): Promise<unknown>;
  /** Presses the button with this label below the newest message that only this person sees. */
  pressAlone(user: string, label: string): Promise<unknown>;
  buttons(): readonly string[];
  /** The number of rows of buttons. */
  rows(): number;
  /** The same below our messages in the channel with this name. */
  buttonsIn(channel: string): readonly string[];
  pressIn(channel: string, user: string, label: string): Promise<unknown>;
  /** The prefix of a message that mentions us. */
  readonly us: string;
  /** Returns the id of the message. */
  say(user: string, text: string): Promise<string>;
  /** Edits the question, or another message of its asker in the thread. */
  edit(text: string, message?: string): Promise<unknown>;
  remove(message?: string): Promise<unknown>;
  shows(): readonly string[];
  /** Ids of the messages that show it. */
  messages(): readonly string[];
  /** What a person was told privately. */
  told(user: string): readonly string[];
  /** Whether a form is open for a person. */
  hasForm(user: string): boolean;
  /** Submits the open form, with the values of its fields by name. */
  submit(user: string, values: Readonly<Record<string, string>>): Promise<unknown>;
  /** Adds a thumb reaction to the first message of the answer, or removes it. */
  react(user: string, thumb: 'up' | 'down'): Promise<void>;
}

export async function openSlackRoom(world: World, asked: string): Promise<Room> {
  const { slack } = world;
  const channel = world.slackChannel('docs-help');
  const asker = world.slackUser('grace');
  const us = `<@${slack.botUserId}> `;
  const { ts } = await slack.say({ channel, user: asker, text: us + asked });
  const oursIn = (place: string, thread?: string) =>
    slack.messages(place, thread).filter((one) => one.user === slack.botUserId && !one.visibleTo);
  const ours = () => oursIn(channel, ts);
  const labels = ({ blocks = [] }: Pick<ReturnType<typeof ours>[number], 'blocks'>): readonly string[] =>
    blocks
      .flatMap(({ elements }) => (Array.isArray(elements) ? elements.filter(isObject) : []))
      .flatMap((each) => [each, ...(Array.isArray(each.options) ? each.options : [])])
      .flatMap((each) => [
        valueAt(each, 'text'),
        valueAt(each, 'positive_button', 'text'),
        valueAt(each, 'negative_button', 'text'),
      ])
      .flatMap((text) => stringAt(text, 'text') ?? []);
  return {
    async press(user, button) {
      const message = ours().find((one) => labels(one).includes(button));
      await slack.press({ channel, user: world.slackUser(user), ts: message?.ts ?? '', button });
    },
    async pressAlone(name, button) {
      const user = world.slackUser(name);
      const alone = () => slack.messages(channel, ts).findLast(({ visibleTo }) => visibleTo === user);
      await until(() => labels(alone() ?? { blocks: [] }).includes(button));
      await slack.press({ channel, user, ts: alone()?.ts ?? '', button });
    },
    buttons: () => ours().flatMap(labels),
    rows: () => ours().flatMap(({ blocks = [] }) => blocks.filter(({ type }) => type === 'actions')).length,
    us,
    buttonsIn: (name) => oursIn(world.slackChannel(name)).flatMap(labels),
    async pressIn(name, user, button) {
      const place = { channel: world.slackChannel(name), user: world.slackUser(user) };
      const message = oursIn(place.channel).find((one) => labels(one).includes(button));
      await slack.press({ ...place, ts: message?.ts ?? '', button });
    },
    say: async (user, text) => (await slack.say({ channel, user: world.slackUser(user), text, thread: ts })).ts,
    edit: (text, message) =>
      slack.edit({ channel, user: asker, ts: message ?? ts, text: message === undefined ? us + text : text }),
    remove: (message = ts) => slack.remove({ channel, user: asker, ts: message }),
    shows: () => world.slackShows(channel, ts),
    messages: () => ours().map((one) => one.ts),
    told: (user) =>
      slack.messages(channel, ts).flatMap((one) => (one.visibleTo === world.slackUser(user) ? [one.text] : [])),
    hasForm: (user) => slack.form(world.slackUser(user)) !== undefined,
    submit: (user, values) => slack.submitForm({ user: world.slackUser(user), values }),
    react: (user, thumb) =>
      slack.react({
        channel,
        user: world.slackUser(user),
        ts: ours()[0]?.ts ?? '',
        name: thumb === 'up' ? '+1::skin-tone-3' : 'thumbsdown',
      }),
  };
}

/** The button that opens the menu. */
function menuIn(components: Parameters<typeof walk>[0]) {
  return walk(components).find(({ custom_id }) => String(custom_id).startsWith('menu:'));
}

/** The labels of what such a button opens; undefined for other components. */
function menuLabels(customId: unknown): readonly string[] | undefined {
  const [, kinds] = /^menu:([^:]+):/.exec(String(customId)) ?? [];
  return kinds?.split('.').flatMap((kind) => (isControlKind(kind) ? [english.say(`button.${kind}`)] : []));
}

export async function openDiscordRoom(world: World, asked: string): Promise<Room> {
  const { discord } = world;
  const us = `<@${discord.botUserId}> `;
  const channel = world.discordChannel('docs-help');
  const asker = world.discordUser('grace');
  const { id } = await discord.say({ channel, user: asker, text: us + asked });
  const oursIn = (place: string) =>
    discord.messages(place).filter((one) => one.author === discord.botUserId && !one.system && !one.visibleTo);
  const ours = () => oursIn(id);
  type Components = Pick<ReturnType<typeof ours>[number], 'components'>;
  const entries = ({ components }: Components) =>
    walk(components).flatMap((each) => [each, ...(Array.isArray(each.options) ? each.options.filter(isObject) : [])]);
  const labels = (one: Components): readonly string[] =>
    entries(one).flatMap(({ label, custom_id }) => menuLabels(custom_id) ?? (typeof label === 'string' ? [label] : []));
  const forms = new Map<string, string>();
  async function pressAlone(name: string, button: string): Promise<void> {
    const user = world.discordUser(name);
    const alone = () => discord.messages(id).findLast(({ visibleTo }) => visibleTo === user);
    await until(() => labels(alone() ?? { components: [] }).includes(button));
    await discord.press({ channel: id, user, message: alone()?.id ?? '', button });
  }
  return {
    async press(user, button) {
      const direct = ours().find((one) => entries(one).some(({ label }) => label === button));
      const opener = direct ? undefined : ours().find(({ components }) => menuIn(components));
      if (opener) {
        const menu = String(menuIn(opener.components)?.custom_id);
        await discord.press({ channel: id, user: world.discordUser(user), message: opener.id, button: menu });
        return pressAlone(user, button);
      }
      const message = direct?.id ?? '';
      const { kind, interaction } = await discord.press({
        channel: id,
        user: world.discordUser(user),
        message,
        button,
      });
      if (kind === 'modal') forms.set(user, interaction);
    },
    pressAlone,
    buttons: () => ours().flatMap(labels),
    rows: () => ours().flatMap(({ components }) => components).length,
    us,
    buttonsIn: (name) => oursIn(world.discordChannel(name)).flatMap(labels),
    async pressIn(name, user, button) {
      const place = { channel: world.discordChannel(name), user: world.discordUser(user) };
      const message = oursIn(place.channel).find((one) => labels(one).includes(button))?.id ?? '';
      await discord.press({ ...place, message, button });
    },
    say: async (user, text) => (await discord.say({ channel: id, user: world.discordUser(user), text })).id,
    edit: (text, message) =>
      message === undefined
        ? discord.edit({ channel, user: asker, id, text: us + text })
        : discord.edit({ channel: id, user: asker, id: message, text }),
    remove: (message) =>
      discord.remove({ channel: message === undefined ? channel : id, user: asker, id: message ?? id }),
    shows: () => ours().map((one) => withoutNoSources(one.content)),
    messages: () => ours().map((one) => one.id),
    told: (user) =>
      discord.messages(id).flatMap((one) => (one.visibleTo === world.discordUser(user) ? [one.content] : [])),
    hasForm: (user) => forms.has(user),
    async submit(user, values) {
      const interaction = forms.get(user) ?? '';
      forms.delete(user);
      await discord.submitModal({ interaction, user: world.discordUser(user), values });
    },
    react: (user, thumb) =>
      discord.react({
        channel: id,
        user: world.discordUser(user),
        id: ours()[0]?.id ?? '',
        emoji: thumb === 'up' ? '👍🏽' : '👎',
      }),
  };
}

/** Calls people with the button below the answer. */
export async function callPeople(room: Room, user: string, label = 'I need a human'): Promise<void> {
  await room.press(user, label);
  await room.pressAlone(user, 'Call them');
}

export const rooms = { slack: openSlackRoom, discord: openDiscordRoom };

export function ended(world: World): readonly object[] {
  return world.log.lines.filter((line) => line.phrase === 'turn ended').map((line) => line.fields);
}

export function startBot(world: World, change: Partial<Config> = {}): ReturnType<World['startBot']> {
  const { botToken, appToken, apiUrl } = world.slack;
  return world.startBot({ slack: { botToken, appToken, apiUrl, streaming: { direct: 'edit' } }, ...change });
}

/** `tried` is a route that Discord may refuse. */
export function harmless(world: World, tried = ''): void {
  expect(world.slack.violations).toEqual([]);
  expect(world.discord.violations.filter(({ route }) => route !== tried)).toEqual([]);
}
