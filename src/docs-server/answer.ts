/**
 * Found pages -> an answer with sources, piece by piece. In: what a search found. Out: Markdown made of the docs' own
 * sentences, headed by where they come from, or an honest word that the docs do not say. Pure.
 */

import type { Page } from './pages.ts';
import { maxCodeChars, type Passage, toPassages } from './passages.ts';
import type { Found, PageHit, WeighedTerm } from './search.ts';
import type { Section } from './sections.ts';
import { stemOf, stemsIn } from './terms.ts';

/** A page that an answer is taken from. */
export interface AnswerSource {
  readonly page: Page;
  readonly section: Section;
}

/** An answer, whole. */
export interface Answer {
  /** Markdown, at most about `maxAnswerChars`. */
  readonly text: string;
  /** Distinct pages that it is taken from, best first; none when the docs do not say. */
  readonly sources: readonly AnswerSource[];
  /** What to show as found: the sources' pages, then at most one more that fits nearly as well. */
  readonly hits: readonly PageHit[];
}

/** An answer is no longer than what one reads in a chat. */
export const maxAnswerChars = 1_500;

/** Below this share of what was asked, the docs do not say. Measured on the questions of test/fixtures/docs. */
const minCoverage = 0.5;
const maxSections = 4;
/** A section that fits less than this, measured by the best one, adds noise. */
const minSectionShare = 0.45;

/** The address of a section, as the answer links it. */
export type Address = (page: Page, section: Section) => string;

/** Whether the docs speak of enough of what was asked to answer. */
export function saysEnough({ coverage }: Found): boolean {
  return coverage >= minCoverage;
}

/** The passages that answer, or the sentence that the docs do not say. */
export function toAnswer(found: Found, address: Address): Answer {
  const picked = !saysEnough(found) ? [] : pick(candidates(found, address), found.terms);
  if (picked.length === 0) return refusal(found, address);
  const parts = picked.map((part) => `${part.title}\n\n${joined(part.passages)}`);
  const pages = new Map(picked.toReversed().map((part) => [part.place.page, part.place]));
  return { text: parts.join('\n\n'), sources: [...pages.values()].toReversed(), hits: hitsOf(found, pages) };
}

/** A page that was not drawn from is near when its score is at least this share of the best. */
const nearShare = 0.9;

function hitsOf({ pages }: Found, drawnFrom: ReadonlyMap<Page, unknown>): readonly PageHit[] {
  const near = pages.filter(({ page, score }) => !drawnFrom.has(page) && score >= nearShare * (pages[0]?.score ?? 0));
  return [...pages.filter(({ page }) => drawnFrom.has(page)), ...near.slice(0, 1)];
}

/** Word-sized pieces that make up the text, for people to see it grow. */
export function toPieces(text: string): readonly string[] {
  return text.match(/\s*\S+\s*/g) ?? [];
}

function refusal(found: Found, address: Address): Answer {
  const near = found.pages
    .slice(0, 3)
    .flatMap(({ page, sections: [first] }) => (first ? [{ page, section: first.section }] : []));
  const links = near.map(({ page, section }) => `- [${escaped(page.title)}](${address(page, section)})`);
  const text = ['The docs do not say.', ...(links.length > 0 ? [`The nearest pages:\n${links.join('\n')}`] : [])];
  return { text: text.join(' '), sources: [], hits: [] };
}

function headed({ page, section }: AnswerSource, address: Address): string {
  const title =
    section.level === 0 || section.heading === page.title ? page.title : `${page.title} › ${section.heading}`;
  return `**[${escaped(title)}](${address(page, section)})**`;
}

