/**
 * Finds out which generator builds a docs folder, from the files in the folder and above it up to the root of the repository,
 * and opens its rules. Reads the file system.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { type FolderFiles, openFiles, realFolder } from './files.ts';
import { type Front, toFront } from './front-matter.ts';
import type { Generator, PlaceFacets, Rules } from './generators/generator.ts';
import { fallback, generatorNamed, generators } from './generators/generators.ts';
import type { Listed } from './generators/navigation.ts';
import { isPageName } from './visibility.ts';

/** What the operator says about the site, where it is not as its files say. */
export interface SiteSettings {
  /** The name of a generator. */
  readonly generator?: string | undefined;
  /** The folder that includes may come from. */
  readonly root?: string | undefined;
  /** Of pages that name none. */
  readonly language?: string | undefined;
  readonly version?: string | undefined;
}

/** A site as the reader sees it. All paths are relative to the docs folder. */
export interface Site {
  readonly generator: string;
  readonly rules: Rules;
  /** The language and version of pages that name none. */
  readonly defaults: PlaceFacets;
  /** Changes whenever the generator, its settings or the defaults do: then all pages are read again. */
  readonly fingerprint: string;
}

/** Where the docs folder is, before its files are known. */
export interface Surroundings {
  readonly folder: string;
  readonly generator: Generator;
  /** The folder with the generator's settings, from the docs folder. */
  readonly home: string;
  /** The name of the file that was recognised, and its text. */
  readonly sign: string;
  readonly settings: string;
  readonly defaults: PlaceFacets;
  /** Of the repository, by paths from the docs folder. */
  readonly read: FolderFiles['read'];
  readonly exists: FolderFiles['exists'];
}

/** Without a repository, settings are looked for this many folders above. */
const maxAbove = 4;
/** Folders beside the docs, or in the folder that is served, in which sites keep the settings of their generator. */
const siteFolders = ['website', 'site', 'docs', 'doc', 'documentation', 'www', 'book', 'source'];

/** Fails with DocsServerError: folder_missing. */
export async function findSurroundings(docsDir: string, settings: SiteSettings = {}): Promise<Surroundings> {
  const folder = await realFolder(docsDir);
  const above = foldersAbove(folder);
  const repository = above.find((path) => existsSync(join(path, '.git')));
  const known = repository === undefined ? above.slice(0, maxAbove + 1) : above.slice(0, above.indexOf(repository) + 1);
  const named = settings.generator === undefined ? undefined : generatorNamed(settings.generator);
  const found = await recognise(known, named);
  const home = found?.folder ?? folder;
  const root = settings.root === undefined ? (repository ?? commonFolder(folder, home)) : resolve(settings.root);
  const { read, exists } = await openFiles(folder, root);
  const sign = found ? posix.join(toPath(folder, home), found.sign) : '';
  const text = found && found.settings !== '' ? found.settings : '';
  return {
    folder,
    generator: named ?? found?.generator ?? fallback,
    home: toPath(folder, home),
    sign,
    settings: text,
    defaults: { language: settings.language, version: settings.version },
    read,
    exists,
  };
}

/** Temporary folders and those of users hold all sorts of files: only if they are served themselves. */
function foldersAbove(folder: string): readonly string[] {
  const folders = [folder];
  const shared = new Set([resolve(tmpdir()), resolve(homedir()), resolve('/')]);
  for (let path = dirname(folder); !shared.has(path) && path !== folders.at(-1); path = dirname(path))
    folders.push(path);
  return folders;
}

interface Recognised {
  readonly generator: Generator;
  readonly folder: string;
  readonly sign: string;
  readonly settings: string;
}

/** The nearest settings; a sign that several generators have counts only if there is no other. */
async function recognise(folders: readonly string[], named: Generator | undefined): Promise<Recognised | undefined> {
  const wanted = named ? [named] : generators;
  const listed: (readonly [folder: string, names: readonly string[]])[] = [];
  for (const path of folders) {
    const names = await namesIn(path);
    listed.push([path, names]);
    for (const name of siteFolders) {
      const inner = join(path, name);
      if (names.includes(name) && inner !== folders[0]) listed.push([inner, await namesIn(inner)]);
    }
  }
  for (const isWeak of [false, true]) {
    for (const [path, names] of listed) {
      for (const generator of wanted) {
        const found = await signIn(path, names, generator, isWeak);
        if (found) return { generator, folder: path, ...found };
      }
    }
  }
  return undefined;
}

