/**
 * A branch of a git repository as a source of docs. The repository is fetched into a bare, shallow clone in the data folder;
 * the branch's newest commit is checked out into a temporary folder, read and removed.
 */

import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix, resolve } from 'node:path';
import { shownAddress } from '../../kit/base/shown-address.ts';
import { DocsServerError } from '../errors.ts';
import type { StoredCommit } from '../store/updates.ts';
import type { Checkout, Source } from './folder-source.ts';
import { type GitResult, type RunOptions, runGit } from './git-command.ts';

/** Validate with `gitProblem` first. */
export interface GitSettings {
  /** `https://…`, `ssh://…`, `user@host:path`, `file://…` or an absolute path. */
  readonly address: string;
  readonly branch: string;
  /** The folder in the repository, with forward slashes; empty for all of it. */
  readonly docsFolder: string;
}

/** What is wrong with the settings, as one sentence. */
export function gitProblem({ address, branch, docsFolder }: GitSettings): string | undefined {
  if (!isAddress(address)) {
    return 'git must be an address: https://…, ssh://…, user@host:path, file://… or a path that begins with /.';
  }
  if (!isBranch(branch)) return 'branch must be the name of a branch, for instance main.';
  const parts = docsFolder === '' ? [] : docsFolder.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..') || hasControlCharacters(docsFolder)) {
    return 'docs must be a folder inside the repository, for instance site/docs.';
  }
  return undefined;
}

function isAddress(address: string): boolean {
  if (hasControlCharacters(address) || /\s/.test(address)) return false;
  return /^(?:(?:https?|ssh|file):\/\/\S|\/|[\w.-]+@[\w.-]+:[^-])/.test(address);
}

