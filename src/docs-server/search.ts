/**
 * A question -> ranked pages. In: the pages of a corpus, then questions. Out: the pages that fit best, each with the
 * sections that fit. FTS5 says which sections and pages say each term; what the terms weigh together is decided here.
 */
import { buildIndexTables, type IndexTables, type Matches, type Scores } from './index-tables.ts';
import type { Page } from './pages.ts';
import type { Section } from './sections.ts';
import { atOnce, inSlices } from './slices.ts';
import { nearest } from './spelling.ts';
import { type Query, stemOf, type Term, toQuery } from './terms.ts';

/** A section that fits. */
export interface SectionHit {
  readonly section: Section;
  readonly score: number;
}

/** A page that fits, with its best sections, best first. */
export interface PageHit {
  readonly page: Page;
  readonly score: number;
  readonly sections: readonly SectionHit[];
}

/** A term of the question and what it says about a page: rare words say more. */
export interface WeighedTerm extends Term {
  /** 0 for a word in every section. */
  readonly weight: number;
}

/** What a search found. */
export interface Found {
  readonly terms: readonly WeighedTerm[];
  /** Best first. */
  readonly pages: readonly PageHit[];
  /** How much of what was asked the docs speak of, and their best page: 0 to 1. */
  readonly coverage: number;
}

/** A searchable corpus. */
export interface SearchIndex {
  /**
   * `before` are earlier questions of the conversation, oldest first: they say what a follow-up is about. Pages that
   * `isShown` refuses are as if they were not there.
   */
  search(question: string, limit: number, before?: readonly string[], isShown?: (page: Page) => boolean): Found;
  /** Frees the memory. Nothing may be searched afterwards. */
  close(): void;
}

/** Reads the pages into an index, and holds the process meanwhile. */
export function createSearchIndex(pages: readonly Page[]): SearchIndex {
  return toSearchIndex(atOnce(buildIndexTables(pages)));
}

/** The same in slices: others go on meanwhile. */
export async function buildSearchIndex(pages: readonly Page[]): Promise<SearchIndex> {
  return toSearchIndex(await inSlices(buildIndexTables(pages)));
}

function toSearchIndex(tables: IndexTables): SearchIndex {
  return {
    search: (question, limit, before = [], isShown = () => true) =>
      search(tables, { question, limit, before, isShown }),
    close: () => tables.close(),
  };
}

/** Neighbours in the question that are neighbours on the page. */
const pairWeight = 0.3;
/** Terms next to each other in the question, or with one between them, that stand close by each other in a section. */
const nearWeight = 0.25;
const nearWithin = 6;
/** Neighbours in the question that are one name on the page: "stream text" and `streamText`. */
const nameWeight = 0.6;
/** Terms of the question before. */
const contextWeight = 0.4;

/** A term with what speaks of it. */
interface Matched {
  readonly term: WeighedTerm;
  readonly matches: Matches;
}

interface Asked {
  readonly question: string;
  readonly limit: number;
  readonly before: readonly string[];
  readonly isShown: (page: Page) => boolean;
}

function search(tables: IndexTables, { question, limit, before, isShown }: Asked): Found {
  const query = toQuery(question);
  const own = query.terms.map((term) => matchTerm(tables, corrected(tables, term)));
  const context = contextOf(question, query, before).map((term) => matchTerm(tables, term));
  const asked = own.flatMap(({ term }) => term.spellings.filter((spelling) => spelling.weight === 1));
  const stems = new Set(asked.flatMap(({ words }) => words.map(stemOf)));
  const ranked = rank(tables, { question, stems, isShown }, [
    ...own.map((each) => weighed(each.matches, 1)),
    ...context.map((each) => weighed(each.matches, contextWeight)),
    ...nearOnes(query).map((words) =>
      weighed({ sections: tables.near(words, nearWithin), pages: new Map() }, nearWeight),
    ),
    ...query.pairs.map(({ words }) => weighed(tables.match(words), words.length === 1 ? nameWeight : pairWeight)),
  ]);
  const pages = ranked.slice(0, limit);
  return { terms: own.map((each) => each.term), pages, coverage: coverageOf(own, tables, pages[0]) };
}

