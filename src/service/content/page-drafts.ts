/**
 * Reads a page's file into its front matter and its body with all includes and without marks of the generator. Out: a draft,
 * or the reason why there is none.
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { withFences } from '../../kit/markdown/page-lines.ts';
import { rootedTargets } from './addresses.ts';
import { decoded, isLfsPointer } from './files.ts';
import { convertInThread } from './formats/convert-in-thread.ts';
import type { Converted, Format, FormatPlace } from './formats/format.ts';
import { formatOf } from './formats/formats.ts';
import { type Front, type FrontMatter, toFront } from './front-matter.ts';
import type { Listed } from './generators/navigation.ts';
import { withIncludes } from './includes.ts';
import { withInlineLinks } from './markdown/link-references.ts';
import { withHeadingIds } from './markdown/marks/attributes.ts';
import { outsideFences } from './markdown/marks/mark.ts';
import { labelsIn } from './page-labels.ts';
import { type Facets, facetsOf } from './page-metadata.ts';
import { hashOf, type Losses, type Origin, type OriginPlace, stampOf } from './page-origin.ts';
import type { PageProblem } from './page-problem.ts';
import type { Site } from './site.ts';
import { expiryOf, isUnpublished, isUnsearched, reasonToRefuse } from './visibility.ts';

/** A larger file is generated, or not a page. */
const maxPageBytes = 5_000_000;

/** A page whose address is not known yet, since it depends on the other pages. */
export interface Draft {
  readonly file: string;
  readonly front: Front;
  readonly body: string;
  readonly facets: Facets;
  /** Its entry in the site's navigation, if any. */
  readonly listed?: Listed | undefined;
  readonly origin: Origin;
}

export interface DraftPlace extends OriginPlace {
  readonly site: Site;
  /** The file that a name alone stands for. */
  fileNamed(name: string): string | undefined;
}

/** undefined: the page is hidden or marked as a draft. */
export async function readDraft(file: string, place: DraftPlace): Promise<Draft | PageProblem | undefined> {
  const loaded = await loadSource(file, place);
  if ('reason' in loaded) return loaded;
  const { source, isConverted } = loaded;
  const written = toFront(source);
  if ('reason' in written) return { file, ...written };
  const { rules } = place.site;
  if (isUnpublished(written.front) || isUnsearched(written.front) || rules.isFragment?.(written.front))
    return undefined;
  const { groups } = facetsOf(file, written.front);
  const includes = new Set<string>();
  const problems = new Set<string>();
  const read = async (path: string): Promise<string | undefined> => {
    includes.add(path);
    const found = await place.read(path);
    const reason = found && reasonToRefuse(found, groups);
    if (reason !== undefined) problems.add(`Its include ${path} ${reason}.`);
    return reason === undefined ? found?.text : undefined;
  };
  const { includeFolders: folders = [], variables = new Map() } = rules;
  const reading = { file, read, folders, variables };
  const converted = isConverted
    ? await convertInThread(written.body, reading, written.front)
    : await fromMarkdown(written, { ...reading, site: place.site, fileNamed: place.fileNamed });
  if ('reason' in converted) return { file, ...converted };
  const { markdown: body } = converted;
  const front = { ...converted.front, ...written.front };
  if (isUnpublished(front) || isUnsearched(front)) return undefined;
  for (const { problem } of [written, converted]) if (problem !== undefined) problems.add(problem);
  const facets = facetsOf(file, front, body, rules.facets?.(file), place.site.defaults);
  const hash = await hashOf(loaded.bytes, [...includes], place);
  const expiry = expiryOf(front);
  const origin: Origin = {
    ...originOf(converted, rules.address(file, front)),
    stamp: loaded.stamp,
    hash,
    includes: [...includes],
    problems: [...problems],
    ...(expiry !== undefined && { expiry }),
  };
  return { file, front, body, facets, listed: place.listed, origin };
}

/** All pages of a file that holds several. Their addresses are those of files in a folder with its name. */
export async function readParts(file: string, place: DraftPlace): Promise<readonly Draft[] | PageProblem> {
  const loaded = await loadSource(file, place);
  if ('reason' in loaded) return loaded;
  const converted = await convertInThread(loaded.source, placeOf(file), {});
  if ('reason' in converted) return { file, ...converted };
  const hash = await hashOf(loaded.bytes, [], place);
  const facets = facetsOf(file, {}, '', place.site.rules.facets?.(file), place.site.defaults);
  const folder = file.replace(/\.\w+$/, '');
  return (converted.parts ?? []).map((part) => {
    const { name, markdown: body, front } = part;
    const address = place.site.rules.address(`${folder}/${name}.md`, front);
    const origin: Origin = { ...originOf(part, address), stamp: loaded.stamp, hash, includes: [], problems: [] };
    return { file: `${file}/${name}`, front, body, facets, origin };
  });
}

interface Loaded {
  /** Of the file before it was read. */
  readonly stamp: string;
  readonly bytes: Buffer;
  readonly source: string;
  /** Otherwise the source is Markdown. */
  readonly isConverted: boolean;
}

