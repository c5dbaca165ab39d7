/**
 * Docs folder -> pages -> sections. In: a folder with Markdown and MDX. Out: the pages that can be served, and those
 * that cannot, each with the reason. Reads the folder; the rest is pure.
 */
import { basename, extname } from 'node:path';
import type { Work } from '../../base/time-slices.ts';
import { inSlices } from '../../base/time-slices.ts';
import { DocsServerError } from '../errors.ts';
import { baseOfLinks, toSitePath, withBase, withSiteLinks } from './addresses.ts';
import { createIncludeReader, findFiles } from './files.ts';
import { plainMarkdown } from './markdown/components.ts';
import type { Section } from './markdown/sections.ts';
import { firstHeading, plainText, toSections } from './markdown/sections.ts';
import { listedAs } from './navigation.ts';
import type { Draft } from './page-drafts.ts';
import { readDraft } from './page-drafts.ts';
import type { Facets } from './page-metadata.ts';
import { facetsOf } from './page-metadata.ts';
import type { PageProblem } from './page-problem.ts';
import { readerFailed, toLine } from './page-problem.ts';
import { readSiteFile } from './site-file.ts';

/** What is known of a page without reading it. */
export interface PageInfo {
  /** Relative to the docs folder, with forward slashes. */
  readonly file: string;
  /** Where the site shows it: rooted, without extension and `index`; `/` is the first page. */
  readonly path: string;
  readonly title: string;
  readonly facets: Facets;
  /** How many other pages link here: what the docs themselves take for central. */
  readonly linkedFrom: number;
}

/** A page of the docs. */
export interface Page extends PageInfo {
  /** The front matter's summary; may be empty. */
  readonly description: string;
  /** The front matter's keywords and tags, and the groups of the site's navigation. */
  readonly keywords: readonly string[];
  readonly sections: readonly Section[];
  /** The sentences in which other pages link here: the same thing in other words. */
  readonly citedAs: readonly string[];
}

/** A docs folder as it was read. */
export interface DocsFolder {
  readonly pages: readonly Page[];
  readonly problems: readonly PageProblem[];
}

/** Told of each page that was read: how many are, and of how many. */
export type OnProgress = (done: number, of: number) => void;

/**
 * Reads the folder. Drafts, hidden pages, those that the site's own navigation does not list, and files whose names begin
 * with `_` or `.` are left out silently.
 * Fails with DocsServerError: folder_missing, folder_empty.
 */
