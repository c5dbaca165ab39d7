/**
 * Docs in several versions and languages: which pages answer a request that names neither in its filter. The newest stable
 * version, unless the question, the reader's page or an earlier question names another; the question's language where the page
 * exists in it, else the default one. In: the facets of all pages, a request. Out: its edition. Pure.
 */
import { isSameLanguage } from '../../../kit/base/language-tags.ts';
import { decoded } from '../../content/addresses.ts';
import { languageOf } from '../../content/language.ts';
import type { PageInfo } from '../../content/page.ts';
import { copiedFileOf, type Facets, type Filter, facetsOf, fits, plainVersion } from '../../content/page-metadata.ts';

/** The versions and languages of a set of docs. */
export interface Editions {
  /** Newest stable first. */
  readonly versions: readonly string[];
  readonly languages: readonly string[];
  /** undefined: that of the pages that name none. */
  readonly language: string | undefined;
  readonly copies: ReadonlyMap<string, readonly PageInfo[]>;
}

/**
 * What one request may see. It is decided once, from the question as it was asked: whoever searches for it in other words, or
 * reads and lists pages for it, sees the same.
 */
export interface Edition {
  /** The language that is asked in; undefined: not known. */
  readonly askedIn: string | undefined;
  /** Its filter lets the page through, and no better copy of the page answers. */
  readonly isShown: (page: PageInfo) => boolean;
  /** The language that most of the pages shown are in. */
  readonly language: string;
  /** All pages that its filter lets through, in every version and language. */
  readonly docs: readonly PageInfo[];
  /** The languages of `docs`, most frequent first. */
  readonly languages: readonly string[];
}

export interface EditionRequest {
  readonly question: string;
  /** Earlier questions: a follow-up such as "ok" tells neither language nor version. */
  readonly before?: readonly string[] | undefined;
  readonly filter?: Filter | undefined;
  readonly currentPath?: string | undefined;
}

/** A page is rejected that has a copy in a better version or language, or that belongs to none of the wanted ones. */
type IsInEdition = (page: PageInfo) => boolean;

const all: IsInEdition = () => true;

const known = new WeakMap<readonly PageInfo[], Editions>();

/** What `pages` exist in, computed once for each reading. */
export function editionsOf(pages: readonly PageInfo[]): Editions {
  const before = known.get(pages);
  if (before) return before;
  const editions = toEditions(pages);
  known.set(pages, editions);
  return editions;
}

function toEditions(pages: readonly PageInfo[]): Editions {
  const copies = Map.groupBy(pages, ({ file, facets }) => copiedFileOf(file, facets));
  const inCopies = [...copies.values()].filter((group) => group.length > 1).flat();
  const versions = new Set(inCopies.flatMap(({ facets }) => facets.version ?? []));
  const counts = Map.groupBy(pages, ({ facets }) => facets.language?.replace('_', '-').toLowerCase());
  const languages = [...counts.keys()].filter((tag) => tag !== undefined && isTranslated(tag));
  const most = [...counts].sort(([, a], [, b]) => b.length - a.length)[0]?.[0];
  const english = languages.find((tag) => tag !== undefined && isSameLanguage('en', tag));
  return {
    versions: [...versions].sort(compareVersions).reverse(),
    languages: languages.filter((tag) => tag !== undefined),
    language: english ?? (counts.has(undefined) ? undefined : most),
    copies,
  };
}

/** Languages that docs are translated into; folders such as `ts`, `ml` and `os` seldom mean Tsonga, Malayalam and Ossetic. */
const translated = new Set(
  'ar bn bg ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv nb nl no pl pt ro ru sk sl sr sv th tr uk ur vi zh'.split(
    ' ',
  ),
);

function isTranslated(tag: string): boolean {
  return translated.has(tag.split('-')[0] ?? '');
}

/** Numbers by value: 3.10 is newer than 3.9; a version before its release is older than every stable one. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [plainVersion(one), plainVersion(other)];
  if (isStable(a) !== isStable(b)) return isStable(a) ? 1 : -1;
  return a.localeCompare(b, 'en', { numeric: true });
}

function isStable(version: string): boolean {
  return /^\d/.test(version) && !/[a-z](?<!\.x)/.test(version);
}

/** The language that is asked in: of the latest question that tells one. */
export function languageOfRequest({
  question,
  before = [],
}: Pick<EditionRequest, 'question' | 'before'>): string | undefined {
  for (const asked of [question, ...before.toReversed()]) {
    const language = languageOf(asked);
    if (language !== undefined) return language;
  }
  return undefined;
}

