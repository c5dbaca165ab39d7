/**
 * Reads a page's file into its front matter and its body with all includes. Out: a draft, or the reason why there is none.
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { rootedTargets } from './addresses.ts';
import { decoded, isLfsPointer } from './files.ts';
import { withIncludes } from './includes.ts';
import { withInlineLinks } from './markdown/link-references.ts';
import type { Listed } from './navigation.ts';
import { type Front, facetsOf, toFront } from './page-metadata.ts';
import { hashOf, type Origin, type OriginPlace, stampOf } from './page-origin.ts';
import type { PageProblem } from './page-problem.ts';
import { isUnpublished, reasonToRefuse } from './visibility.ts';

/** A larger file is generated, or not a page. */
const maxPageBytes = 5_000_000;

/** A page whose address is not known yet, since it depends on the other pages. */
export interface Draft {
  readonly file: string;
  readonly front: Front;
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
  const page = toPageFront(file, bytes);
  if ('reason' in page) return page;
  const { front } = page;
  if (isUnpublished(front)) return undefined;
  const { groups } = facetsOf(file, front);
  const includes = new Set<string>();
  const refused = new Set<string>();
  const body = await withIncludes(page.body, file, async (path) => {
    includes.add(path);
    const found = await place.read(path);
    const reason = found && reasonToRefuse(found, groups);
    if (reason !== undefined) refused.add(`Its include ${path} ${reason}.`);
    return reason === undefined ? found?.text : undefined;
  });
  const slug = [front.slug, front.permalink].find((value) => typeof value === 'string');
  const hash = await hashOf(bytes, [...includes], place);
  const links = { ...(slug !== undefined && { slug }), rooted: rootedTargets(body) };
  const origin = { stamp, hash, includes: [...includes], refused: [...refused], ...links };
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

function toPageFront(file: string, bytes: Buffer): Pick<Draft, 'front' | 'body'> | PageProblem {
  const source = decoded(bytes);
  if (source === undefined) return { file, reason: 'The file is not valid UTF-8.' };
  if (isLfsPointer(source)) return { file, reason: 'It is a Git LFS pointer, without the text.' };
  const page = toFront(source);
  return 'reason' in page ? { file, ...page } : page;
}
