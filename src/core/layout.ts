/**
 * A reply cut into message bodies that fit; earlier bodies stay still as the text grows. In: a reply, and what fits
 * into one message. Out: bodies. Pure; `createLayout` remembers the bodies that are finished, to save work only.
 *
 * A body is finished when a word after it did not fit. Where it is cut depends on nothing but the text up to there, so
 * the same text gives the same bodies whatever way it grew.
 */
import { type Line, lineAt, scan } from './blocks.ts';
import { type Cut, cutsAfter, rank } from './cut.ts';
import { bareExcerpt, excerpt } from './excerpt.ts';
import type { Reply, Source } from './reply.ts';
import { shownEnd } from './steady.ts';

/** One message's share of a reply, whole and balanced Markdown. */
export interface Body {
  /** GFM: fences closed, nothing half-written. */
  readonly markdown: string;
  /** Start and end of its share, in UTF-16 units of the reply's text. */
  readonly from: number;
  readonly to: number;
  /** Shown under the text, only in the last body of a settled reply. */
  readonly sources: readonly Source[];
  /** Plain sentences of ours under it, only in the last body. */
  readonly notices: readonly string[];
}

export type Fits = (body: Body) => boolean;

/** Bodies in order, never empty of content; none for an empty reply. */
export function layOut(reply: Reply, fits: Fits): readonly Body[] {
  return createLayout(fits)(reply);
}

/**
 * `layOut` for a reply that grows: each call with the same or a longer text costs only its last body. The bodies are
 * the same as those of `layOut`. A text that is no continuation of the one before is laid out anew.
 */
export function createLayout(fits: Fits): (reply: Reply) => readonly Body[] {
  let known: Progress = { text: '', lines: [], finished: [], fitted: 0 };
  return (reply) => {
    if (!reply.text.startsWith(known.text)) known = { text: '', lines: [], finished: [], fitted: 0 };
    const { bodies, ...progress } = layOutFrom(known, reply, fits);
    known = progress;
    return bodies;
  };
}

/** What is known of a text so far: its lines, the bodies that cannot change any more, and up to where the next one fitted. */
interface Progress {
  readonly text: string;
  readonly lines: readonly Line[];
  readonly finished: readonly Body[];
  readonly fitted: number;
}

/** A text as far as it is shown, and what fits of it. */
interface Share {
  readonly text: string;
  readonly lines: readonly Line[];
  readonly end: number;
  readonly settled: boolean;
  readonly fits: Fits;
}

function layOutFrom(known: Progress, reply: Reply, fits: Fits): Progress & { readonly bodies: readonly Body[] } {
  const { text, settled } = reply;
  const allLines = scan(text, known.lines);
  const end = settled ? text.length : shownEnd(text, allLines);
  const lines = end < text.length ? scan(text.slice(0, end), allLines) : allLines;
  const share: Share = { text, lines, end, settled, fits };
  const sources = settled ? reply.sources : [];
  const finished = [...known.finished];
  let { fitted } = known;
  for (;;) {
    const from = finished.at(-1)?.to ?? 0;
    const whole = bodyOf(share, from, end);
    const progress = { text, lines: allLines, finished };
    const full = { ...whole, sources, notices: reply.notices };
    if (isEmpty(full)) return { ...progress, fitted, bodies: finished };
    if (fits(full)) return { ...progress, fitted: end, bodies: [...finished, full] };
    const hasMore = full.sources.length > 0 || full.notices.length > 0;
    if (hasMore && (whole.markdown === '' || fits(whole))) {
      const more = settled || whole.markdown === '' ? extraBody(full, fits) : [];
      const text = whole.markdown === '' ? [] : [whole];
      return { ...progress, fitted: end, bodies: [...finished, ...text, ...more] };
    }
    const next = firstPart(share, from, Math.max(fitted, from));
    if (!next) return { ...progress, fitted, bodies: finished };
    if (!next.final) return { ...progress, fitted: next.body.to, bodies: [...finished, next.body] };
    finished.push(next.body);
    fitted = next.body.to;
  }
}

function isEmpty(body: Body): boolean {
  return body.markdown === '' && body.sources.length === 0 && body.notices.length === 0;
}

/** What did not fit under the text, in a body of its own; if that is too long, sources go from the end, then notices. */
function extraBody(full: Body, fits: Fits): readonly Body[] {
  let body: Body = { ...full, markdown: '', from: full.to };
  while (!isEmpty(body)) {
    if (fits(body)) return [body];
    if (body.sources.length > 0) body = { ...body, sources: body.sources.slice(0, -1) };
    else body = { ...body, notices: body.notices.slice(0, -1) };
  }
  return [];
}

function bodyOf(share: Share, from: number, to: number, bare = false): Body {
  const { text, lines } = share;
  const markdown = bare ? bareExcerpt(text, lines, from, to) : excerpt(text, lines, from, to);
  return { markdown, from, to, sources: [], notices: [] };
}

