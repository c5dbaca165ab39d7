/**
 * Reads a page's file into its front matter and its body with all includes. Out: a draft, or the reason why there is none.
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { rootedTargets } from './addresses.ts';
import { decoded, isLfsPointer } from './files.ts';
import { withIncludes } from './includes.ts';
import { withInlineLinks } from './markdown/link-references.ts';
import type { Listed } from './navigation.ts';
import { hashOf, type Origin, type OriginPlace, stampOf } from './page-origin.ts';
import type { PageProblem } from './page-problem.ts';

/** A larger file is generated, or not a page. */
const maxPageBytes = 5_000_000;
/** The YAML parser takes time in proportion to the square of some texts. */
const maxFrontMatterChars = 10_000;

/** A page whose address is not known yet, since it depends on the other pages. */
export interface Draft {
  readonly file: string;
  readonly front: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** Its entry in the site's navigation, if any. */
  readonly listed?: Listed | undefined;
  readonly origin: Origin;
}

/** undefined: the page is hidden or marked as a draft. */
export async function readDraft(file: string, place: OriginPlace): Promise<Draft | PageProblem | undefined> {
  const stamp = stampOf(file, place);
  const bytes = await readBytes(join(place.folder, file), file);
  if ('reason' in bytes) return bytes;
  const page = toFront(file, bytes);
  if ('reason' in page) return page;
  const { front } = page;
  if (isHidden(front)) return undefined;
  const includes = new Set<string>();
  const body = await withIncludes(page.body, file, (path) => {
    includes.add(path);
    return place.read(path);
  });
  const slug = [front.slug, front.permalink].find((value) => typeof value === 'string');
  const hash = await hashOf(bytes, [...includes], place);
  const links = { ...(slug !== undefined && { slug }), rooted: rootedTargets(body) };
  const origin = { stamp, hash, includes: [...includes], ...links };
  return { file, front, body: withInlineLinks(body), listed: place.listed, origin };
}

async function readBytes(path: string, file: string): Promise<Buffer | PageProblem> {
  const size = await stat(path).then(
    (found) => found.size,
    () => undefined,
  );
  if (size === undefined) return { file, reason: 'The file disappeared while it was read.' };
  if (size > maxPageBytes) {
    return { file, reason: `The file is larger than ${maxPageBytes / 1_000_000} MB.` };
  }
  const bytes = await readFile(path).catch(() => undefined);
  return bytes ?? { file, reason: 'The file cannot be read.' };
}

function toFront(file: string, bytes: Buffer): Pick<Draft, 'front' | 'body'> | PageProblem {
  const source = decoded(bytes);
  if (source === undefined) return { file, reason: 'The file is not valid UTF-8.' };
  if (isLfsPointer(source)) return { file, reason: 'It is a Git LFS pointer, without the text.' };
  const found = /^\s*---[ \t]*\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\n|$)/.exec(source);
  if (!found) return { front: {}, body: source };
  const [all, text = ''] = found;
  if (text.length > maxFrontMatterChars) {
    return { file, reason: `Its front matter is longer than ${maxFrontMatterChars.toLocaleString('en')} characters.` };
  }
  try {
    // Unless told otherwise, it compares each key with all keys before it.
    const front: unknown = parseYaml(text, { logLevel: 'error', uniqueKeys: false });
    return { front: isRecord(front) ? front : {}, body: source.slice(all.length) };
  } catch {
    // The parser's message quotes the page; the file's name is enough to find the fault.
    return { file, reason: 'Its front matter is not valid YAML.' };
  }
}

function isHidden(front: Readonly<Record<string, unknown>>): boolean {
  const says = (name: string, value: boolean): boolean => front[name] === value || front[name] === String(value);
  return says('draft', true) || says('hidden', true) || says('unlisted', true) || says('published', false);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
