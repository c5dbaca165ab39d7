/**
 * Synonym candidates from questions. For a labelled question: a word that the right page never uses, with a name of that page
 * that, as its synonym, would rank the page higher. For other questions: words that the docs never use. A person decides.
 */
import type { Page } from '../../content/page.ts';
import { analyzerOf, stemOf, titleStemsOf, wordsOf } from '../index/analyzer.ts';
import { stemsOfPage } from '../index/page-stems.ts';
import { stopWords } from '../index/stop-words.ts';
import type { WeighedTerm } from './matching.ts';
import type { SearchIndex } from './search.ts';
import { commonness } from './word-frequency.ts';

/** A question, and the site paths of the pages that answer it. */
export interface LabelledQuestion {
  readonly id: string;
  readonly question: string;
  readonly pages: readonly string[];
}

export interface SynonymCandidate {
  readonly said: string;
  readonly meant: string;
  /** The questions that it helps. Ranks start at 1; undefined: not found. */
  readonly gains: readonly { readonly id: string; readonly before: number | undefined; readonly after: number }[];
}

/** A word that people use and the docs do not, in any known spelling. */
export interface UnsaidWord {
  readonly word: string;
  /** The number of threads that used it. */
  readonly threads: number;
  /** Site paths of the pages that the other words of these questions find, most frequent first. */
  readonly nearest: readonly string[];
}

/** A question, and the thread that it was asked in. */
export interface ThreadQuestion {
  readonly thread: string;
  readonly question: string;
}

/** Limits for a question and for a page. */
const maxSaid = 3;
const maxNames = 5;
const maxNameWords = 3;
const ranks = 10;
const maxNearest = 3;
/** Everyday words ("between", "without") are not names of things. */
const everyday = 0.9;

/** Ordered by how many questions each helps. Takes some milliseconds per question whose right page does not come first. */
export function synonymCandidates(
  index: SearchIndex,
  questions: readonly LabelledQuestion[],
): readonly SynonymCandidate[] {
  const pages = new Map(
    Array.from({ length: index.length }, (_, at) => index.at(at)).flatMap((page) => (page ? [[page.path, page]] : [])),
  );
  const candidates = new Map<string, SynonymCandidate>();
  for (const question of questions) {
    const right = question.pages.flatMap((path) => pages.get(path) ?? []);
    const found = right.length === 0 ? undefined : bestFor(index, question, right);
    if (!found) continue;
    const key = `${found.said} ${found.meant}`;
    const known = candidates.get(key);
    candidates.set(key, { ...found, gains: [...(known?.gains ?? []), ...found.gains] });
  }
  return [...candidates.values()].sort((a, b) => b.gains.length - a.gains.length);
}

function bestFor(
  index: SearchIndex,
  { id, question, pages }: LabelledQuestion,
  right: readonly Page[],
): SynonymCandidate | undefined {
  const { terms } = index.search(question, 1);
  const before = rankOf(index, question, pages);
  if (before === 1) return undefined;
  let best: { readonly said: string; readonly meant: string; readonly after: number } | undefined;
  for (const said of unsaid(terms, right)) {
    for (const meant of right.flatMap(namesOf)) {
      const after = rankOf(index.withSynonyms({ [said]: [meant] }), question, pages);
      if (after !== undefined && after < (best?.after ?? before ?? Number.POSITIVE_INFINITY))
        best = { said, meant, after };
    }
  }
  return best && { said: best.said, meant: best.meant, gains: [{ id, before, after: best.after }] };
}

function rankOf(index: SearchIndex, question: string, right: readonly string[]): number | undefined {
  const at = index.search(question, ranks).pages.findIndex(({ page }) => right.includes(page.path));
  return at === -1 ? undefined : at + 1;
}

/** The words with the highest weight that no right page contains in any spelling. */
function unsaid(terms: readonly WeighedTerm[], right: readonly Page[]): readonly string[] {
  const said = right.map((page) => ({ stems: new Set(stemsSaid(page)), ...analyzerOf(page.facets.language) }));
  const isSaid = ({ spellings }: WeighedTerm): boolean =>
    spellings.some(({ words }) => words.every((word) => said.some(({ stems, stemOf }) => stems.has(stemOf(word)))));
  return terms
    .filter((term) => mayNameSomething(term) && !isSaid(term))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, maxSaid)
    .map(({ text }) => text);
}

function mayNameSomething({ text, parts, isPhrase }: WeighedTerm): boolean {
  return !isPhrase && parts.length === 1 && !/\d/.test(text) && commonness(text) < everyday;
}

/** Words of at least two threads, most frequent first: a word of one thread may be a misspelling or a person's name. */
export function unsaidWords(index: SearchIndex, questions: readonly ThreadQuestion[]): readonly UnsaidWord[] {
  const uses = questions.flatMap(({ thread, question }) => {
    const { terms, pages } = index.search(question, 1);
    const unsaid = terms.filter(mayNameSomething).filter(({ text }) => index.search(text, 1).pages.length === 0);
    return unsaid.map(({ text }) => ({ word: text, thread, nearest: pages.map(({ page }) => page.path) }));
  });
  const words = [...Map.groupBy(uses, ({ word }) => stemOf(word)).values()].map((all): UnsaidWord => {
    const [word = ''] = mostFrequent(all.map((use) => use.word));
    const threads = new Set(all.map(({ thread }) => thread)).size;
    return { word, threads, nearest: mostFrequent(all.flatMap(({ nearest }) => nearest)).slice(0, maxNearest) };
  });
  return words.filter(({ threads }) => threads > 1).sort((a, b) => b.threads - a.threads);
}

function mostFrequent(texts: readonly string[]): readonly string[] {
  const counted = [...Map.groupBy(texts, (text) => text)].sort(([, a], [, b]) => b.length - a.length);
  return counted.map(([text]) => text);
}

function stemsSaid(page: Page): readonly string[] {
  const { title, path, lead, sections } = stemsOfPage(page);
  return [title, path, lead, ...sections.flatMap(({ heading, prose, code }) => [heading, prose, code])].flat();
}

/** Its short title and headings, as words without stop words. */
function namesOf(page: Page): readonly string[] {
  const texts = [page.title, ...page.sections.map(({ heading }) => heading)];
  const short = texts.filter((text) => titleStemsOf(text).length <= maxNameWords).map(toName);
  return [...new Set(short)].filter((name) => name !== '').slice(0, maxNames);
}

function toName(text: string): string {
  return wordsOf(text)
    .map((word) => word.toLowerCase())
    .filter((word) => !stopWords.has(word))
    .join(' ');
}
