/**
 * A Discord message's text as people see it. In: text. Out: a tree to draw. Pure. Truthful above pretty: what Discord
 * does not format (tables, rules, headings below the third level) stays as the characters that were sent.
 * Source: developer docs "Reference: Message Formatting" and support page "Markdown Text 101", 2026-11-21.
 */
import { type InlineRules, inline, type Piece, type Shown } from './shown.ts';

/** What ids stand for. */
export interface DiscordNames {
  person(id: string): string;
  role(id: string): string;
  place(id: string): string;
  /** Whether @everyone and @here reach everybody; if not, they are words. */
  readonly everybody: boolean;
}

export function discordText(text: string, names: DiscordNames): Shown[] {
  return drawBlocks(text, rulesFor(names));
}

/** A fence, or lines of a quote, in which fences may stand: whichever begins first. */
const blocks = /```([\s\S]+?)```|^(?:>(?: [^\n]*)?(?:\n|$))+/gm;

function drawBlocks(text: string, rules: InlineRules): Shown[] {
  const shown: Shown[] = [];
  let at = 0;
  let afterFence = false;
  for (const { 0: block, 1: code, index } of text.matchAll(blocks)) {
    shown.push(...drawWords(text.slice(at, index), afterFence, rules));
    afterFence = code !== undefined;
    if (code !== undefined) shown.push(fence(code));
    else shown.push({ kind: 'quote', children: drawBlocks(block.replace(/^> ?/gm, ''), rules) });
    at = index + block.length;
  }
  return [...shown, ...drawWords(text.slice(at), afterFence, rules)];
}

function drawWords(text: string, afterFence: boolean, rules: InlineRules): Shown[] {
  const words = text.replace(afterFence ? /^\n/ : /^$/, '').replace(/\n$/, '');
  return words === '' ? [] : drawLines(words.split('\n'), rules);
}

