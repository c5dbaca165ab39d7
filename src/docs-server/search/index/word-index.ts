/**
 * Pages -> an index of their words: one of sections, one of whole pages. In: pages. Out: which sections and pages say
 * some words, how strongly, and how close together. Pure; kept in memory.
 */

import type { Work } from '../../../base/time-slices.ts';
import { decoded } from '../../content/addresses.ts';
import { plainText, type Section } from '../../content/markdown/sections.ts';
import type { Page } from '../../content/pages.ts';
import { stemOf, stemsIn, titleStemsOf } from './analyzer.ts';
import { buildInvertedIndex, type Scores, scoresOf } from './inverted-index.ts';
import { proximity, type QueryTerm } from './proximity.ts';

/** What says some words: scores by position. */
export interface Matches {
  readonly sections: Scores;
  readonly pages: Scores;
}

/** A section and the position of its page. */
export interface IndexedSection {
  readonly section: Section;
  readonly page: number;
  /** Its title, heading and text as numbers of stems, -1 between what does not belong together. */
  readonly words: Int32Array;
}

/** The words of one reading of the docs. */
export interface WordIndex {
  readonly pages: readonly Page[];
  readonly sections: readonly IndexedSection[];
  /** Stems of each page's title, by position. */
  readonly titles: readonly (readonly string[])[];
  /** Stems of titles, paths, descriptions, keywords and headings: what the docs are about. */
  readonly topics: ReadonlySet<string>;
  /** Stems that the docs use. */
  readonly vocabulary: readonly string[];
  /** How many sections use a stem. */
  documentFrequency(stem: string): number;
  /** What says all these words. */
  match(words: readonly string[]): Matches;
  /** What the closeness of words is worth in a section, by stem. */
  proximity(section: number, sought: ReadonlyMap<string, QueryTerm>): number;
}

/** BM25F parameters and field weights, set by hand: no script fits them. */
const shortFieldB = 0.3;
const longFieldB = 0.75;
const sectionFields = {
  title: { weight: 1.5, b: shortFieldB },
  heading: { weight: 3.5, b: shortFieldB },
  path: { weight: 2, b: shortFieldB },
  lead: { weight: 4, b: shortFieldB },
  prose: { weight: 1, b: longFieldB },
  code: { weight: 0.35, b: longFieldB },
};
const sectionK1 = 2;
const pageFields = {
  title: { weight: 4, b: shortFieldB },
  path: { weight: 2, b: shortFieldB },
  lead: { weight: 6, b: shortFieldB },
  headings: { weight: 3, b: longFieldB },
  prose: { weight: 0.35, b: longFieldB },
  code: { weight: 0.1, b: longFieldB },
  cited: { weight: 0.5, b: longFieldB },
};
const pageK1 = 1.2;

/** Reads the pages: about half a second for 300 pages. */
export function* buildWordIndex(pages: readonly Page[]): Work<WordIndex> {
  const bySection = buildInvertedIndex(Object.values(sectionFields), sectionK1);
  const byPage = buildInvertedIndex(Object.values(pageFields), pageK1);
  const sections: IndexedSection[] = [];
  const topics = new Set<string>();
  const numbers = new Map<string, number>();
  for (const [at, page] of pages.entries()) {
    const head = { title: stemsIn(page.title), path: stemsIn(decoded(page.path)), lead: stemsIn(leadOf(page)) };
    const own = page.sections.map((section) => ({ section, ...stemsOfSection(section) }));
    for (const { section, heading, prose, code } of own) {
      const lead = section.level === 0 ? head.lead : [];
      bySection.add([head.title, heading, head.path, lead, prose, code]);
      sections.push({ section, page: at, words: numbered([head.title, heading, lead, prose, code], numbers) });
    }
    const headings = own.flatMap(({ heading }) => heading);
    const text = [own.flatMap(({ prose }) => prose), own.flatMap(({ code }) => code)];
    byPage.add([head.title, head.path, head.lead, headings, ...text, stemsIn(page.citedAs.join('\n'))]);
    for (const stem of [...head.title, ...head.path, ...head.lead, ...headings]) topics.add(stem);
    yield;
  }
  const [inSections, inPages] = [yield* bySection.finish(), yield* byPage.finish()];
  return {
    pages,
    sections,
    titles: pages.map((page) => titleStemsOf(page.title)),
    topics,
    vocabulary: [...inSections.byStem.keys()],
    match(words) {
      const stems = words.map(stemOf);
      return { sections: scoresOf(inSections, stems), pages: scoresOf(inPages, stems) };
    },
    documentFrequency: (stem) => inSections.byStem.get(stem)?.texts.length ?? 0,
    proximity(section, sought) {
      const byNumber = new Map([...sought].map(([stem, word]) => [numbers.get(stem) ?? -2, word]));
      return proximity(sections[section]?.words ?? new Int32Array(), byNumber);
    },
  };
}

function stemsOfSection({ level, heading, blocks }: Section): Record<'heading' | 'prose' | 'code', readonly string[]> {
  const texts = { prose: '', code: '' };
  for (const block of blocks) {
    if (block.kind === 'code') texts.code += `${block.title}\n${block.text}\n`;
    else texts.prose += `${plainText(block.text)}\n`;
  }
  // The page's beginning is headed by its title.
  return { heading: level === 0 ? [] : stemsIn(heading), prose: stemsIn(texts.prose), code: stemsIn(texts.code) };
}

function leadOf(page: Page): string {
  return `${page.description} ${page.keywords.join(' ')}`;
}

/** More words than any closeness reaches over. */
const gap = Array<number>(10).fill(-1);

function numbered(texts: readonly (readonly string[])[], numbers: Map<string, number>): Int32Array {
  return Int32Array.from(
    texts.flatMap((stems) => [
      ...stems.map((stem) => {
        const number = numbers.get(stem) ?? numbers.size;
        numbers.set(stem, number);
        return number;
      }),
      ...gap,
    ]),
  );
}