/** A field of the filter decides alone. */
export function editionOf(pages: readonly PageInfo[], request: EditionRequest): Edition {
  const { filter, currentPath } = request;
  const editions = editionsOf(pages);
  const askedIn = languageOfRequest(request);
  const here = currentPath === undefined ? undefined : facetsAt(pages, currentPath);
  const inVersion = filter?.version ? all : versionChoice(editions, request, here?.version);
  const inLanguage = filter?.language ? all : languageChoice(editions, askedIn, here?.language);
  const isShown: IsInEdition = (page) => fits(page.facets, filter) && inVersion(page) && inLanguage(page);
  let docs: readonly PageInfo[] | undefined;
  // Read once for few requests, and not at all for most.
  return {
    askedIn,
    isShown,
    get language() {
      return languagesIn(pages.filter(isShown))[0] ?? 'en';
    },
    get docs() {
      docs ??= pages.filter(({ facets }) => fits(facets, filter));
      return docs;
    },
    get languages() {
      return languagesIn(this.docs);
    },
  };
}

/** Whether no docs are in the language that is asked in, so that most words of the question cannot be found in them. */
export function isInOtherLanguage({ askedIn, languages }: Pick<Edition, 'askedIn' | 'languages'>): boolean {
  return askedIn !== undefined && !languages.some((language) => isSameLanguage(askedIn, language));
}

/** The titles of this many pages tell the language of those that name none. */
const maxTitles = 200;

/** Most frequent first. */
function languagesIn(pages: readonly PageInfo[]): readonly string[] {
  const byTag = Map.groupBy(pages, ({ facets }) => facets.language?.replace('_', '-').toLowerCase());
  const most = [...byTag].sort(([, a], [, b]) => b.length - a.length);
  const tags = most.flatMap(([tag, some], at) => {
    if (tag !== undefined) return at === 0 || isTranslated(tag) ? [tag] : [];
    const titles = some.slice(0, maxTitles).map(({ title }) => title);
    return [languageOf(titles.join('\n')) ?? 'en'];
  });
  return [...new Set(tags)];
}

/** Of a page that does not exist (any more), its folders tell. */
function facetsAt(pages: readonly PageInfo[], currentPath: string): Facets {
  const path = decoded(currentPath.replace(/^https?:\/\/[^/]+/, '').replace(/[?#].*$/s, ''));
  const page = pages.find((page) => page.path === path || (page.path.includes('%') && decoded(page.path) === path));
  return page?.facets ?? facetsOf(path.replace(/^\//, ''), {});
}

/** A version that was named longer ago no longer counts. */
const maxBefore = 5;

function versionChoice(
  { versions, copies }: Editions,
  { question, before = [] }: EditionRequest,
  here: string | undefined,
): IsInEdition {
  const [newest] = versions;
  if (newest === undefined) return all;
  const namedIn = (text: string): string | undefined => versions.find((version) => namesVersion(text, version));
  const earlier = before.slice(-maxBefore).reverse();
  const asked = namedIn(question) ?? here ?? earlier.map(namedIn).find((version) => version !== undefined);
  const wanted = plainVersion(asked ?? newest);
  const isOther = ({ version }: PageInfo['facets']): boolean =>
    version !== undefined && plainVersion(version) !== wanted && versions.includes(version);
  const isNamed = asked !== undefined;
  // Pages without a version are the current ones, but in Docusaurus those of what comes next.
  const isReleased = ({ file, facets }: PageInfo): boolean =>
    facets.version !== undefined && !isOther(facets) && (isNamed || /(?:^|\/)versioned_docs\//.test(file));
  return (page) => {
    if (isOther(page.facets)) return false;
    if (isReleased(page)) return true;
    const others = copiesOf(copies, page);
    return page.facets.version === undefined
      ? !others.some(isReleased)
      : !others.some(({ facets }) => facets.version === undefined);
  };
}

function copiesOf(copies: Editions['copies'], { file, facets }: PageInfo): readonly PageInfo[] {
  return copies.get(copiedFileOf(file, facets)) ?? [];
}

/** As `v3` or `3.4`: a plain number in a question may count anything. */
function namesVersion(question: string, version: string): boolean {
  const plain = plainVersion(version);
  const escaped = plain.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  const written = plain.includes('.') ? `v?${escaped}` : `v${escaped}`;
  return new RegExp(`(?<![\\p{L}\\p{N}.])${written}(?![\\p{L}\\p{N}]|\\.\\d)`, 'iu').test(question);
}

function languageChoice(editions: Editions, said: string | undefined, here: string | undefined): IsInEdition {
  const { languages, language: usual, copies } = editions;
  if (languages.length === 0 || (languages.length === 1 && languages[0] === usual)) return all;
  const own = languages.find((tag) => said !== undefined && isSameLanguage(said, tag));
  const wanted = own ?? (said === undefined ? here : undefined) ?? usual;
  const isIn = (tag: string | undefined, { facets }: PageInfo): boolean =>
    facets.language === undefined || tag === undefined
      ? facets.language === tag
      : isSameLanguage(tag, facets.language.replace('_', '-'));
  return (page) => {
    if (isIn(wanted, page)) return true;
    if (page.facets.language !== undefined && !isTranslated(page.facets.language.toLowerCase())) return true;
    if (page.facets.language !== undefined && !isIn(usual, page)) return false;
    return !copiesOf(copies, page).some((copy) => isIn(wanted, copy));
  };
}