/** A fenced code block; its first line is the language when it is one word. */
function fence(content: string): Shown {
  const [, language = '', rest = content] = /^([\w+#.-]+)\n([\s\S]*)$/.exec(content) ?? [];
  return { kind: 'fence', language, text: rest.replace(/^\n|\n+$/g, '') };
}

const quotedToEnd = /^>>> ?/;
const listed = /^( *)([-*]|\d+\.) +(?=\S)/;

function drawLines(lines: readonly string[], rules: InlineRules): Shown[] {
  const shown: Shown[] = [];
  for (let line = 0; line < lines.length; ) {
    const [text = '', rest] = [lines[line], lines.slice(line)];
    const count = quotedToEnd.test(text) ? rest.length : runLength(rest);
    shown.push(...drawRun(rest.slice(0, count), rules));
    line += count;
  }
  return shown;
}

/** How many lines belong together: a quote's, a list's, or those of one paragraph. */
function runLength(lines: readonly string[]): number {
  const kind = lineKind(lines[0] ?? '');
  if (kind === 'heading' || kind === 'small') return 1;
  const end = lines.findIndex((line) => lineKind(line) !== kind);
  return end < 0 ? lines.length : end;
}

function lineKind(line: string): 'quote' | 'list' | 'heading' | 'small' | 'words' {
  if (quotedToEnd.test(line)) return 'quote';
  if (listed.test(line)) return 'list';
  if (/^#{1,3} +\S/.test(line)) return 'heading';
  return /^-# +\S/.test(line) ? 'small' : 'words';
}

function drawRun(lines: readonly string[], rules: InlineRules): Shown[] {
  const first = lines[0] ?? '';
  const kind = lineKind(first);
  if (kind === 'quote')
    return [{ kind: 'quote', children: drawLines([first.replace(quotedToEnd, ''), ...lines.slice(1)], rules) }];
  if (kind === 'list') return drawList(lines, rules);
  if (kind === 'small') return [{ kind: 'small', children: inline(first.replace(/^-# +/, ''), rules) }];
  if (kind === 'words') return [{ kind: 'paragraph', children: breaks(lines, rules) }];
  const [, marks = '', words = ''] = /^(#{1,3}) +(.*?)(?: +#*)?$/.exec(first) ?? [];
  return [{ kind: 'heading', level: marks.length, children: inline(words, rules) }];
}

/** Items by their indent; deeper ones belong to the item before them. */
function drawList(lines: readonly string[], rules: InlineRules): Shown[] {
  const [, indent = '', sign = ''] = listed.exec(lines[0] ?? '') ?? [];
  const items: Shown[] = [];
  for (let line = 0; line < lines.length; ) {
    const deeper = lines.slice(line + 1).findIndex((one) => (listed.exec(one)?.[1]?.length ?? 0) <= indent.length);
    const end = deeper < 0 ? lines.length : line + 1 + deeper;
    const below = lines.slice(line + 1, end);
    const own = inline((lines[line] ?? '').replace(listed, ''), rules);
    items.push({ kind: 'item', children: below.length > 0 ? [...own, ...drawList(below, rules)] : own });
    line = end;
  }
  return [{ kind: 'list', ...(/\d/.test(sign) ? { start: Number.parseInt(sign, 10) } : {}), children: items }];
}

function breaks(lines: readonly string[], rules: InlineRules): Shown[] {
  // Marks may span lines, so a paragraph is read as one and cut into lines afterwards.
  return inline(lines.join('\n'), rules).flatMap(cut);
}

function cut(node: Shown): Shown[] {
  if (node.kind === 'text') {
    return node.text
      .split('\n')
      .flatMap((line, index): Shown[] => [
        ...(index > 0 ? [{ kind: 'break' } as const] : []),
        { kind: 'text', text: line },
      ]);
  }
  return 'children' in node ? [{ ...node, children: node.children.flatMap(cut) }] : [node];
}

function rulesFor(names: DiscordNames): InlineRules {
  return {
    words: (text) => text,
    pieces: [
      { pattern: /\\([^\p{L}\p{N}\s])/uy, take: ([, sign = '']) => ({ kind: 'text', text: sign }) },
      {
        pattern: /(`+)(?!`)([\s\S]*?[^`])\1(?!`)/y,
        take: ([, , text = '']) => ({ kind: 'code', text: text.replace(/^ (.+) $/, '$1') }),
      },
      ...mentions(names),
      maskedLink(names),
      { pattern: /<(https?:\/\/[^\s<>]+)>/y, take: ([, url = '']) => link(url) },
      { pattern: /\bhttps?:\/\/[^\s<>]*[^\s<>.,:;"')\]*_~|]/y, take: ([url]) => link(url) },
    ],
    marks: [
      { mark: '**', kind: 'strong', atEdges: false },
      { mark: '__', kind: 'underline', atEdges: false },
      { mark: '~~', kind: 'strike', atEdges: false },
      { mark: '||', kind: 'spoiler', atEdges: false },
      { mark: '*', kind: 'emphasis', atEdges: false },
      { mark: '_', kind: 'emphasis', atEdges: true },
    ],
  };
}

function mentions(names: DiscordNames): Piece[] {
  return [
    {
      pattern: /<@!?(\d{17,19})>/y,
      take: ([, id = '']) => ({ kind: 'mention', who: 'person', text: `@${names.person(id)}` }),
    },
    {
      pattern: /<@&(\d{17,19})>/y,
      take: ([, id = '']) => ({ kind: 'mention', who: 'group', text: `@${names.role(id)}` }),
    },
    {
      pattern: /<#(\d{17,19})>/y,
      take: ([, id = '']) => ({ kind: 'mention', who: 'place', text: `#${names.place(id)}` }),
    },
    { pattern: /<(\/[^<>\n:]{1,100}):\d{17,19}>/y, take: ([, text = '']) => ({ kind: 'mention', who: 'place', text }) },
    {
      pattern: /<t:(-?\d{1,13})(?::[a-zA-Z])?>/y,
      take: ([, seconds = '']) => ({ kind: 'text', text: when(Number(seconds)) }),
    },
    {
      pattern: /@(?:everyone|here)\b/y,
      take: ([text]) => (names.everybody ? { kind: 'mention', who: 'everybody', text } : undefined),
    },
  ];
}

/** Discord does not hide an address behind another address: such a link stays as it was written. */
function maskedLink(names: DiscordNames): Piece {
  return {
    pattern:
      /\[((?:[^[\]\\\n]|\\.|\[[^[\]\n]*\])+)\]\(<?(https?:\/\/[^\s<>)]+(?:\([^\s<>)]*\)[^\s<>)]*)*)>?(?: +"[^"\n]*")?\)/y,
    take([, label = '', url = '']) {
      if (/https?:\/\//i.test(label)) return undefined;
      const { marks, words, pieces } = rulesFor({ ...names, everybody: false });
      return { kind: 'link', url, children: inline(label, { marks, words, pieces: pieces.slice(0, 2) }) };
    },
  };
}

function link(url: string): Shown {
  return { kind: 'link', url, children: [{ kind: 'text', text: url }] };
}

function when(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? '' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
