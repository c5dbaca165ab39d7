/**
 * What the classifier counts in a message besides its named features: words, pairs of words, words by place (a few words in a
 * thread mean something else than in a channel), frames (three to five words of which only the common ones are kept, since the
 * topic of a sentence hardly matters) and runs of characters (n-grams), which also cover Japanese and inflected words. The
 * start and end are marked, because a question is recognised by how it opens and closes.
 */

const maxChars = 2_000;
const runLengths = [2, 3, 4, 5] as const;
const frameLengths = [3, 4, 5] as const;
/** The weight of all grams of one kind together, relative to one feature. */
const scale = 3;

/** Separates the grams in a weights file; no gram contains it. */
export const gramSeparator = '|';

export const gramKinds = ['words', 'pairs', 'placed', 'frames', 'runs'] as const;
export type GramKind = (typeof gramKinds)[number];
export type Grams = Readonly<Record<GramKind, ReadonlySet<string>>>;

export function gramsOf(text: string, isFollowUp: boolean, commonWords: ReadonlySet<string>): Grams {
  const start = text.slice(0, maxChars).replaceAll(gramSeparator, ' ');
  const words = wordsOf(start);
  const marked = ['^', ...words, '$'];
  const place = isFollowUp ? 'thread' : 'channel';
  return {
    words: new Set(words),
    pairs: new Set(marked.slice(1).map((word, at) => `${marked[at]} ${word}`)),
    placed: new Set(words.map((word) => `${place}:${word}`)),
    frames: framesOf(marked, commonWords),
    runs: runsOf(start),
  };
}

export function byKind<Value>(toValue: (kind: GramKind) => Value): Record<GramKind, Value> {
  return Object.fromEntries(gramKinds.map((kind) => [kind, toValue(kind)])) as Record<GramKind, Value>;
}

/** The share of one gram among all of its kind, so that long messages count as much as short ones. */
export function gramShare(grams: ReadonlySet<string>): number {
  return scale / Math.sqrt(Math.max(1, grams.size));
}

/** Lower case, with placeholders for code, URLs and numbers. */
export function wordsOf(text: string): readonly string[] {
  const cleaned = text
    .replace(/```[\s\S]*?(?:```|$)/g, ' codeblock ')
    .replace(/`[^`\n]*`/g, ' codespan ')
    .replace(/https?:\S+/g, ' address ')
    .replace(/[’‘]/g, "'")
    .replace(/\d+/g, ' 0 ')
    .toLowerCase();
  return cleaned.match(/[\p{L}\p{N}_']+|[?!.,:]/gu) ?? [];
}

function framesOf(marked: readonly string[], commonWords: ReadonlySet<string>): ReadonlySet<string> {
  const kept = marked.map((word) => (commonWords.has(word) || !/\p{L}/u.test(word) ? word : '*'));
  const frames = new Set<string>();
  for (const length of frameLengths) {
    for (let at = 0; at + length <= kept.length; at += 1) frames.add(kept.slice(at, at + length).join(' '));
  }
  return frames;
}

function runsOf(text: string): ReadonlySet<string> {
  const line = `^${text.toLowerCase().replace(/\s+/g, ' ').replace(/\d/g, '0')}$`;
  const runs = new Set<string>();
  for (const length of runLengths) {
    for (let at = 0; at + length <= line.length; at += 1) runs.add(line.slice(at, at + length));
  }
  return runs;
}