/** As asked, single words only: what may be meant instead stands close to anything. */
function nearOnes({ terms }: Query): readonly (readonly string[])[] {
  const words = terms.map(({ spellings: [asked] }) => (asked?.words.length === 1 ? asked.words : []));
  return words.flatMap((second, at) =>
    [words[at - 1], words[at - 2]].flatMap((first) =>
      first === undefined || first.length === 0 || second.length === 0 ? [] : [[...first, ...second]],
    ),
  );
}

interface Weighed extends Matches {
  readonly weight: number;
}

function weighed(matches: Matches, weight: number): Weighed {
  return { ...matches, weight };
}

/** What one page gathers. */
interface Gathered {
  readonly sections: SectionHit[];
  whole: number;
}

function rank(tables: IndexTables, wanted: Wanted, found: readonly Weighed[]): readonly PageHit[] {
  const gathered = new Map<number, Gathered>();
  for (const [at, score] of sum(found, 'sections')) {
    const { section, page } = tables.sections[at] ?? {};
    if (section === undefined || page === undefined) continue;
    const known = gathered.get(page) ?? { sections: [], whole: 0 };
    known.sections.push({ section, score });
    gathered.set(page, known);
  }
  for (const [page, score] of sum(found, 'pages')) {
    const known = gathered.get(page);
    if (known) known.whole = score;
  }
  const hits = [...gathered].flatMap(([at, each]) => {
    const page = tables.pages[at];
    return page && wanted.isShown(page) ? [toPageHit(page, tables.titles[at] ?? [], each, wanted)] : [];
  });
  return hits.sort((a, b) => b.score - a.score);
}

function sum(found: readonly Weighed[], of: keyof Matches): Scores {
  const total = new Map<number, number>();
  for (const { weight, [of]: scores } of found) {
    for (const [at, score] of scores) total.set(at, (total.get(at) ?? 0) + weight * score);
  }
  return total;
}

const maxSectionsPerPage = 4;
/** What the second-best section of a page adds, and the third and fourth half of it each. */
const furtherSectionWeight = 0.2;
/** What each e-fold of the pages that link here adds: it decides where a question's words say little. */
const linkWeight = 0.4;

/** A kind of page that answers one kind of question: its score is multiplied. A page is of the first kind that fits. */
interface PageKind {
  readonly pages: RegExp;
  readonly askedBy: RegExp;
  readonly asked: number;
  readonly unasked: number;
}

