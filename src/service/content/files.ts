/**
 * Files of a docs folder: finds pages, and reads the files that they include. Reads nothing outside the
 * repository.
 */
import type { Stats } from 'node:fs';
import { open, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { DocsServerError } from '../errors.ts';
import { endingOf, formatOf } from './formats/formats.ts';
import { type FolderFile, isHiddenPath, isPageName } from './visibility.ts';

/**
 * Relative paths of pages, sorted by name, with those behind symlinks last. Each real file is found once, under its own name
 * if it has one in the folder, however many symlinks lead to it.
 */
export async function findFiles(
  folder: string,
  onProblem: (problem: { readonly file: string; readonly reason: string }) => void,
  onLeftOut: (kind: string, file: string) => void = () => {},
): Promise<readonly string[]> {
  const root = await realFolder(folder);
  const seen = new Set<string>();
  const files: string[] = [];
  const links: string[] = [];
  await visitFolder(folder, root);
  // A symlink may lead to a folder with further symlinks.
  for (const link of links) await visitLink(link);
  return files;

  async function visitLink(path: string): Promise<void> {
    const file = toPath(folder, path);
    const real = await realpath(path).catch(() => undefined);
    const isInside = real !== undefined && (real === root || real.startsWith(root + sep));
    if (!isInside) {
      if (mayHoldPages(file))
        onProblem({ file, reason: `The link leads ${real ? 'out of the docs folder' : 'nowhere'}.` });
      return;
    }
    if (isHiddenPath(toPath(root, real))) {
      if (mayHoldPages(file)) onProblem({ file, reason: 'The link leads to a hidden file or folder.' });
      return;
    }
    // A file that has disappeared is reported when it is read.
    const found = await stat(real).catch(() => undefined);
    if (found?.isDirectory()) await visitFolder(path, real);
    else if (found?.isFile() ?? true) await addFile(path, real);
  }

  async function addFile(path: string, real: string): Promise<void> {
    const file = toPath(folder, path);
    if (seen.has(real)) return;
    const format = formatOf(file);
    const isPage = format?.isPage;
    const isNamed = isPageName(file) || format?.hasParts === true;
    if (!isNamed || noDocs.test(file) || (isPage && !isPage(await headOf(real), file))) {
      const format = unreadFormat(file);
      if (format !== undefined) onLeftOut(format, file);
      return;
    }
    seen.add(real);
    files.push(file);
  }

  async function countHidden(path: string): Promise<void> {
    const names = await readdir(path).catch(() => []);
    for (const name of names) if (isPageName(name)) onLeftOut('hidden folders', toPath(folder, join(path, name)));
  }

  /** Without symlinks, real paths follow from that of the folder, which saves a system call per file. */
  async function visitFolder(path: string, real: string): Promise<void> {
    if (seen.has(real)) return;
    seen.add(real);
    const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined);
    if (!entries) onProblem({ file: relative(folder, path), reason: 'The folder cannot be read.' });
    for (const entry of (entries ?? []).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const { name } = entry;
      if (!isVisible(name)) {
        if (entry.isDirectory() && !isNeverDocs.test(name)) await countHidden(join(path, name));
        continue;
      }
      if (entry.isSymbolicLink()) links.push(join(path, name));
      else if (entry.isDirectory()) await visitFolder(join(path, name), join(real, name));
      else if (entry.isFile()) await addFile(join(path, name), join(real, name));
    }
  }
}

/** Enough to tell a format by. */
const maxHeadBytes = 4_096;

/** The beginning of a file, perhaps with a character cut in two. Empty: it cannot be read. */
async function headOf(path: string): Promise<string> {
  const file = await open(path).catch(() => undefined);
  if (!file) return '';
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxHeadBytes), 0, maxHeadBytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await file.close();
  }
}

/** Of version control, of tools, of packages. */
const isNeverDocs = /^(?:\.git|\.venv|\.cache|\.github|node_modules|\.next|\.nuxt|\.docusaurus|\.obsidian|\.trash)$/;

