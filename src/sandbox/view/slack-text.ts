/**
 * A Slack message as people see it, as a tree to draw. Truthful above pretty: what Slack does not format (headings or tables
 * in mrkdwn, a fence's language) stays as the characters that were sent.
 * Source: messaging/formatting-message-text and reference/block-kit/blocks, 2026-11-21.
 */

import { isObject, type Json, type JsonObject } from '../json.ts';
import type { Message } from '../slack/world/message.ts';
import { unescapeText } from '../slack/world/shapes.ts';
import type { Workspace } from '../slack/world/workspace.ts';
import { gfmToShown } from './gfm.ts';
import { emojiPiece, emojiSign, type InlineRules, inline, type Piece, type Shown, type ShownButton } from './shown.ts';

/** What ids stand for. */
export type SlackNames = Pick<Workspace, 'users' | 'channels' | 'groups'>;

export function slackText(message: Pick<Message, 'text' | 'blocks'>, names: SlackNames): Shown[] {
  if (!message.blocks?.length) return renderMrkdwn(message.text, names);
  return message.blocks.flatMap((block) => renderBlock(block, names));
}

/** `text` and mrkdwn objects. */
export function renderMrkdwn(text: string, names: SlackNames): Shown[] {
  const rules = mrkdwnRules(names);
  return text.split(/```([\s\S]*?)```/).flatMap((piece, index): Shown[] => {
    if (index % 2 === 1) return [{ kind: 'fence', text: unescapeText(piece.replace(/^\n|\n$/g, '')), language: '' }];
    return quotesAndWords(piece.replace(index > 0 ? /^\n/ : /^$/, ''), rules);
  });
}

function quotesAndWords(text: string, rules: InlineRules): Shown[] {
  const shown: Shown[] = [];
  const lines = text.replace(/\n$/, '').split('\n');
  if (text === '') return shown;
  for (let line = 0; line < lines.length; ) {
    const quoted = isQuote(lines[line]);
    let end = line + 1;
    while (end < lines.length && isQuote(lines[end]) === quoted) end += 1;
    const part = lines.slice(line, end);
    if (quoted)
      shown.push({
        kind: 'quote',
        children: withBreaks(
          part.map((one) => one.replace(/^(>|&gt;) ?/, '')),
          rules,
        ),
      });
    else shown.push({ kind: 'paragraph', children: withBreaks(part, rules) });
    line = end;
  }
  return shown;
}

function isQuote(line: string | undefined): boolean {
  return /^(>|&gt;)/.test(line ?? '');
}

function withBreaks(lines: readonly string[], rules: InlineRules): Shown[] {
  return lines.flatMap((line, index): Shown[] => [
    ...(index > 0 ? [{ kind: 'break' } as const] : []),
    ...inline(line, rules),
  ]);
}

