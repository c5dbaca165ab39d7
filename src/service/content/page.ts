/** A page of the docs, and how it is built from its draft. Pure. */
import { basename, extname } from 'node:path';
import type { Work } from '../../kit/base/time-slices.ts';
import type { Front } from './front-matter.ts';
import type { CreateSlugger } from './markdown/anchors.ts';
import { plainMarkdown } from './markdown/components.ts';
import { plainText, type Section, titleHeading, toSections } from './markdown/sections.ts';
import type { Draft } from './page-drafts.ts';
import type { Facets } from './page-metadata.ts';

/** Facts about a page for which its text need not be loaded. */
export interface PageInfo {
  /** Relative to the docs folder, with forward slashes. */
  readonly file: string;
  /** Where the site shows it: rooted, without extension or `index`; `/` is the home page. */
  readonly path: string;
  readonly title: string;
  readonly facets: Facets;
  /** The day on which the team kept it, if it is an answer of theirs (`kind: answer`): `2026-05-03`. */
  readonly keptOn?: string;
  /** How many other pages link here: a measure of how central the page is. */
  readonly linkedFrom: number;
}

/** A page of the docs. */
export interface Page extends PageInfo {
  /** The front matter's summary; may be empty. */
  readonly description: string;
  /** The front matter's keywords and tags, and the groups of the site's navigation. */
  readonly keywords: readonly string[];
  readonly sections: readonly Section[];
  /** The sentences in which other pages link here: they describe the page in other words. */
  readonly citedAs: readonly string[];
  /** In what words people ask for it (content/phrases). Not kept in the index with the page: nobody reads them. */
  readonly phrases?: readonly string[] | undefined;
}

/** A page without its inbound links. */
export type Uncited = Omit<Page, 'linkedFrom' | 'citedAs' | 'phrases'>;

/** A page without its inbound links. `linked` resolves the links in a text. */
export function* toPage(
  draft: Draft,
  path: string,
  linked: (text: string) => string,
  anchors?: CreateSlugger,
): Work<Uncited> {
  const { front, file, listed, facets } = draft;
  const manual = manualName(draft);
  const unbannered = isIndex(file) ? draft.body : draft.body.replace(banner, '');
  const body = manual === undefined ? unbannered : unbannered.replace(titleBlock, '');
  const markdown = yield* plainMarkdown(body, /\.mdx$/i.test(file));
  const named = textOf(front.title) || textOf(front.sidebarTitle) || listed?.title;
  const title = named || manual || (unbannered === draft.body && titleHeading(markdown)) || nameOf(file);
  const sections: Section[] = [];
  for (const section of yield* toSections(markdown, title, anchors)) {
    const blocks = section.blocks.map((block) =>
      block.kind === 'code' ? block : { ...block, text: linked(block.text) },
    );
    sections.push({ ...section, blocks });
    yield;
  }
  const description = textOf(front.description);
  return {
    file,
    path,
    title,
    description,
    keywords: [...wordsOf(front), ...(listed?.groups ?? [])],
    facets,
    ...keptIn(front),
    sections,
  };
}

function keptIn({ kind, date }: Front): Pick<PageInfo, 'keptOn'> {
  const isDay = typeof date === 'string' && !Number.isNaN(Date.parse(date));
  return kind === 'answer' && isDay ? { keptOn: date } : {};
}

/** A centred heading before another one is a banner with the name of the project, as on GitHub. */
const banner = /^\s*<h1\s[^<>]*align=["']?center[^<>]*>[^<>]{0,200}<\/h1>\s*\n(?=#)/i;

/** `% winch-pull 1`, pandoc's title of a manual page. */
const titleBlock = /^\s*%[ \t]*[^\n]*\n(?:%[^\n]*\n){0,2}/;

/** `winch-pull(1)`, as manual pages are called: all of them begin with a section NAME. undefined: it is none. */
function manualName({ file, body }: Draft): string | undefined {
  const [, titled, part] = /^\s*%[ \t]*([\w.+-]+)[ \t]*[( ][ \t]*(\d[a-z]{0,4})\b/.exec(body) ?? [];
  if (titled !== undefined) return `${titled}(${part})`;
  const [, name, section] = /(?:^|\/)([^/]+)\.(\d[a-z]?)\.\w+(?:\.in)?$/.exec(file) ?? [];
  return name !== undefined && /^#{1,2}[ \t]+NAME[ \t]*$/im.test(body) ? `${name}(${section})` : undefined;
}

/** The page of a folder. */
export function isIndex(file: string): boolean {
  return /^_?(index|readme)$/i.test(basename(file, extname(file)));
}

function nameOf(file: string): string {
  const name = basename(file, extname(file));
  const shown = isIndex(file) ? basename(file.slice(0, -basename(file).length - 1)) : name;
  // The name of a version is one word.
  if (/^v?\d+(?:\.\d+)+/.test(shown)) return shown;
  const words = shown
    .replace(/\.[a-z]{2}(?:-[a-z]{2,4})?$/i, '')
    .replace(/^\d+[-_. ]+/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return words === '' ? 'Home' : words.charAt(0).toUpperCase() + words.slice(1);
}

function wordsOf(front: Readonly<Record<string, unknown>>): readonly string[] {
  return [front.keywords, front.tags].flatMap((value) => {
    if (typeof value === 'string') return value.split(',').map((word) => word.trim());
    return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [];
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : typeof value === 'number' ? String(value) : '';
}

const sentenceEnd = /(?<=[.!?])\s+|\n/;
/** How many characters of a sentence are kept on either side of a link. */
const maxAroundChars = 250;

/** The sentence around this offset, as plain text. */
export function sentenceAround(text: string, at: number): string {
  const before =
    text
      .slice(Math.max(0, at - maxAroundChars), at)
      .split(sentenceEnd)
      .at(-1) ?? '';
  const [after = ''] = text.slice(at, at + maxAroundChars).split(sentenceEnd);
  return plainText(before + after);
}