/** What looks like documentation but has no format here, by the end of its name. */
const unread = /\.(?:org|textile|wiki|tex|docx|pdf|man|pod|rdoc)$/i;
const noDocs =
  /(?:^|\/)(?:requirements[\w.-]*|robots|humans|llms[\w-]*|license[\w.-]*|CMakeLists|version|constraints)\.txt$/i;

/** The kind under which a file is left out. undefined: it does not look like documentation. */
export function unreadFormat(file: string): string | undefined {
  if (noDocs.test(file) || formatOf(file)?.hasParts) return undefined;
  const end = unread.exec(file)?.[0] ?? endingOf(file);
  return end === undefined ? undefined : `${end.toLowerCase()} files`;
}

/** A broken symlink may have led to a folder or a page, unless it has another extension. */
function mayHoldPages(file: string): boolean {
  return isPageName(file) || extname(file) === '';
}

/** The real path of the docs folder. Fails with DocsServerError: folder_missing. */
export async function realFolder(folder: string): Promise<string> {
  const found = await stat(folder).catch((cause: unknown) => {
    throw new DocsServerError('folder_missing', `There is no docs folder ${folder}.`, cause);
  });
  if (!found.isDirectory()) throw new DocsServerError('folder_missing', `${folder} is not a folder.`);
  return realpath(folder);
}

function isVisible(name: string): boolean {
  return !name.startsWith('.') && name !== 'node_modules';
}

/** Relative to the folder, with forward slashes. */
function toPath(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}

/** Larger files are data and are not included. */
const maxIncludeBytes = 1_000_000;

/** Reads a file by its path in the docs folder. undefined: there is no such file, or none with text. */
export type ReadFile = (path: string) => Promise<FolderFile | undefined>;

/** What stands at a path in the docs folder. Both look at each path once. */
export interface FolderFiles {
  /** No large files and no binaries. */
  readonly read: ReadFile;
  /** Whether there is a file or folder, of any kind and size. */
  readonly exists: (path: string) => Promise<boolean>;
}

/** Nothing outside `root`, which contains the folder, is read or seen. */
export async function openFiles(docsDir: string, root: string): Promise<FolderFiles> {
  const [folder, outer] = await Promise.all([realFolder(docsDir), realFolder(root)]);
  const within = outer.endsWith(sep) ? outer : outer + sep;
  const find = async (path: string): Promise<{ readonly real: string; readonly found: Stats } | undefined> => {
    const real = await realpath(join(folder, path));
    return real === outer || real.startsWith(within) ? { real, found: await stat(real) } : undefined;
  };
  const read = async (path: string): Promise<FolderFile | undefined> => {
    const place = await find(path);
    if (!place?.found.isFile() || place.found.size > maxIncludeBytes) return undefined;
    const { real } = place;
    const text = decoded(await readFile(real));
    return text === undefined ? undefined : { path, realPath: toPath(folder, real), text };
  };
  const exists = async (path: string): Promise<boolean> => {
    const place = await find(path);
    return place !== undefined && (place.found.isFile() || place.found.isDirectory());
  };
  return { read: once(read, undefined), exists: once(exists, false) };
}

/** Remembers what was found at each path; `nothing` if looking there fails. */
function once<T>(look: (path: string) => Promise<T>, nothing: T): (path: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (path) => {
    const looking = known.get(path) ?? look(path).catch(() => nothing);
    known.set(path, looking);
    return looking;
  };
}

/** The pointer file that Git LFS leaves in place of a file. Source: git-lfs/docs/spec.md, read 2026-11-21. */
export function isLfsPointer(text: string): boolean {
  return text.startsWith('version https://git-lfs.github.com/spec/');
}

/** UTF-8 text with LF line ends. undefined: not valid UTF-8. */
export function decoded(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text.replace(/\r\n?/g, '\n');
  } catch {
    // TextDecoder throws for bytes that are not valid UTF-8.
    return undefined;
  }
}
