/**
 * The product that docs are about: its name, and how its home page or README introduces it, which answers "what is X?". Pure
 * except for the index.
 */

import { normalised } from '../../kit/matching/small-talk.ts';
import { plainText, type Section } from '../content/markdown/sections.ts';
import { isIndex, type Page, type PageInfo } from '../content/page.ts';
import type { Reading } from '../search/ranking/corpus.ts';
import type { Edition } from '../search/ranking/editions.ts';
import { noFeatures } from '../search/ranking/hybrid.ts';
import type { PageHit, SearchResult } from '../search/ranking/search-result.ts';

/** Titles that a page which introduces a product has whatever the product. */
const general =
  /^(?:home|index|introduction|intro|overview|welcome|getting started|quick ?start|docs|documentation|readme|about)\b/i;

/** As the operator says, else as the home page is called, else the site's host. */
export function productName({ name, pages, siteUrl }: Pick<Reading, 'name' | 'pages' | 'siteUrl'>): string | undefined {
  if (name !== undefined) return name;
  const home = pages.find(({ path }) => path === '/')?.title;
  if (home !== undefined && !general.test(home)) return home;
  return siteUrl === undefined ? undefined : new URL(siteUrl).hostname;
}

/** "What is X?", in the languages that Docent speaks; the words are `normalised`. */
const asksWhat = new RegExp(
  `^ (?:(?:hi|hello|hey|hallo|hola|bonjour|salut|olá|oi|so|and|ok|okay|please) )*(?:${[
    "(?:what(?:'s| is| are)|whats|(?:can you )?(?:explain|describe)|tell me about) (?:exactly )?(?<en>.{1,60}?)(?: (?:about|for|exactly|used for|all about|do))*",
    'what does (?<does>.{1,60}?) do',
    '(?:was ist|was macht|wofür ist|erkläre mir|worum geht es bei) (?:eigentlich |denn )?(?<de>.{1,60}?)(?: eigentlich| genau)?',
    '(?:qué es|que es|qué hace|para qué sirve) (?<es>.{1,60}?)',
    "(?:qu'est-ce que|c'est quoi|qu'est-ce que c'est que|à quoi sert) (?<fr>.{1,60}?)",
    '(?:o que é|que é|para que serve|o que faz) (?:o |a )?(?<pt>.{1,60}?)',
    '(?<ja>.{1,60}?)(?:とは(?:何(?:です|なのです)?か?)?|って何(?:です)?か?|は何(?:です|をするもの)か?)',
  ].join('|')}) $`,
  'u',
);

/** What these docs are about, whatever it is called. */
const isThis =
  /^(?:this|it|(?:this|the|your) (?:project|product|tool|library|package|framework|software|app|application|service|site|documentation))$/;

/** Pages that introduce a product stand at the top; nobody has more. */
const maxPages = 10;
const leastWords = 4;

/**
 * The paragraph that introduces the product that is asked about, as a search result; undefined if the question is about
 * something else, or nothing introduces it.
 */
export function introduction(
  question: string,
  isFirst: boolean,
  reading: Reading,
  edition: Edition,
): SearchResult | undefined {
  const { groups } = asksWhat.exec(normalised(question.slice(0, maxQuestionChars))) ?? {};
  const subject = Object.values(groups ?? {}).find((one) => one !== undefined);
  if (subject === undefined) return undefined;
  const asked = withoutArticle(subject);
  const pages = introducing(reading, edition);
  const name = productName({ ...reading, pages: edition.docs });
  const isProduct =
    (isThis.test(subject) && isFirst) || (name !== undefined && withoutArticle(normalised(name).trim()) === asked);
  const found = pages.find(
    ({ text }) => isProduct || `${withoutArticle(normalised(text).trim())} `.startsWith(`${asked} `),
  );
  return found && { terms: [], pages: [found.hit], answerability: 1 };
}

const maxQuestionChars = 150;

function withoutArticle(words: string): string {
  return words.replace(/^(?:a|an|the|der|die|das|el|la|le|o) /, '');
}

interface Introducing {
  readonly hit: PageHit;
  /** The words of its paragraph. */
  readonly text: string;
}

/** The first paragraphs of the home page, the README, and other pages that introduce the product. */
function introducing(reading: Reading, { isShown }: Edition): readonly Introducing[] {
  const positions = reading.pages.flatMap((page, at) => (isShown(page) && rankOf(page) < 3 ? [at] : []));
  const inOrder = positions.toSorted((a, b) => rankAt(a, reading) - rankAt(b, reading)).slice(0, maxPages);
  return inOrder.flatMap((at) => {
    const page = reading.index.at(at);
    const section = page && opening(page);
    if (!section) return [];
    const hit = {
      page: { ...page, sections: [section] },
      score: 1,
      features: noFeatures,
      sections: [{ section, score: 1 }],
    };
    return [{ hit, text: plainText(section.blocks[0]?.text ?? '') }];
  });
}

function rankAt(at: number, { pages }: Reading): number {
  const page = pages[at];
  return page ? rankOf(page) : 3;
}

/** The home page, the README, pages of general titles at the top; 3 for others. */
function rankOf({ path, file, title }: PageInfo): number {
  if (path === '/') return 0;
  const isAtTop = !file.includes('/');
  if (isAtTop && isIndex(file)) return 1;
  return /^\/[^/]*\/?$/.test(path) && general.test(title) ? 2 : 3;
}

/** Its first paragraph of some words, else its description: a home page may consist of pictures. */
function opening({ sections, description }: Page): Section | undefined {
  const [first] = sections;
  for (const section of sections.slice(0, 2)) {
    const block = section.blocks.find(({ kind, text }) => kind === 'prose' && saysSomething(text));
    if (block) return { ...section, blocks: [block] };
  }
  return first && description !== '' ? { ...first, blocks: [{ kind: 'prose', text: description }] } : undefined;
}

function saysSomething(text: string): boolean {
  return !/:\s?$/.test(text) && (plainText(text).match(/\p{L}+/gu)?.length ?? 0) >= leastWords;
}
