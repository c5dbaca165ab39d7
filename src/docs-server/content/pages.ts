/**
 * Docs folder -> pages -> sections. In: a folder with Markdown and MDX. Out: the pages that can be served, and those
 * that cannot, each with the reason. Reads the folder; the rest is pure.
 */
import { readFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { inSlices, type Work } from '../../base/time-slices.ts';
import { DocsServerError } from '../errors.ts';
import { baseOfLinks, toSitePath, withBase, withSiteLinks } from './addresses.ts';
import { createIncludeReader, decoded, findFiles, isLfsPointer } from './files.ts';
import { withIncludes } from './includes.ts';
import { plainMarkdown } from './markdown/components.ts';
import { withInlineLinks } from './markdown/link-references.ts';
import { firstHeading, plainText, type Section, toSections } from './markdown/sections.ts';
import { type Listed, listedAs } from './navigation.ts';
import { type Facets, facetsOf } from './page-metadata.ts';
import { readSiteFile } from './site-file.ts';

/** A page of the docs. */
export interface Page {
  /** Relative to the docs folder, with forward slashes. */
  readonly file: string;
  /** Where the site shows it: rooted, without extension and `index`; `/` is the first page. */
  readonly path: string;
  readonly title: string;
  /** The front matter's summary; may be empty. */
  readonly description: string;
  /** The front matter's keywords and tags, and the groups of the site's navigation. */
  readonly keywords: readonly string[];
  readonly facets: Facets;
  readonly sections: readonly Section[];
  /** How many other pages link here: what the docs themselves take for central. */
  readonly linkedFrom: number;
  /** The sentences in which other pages link here: the same thing in other words. */
  readonly citedAs: readonly string[];
}

/** A page that is not served, and why. */
export interface PageProblem {
  /** Relative to the docs folder, with forward slashes. */
  readonly file: string;
  /** A plain sentence. */
  readonly reason: string;
}

/** `guides/a.md: The file is no UTF-8 text.` The folder itself has no name in it. */
export function toLine({ file, reason }: PageProblem): string {
  return file === '' ? reason : `${file}: ${reason}`;
}

/** A docs folder as it was read. */
export interface DocsFolder {
  readonly pages: readonly Page[];
  readonly problems: readonly PageProblem[];
}

/** Told of each page that was read: how many are, and of how many. */
export type OnProgress = (done: number, of: number) => void;

/** A page above this is generated, or no page. */
const maxPageBytes = 5_000_000;

/**
 * Reads the folder. Drafts, hidden pages, those that the site's own navigation does not list, and files whose names begin
 * with `_` or `.` are left out silently.
 * Fails with DocsServerError: folder_missing, folder_empty.
 */
export async function readDocs(folder: string, siteUrl?: string, onProgress?: OnProgress): Promise<DocsFolder> {
  const problems: PageProblem[] = [];
  const files = await findFiles(folder, (problem) => problems.push(problem));
  const read = await createIncludeReader(folder);
  const site = await readSiteFile(read, files, (problem) => problems.push(problem));
  const drafts: Draft[] = [];
  for (const file of files) {
    if (site.isPresent && /^snippets\//.test(file)) continue;
    const listed = site.navigation && listedAs(site.navigation, file);
    if (site.navigation && !listed) continue;
    const draft = await readPage(join(folder, file), file);
    if ('reason' in draft) problems.push(draft);
    else if (!isHidden(draft.front)) {
      const body = withInlineLinks(await withIncludes(draft.body, file, read));
      drafts.push({ ...draft, body, listed });
    }
  }
  if (drafts.length === 0) throw emptyFolder(folder, files.length, problems);
  return { pages: await inSlices(toPages(drafts, { siteUrl, keepNumbers: site.isPresent, onProgress })), problems };
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

/** A page whose address is not known yet, since that depends on the other pages. */
interface Draft {
  readonly file: string;
  readonly front: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** What the site's navigation says of it, where there is one. */
  readonly listed?: Listed | undefined;
}

async function readPage(path: string, file: string): Promise<Draft | PageProblem> {
  const size = await stat(path).then(
    (found) => found.size,
    () => undefined,
  );
  if (size === undefined) return { file, reason: 'The file went away while it was read.' };
  if (size > maxPageBytes) {
    return { file, reason: `The file is larger than ${maxPageBytes / 1_000_000} MB.` };
  }
  const bytes = await readFile(path).catch(() => undefined);
  if (!bytes) return { file, reason: 'The file cannot be read.' };
  const source = decoded(bytes);
  if (source === undefined) return { file, reason: 'The file is no UTF-8 text.' };
  if (isLfsPointer(source)) return { file, reason: 'Git LFS keeps its text elsewhere.' };
  return toDraft(file, source);
}

function toDraft(file: string, source: string): Draft | PageProblem {
  const found = /^\s*---[ \t]*\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\n|$)/.exec(source);
  if (!found) return { file, front: {}, body: source };
  try {
    const front: unknown = parseYaml(found[1] ?? '', { logLevel: 'error' });
    return { file, front: isRecord(front) ? front : {}, body: source.slice(found[0].length) };
  } catch {
    // The parser's message quotes the page; the file's name is enough to find the fault.
    return { file, reason: 'Its front matter is no YAML.' };
  }
}

/** Drafts and pages that the site does not list. */
function isHidden(front: Readonly<Record<string, unknown>>): boolean {
  const says = (name: string, value: boolean): boolean => front[name] === value || front[name] === String(value);
  return says('draft', true) || says('hidden', true) || says('unlisted', true) || says('published', false);
}

interface SiteRules {
  readonly siteUrl: string | undefined;
  readonly keepNumbers: boolean;
  readonly onProgress: OnProgress | undefined;
}

function* toPages(drafts: readonly Draft[], { siteUrl, keepNumbers, onProgress }: SiteRules): Work<readonly Page[]> {
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
  for (const draft of drafts) {
    const { file } = draft;
    const path = withBase(base, paths.get(file) ?? '/');
    const linked = (text: string): string =>
      withSiteLinks(text, { file, path, base, paths, siteUrl }, (to, at) => {
        if (to === path) return;
        const known = linkedFrom.get(to) ?? new Map<string, Set<string>>();
        linkedFrom.set(to, known.set(path, (known.get(path) ?? new Set()).add(sentenceAround(text, at))));
      });
    pages.push(toPage(draft, path, linked));
    onProgress?.(pages.length, drafts.length);
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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