function mrkdwnRules(names: SlackNames): InlineRules {
  return {
    words: unescapeText,
    pieces: [
      { pattern: /`([^`\n]+)`/y, take: ([, text = '']) => ({ kind: 'code', text: unescapeText(text) }) },
      tokenPiece(names),
      bareLink,
      emojiPiece,
    ],
    marks: [
      { mark: '*', kind: 'strong', atEdges: true },
      { mark: '_', kind: 'emphasis', atEdges: true },
      { mark: '~', kind: 'strike', atEdges: true },
    ],
  };
}

const bareLink: Piece = {
  pattern: /\bhttps?:\/\/[^\s<>|`]*[^\s<>|`.,:;!?'")\]*_~]/y,
  take: ([url]) => link(unescapeText(url), unescapeText(url)),
};

/** `<@U…>`, `<#C…|name>`, `<!here>`, `<url|label>`. */
function tokenPiece(names: SlackNames): Piece {
  return {
    pattern: /<([@#!]?)([^<>|\n]+)(?:\|([^<>\n]*))?>/y,
    take([, mark, target = '', label]) {
      if (mark === '@')
        return { kind: 'mention', who: 'person', text: `@${names.users.get(target)?.realName ?? 'unknown'}` };
      if (mark === '#')
        return { kind: 'mention', who: 'place', text: `#${names.channels.get(target)?.name ?? label ?? 'unknown'}` };
      if (mark === '!') return special(target, label, names);
      if (!/^(https?:|mailto:)/i.test(target)) return undefined;
      const url = unescapeText(target);
      return link(url, label ? unescapeText(label) : url.replace(/^mailto:/i, ''));
    },
  };
}

function special(target: string, label: string | undefined, names: SlackNames): Shown | undefined {
  if (/^(here|channel|everyone)$/.test(target)) return { kind: 'mention', who: 'everybody', text: `@${target}` };
  if (target.startsWith('subteam^')) {
    const group = names.groups.get(target.slice('subteam^'.length));
    return { kind: 'mention', who: 'group', text: group ? `@${group.handle}` : (label ?? '@unknown') };
  }
  if (target.startsWith('date^')) return { kind: 'text', text: unescapeText(label ?? '') };
  return undefined;
}

function link(url: string, label: string): Shown {
  return { kind: 'link', url, children: [{ kind: 'text', text: label }] };
}

type BlockDrawing = (block: JsonObject, names: SlackNames) => Shown[];

const drawings: Readonly<Record<string, BlockDrawing>> = {
  section: (block, names) => [
    ...drawText(block.text, names),
    ...list(block.fields).flatMap((field) => drawText(field, names)),
    ...buttonsOf(block.accessory === undefined ? [] : [block.accessory]),
  ],
  header: (block) => [{ kind: 'heading', level: 2, children: [{ kind: 'text', text: plainText(block.text) }] }],
  divider: () => [{ kind: 'rule' }],
  context: (block, names) => [
    { kind: 'small', children: list(block.elements).flatMap((element) => drawText(element, names)) },
  ],
  actions: (block) => buttonsOf(list(block.elements)),
  context_actions: (block) => buttonsOf(list(block.elements)),
  markdown: (block, names) => drawMarkdown(String(block.text ?? ''), names),
  rich_text: (block, names) => list(block.elements).flatMap((element) => drawRich(element, names)),
  table: (block, names) => [
    { kind: 'table', rows: list(block.rows).map((row) => list(row).map((cell) => drawCell(cell, names))) },
  ],
  image: (block) => [link(String(block.image_url), String(block.alt_text))],
};

function renderBlock(block: JsonObject, names: SlackNames): Shown[] {
  return drawings[String(block.type)]?.(block, names) ?? [];
}

/** The Markdown surface: GFM, in which Slack's own tokens are live. */
function drawMarkdown(text: string, names: SlackNames): Shown[] {
  const rules: InlineRules = { words: unescapeText, pieces: [tokenPiece(names), bareLink, emojiPiece], marks: [] };
  return gfmToShown(text, (words) => inline(words, rules));
}

function drawText(value: Json | undefined, names: SlackNames): Shown[] {
  if (!isObject(value)) return [];
  if (value.type === 'plain_text')
    return [{ kind: 'paragraph', children: [{ kind: 'text', text: String(value.text ?? '') }] }];
  return renderMrkdwn(String(value.text ?? ''), names);
}

function drawCell(cell: Json, names: SlackNames): Shown[] {
  if (!isObject(cell)) return [];
  if (cell.type === 'rich_text') return list(cell.elements).flatMap((element) => drawRich(element, names));
  return [{ kind: 'text', text: String(cell.text ?? '') }];
}

/** Rich text: sections, lists, quotes and fences of styled elements. */
function drawRich(value: Json, names: SlackNames): Shown[] {
  if (!isObject(value)) return [];
  const children = list(value.elements).flatMap((element) => drawRich(element, names));
  if (value.type === 'rich_text_section') return [{ kind: 'paragraph', children }];
  if (value.type === 'rich_text_quote') return [{ kind: 'quote', children }];
  if (value.type === 'rich_text_preformatted')
    return [{ kind: 'fence', language: '', text: list(value.elements).map(plainText).join('') }];
  if (value.type === 'rich_text_list') {
    const items = list(value.elements).map((element): Shown => ({ kind: 'item', children: drawRich(element, names) }));
    return [{ kind: 'list', ...(value.style === 'ordered' ? { start: 1 } : {}), children: items }];
  }
  if (value.type === 'link') return [link(String(value.url), String(value.text ?? value.url))];
  if (value.type === 'emoji') return [{ kind: 'text', text: `:${value.name}:` }];
  if (value.type === 'text') return [styled(String(value.text ?? ''), value.style)];
  return inline(richTokenText(value), { words: (text) => text, pieces: [tokenPiece(names)], marks: [] });
}

function richTokenText(element: JsonObject): string {
  if (element.type === 'user') return `<@${element.user_id}>`;
  if (element.type === 'channel') return `<#${element.channel_id}>`;
  if (element.type === 'usergroup') return `<!subteam^${element.usergroup_id}>`;
  return element.type === 'broadcast' ? `<!${element.range}>` : '';
}

function styled(text: string, style: Json | undefined): Shown {
  const leaf: Shown = isObject(style) && style.code ? { kind: 'code', text } : { kind: 'text', text };
  if (!isObject(style)) return leaf;
  const kinds = [style.bold && 'strong', style.italic && 'emphasis', style.strike && 'strike'] as const;
  return kinds.reduce<Shown>((inner, kind) => (kind ? { kind: kind as 'strong', children: [inner] } : inner), leaf);
}

function buttonsOf(elements: readonly Json[]): Shown[] {
  const buttons = elements.filter(isObject).flatMap((element): ShownButton[] => {
    const id = String(element.action_id ?? plainText(element.text));
    if (element.type === 'feedback_buttons') {
      return [element.positive_button, element.negative_button]
        .filter((one) => isObject(one))
        .map((one) => button(one, id, true));
    }
    return element.type === 'button' ? [button(element, id, false)] : [];
  });
  return buttons.length > 0 ? [{ kind: 'buttons', buttons }] : [];
}

function button(element: JsonObject, id: string, withValue: boolean): ShownButton {
  return {
    id,
    text: plainText(element.text).replace(/:([a-z0-9_+-]+):/g, (whole, name: string) => emojiSign(name) ?? whole),
    style: element.style === 'primary' || element.style === 'danger' ? element.style : 'plain',
    disabled: false,
    ...(typeof element.url === 'string' ? { url: element.url } : {}),
    ...(withValue ? { value: String(element.value ?? '') } : {}),
  };
}

function plainText(value: Json | undefined): string {
  return isObject(value) && typeof value.text === 'string' ? value.text : '';
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
