/**
 * Rich text blocks: sections, lists, quotes and fences of styled elements. Source:
 * reference/block-kit/blocks/rich-text-block, 2026-11-21.
 */
import { isObject, type Json } from '../../json.ts';
import { richElementToken } from '../../slack/world/live-tokens.ts';
import { renderInline } from '../inline.ts';
import type { RenderedNode } from '../rendered.ts';
import { link, type SlackNames, slackToken } from './mrkdwn.ts';

export function renderRichText(value: Json, names: SlackNames): RenderedNode[] {
  if (!isObject(value)) return [];
  const children = listOf(value.elements).flatMap((element) => renderRichText(element, names));
  if (value.type === 'rich_text_section') return [{ kind: 'paragraph', children }];
  if (value.type === 'rich_text_quote') return [{ kind: 'quote', children }];
  if (value.type === 'rich_text_preformatted')
    return [{ kind: 'fence', language: '', text: listOf(value.elements).map(textOf).join('') }];
  if (value.type === 'rich_text_list') {
    const items = listOf(value.elements).map(
      (element): RenderedNode => ({ kind: 'item', children: renderRichText(element, names) }),
    );
    return [{ kind: 'list', ...(value.style === 'ordered' ? { start: 1 } : {}), children: items }];
  }
  if (value.type === 'link') return [link(String(value.url), String(value.text ?? value.url))];
  if (value.type === 'emoji') return [{ kind: 'text', text: `:${value.name}:` }];
  if (value.type === 'text') return [styled(textOf(value), value.style)];
  const rules = { toText: (text: string) => text, tokens: [slackToken(names)], delimiters: [] };
  return renderInline(richElementToken(value) ?? '', rules);
}

/** The text of a text object or element. */
export function textOf(value: Json | undefined): string {
  return isObject(value) && typeof value.text === 'string' ? value.text : '';
}

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function styled(text: string, style: Json | undefined): RenderedNode {
  if (!isObject(style)) return { kind: 'text', text };
  const leaf: RenderedNode = style.code ? { kind: 'code', text } : { kind: 'text', text };
  const kinds = [style.bold && 'strong', style.italic && 'emphasis', style.strike && 'strike'] as const;
  return kinds.reduce<RenderedNode>(
    (inner, kind) => (kind ? { kind: kind as 'strong', children: [inner] } : inner),
    leaf,
  );
}