function escaped(text: string): string {
  return text.replace(/[[\]*_`\\]/g, '\\$&');
}

/** A passage as a candidate, with what it is worth beside the terms that it says. */
interface Candidate {
  readonly place: AnswerSource;
  /** What is shown above the passages of its place. */
  readonly title: string;
  readonly rank: number;
  readonly order: number;
  readonly passage: Passage;
  /** Share of the best section's score. */
  readonly share: number;
  readonly heading: ReadonlySet<string>;
}

/** Sections that send the reader elsewhere, or tell what comes before the matter. */
const leadsOn =
  /^(?:where to|next steps?\b|related|see also|learn more|further|more |resources|prerequisites|references?$)/i;
const leadsOnShare = 0.6;
/** What a section's own fit counts beside its page's. */
const ownWeight = 0.6;

function candidates(found: Found, address: Address): readonly Candidate[] {
  const places = found.pages
    .flatMap(({ page, sections, score }: PageHit) =>
      sections.map(({ section, score: own }) => {
        const share = leadsOn.test(section.heading) ? leadsOnShare : 1;
        return { page, section, score: (ownWeight * own + score) * share };
      }),
    )
    .sort((a, b) => b.score - a.score);
  const best = places[0]?.score ?? 1;
  return places
    .filter((place) => place.section.blocks.length > 0 && place.score >= best * minSectionShare)
    .slice(0, maxSections)
    .flatMap((place, rank) => {
      const heading = stemsOfHeading(place);
      const title = headed(place, address);
      return toPassages(place.section).map((passage, order) => ({
        place,
        title,
        rank,
        order,
        passage,
        share: place.score / best,
        heading,
      }));
    });
}

function stemsOfHeading({ page, section }: AnswerSource): ReadonlySet<string> {
  return new Set(stemsIn(`${page.title} ${section.trail.join(' ')} ${section.heading}`));
}

interface Picked extends Pick<Candidate, 'place' | 'title'> {
  readonly passages: readonly Passage[];
}

/** Takes the best passage again and again while there is room; what is said already counts less. */
function pick(from: readonly Candidate[], terms: readonly WeighedTerm[]): readonly Picked[] {
  const said = new Map<WeighedTerm, number>();
  const left = new Set(from);
  const taken: Candidate[] = [];
  let least = minWorth;
  let room = maxAnswerChars;
  while (left.size > 0 && room > 100) {
    const best = bestOf(left, (candidate) => worthOf(candidate, taken, terms, said));
    if (!best || best.worth < least) break;
    left.delete(best.candidate);
    if (taken.some(({ passage }) => repeats(best.candidate.passage, passage))) continue;
    least = Math.max(least, best.worth * minWorthShare);
    const candidate = { ...best.candidate, passage: shortened(best.candidate.passage, terms) };
    const cost = costOf(candidate, taken);
    if (cost > room) continue;
    room -= cost;
    taken.push(candidate);
    for (const term of terms) if (says(candidate.passage.stems, term)) said.set(term, (said.get(term) ?? 0) + 1);
  }
  return grouped(taken);
}

/** A passage most of whose words another one says is the same in another language, for another tool, on a sister page. */
const repeatShare = 0.7;

function repeats(one: Passage, other: Passage): boolean {
  const same = [...one.stems].filter((stem) => other.stems.has(stem)).length;
  return one.kind === other.kind && same >= repeatShare * one.stems.size;
}

/** What it takes of the room, with the blank lines around it. */
function costOf({ place, title, passage }: Candidate, taken: readonly Candidate[]): number {
  const own = taken.filter((each) => each.place === place);
  const isLed = !own.some((each) => each.passage.block === passage.block);
  return passage.text.length + (isLed ? passage.lead.length + 2 : 0) + (own.length === 0 ? title.length + 4 : 2);
}

/** Passages worth less say nothing of what was asked. */
const minWorth = 0.3;
/** Nor do those worth less than this share of the best. */
const minWorthShare = 0.1;
/** What a page says of itself, or of where to read on, answers little. */
const ofItself =
  /^(?:\*\*Note:\*\* )?(?:(?:This|In this) (?:page|guide|section|example|document|tutorial)|Let's|For more|See |Learn more|Check out|Please check|You can find|To learn)/;
const ofItselfShare = 0.4;

interface Weighed {
  readonly candidate: Candidate;
  readonly worth: number;
}

function bestOf(left: ReadonlySet<Candidate>, worthOf: (candidate: Candidate) => number): Weighed | undefined {
  let best: Weighed | undefined;
  for (const candidate of left) {
    const worth = worthOf(candidate);
    if (worth > (best?.worth ?? 0)) best = { candidate, worth };
  }
  return best;
}

function worthOf(
  { passage, heading, share, order, place }: Candidate,
  taken: readonly Candidate[],
  terms: readonly WeighedTerm[],
  said: ReadonlyMap<WeighedTerm, number>,
): number {
  let worth = 0;
  for (const term of terms) {
    const times = said.get(term) ?? 0;
    if (says(passage.stems, term)) worth += term.weight / (1 + times);
    else if (says(heading, term)) worth += (0.5 * term.weight) / (1 + times);
  }
  const next = taken.some((each) => each.place === place && Math.abs(each.order - order) === 1);
  if (next) worth += passage.kind === 'code' ? 2 : 1;
  if (passage.kind === 'code') worth += 0.5;
  if (/`[^`]+`/.test(passage.text)) worth += 0.3;
  if (ofItself.test(passage.text)) worth *= ofItselfShare;
  return (worth * share * share) / (1 + order * 0.05);
}

function says(stems: ReadonlySet<string>, term: WeighedTerm): boolean {
  return term.spellings.some((spelling) => spelling.words.every((word) => stems.has(stemOf(word))));
}

/** Long code cut to the lines around what was asked. */
function shortened(passage: Passage, terms: readonly WeighedTerm[]): Passage {
  if (passage.kind !== 'code' || passage.text.length <= maxCodeChars) return passage;
  const [open = '```', ...rest] = passage.text.split('\n');
  const lines = rest.slice(0, -1);
  const asked = terms.map((term) => term.text.replace(/[^\p{L}\p{N}]/gu, '')).filter((text) => text.length > 2);
  const found = lines.findIndex(
    (line) => asked.some((text) => line.toLowerCase().includes(text)) && !/^\s*import\b/.test(line),
  );
  let from = Math.max(0, found - 3);
  let to = from;
  let size = 0;
  while (to < lines.length && size + (lines[to]?.length ?? 0) < maxCodeChars) size += (lines[to++]?.length ?? 0) + 1;
  while (from > 0 && size + (lines[from - 1]?.length ?? 0) < maxCodeChars) size += (lines[--from]?.length ?? 0) + 1;
  const shown = [...(from > 0 ? ['…'] : []), ...lines.slice(from, to), ...(to < lines.length ? ['…'] : [])];
  return { ...passage, text: [open, ...shown, '```'].join('\n') };
}

/** Pages in the order of their best section; sections and passages in the order of the page, as its author meant them. */
function grouped(taken: readonly Candidate[]): readonly Picked[] {
  const ranked = taken.toSorted((a, b) => a.rank - b.rank);
  const pages = [...new Set(ranked.map((each) => each.place.page))];
  return pages.flatMap((page) =>
    page.sections.flatMap((section) => {
      const own = taken.filter(({ place }) => place.section === section).sort((a, b) => a.order - b.order);
      const [first] = own;
      return first ? [{ place: first.place, title: first.title, passages: own.map((each) => each.passage) }] : [];
    }),
  );
}

/** Sentences of one paragraph flow, items of one list stand under each other, blocks are set apart. */
function joined(passages: readonly Passage[]): string {
  let text = '';
  let last: Passage | undefined;
  for (const passage of passages) {
    const isSame = last?.block === passage.block;
    if (text !== '') text += isSame ? (passage.kind === 'prose' ? ' ' : '\n') : '\n\n';
    if (!isSame && passage.lead !== '') text += `${passage.lead}\n\n`;
    text += isSame && passage.kind === 'table' ? passage.text.split('\n').slice(2).join('\n') : passage.text;
    last = passage;
  }
  return text;
}
