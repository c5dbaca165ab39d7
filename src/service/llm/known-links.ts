/**
 * The links that an answer may contain: found pages, and other addresses if the answer quotes the words before them. A
 * malicious page can make the model repeat such a link, but not put it under the model's own words.
 */
import type { Page } from '../content/page.ts';
import { addressOf, type Reading } from '../search/ranking/corpus.ts';
import { addressesIn } from './addresses.ts';
import type { LinkPolicy } from './link-edits.ts';
import type { ShownPage } from './material.ts';
import { factsBefore, isSupported, vocabularyOf } from './support.ts';

export interface KnownLinks extends LinkPolicy {
  /** Allows links to the pages that the model is shown, and to what these show of other addresses. */
  add(shown: readonly ShownPage[]): void;
  /** Whether the page at this address supports a sentence; undefined: it is none that was shown. */
  supports(href: string, sentence: string): boolean | undefined;
  /** The pages that were linked, in the order of their first link. */
  cited(): readonly Page[];
}

export function createKnownLinks(reading: Reading): KnownLinks {
  const pages = new Map<string, Page>();
  /** By address, the words before each of its occurrences in the pages. */
  const contexts = new Map<string, ReadonlySet<string>>();
  /** What the model was shown of each page, by its path. */
  const texts = new Map<string, readonly string[]>();
  const vocabularies = new Map<string, ReadonlySet<string>>();
  const cited = new Map<string, Page>();

  function add(shown: readonly ShownPage[]): void {
    for (const { page, text } of shown) {
      pages.set(addressOf(page, reading), page);
      texts.set(page.path, [...(texts.get(page.path) ?? []), text]);
      vocabularies.delete(page.path);
    }
    contexts.clear();
  }

  /** Reads only the lines that hold the address: whole docs are long, and few answers ask for any. */
  function contextsOf(address: string): ReadonlySet<string> {
    const name = nameOf(address);
    const known = contexts.get(name) ?? new Set([...texts.values()].flat().flatMap((text) => contextsIn(text, name)));
    contexts.set(name, known);
    return known;
  }

  function vocabularyOfShown({ path }: Page): ReadonlySet<string> {
    const known = vocabularies.get(path) ?? vocabularyOf((texts.get(path) ?? []).join('\n'));
    vocabularies.set(path, known);
    return known;
  }

  /** undefined: the address is not that of a page that was shown. */
  function pageAt(href: string): Page | undefined {
    const [address = ''] = href.split('#', 1);
    return pages.get(address.replace(/(?!^)\/$/, '')) ?? pages.get(addressFrom(address, reading));
  }

  function cite(page: Page, href: string): string {
    cited.set(page.path, page);
    const [, anchor = ''] = href.split('#', 2);
    const isSection = page.sections.some((section) => section.anchor === anchor);
    return addressOf(page, reading, isSection ? anchor : '');
  }

  return {
    add,
    toLink(href, words, before) {
      const page = pageAt(href);
      if (page) return isSupported(factsBefore(before), vocabularyOfShown(page)) ? cite(page, href) : undefined;
      const label = lastWords(words, maxContextWords);
      const isQuoted = label !== '' && [...contextsOf(href)].some((context) => endsWith(context, label));
      return isQuoted ? href : undefined;
    },
    showAddress(address, before) {
      const page = pageAt(address);
      if (page) {
        cite(page, address);
        return 'linked';
      }
      const known = contextsOf(address);
      if (known.size === 0) return 'dropped';
      const words = lastWords(before, quotedWords);
      return [...known].some((context) => endsWith(context, words) && words !== '') ? 'linked' : 'as code';
    },
    supports(href, sentence) {
      const page = pageAt(href);
      return page && isSupported(factsBefore(sentence.trimEnd()), vocabularyOfShown(page));
    },
    cited: () => [...cited.values()],
  };
}

/** An address counts as quoted when this many words before it are those in the page. */
const quotedWords = 2;
/** How many words of a link's label are compared. */
const maxContextWords = 10;
/** How much text before an address is searched for these words. */
const maxContextChars = 200;

/** Longer lines are read in parts. */
const maxLineChars = 4_000;

/** The words before each occurrence of the address. */
function contextsIn(text: string, name: string): readonly string[] {
  const found: string[] = [];
  if (name === '') return found;
  for (let at = text.indexOf(name); at !== -1; ) {
    const start = Math.max(text.lastIndexOf('\n', at) + 1, at - maxLineChars);
    const lineEnd = text.indexOf('\n', at);
    const end = Math.max(at + name.length, Math.min(lineEnd === -1 ? text.length : lineEnd, at + maxLineChars));
    for (const address of addressesIn(text.slice(start, end))) {
      const from = start + address.from;
      if (nameOf(address.text) === name)
        found.push(lastWords(text.slice(Math.max(0, from - maxContextChars), from), maxContextWords));
    }
    at = text.indexOf(name, end);
  }
  return found;
}

function lastWords(text: string, count: number): string {
  const words =
    text
      .slice(-maxContextChars)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(-count).join(' ');
}

function endsWith(context: string, words: string): boolean {
  return ` ${context}`.endsWith(` ${words}`);
}

/** Equal for an address with and without its scheme. */
function nameOf(address: string): string {
  return address.replace(/^https?:\/\//i, '').replace(/\/$/, '');
}

/** A rooted path as a full address: models leave out the site's name. */
function addressFrom(path: string, reading: Reading): string {
  const page = path.startsWith('/')
    ? reading.pages.find((candidate) => candidate.path === path.replace(/(?!^)\/$/, ''))
    : undefined;
  return page ? addressOf(page, reading) : path;
}
