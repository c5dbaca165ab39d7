/**
 * What people do on the server: write, edit, delete, react, post in forums, use commands, press buttons, send modals. In:
 * who does what where. Out: the server changed and the app asked, with its answer.
 */
import { type Commands, CommandType, type RegisteredCommand } from './command-routes.ts';
import { findComponent, walk } from './components.ts';
import {
  type Asking,
  type Interaction,
  type InteractionAnswer,
  type Interactions,
  InteractionType,
} from './interactions.ts';
import { isObject, type Json, type JsonObject } from './json.ts';
import { previewsIn } from './markdown.ts';
import { mentioned, permissive } from './mentions.ts';
import { messageShape } from './message-shapes.ts';
import { type PermissionName, permissionsOf } from './permissions.ts';
import { refusal } from './refusal.ts';
import type { DiscordUser } from './seed.ts';
import type { Sessions } from './sessions.ts';
import { askerShape, memberShape, placeShape, roleShape, userShape } from './shapes.ts';
import { has, type Message, MessageFlag, MessageType, type Thread, type World } from './state.ts';
import { openAgain } from './writing.ts';

/** Where and by whom. Users, channels and threads are named by id. */
export interface Place {
  readonly channel: string;
  readonly user: string;
}

export interface Saying extends Place {
  /** As Discord carries it: `<@id>`, `<@&id>`. See `typed`. */
  readonly text: string;
  /** A thread's id; the same as naming it in `channel`. */
  readonly thread?: string;
  /** The message that is replied to. */
  readonly replyTo?: string;
  /** The reply pings its author (true, as in Discord's own apps). */
  readonly pingReplied?: boolean;
}

export interface Posting {
  readonly forum: string;
  readonly user: string;
  readonly title: string;
  readonly text: string;
  /** Ids. */
  readonly tags?: readonly string[];
  /** The first message comes this much after the post, as when a picture is uploaded. */
  readonly starterAfterMs?: number;
}

export interface Commanding extends Place {
  readonly name: string;
  readonly options?: Readonly<Record<string, string | number | boolean>>;
}

export interface Pressing extends Place {
  readonly message: string;
  /** The component's custom_id, or what its button says. */
  readonly button: string;
  /** Of menus. */
  readonly values?: readonly string[];
}

/** How a slash command's option travels. */
const optionTypes = { string: 3, integer: 4, boolean: 5, number: 10 } as const;
const referring = [6, 7, 8, 9];

export type Acts = ReturnType<typeof createActs>;

export interface ActsOptions {
  readonly world: World;
  readonly sessions: Sessions;
  readonly interactions: Interactions;
  readonly commands: Commands;
  /** Waits, or ends when the sandbox stops. */
  readonly wait: (waitMs: number) => Promise<void>;
}

