/**
 * Discord's Markdown as people see it. Markup that Discord does not format (tables, rules, headings below the third level)
 * stays as it was sent.
 * Source: developer docs "Reference: Message Formatting" and support page "Markdown Text 101", 2026-11-21.
 */
import { type InlineRules, type InlineToken, renderInline } from '../inline.ts';
import type { RenderedNode } from '../rendered.ts';

/** Resolves ids to names. */
export interface DiscordNames {
  person(id: string): string;
  role(id: string): string;
  place(id: string): string;
  /** Whether @everyone and @here ping; if not, they are plain text. */
  readonly everyonePings: boolean;
}

export function renderMarkdown(text: string, names: DiscordNames): RenderedNode[] {
  return renderBlocks(text, rulesFor(names));
}

/** A fence, or the lines of a quote, which can contain fences: whichever starts first. */
const blocks = /```([\s\S]+?)```|^(?:>(?: [^\n]*)?(?:\n|$))+/gm;

function renderBlocks(text: string, rules: InlineRules): RenderedNode[] {
  const nodes: RenderedNode[] = [];
  let at = 0;
  let afterFence = false;
  for (const { 0: block, 1: code, index } of text.matchAll(blocks)) {
    nodes.push(...renderText(text.slice(at, index), afterFence, rules));
    afterFence = code !== undefined;
    if (code !== undefined) nodes.push(toFence(code));
    else nodes.push({ kind: 'quote', children: renderBlocks(block.replace(/^> ?/gm, ''), rules) });
    at = index + block.length;
  }
  return [...nodes, ...renderText(text.slice(at), afterFence, rules)];
}

function renderText(text: string, afterFence: boolean, rules: InlineRules): RenderedNode[] {
  const words = text.replace(afterFence ? /^\n/ : /^$/, '').replace(/\n$/, '');
  return words === '' ? [] : renderLines(words.split('\n'), rules);
}

