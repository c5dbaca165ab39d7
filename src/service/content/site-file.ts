/**
 * The site's own file beside the pages (`docs.json`, `mint.json`): whether there is one, and the pages that it lists.
 */
import { parseJson } from '../../kit/base/json.ts';
import type { ReadFile } from './files.ts';
import { listedAs, type Navigation, toNavigation } from './navigation.ts';

/** `docs.json` or `mint.json`. Such sites use file names unchanged, including ordering numbers. */
export interface SiteFile {
  readonly isPresent: boolean;
  /** undefined: it lists no existing page, and is ignored. */
  readonly navigation: Navigation | undefined;
}

/** Reads the folder’s site file through `read`; one that is not valid JSON becomes a problem. */
export async function readSiteFile(
  read: ReadFile,
  files: readonly string[],
  onProblem: (problem: { readonly file: string; readonly reason: string }) => void,
): Promise<SiteFile> {
  for (const file of ['docs.json', 'mint.json']) {
    const found = await read(file);
    if (!found) continue;
    const json = parseJson(found.text);
    // Without it, pages are served that it may not list.
    if (json === undefined) onProblem({ file, reason: 'It is not valid JSON, so its navigation is ignored.' });
    const navigation = toNavigation(json);
    const isUsed = navigation && files.some((file) => listedAs(navigation, file));
    return { isPresent: true, navigation: isUsed ? navigation : undefined };
  }
  return { isPresent: false, navigation: undefined };
}