const pageKinds: readonly PageKind[] = [
  {
    pages: /migrat|changelog|release|upgrad|deprecat|legacy|versioning/i,
    askedBy:
      /migrat|upgrad|v\d|\bversion|deprecat|removed|gone|changed|breaking|replac|\bold\b|\d\.\d|from \d|instead/i,
    asked: 1,
    unasked: 0.8,
  },
  {
    pages: /troubleshoot|\berrors?\b|known-issues|\bfaq\b/i,
    askedBy:
      /error|fail|\bnot\b|n['’]t\b|\b(?:ca|is|are|was|do|does|did|has|wo)nt\b|broken|breaks|wrong|exception|issue|problem|stuck|slow|why|hang|crash|missing|invalid|instead|cannot|nothing|unexpected|warning|twice|never|bug|fix|only|_/i,
    asked: 1.12,
    unasked: 0.9,
  },
  {
    // Who asks how to do a thing wants a guide; who names a function wants what is said of it anywhere.
    pages: /\/(?:reference|api|api-reference)(?:\/|$)/i,
    askedBy: /\p{Ll}\p{Lu}|_|\(\)|\b(?:reference|signature|parameters?|returns?|types?)\b/u,
    asked: 1,
    unasked: 0.8,
  },
];

/** What a page says as a whole, beside its best sections. */
const wholeWeight = 0.7;
/** What a title adds whose every word was asked for. */
const titleWeight = 0.4;

/** What the question asks for, beside the terms that FTS5 looks up. */
interface Wanted {
  readonly question: string;
  /** As asked, without what may be meant. */
  readonly stems: ReadonlySet<string>;
  readonly isShown: (page: Page) => boolean;
}

function toPageHit(page: Page, titleStems: readonly string[], { sections, whole }: Gathered, wanted: Wanted): PageHit {
  const kind = kindWeight(page, wanted.question);
  const best = sections
    .map(({ section, score }) => ({ section, score: score * kind }))
    .sort((a, b) => b.score - a.score)
    .slice(0, maxSectionsPerPage);
  const inSections = best.reduce((total, { score }, at) => total + score * shareOf(at), 0);
  const titled = titleStems.filter((stem) => wanted.stems.has(stem)).length / Math.max(1, titleStems.length);
  const said = (inSections + wholeWeight * whole * kind) * (1 + titleWeight * titled);
  const score = said + linkWeight * Math.log(1 + page.linkedFrom);
  return { page, score, sections: best };
}

function kindWeight(page: Page, question: string): number {
  const kind = pageKinds.find(({ pages }) => pages.test(`${page.title} ${page.path}`));
  if (!kind) return 1;
  return kind.askedBy.test(question) ? kind.asked : kind.unasked;
}

function shareOf(at: number): number {
  return at === 0 ? 1 : furtherSectionWeight / 2 ** (at - 1);
}

/** The best of a term's spellings counts, wherever it stands. */
function matchTerm(tables: IndexTables, term: Term): Matched {
  const sections = new Map<number, number>();
  const pages = new Map<number, number>();
  for (const { words, weight } of term.spellings) {
    const matches = tables.match(words);
    keepBest(sections, matches.sections, weight);
    keepBest(pages, matches.pages, weight);
  }
  const weight = Math.log((tables.sections.length + 1) / (sections.size + 0.5));
  return { term: { ...term, weight: Math.max(0, weight) }, matches: { sections, pages } };
}

function keepBest(best: Map<number, number>, scores: Scores, weight: number): void {
  for (const [at, score] of scores) best.set(at, Math.max(best.get(at) ?? 0, score * weight));
}

/** A word that the docs hardly use says no more of what was asked than a rare one. */
const maxTermWeight = 5;

/**
 * How much of what was asked the page says, and how much of it the docs have a title or a heading for, half each: words
 * that stand somewhere in passing make no answer, and a subject of the docs asked for in other words may have one.
 */
function coverageOf(own: readonly Matched[], tables: IndexTables, best: PageHit | undefined): number {
  const weightOf = (matched: readonly Matched[]): number =>
    matched.reduce((sum, { term }) => sum + Math.min(term.weight, maxTermWeight), 0);
  const total = weightOf(own);
  if (!best || total === 0) return 0;
  const at = tables.pages.indexOf(best.page);
  const isSaid = ({ matches }: Matched): boolean =>
    matches.pages.has(at) || [...matches.sections.keys()].some((section) => tables.sections[section]?.page === at);
  const isTopic = ({ term }: Matched): boolean =>
    term.spellings.some(({ words }) => words.every((word) => tables.topics.has(stemOf(word))));
  return (weightOf(own.filter(isSaid)) + weightOf(own.filter(isTopic))) / (2 * total);
}

const pointsBack =
  /^\s*(?:and|but|or|so|what about|how about|ok|also|then)\b|\b(?:it|that|this|those|these|them|there|instead)\b/i;

/** Terms of the question before, when this one cannot stand alone: it is short, or points back. */
function contextOf(question: string, query: Query, before: readonly string[]): readonly Term[] {
  const last = before.at(-1);
  if (last === undefined) return [];
  if (query.terms.length > 3 && !pointsBack.test(question)) return [];
  const known = new Set(query.terms.map((term) => term.text));
  return toQuery(last).terms.filter((term) => !known.has(term.text));
}

/** A word that the docs do not use, together with the ones that it may be a slip of. */
function corrected(tables: IndexTables, term: Term): Term {
  const word = term.spellings[0]?.words.join('') ?? '';
  if (word.length < 5 || /\d/.test(word)) return term;
  const isKnown = term.spellings.some(({ words }) => words.every((each) => tables.vocabulary.has(stemOf(each))));
  if (isKnown) return term;
  const near = nearest(stemOf(word), tables.vocabulary);
  return { ...term, spellings: [...term.spellings, ...near.map((stem) => ({ words: [stem], weight: 0.7 }))] };
}