/** A word up to this length, in characters, is never cut: what comes before it is a message that is full enough. */
const maxWord = 64;

/**
 * The first body of a text that is too long for one. It is not final while the word at the limit may still grow: then
 * it shows what fits of it, and is cut when the word has ended. Undefined when nothing fits at all.
 */
function firstPart(
  share: Share,
  from: number,
  fitted: number,
): { readonly body: Body; readonly final: boolean } | undefined {
  for (const bare of [false, true]) {
    const fitsTo = (to: number) => share.fits(bodyOf(share, from, to, bare));
    const place = findCut(share, from, fitted, fitsTo);
    if (place) return { body: bodyOf(share, from, place.at, bare), final: place.final };
  }
  return undefined;
}

function findCut(
  share: Share,
  from: number,
  fitted: number,
  fitsTo: (to: number) => boolean,
): { readonly at: number; readonly final: boolean } | undefined {
  const { text, lines, end, settled } = share;
  const least = firstWord(text, lines, from);
  const cuts = cutsAfter(text, lines, from).filter((cut) => cut.at > least && cut.at < end);
  const guess = cuts.findIndex((cut) => cut.at >= Math.max(fitted, from + 1000));
  const count = largest(0, cuts.length, guess === -1 ? cuts.length : guess, (n) => fitsTo(cuts[n - 1]?.at ?? from));
  const fitting = cuts.slice(0, count);
  const last = fitting.at(-1)?.at;
  const wordStart = last ?? least;
  const wordEnd = cuts[count]?.at ?? end;
  const unfinished = count === cuts.length && !settled;
  if (last !== undefined && !unfinished && wordEnd - wordStart <= maxWord) {
    return { at: best(fitting, from, last) ?? last, final: true };
  }
  const letters = Math.max(
    wordStart,
    largest(wordStart, wordEnd - 1, wordStart + 100, (to) => {
      const at = clusterStart(text, to);
      return at > wordStart && fitsTo(at);
    }),
  );
  const limit = clusterStart(text, letters);
  if (limit <= wordStart) {
    if (last === undefined) return undefined;
    return unfinished ? { at: last, final: false } : { at: best(fitting, from, last) ?? last, final: true };
  }
  if (last !== undefined && wordEnd - wordStart <= maxWord) return { at: limit, final: false };
  return { at: best(fitting, from, limit) ?? limit, final: true };
}

/** Where the first word of the share begins: a body must hold at least a character of it. */
function firstWord(text: string, lines: readonly Line[], from: number): number {
  let at = from;
  for (let index = lineAt(lines, from); index < lines.length; index += 1) {
    const line = lines[index];
    if (!line) break;
    at = Math.max(from, line.content);
    const words = text.slice(at, line.end);
    if (line.kind !== 'fence' && words.trim() !== '') return at + (words.length - words.trimStart().length);
  }
  return at;
}

/** How far back, as a share of what fits, a better place to cut is looked for; and for want of any, once more. */
const goodFill = 0.6;
const poorFill = 0.2;

/** The place of the highest rank, and of these the last. */
function best(cuts: readonly Cut[], from: number, limit: number): number | undefined {
  const beyond = (fill: number, least: number) =>
    cuts.filter((cut) => cut.at >= from + (limit - from) * fill && cut.rank >= least);
  for (const choice of [beyond(goodFill, rank.word - 1), beyond(poorFill, rank.word - 1), beyond(goodFill, 0)]) {
    const top = Math.max(...choice.map((cut) => cut.rank));
    const found = choice.findLast((cut) => cut.rank === top);
    if (found) return found.at;
  }
  return undefined;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** No cluster that anybody reads is longer, in UTF-16 units. */
const maxCluster = 64;

/** The start of the character, as people see characters, that the offset is in. */
function clusterStart(text: string, offset: number): number {
  const base = Math.max(0, offset - maxCluster);
  const cluster = graphemes.segment(text.slice(base, offset + maxCluster)).containing(offset - base);
  return cluster && cluster.index > 0 ? base + cluster.index : offset;
}

/** The largest n between the two for which `holds`, taking it to hold for `low`; looked for near `guess` first. */
function largest(low: number, high: number, guess: number, holds: (n: number) => boolean): number {
  let yes = low;
  let no = high + 1;
  let step = 1;
  for (let probe = Math.min(Math.max(guess, low + 1), high); yes + 1 < no; ) {
    if (holds(probe)) {
      yes = probe;
      probe = no > high ? Math.min(high, probe + step) : (yes + no) >> 1;
    } else {
      no = probe;
      probe = yes === low ? Math.max(low + 1, probe - step) : (yes + no) >> 1;
    }
    step *= 2;
  }
  return yes;
}
