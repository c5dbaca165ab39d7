/** The inline parser for Slack's and Discord's markup: tokens that are recognised as a whole, and delimiters around text. */
import type { RenderedNode, WrapperKind } from './rendered.ts';

/** The same characters before and after the text that they format: `**bold**`. */
export interface Delimiter {
  readonly text: string;
  readonly kind: WrapperKind;
  /** Whether it only counts at the edge of a word, as in Slack, and not anywhere, as in Discord. */
  readonly atWordEdges: boolean;
}

/** Recognised as a whole, before delimiters are. `render` returns undefined to leave a match as text. */
export interface InlineToken {
  /** Sticky: it is tried at each position. */
  readonly pattern: RegExp;
  render(match: RegExpExecArray): RenderedNode | undefined;
}

export interface InlineRules {
  readonly tokens: readonly InlineToken[];
  readonly delimiters: readonly Delimiter[];
  /** Unescapes plain text. */
  toText(text: string): string;
}

interface Match {
  readonly node: RenderedNode;
  readonly end: number;
}

/** The next closing position of each delimiter, after every position that was tried; -1: none. Keeps parsing linear. */
type Closings = Map<Delimiter, number>;

const maxDepth = 12;

/** Renders one line or paragraph. */
export function renderInline(text: string, rules: InlineRules, depth = 0): RenderedNode[] {
  const nodes: RenderedNode[] = [];
  const closings: Closings = new Map();
  let plain = '';
  let at = 0;
  const flush = (): void => {
    if (plain) nodes.push({ kind: 'text', text: rules.toText(plain) });
    plain = '';
  };
  while (at < text.length) {
    const match =
      matchToken(text, at, rules) ?? (depth < maxDepth ? matchPair(text, at, rules, depth, closings) : undefined);
    if (match) {
      flush();
      nodes.push(match.node);
    } else {
      plain += text[at];
    }
    at = match?.end ?? at + 1;
  }
  flush();
  return nodes;
}

function matchToken(text: string, at: number, rules: InlineRules): Match | undefined {
  for (const { pattern, render } of rules.tokens) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const node = match && render(match);
    if (node) return { node, end: at + match[0].length };
  }
  return undefined;
}

function matchPair(text: string, at: number, rules: InlineRules, depth: number, closings: Closings): Match | undefined {
  for (const delimiter of rules.delimiters) {
    const { kind, text: sign } = delimiter;
    if (!text.startsWith(sign, at)) continue;
    const from = at + sign.length;
    const to = opens(text, from, at, delimiter) ? findClosing(text, from, delimiter, closings) : -1;
    if (to < 0) continue;
    return { node: { kind, children: renderInline(text.slice(from, to), rules, depth + 1) }, end: to + sign.length };
  }
  return undefined;
}

/** The inner side of a delimiter must touch text: no whitespace, no word joiner. */
function opens(text: string, from: number, at: number, { atWordEdges }: Delimiter): boolean {
  return !/[\s\u2060]/.test(text[from] ?? ' ') && !(atWordEdges && isWordCharacter(text[at - 1]));
}

function findClosing(text: string, from: number, delimiter: Delimiter, closings: Closings): number {
  const known = closings.get(delimiter) ?? 0;
  if (known > from || known === -1) return known;
  let to = text.indexOf(delimiter.text, from + 1);
  while (to >= 0 && !closes(text, to, delimiter)) to = text.indexOf(delimiter.text, to + 1);
  closings.set(delimiter, to);
  return to;
}

function closes(text: string, at: number, { text: sign, atWordEdges }: Delimiter): boolean {
  if (/\s/.test(text[at - 1] ?? ' ')) return false;
  const after = at + sign.length;
  return atWordEdges ? !isWordCharacter(text[after]) : !text.startsWith(sign[0] ?? '', after);
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}