/** Empty: the folder cannot be read. */
async function namesIn(folder: string): Promise<readonly string[]> {
  const names: readonly string[] = await readdir(folder).catch(() => []);
  return [...names].sort();
}

async function signIn(
  folder: string,
  names: readonly string[],
  generator: Generator,
  isWeak: boolean,
): Promise<{ readonly sign: string; readonly settings: string } | undefined> {
  for (const { name, holds, files, isWeak: isSignWeak = false } of generator.signs) {
    const sign = isSignWeak === isWeak ? names.find((entry) => name.test(entry)) : undefined;
    if (sign === undefined) continue;
    const { read } = await openFiles(folder, folder);
    for (const file of files ?? [sign]) {
      const text = (await read(file))?.text;
      if (text !== undefined && (holds?.test(text) ?? true)) return { sign: file, settings: text };
    }
    if (holds === undefined) return { sign, settings: '' };
  }
  return undefined;
}

/** The deepest folder that contains both. */
function commonFolder(one: string, other: string): string {
  const others = other.split(sep);
  const parts = one.split(sep);
  const differs = parts.findIndex((part, at) => part !== others[at]);
  return (differs === -1 ? parts : parts.slice(0, differs)).join(sep) || sep;
}

/** Relative to the folder, with forward slashes. */
function toPath(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}

/** `all`: the files of the docs folder that may be pages or hold several. */
export async function openSite(
  surroundings: Surroundings,
  all: readonly string[],
  report: (problem: { readonly file: string; readonly reason: string }) => void,
): Promise<Site> {
  const { generator, home, sign, settings, defaults, read, folder } = surroundings;
  const served = toPath(join(folder, home), folder);
  const files = all.filter(isPageName);
  const hash = createHash('sha256').update(JSON.stringify([generator.name, home, sign, settings, defaults]));
  const isInside = home !== '' && !home.startsWith('..');
  const fromHome = (file: string): string => (isInside ? posix.relative(home, file) : posix.join(served, file));
  const rules = await generator.open({
    sign: sign === '' ? '' : posix.relative(home, sign),
    settings,
    served,
    files: files.map(fromHome),
    async read(path) {
      const text = (await read(posix.join(home, path)))?.text;
      hash.update(JSON.stringify([path, text ?? null]));
      return text;
    },
    async readFront(path) {
      const found = toFront((await read(posix.join(home, path)))?.text ?? '');
      const front = 'front' in found ? found.front : {};
      hash.update(JSON.stringify([path, front]));
      return front;
    },
    report: (file, reason) => report({ file: posix.join(home, file), reason }),
  });
  return {
    generator: generator.name,
    rules: seenFromDocs(rules, fromHome, home, all),
    defaults,
    fingerprint: hash.digest('base64'),
  };
}

/** The same rules for paths from the docs folder. Rules that would leave out everything do not fit the folder. */
function seenFromDocs(rules: Rules, fromHome: (file: string) => string, home: string, all: readonly string[]): Rules {
  const excluded = (file: string): string | undefined => rules.excluded?.(fromHome(file));
  const leftOut = (file: string): string | undefined => rules.leftOut?.(fromHome(file));
  const named = all.filter((file) => excluded(file) === undefined);
  const hasPages = named.some((file) => isPageName(file) && leftOut(file) === undefined);
  return {
    ...rules,
    excluded: (file): string | undefined => (named.length > 0 ? excluded(file) : undefined),
    leftOut: (file): string | undefined => (hasPages ? leftOut(file) : undefined),
    address: (file, front: Front): string => rules.address(fromHome(file), front),
    listed: (file): Listed | undefined => rules.listed?.(fromHome(file)),
    facets: (file): PlaceFacets => rules.facets?.(fromHome(file)) ?? {},
    includeFolders: ['', home, ...(rules.includeFolders ?? []).map((folder) => posix.join(home, folder))],
  };
}
