/**
 * Sections -> an FTS5 index -> ranked pages. In: the pages of a corpus, then questions. Out: the pages that fit best,
 * with the sections that fit. Each term is one FTS5 query; what the terms weigh together is decided here.
 * Keeps an in-memory SQLite database; no files, no network.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Page } from './pages.ts';
import { type Block, plainText, type Section } from './sections.ts';
import { namePartsOf, namesIn, type Query, type Spelling, stemOf, type Term, toQuery } from './terms.ts';

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
  /** 0 for a word on every page. */
  readonly weight: number;
  /** Whether the docs use it at all. */
  readonly known: boolean;
}

/** What a search found. */
export interface Found {
  readonly terms: readonly WeighedTerm[];
  /** Best first. */
  readonly pages: readonly PageHit[];
  /** How much of what was asked the best page speaks of: 0 to 1. */
  readonly coverage: number;
}

/** A searchable corpus. */
export interface SearchIndex {
  /** `before` are earlier questions of the conversation, oldest first: they say what a follow-up is about. */
  search(question: string, limit: number, before?: readonly string[]): Found;
  /** Frees the memory. Nothing may be searched afterwards. */
  close(): void;
}

/** What a match is worth by where it stands. */
const columns = { title: 4, heading: 5, path: 2, lead: 2.5, prose: 1, code: 0.5, names: 0.6 } as const;

const pairWeight = 0.6;
const maxSectionsPerPage = 4;

/** Builds the index. About 0.2 s for 300 pages. */
export function createSearchIndex(pages: readonly Page[]): SearchIndex {
  const database = new DatabaseSync(':memory:');
  const rows = fill(database, pages);
  const weights = Object.values(columns).join(', ');
  const match = database.prepare(`SELECT rowid, -bm25(sections, ${weights}) FROM sections WHERE sections MATCH ?`);
  match.setReturnArrays(true);
  const vocabulary = readVocabulary(database);
  const index: Index = { rows, match, vocabulary };
  return {
    search: (question, limit, before = []) => search(index, question, limit, before),
    close: () => database.close(),
  };
}

interface Row {
  readonly page: Page;
  readonly section: Section;
}

interface Index {
  /** By rowid, from 0. */
  readonly rows: readonly Row[];
  readonly match: StatementSync;
  /** Stems that the docs use. */
  readonly vocabulary: ReadonlyMap<string, number>;
}

function fill(database: DatabaseSync, pages: readonly Page[]): readonly Row[] {
  const names = Object.keys(columns);
  database.exec(`CREATE VIRTUAL TABLE sections USING fts5(${names.join(', ')},
    content='', tokenize="porter unicode61 remove_diacritics 2")`);
  const insert = database.prepare(
    `INSERT INTO sections (rowid, ${names.join(', ')}) VALUES (${['?', ...names.map(() => '?')].join(', ')})`,
  );
  const rows: Row[] = [];
  database.exec('BEGIN');
  for (const page of pages) {
    for (const section of page.sections) {
      insert.run(rows.length, ...toColumns(page, section));
      rows.push({ page, section });
    }
  }
  database.exec('COMMIT');
  return rows;
}

function toColumns(page: Page, section: Section): readonly string[] {
  const prose = section.blocks.map((block) => (block.kind === 'code' ? '' : plainText(block.text))).join('\n');
  const code = section.blocks.map(codeOf).join('\n');
  const heading = section.level === 0 ? '' : [...section.trail, section.heading].join(' ');
  const lead = section.level === 0 ? `${page.description} ${page.keywords.join(' ')}` : '';
  const names = namesIn(`${page.title}\n${heading}\n${lead}\n${prose}\n${code}`);
  return [page.title, heading, namePartsOf(page.path).join(' '), lead, prose, code, names];
}

function codeOf(block: Block): string {
  return block.kind === 'code' ? `${block.title}\n${block.text}` : '';
}

function readVocabulary(database: DatabaseSync): ReadonlyMap<string, number> {
  database.exec(`CREATE VIRTUAL TABLE vocabulary USING fts5vocab(sections, 'row')`);
  const read = database.prepare('SELECT term, doc FROM vocabulary');
  return new Map(read.all().map((row) => [String(row.term), Number(row.doc)]));
}

/** A term with the sections that speak of it. */
interface Matched {
  readonly term: WeighedTerm;
  readonly scores: ReadonlyMap<number, number>;
}

function search(index: Index, question: string, limit: number, before: readonly string[]): Found {
  const query = toQuery(question);
  const own = query.terms.map((term) => matchTerm(index, corrected(index, term)));
  const context = contextOf(question, query, before).map((term) => matchTerm(index, term));
  const matched = [
    ...own,
    ...context.map(({ term, scores }) => ({ term, scores: scaled(scores, contextWeight) })),
    ...query.pairs.map((pair) => ({ term: undefined, scores: scaled(matchSpelling(index, pair), pairWeight) })),
  ];
  const pages = rank(
    index,
    matched.map((each) => each.scores),
  ).slice(0, limit);
  return { terms: own.map((each) => each.term), pages, coverage: coverageOf(index, own, pages[0]) };
}

