/** An embed of a Discord message as a card. Source: developer docs "Resources: Message, Embed Object", 2026-11-21. */
import { isObject, type JsonObject } from '../../json.ts';
import type { RenderedNode } from '../rendered.ts';
import { type DiscordNames, renderMarkdown } from './markdown.ts';

export function renderEmbed(
  { title, description, color, fields, footer }: JsonObject,
  names: DiscordNames,
): RenderedNode {
  const render = (value: unknown) => (typeof value === 'string' ? renderMarkdown(value, names) : []);
  const strong = (value: unknown): RenderedNode => ({ kind: 'strong', children: render(value) });
  const fieldList = Array.isArray(fields) ? fields.filter(isObject) : [];
  return {
    kind: 'card',
    ...(typeof color === 'number' ? { colour: color.toString(16).padStart(6, '0') } : {}),
    children: [
      ...(typeof title === 'string' ? [strong(title)] : []),
      ...render(description),
      ...fieldList.flatMap((field) => [strong(field.name), ...render(field.value)]),
      ...(isObject(footer) ? [{ kind: 'small', children: render(footer.text) } as const] : []),
    ],
  };
}