/** Git's rules for branch names; nothing that git could take for an option. */
function isBranch(name: string): boolean {
  if (hasControlCharacters(name) || name === '' || name.length > 200) return false;
  if (/[\s~^:?*[\\]|\.\.|@\{|\/\/|\/\.|^[-./]|[./]$|^@$/.test(name)) return false;
  return !name.split('/').some((part) => part.endsWith('.lock'));
}

function hasControlCharacters(text: string): boolean {
  return [...text].some((character) => character < ' ' || character === '\x7f');
}

/**
 * The clone is `dataDir/NAME.git`. Of its commits only the newest and the one that is served are used. Of a repository with more
 * bytes than `maxBytes`, only the docs are checked out, and the files in the folders above them.
 */
export function createGitSource(
  settings: GitSettings,
  dataDir: string,
  name: string,
  maxBytes = maxRepositoryBytes,
): Source {
  const clone = resolve(dataDir, `${name}.git`);
  return {
    async last() {
      await removeStaleCheckouts();
      await removeLocks(clone);
      const sha = await shaOf(clone, servedRef);
      return sha === undefined ? undefined : checkOut({ settings, clone, sha, maxBytes }, undefined);
    },
    async fetch(log, signal) {
      await mkdir(dataDir, { recursive: true });
      if (await isIncomplete(clone)) await rm(clone, { recursive: true, force: true });
      await git(['init', '--bare', '--quiet', '--', clone], { settings });
      await fetchBranch(settings, clone, signal);
      const sha = await shaOf(clone, fetchedRef);
      if (sha === undefined)
        throw new DocsServerError('git_failed', 'The branch was fetched, but its commit is missing.');
      await log(`Branch ${settings.branch} is at ${sha.slice(0, 12)}.`);
      return checkOut({ settings, clone, sha, maxBytes }, await shaOf(clone, servedRef), signal);
    },
  };
}

const fetchedRef = 'refs/docent/fetched';
const servedRef = 'refs/docent/served';

/** Locks of a fetch. A killed git leaves them behind, and every later fetch would fail. */
const locks = [
  'shallow.lock',
  'config.lock',
  'HEAD.lock',
  'packed-refs.lock',
  `${fetchedRef}.lock`,
  `${servedRef}.lock`,
];

async function removeLocks(clone: string): Promise<void> {
  for (const lock of locks) await rm(join(clone, lock), { force: true });
}

/** Whether there is no clone yet, or a crash left it incomplete: it is fetched again. */
async function isIncomplete(clone: string): Promise<boolean> {
  return (await runGit(['--git-dir', clone, 'rev-parse'])).code === noRepository;
}

/** Git's exit code when there is no repository. Source: git-scm.com/docs/api-error-handling, read 2026-11-21. */
const noRepository = 128;

/** Overwrites the commit that was fetched before: the branch may have been force-pushed. */
async function fetchBranch(settings: GitSettings, clone: string, signal: AbortSignal): Promise<void> {
  const { address, branch } = settings;
  const ref = `refs/heads/${branch}`;
  const listed = await runGit(['ls-remote', '--exit-code', '--', address, ref], { signal });
  if (listed.code === noMatch) {
    throw new DocsServerError('branch_missing', `The repository has no branch ${branch} (any more).`);
  }
  if (listed.code !== 0) throw failed(settings, listed);
  const fetch = ['fetch', '--quiet', '--no-tags', '--depth=1', '--no-recurse-submodules', '--no-write-fetch-head'];
  const fetched = await runGit(['--git-dir', clone, ...fetch, '--', address, `+${ref}:${fetchedRef}`], { signal });
  if (fetched.code === 0) return;
  // Git leaves a lock behind when it is ended just after taking it.
  await removeLocks(clone);
  throw failed(settings, fetched);
}

/** Exit code of `ls-remote --exit-code` without a match. Source: git-scm.com/docs/git-ls-remote, read 2026-11-21. */
const noMatch = 2;

/** undefined: there is no such commit, or no clone yet. */
async function shaOf(clone: string, ref: string): Promise<string | undefined> {
  return objectOf(clone, `${ref}^{commit}`);
}

/** undefined: there is no such folder in the commit. */
async function treeOf(clone: string, sha: string, folder: string): Promise<string | undefined> {
  const found = await objectOf(clone, `${sha}:${folder}`);
  return found && objectOf(clone, `${found}^{tree}`);
}

async function objectOf(clone: string, name: string): Promise<string | undefined> {
  const found = await runGit(['--git-dir', clone, 'rev-parse', '--verify', '--quiet', name]);
  return found.code === 0 ? found.out.trim() : undefined;
}

interface Commit {
  readonly settings: GitSettings;
  readonly clone: string;
  readonly sha: string;
  readonly maxBytes: number;
}

async function checkOut(wanted: Commit, before: string | undefined, signal?: AbortSignal): Promise<Checkout> {
  const { settings, clone, sha } = wanted;
  const { docsFolder } = settings;
  const tree = await treeOf(clone, sha, docsFolder);
  if (tree === undefined) {
    throw new DocsServerError('folder_missing', `Branch ${settings.branch} has no folder “${docsFolder}”.`);
  }
  const commit = await commitOf(settings, clone, sha, before);
  const checkoutDir = await makeCheckoutFolder();
  const remove = (): Promise<void> => rm(checkoutDir, { recursive: true, force: true });
  try {
    const root = join(checkoutDir, 'repository');
    const docsDir = join(root, docsFolder);
    // The reader looks for settings and includes up to the root of a repository.
    await mkdir(join(root, '.git'), { recursive: true });
    await mkdir(docsDir, { recursive: true });
    await checkOutTo(root, { ...wanted, tree, checkoutDir, signal });
    const markServed = async (): Promise<void> => {
      await git(['--git-dir', clone, 'update-ref', servedRef, sha], { settings });
    };
    const name = `“${docsFolder}” of branch ${settings.branch}`;
    return { docsDir, name, commit, fetchedAt: Date.now(), markServed, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

interface Tree extends Commit {
  /** Of the docs folder. */
  readonly tree: string;
  readonly checkoutDir: string;
  readonly signal: AbortSignal | undefined;
}

const maxRepositoryBytes = 300_000_000;
const maxSettingsBytes = 1_000_000;
const maxSettingsFiles = 500;

/** The whole repository, since pages include code and texts from anywhere in it. */
async function checkOutTo(root: string, wanted: Tree): Promise<void> {
  const { settings, clone, sha, maxBytes, tree, checkoutDir, signal } = wanted;
  const { docsFolder } = settings;
  const files = docsFolder === '' ? [] : await filesOf(clone, sha, signal);
  const isSmall = files !== undefined && files.reduce((sum, { bytes }) => sum + bytes, 0) <= maxBytes;
  await checkOutIndex('index', isSmall ? [sha] : [`--prefix=${docsFolder}/`, tree], ['--all']);
  const above = isSmall ? [] : (files ?? []).filter(({ path, bytes }) => isAbove(path) && bytes <= maxSettingsBytes);
  const paths = above.slice(0, maxSettingsFiles).map(({ path }) => path);
  if (paths.length > 0) await checkOutIndex('settings', [sha], ['--', ...paths]);

  function isAbove(path: string): boolean {
    const folder = posix.dirname(path);
    return folder === '.' || docsFolder === folder || docsFolder.startsWith(`${folder}/`);
  }

  async function checkOutIndex(name: string, from: readonly string[], what: readonly string[]): Promise<void> {
    const at = { settings, signal, cwd: root, env: { GIT_INDEX_FILE: join(checkoutDir, name) } };
    await git(['--git-dir', clone, '--work-tree', root, 'read-tree', ...from], at);
    await git(['--git-dir', clone, '--work-tree', root, 'checkout-index', '--force', '--quiet', ...what], at);
  }
}

/** All files of a commit. undefined: there are too many to list. */
async function filesOf(
  clone: string,
  sha: string,
  signal: AbortSignal | undefined,
): Promise<readonly { readonly path: string; readonly bytes: number }[] | undefined> {
  const listed = await runGit(['--git-dir', clone, 'ls-tree', '-r', '-l', '-z', '--full-tree', sha], { signal });
  if (listed.code !== 0) return undefined;
  return [...listed.out.matchAll(/100\d{3} blob \w+ +(\d+)\t([^\0]+)\0/g)].map(([, bytes, path = '']) => ({
    path,
    bytes: Number(bytes),
  }));
}

const maxMessageChars = 1_000;
const maxAuthorChars = 200;
const maxFilesNamed = 1_000;

async function commitOf(
  settings: GitSettings,
  clone: string,
  sha: string,
  before: string | undefined,
): Promise<StoredCommit> {
  const { branch, docsFolder } = settings;
  const shown = await git(['--git-dir', clone, 'show', '--no-patch', '--format=%an%n%B', sha], { settings });
  const [author = '', ...message] = shown.split('\n');
  const base = before ?? (await git(['--git-dir', clone, 'hash-object', '-t', 'tree', '--stdin'], { settings })).trim();
  const diff = ['diff-tree', '-r', '-z', '--no-renames', '--name-status', base, sha];
  const changed = await git(['--git-dir', clone, ...diff, '--', docsFolder === '' ? '.' : docsFolder], { settings });
  return {
    sha,
    ref: branch,
    message: message.join('\n').trim().slice(0, maxMessageChars),
    ...(author !== '' && { author: author.slice(0, maxAuthorChars) }),
    filesChanged: toFiles(changed),
  };
}

/** `A\0name\0M\0name\0…` */
function toFiles(changed: string): StoredCommit['filesChanged'] {
  const words = changed.split('\0');
  const named = (letter: RegExp): readonly string[] =>
    words.filter((_, at) => at % 2 === 1 && letter.test(words[at - 1] ?? '')).slice(0, maxFilesNamed);
  return { added: named(/^A/), modified: named(/^[MT]/), removed: named(/^D/) };
}

async function git(
  args: readonly string[],
  { settings, ...options }: RunOptions & { readonly settings: GitSettings },
): Promise<string> {
  const ran = await runGit(args, options);
  if (ran.code !== 0) throw failed(settings, ran);
  return ran.out;
}

const maxQuotedChars = 300;

/** Quotes git's message for the operator, without a password that the address may contain. */
function failed({ address }: GitSettings, { code, err }: GitResult): DocsServerError {
  const where = shownAddress(address);
  if (code === undefined) return new DocsServerError('git_failed', `git did not finish in time for ${where}.`);
  // Git's first line names the error, the last ones give general advice.
  const first = err.split('\n').find((line) => line.trim() !== '' && !/^(?:warning|hint):/i.test(line)) ?? '';
  const words = withShownAddresses(first.trim(), address).slice(0, maxQuotedChars);
  const hint = 'If a password is needed, give git a credential helper or an ssh key; it never prompts.';
  return new DocsServerError('git_failed', `git failed for ${where}. It says: “${words}”. ${hint}`);
}

/** In containers every process may have the same id; the start time tells them apart. */
const startedAt = Math.round(performance.timeOrigin);

export function makeCheckoutFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), `docent-docs-${process.pid}-${startedAt}-`));
}

/** Removes the folders of processes on this machine that have ended. */
export async function removeStaleCheckouts(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  // What cannot be removed belongs to another user.
  const remove = (name: string): Promise<void> => rm(join(tmpdir(), name), { recursive: true }).catch(() => {});
  await Promise.all(names.filter(isStale).map(remove));
}

function isStale(name: string): boolean {
  const [, pid, since] = /^docent-docs-(\d+)-(\d+)-/.exec(name) ?? [];
  if (pid === undefined) return false;
  return Number(pid) === process.pid ? Number(since) !== startedAt : !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs for another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Git's output without the address, which it may quote with or without the password. */
export function withShownAddresses(text: string, address: string): string {
  return text
    .replaceAll(address, () => shownAddress(address))
    .replace(/\b[a-z][a-z\d+.-]{0,30}:\/\/[^\s'"]+/gi, (url) => shownAddress(url));
}
