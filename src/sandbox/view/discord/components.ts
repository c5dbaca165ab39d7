/**
 * The components of a Discord message: buttons, sections, containers; no select menus. Source: developer docs "Components:
 * Reference", 2026-11-21.
 */
import { isObject, type Json, type JsonObject } from '../../json.ts';
import type { RenderedButton, RenderedNode } from '../rendered.ts';
import { type DiscordNames, renderMarkdown } from './markdown.ts';

const type = { row: 1, button: 2, section: 9, text: 10, separator: 14, container: 17 } as const;
const styles: Readonly<Record<number, RenderedButton['style']>> = {
  1: 'primary',
  2: 'plain',
  3: 'success',
  4: 'danger',
  5: 'plain',
};

export function renderComponents(components: readonly JsonObject[], names: DiscordNames): RenderedNode[] {
  return components.flatMap((component) => renderComponent(component, names));
}

function renderComponent(component: JsonObject, names: DiscordNames): RenderedNode[] {
  const children = objectsIn(component.components);
  if (component.type === type.row)
    return [{ kind: 'buttons', buttons: children.filter((child) => child.type === type.button).map(renderButton) }];
  if (component.type === type.text) return renderMarkdown(String(component.content ?? ''), names);
  if (component.type === type.separator) return [{ kind: 'rule' }];
  if (component.type === type.container) return [{ kind: 'card', children: renderComponents(children, names) }];
  if (component.type !== type.section) return [];
  const buttons =
    isObject(component.accessory) && component.accessory.type === type.button
      ? [renderButton(component.accessory)]
      : [];
  return [...renderComponents(children, names), ...(buttons.length > 0 ? [{ kind: 'buttons', buttons } as const] : [])];
}

function renderButton(component: JsonObject): RenderedButton {
  const emoji = isObject(component.emoji) && typeof component.emoji.name === 'string' ? `${component.emoji.name} ` : '';
  return {
    id: String(component.custom_id ?? component.label ?? ''),
    text: `${emoji}${typeof component.label === 'string' ? component.label : ''}`.trim(),
    style: styles[Number(component.style)] ?? 'plain',
    disabled: component.disabled === true,
    ...(typeof component.url === 'string' ? { url: component.url } : {}),
  };
}

function objectsIn(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
