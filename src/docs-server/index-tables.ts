/**
 * Pages -> FTS5 tables: one of sections, one of whole pages. In: pages, then words. Out: which sections and pages say
 * them, and how strongly (bm25). Keeps an in-memory SQLite database; no files, no network.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Page } from './pages.ts';
import { type Block, plainText, type Section } from './sections.ts';
import type { Work } from './slices.ts';
import { namePartsOf, namesIn, stemOf, stemsIn, toQuery } from './terms.ts';

/** Scores by position: of `sections`, or of the pages that were given. */
export type Scores = ReadonlyMap<number, number>;

/** What says some words. */
export interface Matches {
  readonly sections: Scores;
  readonly pages: Scores;
}

/** A section and the position of its page. */
export interface IndexedSection {
  readonly section: Section;
  readonly page: number;
}

/** The tables of one reading of the docs. */
export interface IndexTables {
  readonly pages: readonly Page[];
  readonly sections: readonly IndexedSection[];
  /** Stems of each page's title, by position. */
  readonly titles: readonly (readonly string[])[];
  /** Stems of titles, descriptions, keywords and headings: what the docs are about. */
  readonly topics: ReadonlySet<string>;
  /** Stems that the docs use, with the number of sections that use them. */
  readonly vocabulary: ReadonlyMap<string, number>;
  /** What says these words side by side. */
  match(words: readonly string[]): Matches;
  /** Sections that say them in any order, with at most so many other words between them. */
  near(words: readonly string[], within: number): Scores;
  close(): void;
}

/** What a match in a section is worth by where it stands. Measured on the questions of test/fixtures/docs. */
const sectionColumns = { title: 3, heading: 5, trail: 2, path: 2, lead: 2, prose: 1, code: 0.35, names: 0.5 } as const;
/** The same for a whole page. */
const pageColumns = { title: 4, path: 2, lead: 3, headings: 3, prose: 0.5, names: 0.6, cited: 0.5 } as const;

type Columns = Readonly<Record<string, number>>;

/** Builds the tables: about a third of a second for 300 pages. */
export function* buildIndexTables(pages: readonly Page[]): Work<IndexTables> {
  const database = new DatabaseSync(':memory:');
  const sections = pages.flatMap((page, at) => page.sections.map((section) => ({ section, page: at })));
  database.exec('BEGIN');
  yield* fill(database, 'sections', sectionColumns, sections, ({ section, page }) =>
    toSectionRow(pages[page], section),
  );
  yield* fill(database, 'pages', pageColumns, pages, toPageRow);
  database.exec('COMMIT');
  const matchSections = prepareMatch(database, 'sections', sectionColumns);
  const matchPages = prepareMatch(database, 'pages', pageColumns);
  const vocabulary = readVocabulary(database);
  return {
    pages,
    sections,
    titles: pages.map((page) => titleStemsOf(page.title)),
    topics: new Set(pages.flatMap(topicsOf)),
    vocabulary,
    match(words) {
      const [only] = words;
      const isUnknown = words.length === 1 && !vocabulary.has(stemOf(only ?? ''));
      if (isUnknown) return { sections: new Map(), pages: new Map() };
      const phrase = quoted(words.join(' '));
      return { sections: read(matchSections, phrase), pages: read(matchPages, phrase) };
    },
    near(words, within) {
      if (!words.every((word) => vocabulary.has(stemOf(word)))) return new Map();
      return read(matchSections, `NEAR(${words.map(quoted).join(' ')}, ${within})`);
    },
    close: () => database.close(),
  };
}

function* fill<T>(
  database: DatabaseSync,
  table: string,
  columns: Columns,
  entries: readonly T[],
  toRow: (entry: T) => readonly string[],
): Work<void> {
  const names = Object.keys(columns);
  database.exec(`CREATE VIRTUAL TABLE ${table} USING fts5(${names.join(', ')},
    content='', tokenize="porter unicode61 remove_diacritics 2")`);
  const values = names.map(() => '?').join(', ');
  const insert = database.prepare(`INSERT INTO ${table} (rowid, ${names.join(', ')}) VALUES (?, ${values})`);
  for (const [at, entry] of entries.entries()) {
    insert.run(at, ...toRow(entry));
    yield;
  }
}

function toSectionRow(page: Page | undefined, section: Section): readonly string[] {
  const isStart = section.level === 0;
  const title = page?.title ?? '';
  const heading = isStart ? '' : section.heading;
  const trail = section.trail.join(' ');
  const lead = isStart && page ? leadOf(page) : '';
  const prose = proseOf(section);
  const code = section.blocks.map(codeOf).join('\n');
  const names = namesIn([title, heading, trail, lead, prose, code].join('\n'));
  return [title, heading, trail, namePartsOf(page?.path ?? '').join(' '), lead, prose, code, names];
}

function toPageRow(page: Page): readonly string[] {
  const headings = page.sections.map((section) => (section.level === 0 ? '' : section.heading)).join('\n');
  const prose = page.sections.map(proseOf).join('\n');
  const names = namesIn([page.title, headings, prose].join('\n'));
  return [page.title, namePartsOf(page.path).join(' '), leadOf(page), headings, prose, names, page.citedAs.join('\n')];
}

function titleStemsOf(title: string): readonly string[] {
  return [...new Set(toQuery(title).terms.flatMap((term) => (term.spellings[0]?.words ?? []).map(stemOf)))];
}

function topicsOf(page: Page): readonly string[] {
  const headings = page.sections.map((section) => section.heading);
  return [page.title, page.path, leadOf(page), ...headings].flatMap(stemsIn);
}

function leadOf(page: Page): string {
  return `${page.description} ${page.keywords.join(' ')}`;
}

function proseOf(section: Section): string {
  return section.blocks.map((block) => (block.kind === 'code' ? '' : plainText(block.text))).join('\n');
}

function codeOf(block: Block): string {
  return block.kind === 'code' ? `${block.title}\n${block.text}` : '';
}

function prepareMatch(database: DatabaseSync, table: string, columns: Columns): StatementSync {
  const weights = Object.values(columns).join(', ');
  const statement = database.prepare(`SELECT rowid, -bm25(${table}, ${weights}) FROM ${table} WHERE ${table} MATCH ?`);
  statement.setReturnArrays(true);
  return statement;
}

function quoted(words: string): string {
  return `"${words.replaceAll('"', '')}"`;
}

function read(statement: StatementSync, query: string): Scores {
  // Rows are arrays of two numbers: the statement returns arrays, and both its columns are numbers.
  return new Map(statement.all(query) as unknown as readonly (readonly [number, number])[]);
}

function readVocabulary(database: DatabaseSync): ReadonlyMap<string, number> {
  database.exec(`CREATE VIRTUAL TABLE vocabulary USING fts5vocab(sections, 'row')`);
  const rows = database.prepare('SELECT term, doc FROM vocabulary').all();
  return new Map(rows.map((row) => [String(row.term), Number(row.doc)]));
}