function rank(index: Index, scores: readonly ReadonlyMap<number, number>[]): readonly PageHit[] {
  const perPage = new Map<Page, { readonly best: number[]; readonly sections: Map<number, number> }>();
  for (const [term, found] of scores.entries()) {
    for (const [row, score] of found) {
      const page = index.rows[row]?.page;
      if (!page) continue;
      const known = perPage.get(page) ?? { best: [], sections: new Map() };
      known.best[term] = Math.max(known.best[term] ?? 0, score);
      known.sections.set(row, (known.sections.get(row) ?? 0) + score);
      perPage.set(page, known);
    }
  }
  const hits = [...perPage].map(([page, { best, sections }]) => toPageHit(index, page, best, sections));
  return hits.sort((a, b) => b.score - a.score);
}

function toPageHit(index: Index, page: Page, best: readonly number[], sections: ReadonlyMap<number, number>): PageHit {
  const ranked = [...sections].sort((a, b) => b[1] - a[1]).slice(0, maxSectionsPerPage);
  const together = best.reduce((sum, score) => sum + (score ?? 0), 0);
  const hits = ranked.flatMap(([row, score]) => {
    const section = index.rows[row]?.section;
    return section ? [{ section, score }] : [];
  });
  return { page, score: (ranked[0]?.[1] ?? 0) + together, sections: hits };
}

function matchTerm(index: Index, term: Term): Matched {
  const scores = new Map<number, number>();
  for (const spelling of term.spellings) {
    for (const [row, score] of matchSpelling(index, spelling)) {
      const weighed = score * spelling.weight;
      if (weighed > (scores.get(row) ?? 0)) scores.set(row, weighed);
    }
  }
  const weight = Math.log((index.rows.length + 1) / (scores.size + 0.5));
  return { term: { ...term, weight: Math.max(0, weight), known: scores.size > 0 }, scores };
}

function matchSpelling(index: Index, spelling: Spelling): ReadonlyMap<number, number> {
  const scores = new Map<number, number>();
  if (spelling.words.length === 1 && !index.vocabulary.has(stemOf(spelling.words[0] ?? ''))) return scores;
  const phrase = spelling.words.map((word) => word.replaceAll('"', '')).join(' ');
  // Rows are arrays of two numbers: the statement returns arrays, and both its columns are numbers.
  const rows = index.match.all(`"${phrase}"`) as unknown as readonly (readonly [number, number])[];
  for (const [row, score] of rows) scores.set(row, score);
  return scores;
}

function scaled(scores: ReadonlyMap<number, number>, factor: number): ReadonlyMap<number, number> {
  return new Map([...scores].map(([row, score]) => [row, score * factor]));
}

/** How much of the terms' weight the page speaks of. */
function coverageOf(index: Index, own: readonly Matched[], best: PageHit | undefined): number {
  const total = own.reduce((sum, each) => sum + each.term.weight, 0);
  if (!best || total === 0) return 0;
  const rows = new Set(index.rows.flatMap((row, at) => (row.page === best.page ? [at] : [])));
  const said = own.filter((each) => [...rows].some((row) => each.scores.has(row)));
  return said.reduce((sum, each) => sum + each.term.weight, 0) / total;
}

const contextWeight = 0.4;

/** Terms of the question before, when this one cannot stand alone: it is short, or points back. */
function contextOf(question: string, query: Query, before: readonly string[]): readonly Term[] {
  const last = before.at(-1);
  if (last === undefined) return [];
  const pointsBack =
    /^\s*(?:and|but|or|so|what about|how about|ok|also|then)\b|\b(?:it|that|this|those|these|them|there|instead)\b/i;
  if (query.terms.length > 3 && !pointsBack.test(question)) return [];
  const known = new Set(query.terms.map((term) => term.text));
  return toQuery(last).terms.filter((term) => !known.has(term.text));
}

/** A word that the docs do not use, together with the ones that it may be a slip of. */
function corrected(index: Index, term: Term): Term {
  const word = term.spellings[0]?.words.join('') ?? '';
  if (word.length < 5 || /\d/.test(word)) return term;
  if (term.spellings.some((spelling) => spelling.words.every((each) => index.vocabulary.has(stemOf(each)))))
    return term;
  const near = nearest(stemOf(word), index.vocabulary);
  return { ...term, spellings: [...term.spellings, ...near.map((stem) => ({ words: [stem], weight: 0.7 }))] };
}

const maxCorrections = 2;

function nearest(stem: string, vocabulary: ReadonlyMap<string, number>): readonly string[] {
  const allowed = stem.length > 7 ? 2 : 1;
  const found: { readonly word: string; readonly away: number; readonly used: number }[] = [];
  for (const [word, used] of vocabulary) {
    if (Math.abs(word.length - stem.length) > allowed || word.charAt(0) !== stem.charAt(0)) continue;
    const away = distance(stem, word, allowed);
    if (away <= allowed) found.push({ word, away, used });
  }
  found.sort((a, b) => a.away - b.away || b.used - a.used);
  return found.slice(0, maxCorrections).map((each) => each.word);
}

/** Edits between two words, a swap of neighbours being one; more than `most` is told as `most + 1`. */
function distance(a: string, b: string, most: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a.charAt(i - 1) === b.charAt(j - 1);
      let edits = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a.charAt(i - 1) === b.charAt(j - 2) && a.charAt(i - 2) === b.charAt(j - 1);
      if (swapped) edits = Math.min(edits, (before[j - 2] ?? 0) + 1);
      row.push(edits);
    }
    if (Math.min(...row) > most) return most + 1;
    before = last;
    last = row;
  }
  return last[b.length] ?? most + 1;
}