export function createActs({ world, sessions, interactions, commands, wait }: ActsOptions) {
  return {
    say,
    post,
    startThread,
    directMessage,
    edit,
    remove,
    react,
    type,
    command,
    contextMenu,
    press,
    submitModal,
  };

  /** Writes a message, replies, or answers in a thread. Gives its id. */
  async function say({ channel, user, text, thread, replyTo, pingReplied = true }: Saying): Promise<{ id: string }> {
    const place = thread ?? channel;
    may(place, user, world.threads.has(place) ? 'sendMessagesInThreads' : 'sendMessages');
    const there = world.threads.get(place);
    if (there?.locked && !has(world.rightsIn(place, user), 'manageThreads')) throw refusal(160005);
    if (world.channels.get(place)?.kind === 'forum') throw refusal(50008);
    const original = replyTo === undefined ? undefined : known(place, replyTo);
    openAgain(world, there ? { thread: there } : {});
    const message = world.post({
      ...written(place, user, text, original && pingReplied ? original.author : undefined),
      type: original ? MessageType.reply : MessageType.ordinary,
      ...(original ? { replyTo: { channel: place, id: original.id } } : {}),
    });
    return { id: message.id };
  }

  /** A forum post: the thread, then its first message, which has the same id. */
  async function post({
    forum,
    user,
    title,
    text,
    tags = [],
    starterAfterMs = 0,
  }: Posting): Promise<{ threadId: string }> {
    may(forum, user, 'sendMessages');
    const thread = world.startThread(threadDraft(forum, user, title, tags));
    if (starterAfterMs > 0) await wait(starterAfterMs);
    world.post({ ...written(thread.id, user, text), type: MessageType.ordinary }, thread.id);
    return { threadId: thread.id };
  }

  /** A thread that a person opens: from a message, or alone. */
  async function startThread({
    channel,
    user,
    name,
    from,
  }: Place & { name: string; from?: string }): Promise<{ threadId: string }> {
    may(channel, user, 'createPublicThreads');
    const source = from === undefined ? undefined : known(channel, from);
    if (source?.thread !== undefined) throw refusal(160004);
    const thread = world.startThread(threadDraft(channel, user, name, []), source?.id);
    const empty = { ...written(source ? thread.id : channel, user, ''), flags: 0 };
    if (source) {
      world.edit(source, { flags: source.flags | MessageFlag.hasThread, thread: thread.id });
      world.post({ ...empty, type: MessageType.threadStarter, replyTo: { channel, id: source.id } });
    } else world.post({ ...empty, content: name, type: MessageType.threadCreated, thread: thread.id });
    return { threadId: thread.id };
  }

  async function directMessage({
    user,
    text,
  }: {
    user: string;
    text: string;
  }): Promise<{ channel: string; id: string }> {
    const channel = directChannel(user);
    return { channel, ...(await say({ channel, user, text })) };
  }

  async function edit({ channel, user, id, text }: Place & { id: string; text: string }): Promise<void> {
    const message = own({ channel, user, id });
    const { content, mentions, previews } = written(channel, user, text);
    world.edit(message, { content, mentions, previews, editedAt: world.now() });
  }

  async function remove(place: Place & { id: string }): Promise<void> {
    world.remove(
      has(world.rightsIn(place.channel, place.user), 'manageMessages') ? known(place.channel, place.id) : own(place),
    );
  }

  /** Adds the reaction, or takes it away when it is there. */
  async function react({ channel, user, id, emoji }: Place & { id: string; emoji: string }): Promise<void> {
    const message = known(channel, id);
    const there = message.reactions.some((one) => one.emoji === emoji && one.users.includes(user));
    world.react(message, emoji, user, !there);
  }

  function type({ channel, user }: Place): void {
    may(channel, user, 'sendMessages');
    world.showTyping(channel, user);
  }

  /** `/docs question:…`. Gives the app's answer; rejects with NotAnswered when none came within 3 s. */
  async function command({ name, options = {}, channel, user }: Commanding): Promise<InteractionAnswer> {
    const found = usable(name, CommandType.slash, { channel, user });
    const given = optionsOf(found, options);
    const ids = given.filter((one) => referring.includes(Number(one.type))).map((one) => String(one.value));
    return ask(
      { type: InteractionType.command, channel, user, name },
      {
        id: found.id,
        name,
        type: CommandType.slash,
        options: given,
        ...(found.guild ? { guild_id: found.guild } : {}),
        ...(ids.length > 0 ? { resolved: resolved(ids) } : {}),
      },
    );
  }

  /** A command chosen from a message's menu. */
  async function contextMenu({
    name,
    channel,
    user,
    message,
  }: Place & { name: string; message: string }): Promise<InteractionAnswer> {
    const found = usable(name, CommandType.message, { channel, user });
    const target = known(channel, message);
    return ask(
      { type: InteractionType.command, channel, user, name, fromMenu: true },
      {
        id: found.id,
        name,
        type: CommandType.message,
        target_id: target.id,
        resolved: { messages: { [target.id]: messageShape(world, target, true) } },
        ...(found.guild ? { guild_id: found.guild } : {}),
      },
    );
  }

  /** Presses a button under a message, or chooses from a menu there. */
  async function press({ channel, user, message, button, values }: Pressing): Promise<InteractionAnswer> {
    const source = known(channel, message);
    const component = findComponent(source.components, button);
    if (!component || component.disabled === true) throw new Error(`no button ${button} under ${message}`);
    if (source.visibleTo && source.visibleTo !== user) throw refusal(10008);
    return ask(
      { type: InteractionType.component, channel, user, source },
      {
        custom_id: component.custom_id ?? '',
        component_type: component.type ?? 2,
        id: component.id ?? 1,
        ...(values ? { values } : {}),
      },
    );
  }

  /** Sends the modal that an interaction opened. `values`: by custom_id of the inputs. */
  async function submitModal({
    interaction,
    user,
    values,
  }: {
    interaction: string;
    user: string;
    values: Readonly<Record<string, string>>;
  }): Promise<InteractionAnswer> {
    const opened = interactions.find(interaction);
    if (!opened?.modal || opened.user !== user) throw new Error(`no modal of ${interaction} is open for ${user}`);
    const components = Array.isArray(opened.modal.components) ? opened.modal.components.filter(isObject) : [];
    const asking: Asking = {
      type: InteractionType.modal,
      channel: opened.channel,
      user,
      ...(opened.source ? { source: opened.source } : {}),
    };
    return ask(asking, {
      custom_id: opened.modal.custom_id ?? '',
      components: components.map((one) => filledIn(one, values)),
    });
  }

  function ask(asking: Asking, data: JsonObject): Promise<InteractionAnswer> {
    may(asking.channel, asking.user, 'viewChannel');
    return interactions.ask(asking, (interaction) => {
      sessions.dispatch({
        name: 'INTERACTION_CREATE',
        intents: 0,
        inGuild: world.channelOf(asking.channel)?.kind !== 'dm',
        payload: () => interactionShape(interaction, data),
      });
    });
  }

  function interactionShape({ id, token, type, channel, user, source }: Interaction, data: JsonObject): JsonObject {
    const asker = person(user);
    const inGuild = world.channelOf(channel)?.kind !== 'dm';
    return {
      id,
      application_id: world.applicationId,
      type,
      token,
      version: 1,
      data,
      channel_id: channel,
      channel: placeShape(world, channel),
      locale: 'en-US',
      app_permissions: String(world.rightsIn(channel, world.botUserId)),
      entitlements: [],
      authorizing_integration_owners: { 0: inGuild ? world.guildId : '0' },
      context: inGuild ? 0 : 1,
      attachment_size_limit: 10_485_760,
      ...(source ? { message: messageShape(world, world.find(channel, source.id) ?? source, true) } : {}),
      ...(inGuild
        ? {
            guild_id: world.guildId,
            guild_locale: 'en-US',
            guild: { id: world.guildId, locale: 'en-US', features: [] },
            member: askerShape(world, asker, channel),
          }
        : { user: userShape(asker) }),
    };
  }

  /** The command, when it is there for this person in this place. */
  function usable(name: string, type: number, place: Place): RegisteredCommand {
    may(place.channel, place.user, 'useApplicationCommands');
    const found = commands.find(name, type);
    if (!found) throw new Error(`no command ${name} is registered`);
    const context = world.channelOf(place.channel)?.kind === 'dm' ? 1 : 0;
    const { contexts, default_member_permissions: needed } = found.definition;
    if (Array.isArray(contexts) ? !contexts.includes(context) : found.guild !== undefined && context === 1)
      throw new Error(`the command ${name} is not offered here`);
    const rights = permissionsOf(world, person(place.user));
    if (context === 0 && typeof needed === 'string' && place.user !== world.ownerId)
      if (needed === '0' || (rights & BigInt(needed)) !== BigInt(needed))
        throw new Error(`the command ${name} is not offered to ${person(place.user).name}`);
    return found;
  }

  function optionsOf(found: RegisteredCommand, given: NonNullable<Commanding['options']>): JsonObject[] {
    const defined = Array.isArray(found.definition.options) ? found.definition.options.filter(isObject) : [];
    for (const option of defined)
      if (option.required === true && given[String(option.name)] === undefined)
        throw new Error(`the option ${String(option.name)} of ${found.name} is required`);
    return Object.entries(given).map(([name, value]) => {
      const option = defined.find((one) => one.name === name);
      if (!option) throw new Error(`the command ${found.name} has no option ${name}`);
      if (typeof value === 'string' && value.length > Number(option.max_length ?? 6_000))
        throw new Error(`the option ${name} is too long`);
      return { name, type: option.type ?? optionTypes.string, value };
    });
  }

  function resolved(ids: readonly string[]): JsonObject {
    const users = ids.flatMap((id) => world.users.get(id) ?? []);
    const roles = ids.flatMap((id) => world.roles.get(id) ?? []);
    const channels = ids.filter((id) => world.channels.has(id));
    return {
      users: Object.fromEntries(users.map((one) => [one.id, userShape(one)])),
      members: Object.fromEntries(users.map((one) => [one.id, memberShape(one)])),
      roles: Object.fromEntries(roles.map((one) => [one.id, roleShape(one, 1)])),
      channels: Object.fromEntries(channels.map((id) => [id, placeShape(world, id)])),
    };
  }

  function written(channel: string, user: string, text: string, repliedTo?: string) {
    const rights = world.rightsIn(channel, user);
    const content = text.trim();
    const sender = { mayPingAll: has(rights, 'mentionEveryone') };
    return {
      channel,
      author: person(user).id,
      content,
      flags: 0,
      mentions: mentioned(content, permissive, sender, world, repliedTo),
      embeds: [],
      components: [],
      previews: previewsIn(content),
    };
  }

  function threadDraft(parent: string, owner: string, name: string, tags: readonly string[]) {
    const kind: Thread['kind'] = world.channels.get(parent)?.kind === 'announcement' ? 'announcement' : 'public';
    return { parent, owner, name, tags, kind, autoArchiveMinutes: 4_320 };
  }

  function directChannel(user: string): string {
    const found = [...world.channels.values()].find((one) => one.recipient === user);
    if (!found) throw refusal(10013);
    return found.id;
  }

  function person(id: string): DiscordUser {
    const found = world.users.get(id);
    if (!found) throw refusal(10013);
    return found;
  }

  function may(place: string, user: string, right: PermissionName): void {
    person(user);
    if (!world.channelOf(place)) throw refusal(10003);
    const rights = world.rightsIn(place, user);
    if (!has(rights, 'viewChannel')) throw refusal(50001);
    if (!has(rights, right)) throw refusal(50013);
  }

  function known(place: string, id: string): Message {
    const message = world.find(place, id);
    if (!message) throw refusal(10008);
    return message;
  }

  function own({ channel, user, id }: Place & { id: string }): Message {
    const message = known(channel, id);
    if (message.author !== user) throw refusal(50005);
    return message;
  }
}

/** A modal's component with what the person wrote, in the shape in which it comes back. */
function filledIn(component: JsonObject, values: Readonly<Record<string, string>>): JsonObject {
  const inner = walk([component]).filter((one) => typeof one.custom_id === 'string');
  const inputs = inner.map((one): JsonObject => {
    const id = String(one.custom_id);
    const value: Json = values[id] ?? one.value ?? '';
    return { type: one.type ?? 4, custom_id: id, ...(one.type === 4 ? { value } : { values: [value] }) };
  });
  if (component.type === 18) return { type: 18, id: 1, component: inputs[0] ?? {} };
  return { type: component.type ?? 1, id: 1, components: inputs };
}
