/** Which files of a docs folder may be shown, and to whom. Pages and the files that they include obey the same rules. Pure. */
import { isObject } from '../../kit/base/json.ts';
import { formatOf } from './formats/formats.ts';
import { type Front, toFront } from './front-matter.ts';
import { facetsOf } from './page-metadata.ts';

/** A file of the docs folder. Paths are relative to the folder, with forward slashes. */
export interface FolderFile {
  readonly path: string;
  /** Where the file is if its path leads through symlinks; otherwise the same. */
  readonly realPath: string;
  readonly text: string;
}

/** Why a file must not be shown to all readers of a page with these access groups, as a clause. undefined: it may be. */
export function reasonToRefuse(
  { path, realPath, text }: FolderFile,
  readers: readonly string[],
):
  | 'is hidden'
  | 'is a draft or hidden'
  | 'is for other access groups'
  | 'has front matter that is not valid'
  | undefined {
  if (isHiddenPath(path) || isHiddenPath(realPath)) return 'is hidden';
  const page = toFront(text);
  // Front matter decides who may read a page; other files, such as a stream of YAML, may begin alike.
  if ('reason' in page) return isPageName(realPath) ? 'has front matter that is not valid' : undefined;
  if (isUnpublished(page.front)) return 'is a draft or hidden';
  const { groups } = facetsOf(realPath, page.front);
  // A page with several groups is shown to the members of each.
  const isForAll = groups.length === 0 || (readers.length > 0 && readers.every((group) => groups.includes(group)));
  return isForAll ? undefined : 'is for other access groups';
}

/**
 * Whether a name in the path begins with a dot. Names with two dots are those of the folders that Kubernetes links the files
 * of a volume to. Source: kubernetes/pkg/volume/util/atomic_writer.go.
 */
export function isHiddenPath(path: string): boolean {
  return path.split('/').some((name) => /^\.(?!\.)/.test(name));
}

/** Whether the front matter says that the page is not published or not listed. */
export function isUnpublished(front: Front, now = Date.now()): boolean {
  const says = (name: string, value: boolean): boolean => front[name] === value || front[name] === String(value);
  if (says('draft', true) || says('hidden', true) || says('unlisted', true)) return true;
  if (says('published', false) || says('publish', false)) return true;
  return (timeOf(front.publishDate) ?? now) > now || (timeOf(front.expiryDate) ?? now) < now;
}

/**
 * Whether the front matter keeps the page out of searches, as changelogs and generated pages often are. Other pages may include
 * it. Sources: vitepress.dev "Search" (search), squidfunk.github.io/mkdocs-material "Search exclusion" (search.exclude),
 * starlight.astro.build "Frontmatter reference" (pagefind), 2026-11-28.
 */
export function isUnsearched({ search, pagefind }: Front): boolean {
  return search === false || pagefind === false || (isObject(search) && search.exclude === true);
}

/** When a page that is published now ceases to be. undefined: never. */
export function expiryOf(front: Front): number | undefined {
  return timeOf(front.expiryDate);
}

function timeOf(value: unknown): number | undefined {
  const time = value instanceof Date || typeof value === 'string' ? Date.parse(String(value)) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

export function isPageName(name: string): boolean {
  const format = formatOf(name);
  // Most JSON and YAML is none.
  return isMarkdownName(name) || (format !== undefined && format.hasParts !== true);
}

export function isMarkdownName(name: string): boolean {
  return /\.(?:md|mdx|markdown|mdoc|md\.in|qmd|rmd)$/i.test(name);
}
