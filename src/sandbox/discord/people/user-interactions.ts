/**
 * What people ask of the app: commands, buttons, menus, modals. In: who does what where. Out: the app's answer, as the
 * person sees it. What Discord's own apps do not offer to this person in this place fails with a plain Error.
 * Source: developer docs "Interactions", read 2026-11-21.
 */

import type { Sessions } from '../gateway/sessions.ts';
import { type Commands, CommandType, type RegisteredCommand } from '../interactions/command-routes.ts';
import {
  type Interaction,
  type InteractionRequest,
  type InteractionResponse,
  type Interactions,
  InteractionType,
} from '../interactions/interactions.ts';
import { findComponent, walk } from '../rest/components.ts';
import { messageShape } from '../shapes/messages.ts';
import { askerShape, memberShape, placeShape, roleShape, userShape } from '../shapes/resources.ts';
import { isObject, type Json, type JsonObject } from '../world/json.ts';
import { knownPerson, type Place, requireUserPermission, seenMessage } from '../world/people.ts';
import { permissionsOf } from '../world/permissions.ts';
import type { World } from '../world/state.ts';

/** A slash command typed by a person. `options`: name -> value; ids for people, channels and roles. */
export interface CommandUse extends Place {
  readonly name: string;
  readonly options?: Readonly<Record<string, string | number | boolean>>;
}

/** A button pressed, or a choice made in a menu. */
export interface ComponentUse extends Place {
  readonly message: string;
  /** The component's custom_id, or what its button says. */
  readonly button: string;
  /** Of menus. */
  readonly values?: readonly string[];
}

/** A modal sent off. */
export interface ModalSubmission {
  /** The one whose answer was the modal. */
  readonly interaction: string;
  readonly user: string;
  /** By custom_id of the inputs. */
  readonly values: Readonly<Record<string, string>>;
}

/** How a slash command's option travels. */
const optionTypes = { string: 3, integer: 4, boolean: 5, number: 10 } as const;
const referring = [6, 7, 8, 9];

/** What people ask by commands and components. */
export type UserInteractions = ReturnType<typeof createUserInteractions>;

/** All these resolve with the answer of the app, or reject with NotAnswered. */
export function createUserInteractions(
  world: World,
  sessions: Sessions,
  interactions: Interactions,
  commands: Commands,
) {
  return { command, contextMenu, press, submitModal };

  /** `/docs question:…`. Gives the app's answer; rejects with NotAnswered when none came within 3 s. */
  async function command({ name, options = {}, channel, user }: CommandUse): Promise<InteractionResponse> {
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
  }: Place & { name: string; message: string }): Promise<InteractionResponse> {
    const found = usable(name, CommandType.message, { channel, user });
    const target = seenMessage(world, { channel, user }, message);
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
  async function press({ channel, user, message, button, values }: ComponentUse): Promise<InteractionResponse> {
    const source = seenMessage(world, { channel, user }, message);
    const component = findComponent(source.components, button);
    if (!component || component.disabled === true) throw new Error(`no button ${button} under ${message}`);
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

  /** Sends the modal that an interaction opened. */
  async function submitModal({ interaction, user, values }: ModalSubmission): Promise<InteractionResponse> {
    const opened = interactions.find(interaction);
    const modal = opened?.response?.modal;
    if (!modal || opened.user !== user) throw new Error(`no modal of ${interaction} is open for ${user}`);
    const components = Array.isArray(modal.components) ? modal.components.filter(isObject) : [];
    const asking: InteractionRequest = {
      type: InteractionType.modal,
      channel: opened.channel,
      user,
      ...(opened.source ? { source: opened.source } : {}),
    };
    return ask(asking, {
      custom_id: modal.custom_id ?? '',
      components: components.map((one) => filledIn(one, values)),
    });
  }

  function ask(asking: InteractionRequest, data: JsonObject): Promise<InteractionResponse> {
    requireUserPermission(world, asking, 'viewChannel');
    return interactions.open(asking, (interaction) => {
      sessions.dispatch({
        name: 'INTERACTION_CREATE',
        intents: 0,
        inGuild: !world.isDirect(asking.channel),
        payload: () => interactionShape(interaction, data),
      });
    });
  }

  function interactionShape({ id, token, type, channel, user, source }: Interaction, data: JsonObject): JsonObject {
    const asker = knownPerson(world, user);
    const inGuild = !world.isDirect(channel);
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
      app_permissions: String(world.permissionsIn(channel, world.botUserId)),
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
    requireUserPermission(world, place, 'useApplicationCommands');
    const found = commands.find(name, type);
    if (!found) throw new Error(`no command ${name} is registered`);
    const context = world.isDirect(place.channel) ? 1 : 0;
    const { contexts, default_member_permissions: needed } = found.definition;
    if (Array.isArray(contexts) ? !contexts.includes(context) : found.guild !== undefined && context === 1)
      throw new Error(`the command ${name} is not offered here`);
    const permissions = permissionsOf(world, knownPerson(world, place.user));
    if (context === 0 && typeof needed === 'string' && place.user !== world.ownerId)
      if (needed === '0' || (permissions & BigInt(needed)) !== BigInt(needed))
        throw new Error(`the command ${name} is not offered to ${knownPerson(world, place.user).name}`);
    return found;
  }

  function optionsOf(found: RegisteredCommand, given: NonNullable<CommandUse['options']>): JsonObject[] {
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
