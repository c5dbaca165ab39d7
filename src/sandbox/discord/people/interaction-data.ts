/**
 * The `data` of an interaction: a command with its options, a component, or a submitted modal. Pure.
 * Source: developer docs "Interactions: Receiving and Responding, Interaction Data", read 2026-11-21.
 */

import { isObject, type Json, type JsonObject } from '../../json.ts';
import { CommandType, type RegisteredCommand } from '../interactions/command-routes.ts';
import { walk } from '../rest/components.ts';
import { messageShape } from '../shapes/messages.ts';
import { memberShape, placeShape, roleShape, userShape } from '../shapes/resources.ts';
import type { Message } from '../world/message.ts';
import type { World } from '../world/state.ts';

export type OptionValues = Readonly<Record<string, string | number | boolean>>;

const stringOption = 3;
/** Options whose values are ids: users, channels, roles, mentionables. */
const idOptions: readonly Json[] = [6, 7, 8, 9];

export function slashCommandData(world: World, command: RegisteredCommand, values: OptionValues): JsonObject {
  const options = commandOptions(command, values);
  const ids = options.filter((option) => idOptions.includes(option.type)).map((option) => String(option.value));
  return {
    ...commandFields(command),
    type: CommandType.slash,
    options,
    ...(ids.length > 0 ? { resolved: resolvedShape(world, ids) } : {}),
  };
}

export function messageCommandData(world: World, command: RegisteredCommand, target: Message): JsonObject {
  return {
    ...commandFields(command),
    type: CommandType.message,
    target_id: target.id,
    resolved: { messages: { [target.id]: messageShape(world, target, true) } },
  };
}

/** `values`: menus only. */
export function componentData(component: JsonObject, values: readonly string[] | undefined): JsonObject {
  return {
    custom_id: component.custom_id ?? '',
    component_type: component.type ?? 2,
    id: component.id ?? 1,
    ...(values ? { values } : {}),
  };
}

/** `values`: an input's custom_id -> the person's input; other inputs keep their preset value. */
export function modalData(modal: JsonObject, values: Readonly<Record<string, string>>): JsonObject {
  const components = Array.isArray(modal.components) ? modal.components.filter(isObject) : [];
  return { custom_id: modal.custom_id ?? '', components: components.map((component) => submitted(component, values)) };
}

/** A modal's component in the format in which it is submitted. */
function submitted(component: JsonObject, values: Readonly<Record<string, string>>): JsonObject {
  const inputs = walk([component]).flatMap((input): JsonObject[] => {
    if (typeof input.custom_id !== 'string') return [];
    const value: Json = values[input.custom_id] ?? input.value ?? '';
    const type = input.type ?? 4;
    return [{ type, custom_id: input.custom_id, ...(input.type === 4 ? { value } : { values: [value] }) }];
  });
  if (component.type === 18) return { type: 18, id: 1, component: inputs[0] ?? {} };
  return { type: component.type ?? 1, id: 1, components: inputs };
}

function commandFields({ id, name, guild }: RegisteredCommand): JsonObject {
  return { id, name, ...(guild ? { guild_id: guild } : {}) };
}

/** Fails, as Discord's client does, if a required option is missing or a value does not fit its option. */
function commandOptions({ name: command, definition }: RegisteredCommand, values: OptionValues) {
  const defined = Array.isArray(definition.options) ? definition.options.filter(isObject) : [];
  for (const option of defined)
    if (option.required === true && values[String(option.name)] === undefined)
      throw new Error(`the option ${String(option.name)} of ${command} is required`);
  return Object.entries(values).map(([name, value]) => {
    const option = defined.find((candidate) => candidate.name === name);
    if (!option) throw new Error(`the command ${command} has no option ${name}`);
    if (typeof value === 'string' && value.length > Number(option.max_length ?? 6_000))
      throw new Error(`the option ${name} is too long`);
    return { name, type: option.type ?? stringOption, value };
  });
}

/** The users, roles and channels that options refer to. */
function resolvedShape(world: World, ids: readonly string[]): JsonObject {
  const users = ids.flatMap((id) => world.users.get(id) ?? []);
  const roles = ids.flatMap((id) => world.roles.get(id) ?? []);
  const channels = ids.filter((id) => world.channels.has(id));
  return {
    users: Object.fromEntries(users.map((user) => [user.id, userShape(user)])),
    members: Object.fromEntries(users.map((user) => [user.id, memberShape(user)])),
    roles: Object.fromEntries(roles.map((role) => [role.id, roleShape(role, 1)])),
    channels: Object.fromEntries(channels.map((id) => [id, placeShape(world, id)])),
  };
}
