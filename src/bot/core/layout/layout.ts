/**
 * Cuts a reply into message bodies that fit. Earlier bodies do not change as the text grows. Pure, except that `createLayout`
 * caches the finished bodies.
 *
 * A body is finished once a word after it did not fit. Where it is cut depends only on the text up to that point, so the same
 * text always results in the same bodies, however it grew.
 *
 * Rendering is the expensive part and texts can be long, so layout runs in slices of a few rendered messages.
 */
import { clusterStart } from '../../../kit/base/shorten.ts';
import { atOnce, type Work } from '../../../kit/base/time-slices.ts';
import { firstWord, type Line, lineAt, scan } from '../../../kit/markdown/block-scanner.ts';
import { shownEnd } from '../../../kit/markdown/hold-back.ts';
import { maxParseCost, parseCost } from '../../../kit/markdown/parse-cost.ts';
import type { Body, Fits } from '../model/body.ts';
import type { Reply } from '../model/reply.ts';
import type { Source } from '../model/source.ts';
import { chooseCut, maxWord } from './choose-cut.ts';
import { cutsBetween } from './cut-points.ts';
import { bareExcerpt, excerpt } from './excerpt.ts';
import { type Addresses, collectDefinitions, withAddresses } from './link-references.ts';
import { sourcesBeside } from './linked-sources.ts';

/** The bodies in order, none of them empty; no bodies for an empty reply. */
export function layOutReply(reply: Reply, fits: Fits): readonly Body[] {
  return createLayout(fits)(reply);
}

/**
 * `layOutReply` for a growing reply: a call with the same or a longer text only lays out the last body again, with the same
 * result. A text that does not continue the one before is laid out from the start. `ends`: offsets at which a body ends
 * although more would fit.
 */
export function createLayout(fits: Fits, ends: readonly number[] = []): (reply: Reply) => readonly Body[] {
  const layOut = createSlicedLayout(fits, { ends });
  return (reply) => atOnce(layOut(reply));
}

/** What is decided independently of the text. */
export interface Decided {
  /** Offsets at which a body ends although more would fit. */
  readonly ends?: readonly number[];
  /** The first bodies, whatever the text is. */
  readonly fixed?: readonly Body[];
}

/** `createLayout` in slices of a few milliseconds. Calls must not overlap; the same reply is not laid out again. */
export function createSlicedLayout(
  fits: Fits,
  { ends = [], fixed = [] }: Decided = {},
): (reply: Reply) => Work<readonly Body[]> {
  const check = boundedFits(fits);
  const nothing: Progress = { text: '', lines: [], finished: fixed, fitted: 0 };
  let known = nothing;
  let last: { readonly reply: Reply; readonly bodies: readonly Body[] } | undefined;
  let links = { text: '', add: createLinks(new Map(), check) };
  return function* (reply) {
    if (last?.reply === reply) return last.bodies;
    last = { reply, bodies: yield* layOutChanged(reply) };
    return last.bodies;
  };

  function* layOutChanged(reply: Reply): Work<readonly Body[]> {
    if (!reply.text.startsWith(known.text)) known = nothing;
    const { bodies, ...progress } = yield* layOutFrom(known, reply, check, ends);
    known = progress;
    if (!reply.settled) return bodies;
    if (links.text !== reply.text)
      links = { text: reply.text, add: createLinks(collectDefinitions(known.lines), check) };
    const linked: Body[] = [];
    for (const body of bodies) linked.push(yield* links.add(body));
    return linked;
  }
}

/** Fills in link destinations defined elsewhere in the text; the cuts were chosen without them. Cached by body. */
function createLinks(addresses: Addresses, fits: SlicedFits): (body: Body) => Work<Body> {
  const known = new WeakMap<Body, Body>();
  return function* (body) {
    const linked = known.get(body) ?? (yield* withLinks(body, addresses, fits));
    known.set(body, linked);
    return linked;
  };
}

function* withLinks(body: Body, addresses: Addresses, fits: SlicedFits): Work<Body> {
  if (addresses.size === 0) return body;
  yield;
  const markdown = withAddresses(body.markdown, addresses);
  if (markdown === body.markdown) return body;
  const linked = { ...body, markdown };
  return (yield* fits(linked)) ? linked : body;
}

