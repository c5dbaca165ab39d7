/**
 * Formatted text as people see it, as a tree that a page can draw without knowing any dialect. Types, and the reading of
 * inline marks that Slack and Discord share. Pure. Every leaf is plain text: nothing in it is ever read as HTML.
 */

export type Shown =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'rule' }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'fence'; readonly text: string; readonly language: string }
  | { readonly kind: 'emoji'; readonly text: string; readonly name: string }
  | { readonly kind: 'mention'; readonly text: string; readonly who: 'person' | 'group' | 'everybody' | 'place' }
  | { readonly kind: 'link'; readonly url: string; readonly children: readonly Shown[] }
  | { readonly kind: Wrapping; readonly children: readonly Shown[] }
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Shown[] }
  | { readonly kind: 'list'; readonly start?: number; readonly children: readonly Shown[] }
  | { readonly kind: 'item'; readonly checked?: boolean; readonly children: readonly Shown[] }
  | {
      readonly kind: 'table';
      readonly rows: readonly (readonly Shown[])[][];
      readonly align?: readonly (string | null)[];
    }
  | { readonly kind: 'buttons'; readonly buttons: readonly ShownButton[] }
  | { readonly kind: 'card'; readonly colour?: string; readonly children: readonly Shown[] };

type Wrapping = 'strong' | 'emphasis' | 'strike' | 'underline' | 'spoiler' | 'quote' | 'paragraph' | 'small';

export interface ShownButton {
  /** What a press is sent with. */
  readonly id: string;
  readonly text: string;
  readonly style: 'plain' | 'primary' | 'success' | 'danger';
  readonly disabled: boolean;
  /** Opened in place of a press. */
  readonly url?: string;
  /** What a press carries, where one element has several (feedback). */
  readonly value?: string;
}

/** A pair of marks around words. */
export interface Mark {
  readonly mark: string;
  readonly kind: Wrapping;
  /** The mark counts only at the edge of a word, as in Slack; else wherever it stands, as in Discord. */
  readonly atEdges: boolean;
}

/** A piece that is recognised as a whole, before marks are. `take` gives undefined to leave it as words. */
export interface Piece {
  /** Sticky: it is tried at each place. */
  readonly pattern: RegExp;
  take(match: RegExpExecArray): Shown | undefined;
}

export interface InlineRules {
  readonly pieces: readonly Piece[];
  readonly marks: readonly Mark[];
  /** Makes a leaf's words as they are read. */
  words(text: string): string;
}

const maxDepth = 12;

/** Reads the marks of one line or paragraph, in time that grows with its length. */
export function inline(text: string, rules: InlineRules, depth = 0): Shown[] {
  const shown: Shown[] = [];
  const closings: Closings = new Map();
  let words = '';
  let place = 0;
  while (place < text.length) {
    const found =
      piece(text, place, rules) ?? (depth < maxDepth ? marked(text, place, rules, depth, closings) : undefined);
    if (!found) {
      words += text[place];
      place += 1;
      continue;
    }
    if (words) shown.push({ kind: 'text', text: rules.words(words) });
    words = '';
    shown.push(found.shown);
    place = found.end;
  }
  if (words) shown.push({ kind: 'text', text: rules.words(words) });
  return shown;
}

interface Found {
  readonly shown: Shown;
  readonly end: number;
}

function piece(text: string, place: number, rules: InlineRules): Found | undefined {
  for (const { pattern, take } of rules.pieces) {
    pattern.lastIndex = place;
    const match = pattern.exec(text);
    const shown = match && take(match);
    if (shown) return { shown, end: place + match[0].length };
  }
  return undefined;
}

/** Where each mark closes next, past all places that were looked at: -1 for nowhere. */
type Closings = Map<Mark, number>;

function marked(text: string, place: number, rules: InlineRules, depth: number, closings: Closings): Found | undefined {
  for (const rule of rules.marks) {
    const { mark, kind } = rule;
    if (!text.startsWith(mark, place)) continue;
    const from = place + mark.length;
    const to = opens(text, from, place, rule) ? closing(text, from, rule, closings) : -1;
    if (to < 0) continue;
    return { shown: { kind, children: inline(text.slice(from, to), rules, depth + 1) }, end: to + mark.length };
  }
  return undefined;
}

/** Marks hold something, and only words touch their inner sides: no space, no invisible joiner. */
function opens(text: string, from: number, open: number, { atEdges }: Mark): boolean {
  return !/[\s\u2060]/.test(text[from] ?? ' ') && !(atEdges && isWord(text[open - 1]));
}

/** Where the closing mark stands, or -1. */
function closing(text: string, from: number, rule: Mark, closings: Closings): number {
  const known = closings.get(rule) ?? 0;
  if (known > from || known === -1) return known;
  let to = text.indexOf(rule.mark, from + 1);
  while (to >= 0 && !closes(text, to, rule)) to = text.indexOf(rule.mark, to + 1);
  closings.set(rule, to);
  return to;
}

function closes(text: string, at: number, { mark, atEdges }: Mark): boolean {
  if (/\s/.test(text[at - 1] ?? ' ')) return false;
  const after = at + mark.length;
  return atEdges ? !isWord(text[after]) : !text.startsWith(mark[0] ?? '', after);
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}

/** Names of emoji that bots use, as signs. Others stay as `:name:`. */
const emoji: Readonly<Record<string, string>> = {
  eyes: '👀',
  white_check_mark: '✅',
  heavy_check_mark: '✔️',
  x: '❌',
  warning: '⚠️',
  hourglass: '⌛',
  hourglass_flowing_sand: '⏳',
  rocket: '🚀',
  books: '📚',
  book: '📖',
  mag: '🔍',
  thumbsup: '👍',
  '+1': '👍',
  thumbsdown: '👎',
  '-1': '👎',
  wave: '👋',
  tada: '🎉',
  sos: '🆘',
  link: '🔗',
  bulb: '💡',
  lock: '🔒',
  heart: '❤️',
  octagonal_sign: '🛑',
  arrows_counterclockwise: '🔄',
  zipper_mouth_face: '🤐',
  speech_balloon: '💬',
  page_facing_up: '📄',
};

export function emojiSign(name: string): string | undefined {
  return emoji[name];
}

/** `:name:`, where the name is known. */
export const emojiPiece: Piece = {
  pattern: /:([a-z0-9_+-]+):/y,
  take([, name = '']) {
    const text = emojiSign(name);
    return text === undefined ? undefined : { kind: 'emoji', text, name };
  },
};