async function loadSource(file: string, place: DraftPlace): Promise<Loaded | PageProblem> {
  const stamp = stampOf(file, place);
  const format = formatOf(file);
  const bytes = await readBytes(join(place.folder, file), file, format?.maxBytes);
  if ('reason' in bytes) return bytes;
  const source = await toSource(file, bytes, format);
  if (typeof source !== 'string') return source;
  return { stamp, bytes, source, isConverted: format !== undefined && !format.isSource };
}

/** What the text of a page says about it. */
function originOf(converted: Converted, address: string): Pick<Origin, 'address' | 'rooted' | 'labels' | 'losses'> {
  const { markdown, labels = labelsIn(markdown) } = converted;
  return { address, rooted: rootedTargets(markdown), labels, losses: lossesOf(converted) };
}

interface MarkdownPlace extends FormatPlace {
  readonly site: Site;
  fileNamed(name: string): string | undefined;
}

async function fromMarkdown(written: FrontMatter, place: MarkdownPlace): Promise<Converted> {
  const source = await withSharedBody(written, place.read);
  const { text, missing } = await withIncludes(source, place.file, place);
  const { body, dropped } = withoutMarks(text, place.file, written.front, place.site);
  return { markdown: withInlineLinks(body), missing, dropped };
}

/** Pages of one text for several products name the other page in `ref`, and replace words and marked examples of it. */
async function withSharedBody(
  { front, body }: FrontMatter,
  read: (path: string) => Promise<string | undefined>,
): Promise<string> {
  if (typeof front.ref !== 'string' || !/\.(?:md|mdx)$/.test(front.ref)) return body;
  const path = front.ref.replace(/^\.?\//, '');
  const text = (await read(path)) ?? (await read(path.replace(/^docs\//, '')));
  const shared = text === undefined ? undefined : toFront(text);
  if (shared === undefined || 'reason' in shared) return body;
  const own = new Map([...body.matchAll(example)].map(([whole, name = '']) => [name, whole]));
  const filled = shared.body.replace(example, (whole, name: string) => own.get(name) ?? whole);
  const { replace } = front;
  const words = typeof replace === 'object' && replace !== null ? Object.entries(replace) : [];
  return words.reduce((text, [from, to]) => (from === '' ? text : text.replaceAll(from, String(to))), filled);
}

const example = /^\[\/\/\]: # ['"(]([\w-]{1,80})['")][ \t]*\n([\s\S]*?)^\[\/\/\]: # ['"(]\1['")][ \t]*$/gm;

function withoutMarks(
  source: string,
  file: string,
  front: Front,
  { rules }: Site,
): { readonly body: string; readonly dropped: readonly string[] } {
  const dropped: string[] = [];
  const isMdx = /\.mdx$/i.test(file);
  const context = {
    variable: (name: string): string | undefined => rules.variables?.get(name) ?? fieldOf(front, name),
    anchor: (heading: string): string => rules.anchors()(heading.trim(), heading.trim()),
    drop: (mark: string): void => void dropped.push(mark),
  };
  const fenced = isMdx ? source : withFences(source);
  const body = rules.marks.reduce((page, mark) => mark(page, context), outsideFences(fenced, withHeadingIds));
  return { body, dropped };
}

/** `page.title`, `frontmatter.title`: a field of the page's own front matter. */
function fieldOf(front: Front, name: string): string | undefined {
  const field = /^(?:page|(?:markdoc\.)?frontmatter|\$frontmatter|\$page)\.([\w-]+)$/.exec(name)?.[1];
  const value = field === undefined || !Object.hasOwn(front, field) ? undefined : front[field];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function lossesOf({ missing = [], dropped = [] }: Converted): Losses {
  return {
    includes: missing.length,
    marks: dropped.length,
    ...(missing[0] !== undefined && { include: missing[0].slice(0, maxExampleChars) }),
    ...(dropped[0] !== undefined && { mark: dropped[0].slice(0, maxExampleChars) }),
  };
}

const maxExampleChars = 60;

async function readBytes(path: string, file: string, maxBytes = maxPageBytes): Promise<Buffer | PageProblem> {
  const size = await stat(path).then(
    (found) => found.size,
    () => undefined,
  );
  if (size === undefined) return { file, reason: 'The file disappeared while it was read.' };
  if (size > maxBytes) {
    return { file, reason: `The file is larger than ${maxBytes / 1_000_000} MB.` };
  }
  const bytes = await readFile(path).catch(() => undefined);
  return bytes ?? { file, reason: 'The file cannot be read.' };
}

/** Its text, which is Markdown unless its format says otherwise. */
async function toSource(file: string, bytes: Buffer, format: Format | undefined): Promise<string | PageProblem> {
  const source = decoded(bytes);
  if (source === undefined) return { file, reason: 'The file is not valid UTF-8.' };
  if (isLfsPointer(source)) return { file, reason: 'It is a Git LFS pointer, without the text.' };
  if (!format?.isSource) return source;
  const written = await convertInThread(source, placeOf(file), {});
  return 'reason' in written ? { file, ...written } : written.markdown;
}

/** For formats that include nothing. */
function placeOf(file: string): FormatPlace {
  return { file, read: async () => undefined, folders: [], variables: new Map() };
}
