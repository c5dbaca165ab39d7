/**
 * Buttons and the rest under a Discord message, as people see them. In: components. Out: a tree to draw. Pure. Menus are
 * not drawn yet. Source: developer docs "Components: Reference", 2026-11-21.
 */
import { isObject, type Json, type JsonObject } from '../json.ts';
import { type DiscordNames, discordText } from './discord-text.ts';
import type { Shown, ShownButton } from './shown.ts';

const type = { row: 1, button: 2, section: 9, words: 10, separator: 14, container: 17 } as const;
const styles: Readonly<Record<number, ShownButton['style']>> = {
  1: 'primary',
  2: 'plain',
  3: 'success',
  4: 'danger',
  5: 'plain',
};

export function discordComponents(components: readonly JsonObject[], names: DiscordNames): Shown[] {
  return components.flatMap((component) => draw(component, names));
}

function draw(component: JsonObject, names: DiscordNames): Shown[] {
  const inside = objects(component.components);
  if (component.type === type.row)
    return [{ kind: 'buttons', buttons: inside.filter((one) => one.type === type.button).map(button) }];
  if (component.type === type.words) return discordText(String(component.content ?? ''), names);
  if (component.type === type.separator) return [{ kind: 'rule' }];
  if (component.type === type.container) return [{ kind: 'card', children: discordComponents(inside, names) }];
  if (component.type !== type.section) return [];
  const beside =
    isObject(component.accessory) && component.accessory.type === type.button ? [button(component.accessory)] : [];
  return [
    ...discordComponents(inside, names),
    ...(beside.length > 0 ? [{ kind: 'buttons', buttons: beside } as const] : []),
  ];
}

function button(component: JsonObject): ShownButton {
  const emoji = isObject(component.emoji) && typeof component.emoji.name === 'string' ? `${component.emoji.name} ` : '';
  return {
    id: String(component.custom_id ?? component.label ?? ''),
    text: `${emoji}${typeof component.label === 'string' ? component.label : ''}`.trim(),
    style: styles[Number(component.style)] ?? 'plain',
    disabled: component.disabled === true,
    ...(typeof component.url === 'string' ? { url: component.url } : {}),
  };
}

function objects(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
