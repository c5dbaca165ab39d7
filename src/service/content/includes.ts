/**
 * Expands the files that a page includes: snippets, partials, code. In: a page's source, and a function that reads a file by
 * its path from the docs folder. Out: the source with the text of these files, and those that could not be read.
 */
import { posix } from 'node:path';
import { toFront } from './front-matter.ts';
import { findIncludes, type Include, withSingleIncludes } from './include-forms.ts';
import { partOf } from './include-parts.ts';

/** Where includes come from. */
export interface IncludePlace {
  /** A file's text by its path from the docs folder. undefined: it does not exist or must not be read. */
  read(path: string): Promise<string | undefined>;
  /** Folders that the site looks in, besides that of the page. */
  readonly folders: readonly string[];
  /** The file that a name alone stands for. */
  fileNamed(name: string): string | undefined;
}

export interface Included {
  readonly text: string;
  /** The paths of files that could not be read, as written. */
  readonly missing: readonly string[];
}

/** The maximum depth of nested includes. */
const maxDepth = 4;
/** How many files a page may include; each is looked up in several folders. */
const maxIncludes = 1_000;
/** The maximum length of a page with its includes; an include that would exceed it is not expanded. */
const maxChars = 1_000_000;

/** The page with all its includes. The marks of those that cannot be read are dropped, except in code. */
export async function withIncludes(source: string, file: string, place: IncludePlace): Promise<Included> {
  const missing: string[] = [];
  const budget = { chars: maxChars - source.length, includes: maxIncludes };
  const text = await expand(source, file, { ...place, missing, budget, depth: 0 });
  return { text, missing };
}

interface Expansion extends IncludePlace {
  readonly missing: string[];
  readonly budget: { chars: number; includes: number };
  readonly depth: number;
}

async function expand(page: string, file: string, expansion: Expansion): Promise<string> {
  const { budget, depth, missing } = expansion;
  if (depth >= maxDepth) return page;
  const source = withSingleIncludes(page);
  let text = '';
  let at = 0;
  for (const include of findIncludes(source)) {
    if (include.at < at) continue;
    if (budget.includes === 0) break;
    budget.includes -= 1;
    const shown = await shownOf(include, file, expansion);
    if (shown === undefined && mayStay(include)) continue;
    if (shown === undefined) missing.push(include.path);
    const length = shown?.length ?? 0;
    if (length > budget.chars) continue;
    budget.chars -= length;
    text += source.slice(at, include.at) + (shown === undefined ? '' : placed(shown, source, include));
    at = include.at + include.length;
  }
  return text + source.slice(at);
}

/** In code it is an example, and a template's mark may have words of its own. */
function mayStay({ isInCode, isTemplate, isByName }: Include): boolean {
  return isInCode || isTemplate || isByName;
}

/** Every line at the indentation of the mark, which may be in a list. */
function placed(text: string, source: string, { at, length }: Include): string {
  const start = source.lastIndexOf('\n', at - 1) + 1;
  const own = /^[ \t]*/.exec(source.slice(start, at + length))?.[0] ?? '';
  const isAlone = source.slice(start, at).trim() === '';
  if (own === '' || !isAlone) return text;
  // The match may begin with the indentation.
  const first = at === start ? own : '';
  return first + text.replace(/\n(?=[^\n])/g, `\n${own}`);
}

async function shownOf(include: Include, file: string, expansion: Expansion): Promise<string | undefined> {
  const found = await load(include, file, expansion);
  if (found === undefined) return undefined;
  const { path, text: whole } = found;
  const isMarkdown = /\.(?:mdx?|markdown|mdoc|qmd|rmd|txt|html?|inc|in)$/i.test(path) || !/\.\w+$/.test(path);
  const text = partOf(isMarkdown ? withoutFrontMatter(whole) : whole, include.part, include.lines);
  if (text === undefined) return undefined;
  if (include.isInCode) return trimmed(text);
  if (include.isCode || !isMarkdown) return toFence(trimmed(text), path, include);
  const filled = withValues(trimmed(text), include.values);
  return expand(filled, path, { ...expansion, depth: expansion.depth + 1 });
}

/** Without blank lines at its ends, and without the indentation of all its lines. */
function trimmed(text: string): string {
  const lines = text
    .trimEnd()
    .replace(/^(?:[ \t]*\n)+/, '')
    .split('\n');
  const margin = lines.reduce(
    (least, line) => (line.trim() === '' ? least : Math.min(least, line.search(/\S/))),
    1_000,
  );
  return lines.map((line) => line.slice(margin)).join('\n');
}

function withValues(text: string, values: ReadonlyMap<string, string>): string {
  if (!text.includes('include.')) return text;
  return text.replace(/\{\{-?\s*include\.([\w-]{1,40})[^{}]{0,100}\}\}/g, (_, name: string) => values.get(name) ?? '');
}

function toFence(text: string, path: string, { language, title = '' }: Include): string {
  const mark = /^[ \t]*```/m.test(text) ? '~~~~~~' : '```';
  return `${mark}${language || posix.extname(path).slice(1)} ${title}\n${text}\n${mark}`;
}

async function load(
  { path, isByName }: Include,
  file: string,
  { read, folders, fileNamed }: Expansion,
): Promise<{ readonly path: string; readonly text: string } | undefined> {
  const named = isByName ? fileNamed(path.trim()) : undefined;
  const candidates = isByName ? (named === undefined ? [] : [named]) : candidatesOf(path, file, folders);
  for (const candidate of candidates) {
    const text = await read(candidate);
    if (text !== undefined) return { path: candidate, text };
  }
  return undefined;
}

/** Where sites look: relative to the page, to the docs folder and to the site's own folders. `@site` is the parent folder. */
function candidatesOf(path: string, file: string, folders: readonly string[]): readonly string[] {
  const bare = path.replace(/^@site\/(?:docs\/)?|^(?:~\/)?@?[@~]?\/|^~\//, '');
  const beside = posix.join(posix.dirname(file), path);
  const paths = path === bare ? [beside, bare] : [bare];
  const inFolders = [...folders, 'snippets', '_snippets'].map((folder) => posix.join(folder, bare));
  const options = /^[\w.-]+$/.test(path) ? [posix.join(posix.dirname(file), 'options', `${path}.md`)] : [];
  return [
    ...new Set([
      ...paths,
      ...inFolders,
      ...(path.startsWith('@site/') ? [posix.join('..', path.slice(6))] : []),
      ...options,
    ]),
  ]
    .map((candidate) => posix.normalize(candidate))
    .filter((candidate) => !posix.isAbsolute(candidate));
}

function withoutFrontMatter(text: string): string {
  const page = toFront(text);
  return 'reason' in page ? text : page.body;
}