/** What is cached for a text: its lines, the finished bodies, and how far the next body fitted. */
interface Progress {
  readonly text: string;
  readonly lines: readonly Line[];
  readonly finished: readonly Body[];
  readonly fitted: number;
}

/** A text, as far as it can be shown. */
interface Share {
  readonly text: string;
  readonly lines: readonly Line[];
  readonly end: number;
  readonly settled: boolean;
  readonly fits: SlicedFits;
  /** Where the first text of a body that begins at the offset is. */
  readonly startOf: (from: number) => number;
}

/** How many characters are scanned per slice: few enough even if all lines are short. */
const charsPerScan = 8_000;

function* scanned(text: string, known: Progress): Work<readonly Line[]> {
  let { lines } = known;
  for (let to = known.text.length + charsPerScan; to < text.length; to += charsPerScan) {
    lines = scan(text.slice(0, to), lines);
    yield;
  }
  return scan(text, lines);
}

function* layOutFrom(
  known: Progress,
  reply: Reply,
  fits: SlicedFits,
  ends: readonly number[],
): Work<Progress & { readonly bodies: readonly Body[] }> {
  const { text, settled } = reply;
  const allLines = yield* scanned(text, known);
  const end = settled ? text.length : shownEnd(text, allLines);
  const lines = end < text.length ? scan(text.slice(0, end), allLines) : allLines;
  const share: Share = { text, lines, end, settled, fits, startOf: createStarts(text, lines) };
  const finished = [...known.finished];
  for (let fitted = known.fitted; ; ) {
    const from = finished.at(-1)?.to ?? 0;
    const ended = yield* bodyEndedEarly(share, from, ends);
    if (ended) {
      finished.push(ended);
      continue;
    }
    const tooLong = yield* findTooLong(share, from);
    const last = tooLong === undefined ? yield* lastBodies(share, reply, from) : undefined;
    const progress = { text, lines: allLines, finished };
    if (last) return { ...progress, fitted: end, bodies: [...finished, ...last] };
    const usual = from - (finished.at(-1)?.from ?? from - 1000);
    const next = yield* firstPart(share, from, tooLong, fitted > from ? fitted : from + usual);
    if (!next) return { ...progress, fitted, bodies: finished };
    if (!next.final) return { ...progress, fitted: next.body.to, bodies: [...finished, next.body] };
    finished.push(next.body);
    fitted = next.body.to;
  }
}

/** The next body, if it must end although more would fit. */
function* bodyEndedEarly(share: Share, from: number, ends: readonly number[]): Work<Body | undefined> {
  const to = ends.find((end) => end > from && end < share.end);
  // The offset was chosen for an earlier text, and may be within a word of this one.
  if (to === undefined || cutsBetween(share.text, share.lines, to - 1, to + 1).length === 0) return undefined;
  const body = bodyOf(share, from, to);
  return (yield* share.fits(body)) ? body : undefined;
}

/** Rendering is expensive, so if the rest is longer than this, growing parts of it are tried before the whole. */
const longRest = 6000;
const longerBy = 1.25;

/** A length of the rest that is known not to fit in one body; undefined if none is known. */
function* findTooLong(share: Share, from: number): Work<number | undefined> {
  for (let chars = longRest; share.end - from > chars; chars = Math.ceil(chars * longerBy)) {
    if (!(yield* share.fits(bodyOf(share, from, clusterStart(share.text, from + chars))))) return chars;
  }
  return undefined;
}

/** No message has space for more. */
const maxSources = 100;

/** The rest of the text as one body, plus one for the footer if needed; undefined if the text is too long. */
function* lastBodies(share: Share, reply: Reply, from: number): Work<readonly Body[] | undefined> {
  const { text, lines, end, settled, fits } = share;
  const isVisible = firstWord(text, lines, from) !== undefined || (settled && from === 0);
  const rest = isVisible ? bodyOf(share, from, end) : emptyBody(from, end);
  const { notices, controls, wording, mention, nearest, before } = reply;
  const buttons = { ...(controls && { controls }), ...(wording && { wording }) };
  const links = { ...(nearest && { nearest }), ...(before && { before }) };
  const shown = { notices, ...links, ...(mention !== undefined && { mention }), ...buttons };
  const full = { ...rest, sources: settled ? sourcesOf(reply, lines) : [], ...shown };
  if (isEmpty(full)) return [];
  const { suggestions = [], shareable } = reply;
  if (settled && (suggestions.length > 0 || shareable)) {
    const offering = { ...full, ...(suggestions.length > 0 && { suggestions }), ...(shareable && { shareable }) };
    if (yield* fits(offering)) return [offering];
  }
  if (yield* fits(full)) return [full];
  if (rest.markdown === '') return yield* extraBody(full, fits);
  if (full.sources.length + full.notices.length === 0 || !(yield* fits(rest))) return undefined;
  // While text arrives, the next body is for that text, so the notices wait.
  return settled ? [rest, ...(yield* extraBody(full, fits))] : [{ ...rest, ...buttons }];
}