/** The first line is the language if it is one word. */
function toFence(content: string): RenderedNode {
  const [, language = '', rest = content] = /^([\w+#.-]+)\n([\s\S]*)$/.exec(content) ?? [];
  return { kind: 'fence', language, text: rest.replace(/^\n|\n+$/g, '') };
}

const quotedToEnd = /^>>> ?/;
const listItem = /^( *)([-*]|\d+\.) +(?=\S)/;

function renderLines(lines: readonly string[], rules: InlineRules): RenderedNode[] {
  const nodes: RenderedNode[] = [];
  for (let line = 0; line < lines.length; ) {
    const [text = '', rest] = [lines[line], lines.slice(line)];
    const count = quotedToEnd.test(text) ? rest.length : runLength(rest);
    nodes.push(...renderRun(rest.slice(0, count), rules));
    line += count;
  }
  return nodes;
}

/** The length of the quote, list or paragraph that starts here. */
function runLength(lines: readonly string[]): number {
  const kind = lineKind(lines[0] ?? '');
  if (kind === 'heading' || kind === 'small') return 1;
  const end = lines.findIndex((line) => lineKind(line) !== kind);
  return end < 0 ? lines.length : end;
}

function lineKind(line: string): 'quote' | 'list' | 'heading' | 'small' | 'paragraph' {
  if (quotedToEnd.test(line)) return 'quote';
  if (listItem.test(line)) return 'list';
  if (/^#{1,3} +\S/.test(line)) return 'heading';
  return /^-# +\S/.test(line) ? 'small' : 'paragraph';
}

function renderRun(lines: readonly string[], rules: InlineRules): RenderedNode[] {
  const first = lines[0] ?? '';
  const kind = lineKind(first);
  if (kind === 'quote')
    return [{ kind: 'quote', children: renderLines([first.replace(quotedToEnd, ''), ...lines.slice(1)], rules) }];
  if (kind === 'list') return renderList(lines, rules);
  if (kind === 'small') return [{ kind: 'small', children: renderInline(first.replace(/^-# +/, ''), rules) }];
  if (kind === 'paragraph') return [{ kind: 'paragraph', children: withBreaks(lines, rules) }];
  const [, marks = '', words = ''] = /^(#{1,3}) +(.*?)(?: +#*)?$/.exec(first) ?? [];
  return [{ kind: 'heading', level: marks.length, children: renderInline(words, rules) }];
}

/** Items with a deeper indent belong to the previous item. */
function renderList(lines: readonly string[], rules: InlineRules): RenderedNode[] {
  const [, indent = '', sign = ''] = listItem.exec(lines[0] ?? '') ?? [];
  const items: RenderedNode[] = [];
  for (let line = 0; line < lines.length; ) {
    const deeper = lines
      .slice(line + 1)
      .findIndex((later) => (listItem.exec(later)?.[1]?.length ?? 0) <= indent.length);
    const end = deeper < 0 ? lines.length : line + 1 + deeper;
    const below = lines.slice(line + 1, end);
    const own = renderInline((lines[line] ?? '').replace(listItem, ''), rules);
    items.push({ kind: 'item', children: below.length > 0 ? [...own, ...renderList(below, rules)] : own });
    line = end;
  }
  return [{ kind: 'list', ...(/\d/.test(sign) ? { start: Number.parseInt(sign, 10) } : {}), children: items }];
}

function withBreaks(lines: readonly string[], rules: InlineRules): RenderedNode[] {
  // Delimiters can span lines, so a paragraph is parsed as a whole and split into lines afterwards.
  return renderInline(lines.join('\n'), rules).flatMap(splitLines);
}

function splitLines(node: RenderedNode): RenderedNode[] {
  if (node.kind === 'text') {
    return node.text
      .split('\n')
      .flatMap((line, index): RenderedNode[] => [
        ...(index > 0 ? [{ kind: 'break' } as const] : []),
        { kind: 'text', text: line },
      ]);
  }
  return 'children' in node ? [{ ...node, children: node.children.flatMap(splitLines) }] : [node];
}

function rulesFor(names: DiscordNames): InlineRules {
  return {
    toText: (text) => text,
    tokens: [
      { pattern: /\\([^\p{L}\p{N}\s])/uy, render: ([, sign = '']) => ({ kind: 'text', text: sign }) },
      {
        pattern: /(`+)(?!`)([\s\S]*?[^`])\1(?!`)/y,
        render: ([, , text = '']) => ({ kind: 'code', text: text.replace(/^ (.+) $/, '$1') }),
      },
      ...mentions(names),
      maskedLink(names),
      { pattern: /<(https?:\/\/[^\s<>]+)>/y, render: ([, url = '']) => link(url) },
      { pattern: /\bhttps?:\/\/[^\s<>]*[^\s<>.,:;"')\]*_~|]/y, render: ([url]) => link(url) },
    ],
    delimiters: [
      { text: '**', kind: 'strong', atWordEdges: false },
      { text: '__', kind: 'underline', atWordEdges: false },
      { text: '~~', kind: 'strike', atWordEdges: false },
      { text: '||', kind: 'spoiler', atWordEdges: false },
      { text: '*', kind: 'emphasis', atWordEdges: false },
      { text: '_', kind: 'emphasis', atWordEdges: true },
    ],
  };
}

function mentions(names: DiscordNames): InlineToken[] {
  return [
    {
      pattern: /<@!?(\d{17,19})>/y,
      render: ([, id = '']) => ({ kind: 'mention', who: 'person', text: `@${names.person(id)}` }),
    },
    {
      pattern: /<@&(\d{17,19})>/y,
      render: ([, id = '']) => ({ kind: 'mention', who: 'group', text: `@${names.role(id)}` }),
    },
    {
      pattern: /<#(\d{17,19})>/y,
      render: ([, id = '']) => ({ kind: 'mention', who: 'place', text: `#${names.place(id)}` }),
    },
    {
      pattern: /<(\/[^<>\n:]{1,100}):\d{17,19}>/y,
      render: ([, text = '']) => ({ kind: 'mention', who: 'place', text }),
    },
    {
      pattern: /<t:(-?\d{1,13})(?::[a-zA-Z])?>/y,
      render: ([, seconds = '']) => ({ kind: 'text', text: toUtc(Number(seconds)) }),
    },
    {
      pattern: /@(?:everyone|here)\b/y,
      render: ([text]) => (names.everyonePings ? { kind: 'mention', who: 'everybody', text } : undefined),
    },
  ];
}

/** Discord does not render a link whose label contains another URL: it stays as written. */
function maskedLink(names: DiscordNames): InlineToken {
  return {
    pattern:
      /\[((?:[^[\]\\\n]|\\.|\[[^[\]\n]*\])+)\]\(<?(https?:\/\/[^\s<>)]+(?:\([^\s<>)]*\)[^\s<>)]*)*)>?(?: +"[^"\n]*")?\)/y,
    render([, label = '', url = '']) {
      if (/https?:\/\//i.test(label)) return undefined;
      const { delimiters: marks, toText: words, tokens: pieces } = rulesFor({ ...names, everyonePings: false });
      return {
        kind: 'link',
        url,
        children: renderInline(label, { delimiters: marks, toText: words, tokens: pieces.slice(0, 2) }),
      };
    },
  };
}

function link(url: string): RenderedNode {
  return { kind: 'link', url, children: [{ kind: 'text', text: url }] };
}

function toUtc(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? '' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
