/**
 * Files of a docs folder. In: a folder. Out: which files are pages, and the text of those that pages include. Reads the
 * folder, and nothing outside it.
 */
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { DocsServerError } from '../errors.ts';
import type { ReadInclude } from './includes.ts';

/**
 * Files of pages, relative, in the order of their names, those behind links last. Each real file is found once, by its own
 * name where it has one in the folder, however many links lead to it.
 */
export async function findFiles(
  folder: string,
  onProblem: (problem: { readonly file: string; readonly reason: string }) => void,
): Promise<readonly string[]> {
  const root = await realFolder(folder);
  const seen = new Set<string>();
  const files: string[] = [];
  const links: string[] = [];
  await visitFolder(folder, root);
  // A link may lead to a folder with further links.
  for (const link of links) await visitLink(link);
  return files;

  async function visitLink(path: string): Promise<void> {
    const file = relative(folder, path).split(sep).join('/');
    const real = await realpath(path).catch(() => undefined);
    const isInside = real !== undefined && (real === root || real.startsWith(root + sep));
    if (!isInside) {
      if (mayHoldPages(file))
        onProblem({ file, reason: `The link leads ${real ? 'out of the docs folder' : 'nowhere'}.` });
      return;
    }
    // A file that disappeared meanwhile is reported when it is read.
    const found = await stat(real).catch(() => undefined);
    if (found?.isDirectory()) await visitFolder(path, real);
    else if (found?.isFile() ?? true) addFile(path, real);
  }

  function addFile(path: string, real: string): void {
    const file = relative(folder, path).split(sep).join('/');
    if (seen.has(real) || !isPageName(file)) return;
    seen.add(real);
    files.push(file);
  }

  /** What is not a link has its real path from its folder: thousands of files are found without asking for each. */
  async function visitFolder(path: string, real: string): Promise<void> {
    if (seen.has(real)) return;
    seen.add(real);
    const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined);
    if (!entries) onProblem({ file: relative(folder, path), reason: 'The folder cannot be read.' });
    for (const entry of (entries ?? []).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const { name } = entry;
      if (!isVisible(name)) continue;
      if (entry.isSymbolicLink()) links.push(join(path, name));
      else if (entry.isDirectory()) await visitFolder(join(path, name), join(real, name));
      else if (entry.isFile()) addFile(join(path, name), join(real, name));
    }
  }
}

/** A broken link may have been a folder or a page, unless it has the extension of another kind of file. */
function mayHoldPages(file: string): boolean {
  return isPageName(file) || extname(file) === '';
}

/** Where the docs folder really is. Fails with DocsServerError: folder_missing. */
export async function realFolder(folder: string): Promise<string> {
  const found = await stat(folder).catch((cause: unknown) => {
    throw new DocsServerError('folder_missing', `There is no docs folder ${folder}.`, cause);
  });
  if (!found.isDirectory()) throw new DocsServerError('folder_missing', `${folder} is not a folder.`);
  return realpath(folder);
}

function isVisible(name: string): boolean {
  return (!name.startsWith('.') && !name.startsWith('_') && name !== 'node_modules') || /^_index\.mdx?$/.test(name);
}

function isPageName(name: string): boolean {
  return /\.(?:md|mdx|markdown)$/i.test(name);
}

/** Longer files are data, and are not included. */
const maxIncludeBytes = 1_000_000;

/** Reads what pages include, each file once; nothing outside the folder, nothing large, nothing that is not text. */
export async function createIncludeReader(folder: string): Promise<ReadInclude> {
  const root = await realFolder(folder);
  const known = new Map<string, Promise<string | undefined>>();
  const read = async (path: string): Promise<string | undefined> => {
    const real = await realpath(join(root, path)).catch(() => undefined);
    if (!real?.startsWith(root + sep)) return undefined;
    const found = await stat(real);
    if (!found.isFile() || found.size > maxIncludeBytes) return undefined;
    return decoded(await readFile(real));
  };
  return (path) => {
    const reading = known.get(path) ?? read(path).catch(() => undefined);
    known.set(path, reading);
    return reading;
  };
}

/** The pointer file that Git LFS leaves in place of a file. Source: git-lfs/docs/spec.md, read 2026-11-21. */
export function isLfsPointer(text: string): boolean {
  return text.startsWith('version https://git-lfs.github.com/spec/');
}

/** UTF-8 text with plain line ends; undefined: the bytes are not valid UTF-8. */
export function decoded(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text.replace(/\r\n?/g, '\n');
  } catch {
    // TextDecoder throws it for bytes that are not valid UTF-8.
    return undefined;
  }
}