function sourcesOf({ sources, nearest, text }: Reply, lines: readonly Line[]): readonly Source[] {
  const some = sources.slice(0, maxSources);
  return nearest ? some : sourcesBeside(some, text, lines);
}

function emptyBody(from: number, to: number): Body {
  return { markdown: '', from, to, sources: [], notices: [] };
}

function isEmpty(body: Body): boolean {
  return body.markdown === '' && body.sources.length === 0 && body.notices.length === 0;
}

/** A body for the footer alone. If it is too long, sources are dropped from its end, then notices. */
function* extraBody(full: Body, fits: SlicedFits): Work<readonly Body[]> {
  let body: Body = { ...full, markdown: '', from: full.to };
  while (!isEmpty(body)) {
    if (yield* fits(body)) return [body];
    if (body.sources.length > 0) body = { ...body, sources: body.sources.slice(0, -1) };
    else body = { ...body, notices: body.notices.slice(0, -1) };
  }
  return [];
}

/**
 * A longer run of definitions, comments and tags is left out at the start of a body, since it may be too long for a body of
 * its own.
 */
const maxHidden = 1_000;

function createStarts(text: string, lines: readonly Line[]): (from: number) => number {
  const known = new Map<number, number>();
  return (from) => {
    const word = known.get(from) ?? firstWord(text, lines, from) ?? from;
    known.set(from, word);
    return word - from > maxHidden ? Math.max(from, lines[lineAt(lines, word)]?.start ?? from) : from;
  };
}

function bodyOf(share: Share, from: number, to: number, bare = false): Body {
  const { text, lines, startOf } = share;
  const markdown = (bare ? bareExcerpt : excerpt)(text, lines, startOf(from), to);
  return { markdown, from, to, sources: [], notices: [] };
}

/**
 * The first body of a text that is too long for one. It is not final while the word at the limit may still grow: until the
 * word has ended, it shows as much of it as fits. Undefined if nothing fits. `guess`: where the limit may be.
 */
function* firstPart(
  share: Share,
  from: number,
  tooLong: number | undefined,
  guess: number,
): Work<{ readonly body: Body; readonly final: boolean } | undefined> {
  const { text, lines, end, settled, fits } = share;
  const to = tooLong === undefined ? end : Math.min(end, from + tooLong + 2 * maxWord);
  for (const bare of [false, true]) {
    const place = yield* chooseCut(text, lines, { from, to, ended: settled || tooLong !== undefined, guess }, (at) =>
      fits(bodyOf(share, from, at, bare)),
    );
    if (place) return { body: bodyOf(share, from, place.at, bare), final: place.final };
  }
  return undefined;
}

/** Checks a body. Pauses before one that would make its time slice too long, and after one that takes up a whole slice. */
type SlicedFits = (body: Body) => Work<boolean>;

/** The fixed cost of checking a body, and the cost per source, in units of `parseCost`. */
const bodyCost = 150;
const sourceCost = 30;
const maxSliceCost = 3_000;

function boundedFits(fits: Fits): SlicedFits {
  let spent = 0;
  return function* (body) {
    const textCost = parseCost(body.markdown);
    if (textCost > maxParseCost) return false;
    const cost = textCost + bodyCost + body.sources.length * sourceCost;
    if (spent > 0 && spent + cost > maxSliceCost) {
      yield;
      spent = 0;
    }
    spent += cost;
    const isShort = fits(body);
    // An expensive body gets a slice of its own.
    if (cost > maxSliceCost) {
      yield;
      spent = 0;
    }
    return isShort;
  };
}