export async function readDocs(
  folder: string,
  siteUrl?: string,
  onProgress?: OnProgress,
  signal?: AbortSignal,
): Promise<DocsFolder> {
  const problems: PageProblem[] = [];
  const files = await findFiles(folder, (problem) => problems.push(problem));
  const read = await createIncludeReader(folder);
  const site = await readSiteFile(read, files, (problem) => problems.push(problem));
  const drafts: Draft[] = [];
  for (const file of files) {
    signal?.throwIfAborted();
    if (site.isPresent && /^snippets\//.test(file)) continue;
    const listed = site.navigation && listedAs(site.navigation, file);
    if (site.navigation && !listed) continue;
    const draft = await readDraft({ folder, read }, file, listed).catch((cause) => readerFailed(file, cause));
    if (!draft) continue;
    if ('reason' in draft) problems.push(draft);
    else drafts.push(draft);
  }
  const rules = { siteUrl, keepNumbers: site.isPresent, onProgress };
  const pages = await inSlices(
    toPages(drafts, rules, (problem) => problems.push(problem)),
    { signal },
  );
  if (pages.length === 0) throw emptyFolder(folder, files.length, problems);
  return { pages, problems };
}

function emptyFolder(folder: string, files: number, problems: readonly PageProblem[]): DocsServerError {
  const [first] = problems;
  if (first) {
    const more = problems.length > 1 ? ` And ${problems.length - 1} more.` : '';
    const sentence = `No page of the docs folder ${folder} can be read. ${toLine(first)}${more}`;
    return new DocsServerError('folder_empty', sentence, undefined, problems.map(toLine));
  }
  const why = files === 0 ? 'holds no .md or .mdx file' : 'holds only drafts and hidden pages';
  return new DocsServerError('folder_empty', `The docs folder ${folder} ${why}.`);
}

interface SiteRules {
  readonly siteUrl: string | undefined;
  readonly keepNumbers: boolean;
  readonly onProgress: OnProgress | undefined;
}

function* toPages(
  drafts: readonly Draft[],
  { siteUrl, keepNumbers, onProgress }: SiteRules,
  onProblem: (problem: PageProblem) => void,
): Work<readonly Page[]> {
  const paths = new Map<string, string>();
  const taken = new Set<string>();
  for (const { file, front } of drafts) {
    const slug = [front.slug, front.permalink].find((each) => typeof each === 'string');
    const wished = toSitePath(file, { keepNumbers, slug });
    const path = taken.has(wished) ? toSitePath(file, { keepNumbers: true }) : wished;
    taken.add(path);
    paths.set(file, path);
  }
  const base = baseOfLinks(
    drafts.map((draft) => draft.body),
    taken,
  );
  const linkedFrom = new Map<string, Map<string, Set<string>>>();
  const pages: Omit<Page, 'linkedFrom' | 'citedAs'>[] = [];
  for (const [at, draft] of drafts.entries()) {
    const { file } = draft;
    const path = withBase(base, paths.get(file) ?? '/');
    const citations: { readonly to: string; readonly sentence: string }[] = [];
    const linked = (text: string): string =>
      withSiteLinks(text, { file, path, base, paths, taken, siteUrl }, (to, offset) => {
        if (to !== path) citations.push({ to, sentence: sentenceAround(text, offset) });
      });
    try {
      pages.push(toPage(draft, path, linked));
      for (const { to, sentence } of citations) {
        const known = linkedFrom.get(to) ?? new Map<string, Set<string>>();
        linkedFrom.set(to, known.set(path, (known.get(path) ?? new Set()).add(sentence)));
      }
    } catch (cause) {
      onProblem(readerFailed(file, cause));
    }
    onProgress?.(at + 1, drafts.length);
    yield;
  }
  return pages.map((page) => {
    const citations = linkedFrom.get(page.path) ?? new Map<string, Set<string>>();
    const citedAs = [...new Set([...citations.values()].flatMap((sentences) => [...sentences]))];
    return { ...page, linkedFrom: citations.size, citedAs };
  });
}

const sentenceEnd = /(?<=[.!?])\s+|\n/;
/** Of a sentence, what stands this far from its link on either side speaks of something else. */
const maxAroundChars = 250;

function sentenceAround(text: string, at: number): string {
  const before =
    text
      .slice(Math.max(0, at - maxAroundChars), at)
      .split(sentenceEnd)
      .at(-1) ?? '';
  const [after = ''] = text.slice(at, at + maxAroundChars).split(sentenceEnd);
  return plainText(before + after);
}

function toPage(draft: Draft, path: string, linked: (text: string) => string): Omit<Page, 'linkedFrom' | 'citedAs'> {
  const markdown = plainMarkdown(draft.body, !/\.(?:md|markdown)$/i.test(draft.file));
  const { front, file, listed } = draft;
  const named = textOf(front.title) || textOf(front.sidebarTitle) || listed?.title;
  const title = named || firstHeading(markdown) || nameOf(file);
  const sections = toSections(markdown, title).map((section) => ({
    ...section,
    blocks: section.blocks.map((block) => (block.kind === 'code' ? block : { ...block, text: linked(block.text) })),
  }));
  const description = textOf(front.description);
  return {
    file,
    path,
    title,
    description,
    keywords: [...wordsOf(front), ...(listed?.groups ?? [])],
    facets: facetsOf(file, front),
    sections,
  };
}

function nameOf(file: string): string {
  const name = basename(file, extname(file));
  const shown = /^_?(index|readme)$/i.test(name) ? basename(file.slice(0, -basename(file).length - 1)) : name;
  const words = shown
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
