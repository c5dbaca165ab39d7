/**
 * How people use the app: commands, buttons, menus, modals. All resolve with the app's response as the person sees it, and
 * reject with NotAnswered if none arrives in time. Anything that Discord's client does not offer to this person in this place
 * fails with a plain Error.
 * Source: developer docs "Interactions", read 2026-11-21.
 */

import type { JsonObject } from '../../json.ts';
import type { Sessions } from '../gateway/sessions.ts';
import { type Commands, CommandType, type RegisteredCommand } from '../interactions/command-routes.ts';
import { interactionShape } from '../interactions/interaction-shape.ts';
import {
  type InteractionRequest,
  type InteractionResponse,
  type Interactions,
  InteractionType,
} from '../interactions/interactions.ts';
import { findComponent, optionOf } from '../rest/components.ts';
import { knownUser, requireUserPermission, seenMessage, type UserPlace } from '../world/people.ts';
import { permissionsOf } from '../world/permissions.ts';
import type { World } from '../world/state.ts';
import {
  componentData,
  messageCommandData,
  modalData,
  type OptionValues,
  slashCommandData,
} from './interaction-data.ts';

/** A slash command with its options by name; users, channels and roles are given by id. */
export interface CommandUse extends UserPlace {
  readonly name: string;
  readonly options?: OptionValues;
}

/** A pressed button, or a choice from a menu. */
export interface ComponentUse extends UserPlace {
  readonly message: string;
  /** The component's custom_id, or the button's label. */
  readonly button: string;
  /** Menus only. */
  readonly values?: readonly string[];
}

export interface ModalSubmission {
  /** The interaction whose response was the modal. */
  readonly interaction: string;
  readonly user: string;
  /** By the custom_id of each input. */
  readonly values: Readonly<Record<string, string>>;
}

export type UserInteractions = ReturnType<typeof createUserInteractions>;

export function createUserInteractions(
  world: World,
  sessions: Sessions,
  interactions: Interactions,
  commands: Commands,
) {
  return { command, contextMenu, press, submitModal };

  /** `/docs question:…` */
  async function command({ name, options = {}, channel, user }: CommandUse): Promise<InteractionResponse> {
    const found = availableCommand(name, CommandType.slash, { channel, user });
    return send({ type: InteractionType.command, channel, user, name }, slashCommandData(world, found, options));
  }

  /** Runs a command from a message's menu. */
  async function contextMenu(use: UserPlace & { name: string; message: string }): Promise<InteractionResponse> {
    const { name, channel, user } = use;
    const found = availableCommand(name, CommandType.message, use);
    const data = messageCommandData(world, found, seenMessage(world, use, use.message));
    return send({ type: InteractionType.command, channel, user, name, fromMenu: true }, data);
  }

  async function press({ channel, user, message, button, values }: ComponentUse): Promise<InteractionResponse> {
    const source = seenMessage(world, { channel, user }, message);
    const component = findComponent(source.components, button);
    if (!component || component.disabled === true) throw new Error(`no button ${button} under ${message}`);
    const chosen = optionOf(component, button)?.value;
    const picked = values ?? (typeof chosen === 'string' ? [chosen] : undefined);
    return send({ type: InteractionType.component, channel, user, source }, componentData(component, picked));
  }

  async function submitModal({ interaction, user, values }: ModalSubmission): Promise<InteractionResponse> {
    const opened = interactions.find(interaction);
    const modal = opened?.response?.modal;
    if (!modal || opened.user !== user) throw new Error(`no modal of ${interaction} is open for ${user}`);
    const { channel, source } = opened;
    const request = { type: InteractionType.modal, channel, user, ...(source ? { source } : {}) };
    return send(request, modalData(modal, values));
  }

  function send(request: InteractionRequest, data: JsonObject): Promise<InteractionResponse> {
    requireUserPermission(world, request, 'viewChannel');
    return interactions.open(request, (interaction) =>
      sessions.dispatch({
        name: 'INTERACTION_CREATE',
        intents: 0,
        inGuild: !world.isDirect(request.channel),
        payload: () => interactionShape(world, interaction, data),
      }),
    );
  }

  function availableCommand(name: string, type: number, place: UserPlace): RegisteredCommand {
    requireUserPermission(world, place, 'useApplicationCommands');
    const found = commands.find(name, type);
    if (!found) throw new Error(`no command ${name} is registered`);
    requireAvailable(world, found, place);
    return found;
  }
}

/** A command may be limited to direct messages or the server, and to members with a permission. */
function requireAvailable(world: World, { name, guild, definition }: RegisteredCommand, place: UserPlace): void {
  const isDirect = world.isDirect(place.channel);
  const { contexts, default_member_permissions: needed } = definition;
  if (Array.isArray(contexts) ? !contexts.includes(isDirect ? 1 : 0) : guild !== undefined && isDirect)
    throw new Error(`the command ${name} is not offered here`);
  if (isDirect || typeof needed !== 'string' || place.user === world.ownerId) return;
  const person = knownUser(world, place.user);
  const held = permissionsOf(world, person);
  if (needed === '0' || (held & BigInt(needed)) !== BigInt(needed))
    throw new Error(`the command ${name} is not offered to ${person.name}`);
}
