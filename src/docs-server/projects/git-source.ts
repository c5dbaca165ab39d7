/**
 * A branch of a git repository as a source of docs. In: an address, a branch, a folder. Out: the branch's newest commit laid
 * out in a folder. Effects: the network, a copy of the repository in the data folder.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { StoredCommit } from '../../store/service/updates.ts';
import { DocsServerError } from '../errors.ts';
import { makeCheckoutFolder, removeLeftCheckouts } from './checkout-folders.ts';
import type { Checkout, Source } from './folder-source.ts';
import { type GitResult, type RunOptions, runGit } from './git-command.ts';
import { shownAddress, withShownAddresses } from './shown-address.ts';

/** What is fetched. Check it with `gitProblem` before. */
export interface GitSettings {
  /** `https://…`, `ssh://…`, `user@host:path`, `file://…` or an absolute path. */
  readonly address: string;
  readonly branch: string;
  /** In the repository, with forward slashes; empty for all of it. */
  readonly docsFolder: string;
}

/** What is wrong with the settings, one sentence; undefined when nothing is. */
export function gitProblem({ address, branch, docsFolder }: GitSettings): string | undefined {
  if (!isAddress(address)) {
    return 'git must be an address: https://…, ssh://…, user@host:path, file://… or a path that begins with /.';
  }
  if (!isBranch(branch)) return 'branch must be the name of a branch, for instance main.';
  const parts = docsFolder === '' ? [] : docsFolder.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..') || isControlled(docsFolder)) {
    return 'docs must be a folder inside the repository, for instance site/docs.';
  }
  return undefined;
}

function isAddress(address: string): boolean {
  if (isControlled(address) || /\s/.test(address)) return false;
  return /^(?:(?:https?|ssh|file):\/\/\S|\/|[\w.-]+@[\w.-]+:[^-])/.test(address);
}

/** Git's own rules for names, and none that could be taken for an option. */
function isBranch(name: string): boolean {
  if (isControlled(name) || name === '' || name.length > 200) return false;
  if (/[\s~^:?*[\\]|\.\.|@\{|\/\/|\/\.|^[-./]|[./]$|^@$/.test(name)) return false;
  return !name.split('/').some((part) => part.endsWith('.lock'));
}

function isControlled(text: string): boolean {
  return [...text].some((character) => character < ' ' || character === '\x7f');
}

/** Fetches go into `dataDir/NAME.git`, shallow; of its commits only the newest and the one served are looked at. */
export function createGitSource(settings: GitSettings, dataDir: string, name: string): Source {
  const copy = resolve(dataDir, `${name}.git`);
  return {
    async last() {
      await removeLeftCheckouts();
      await unlock(copy);
      const sha = await shaOf(copy, servedRef);
      return sha === undefined ? undefined : checkOut(settings, copy, sha, undefined);
    },
    async fetch(log, signal) {
      await mkdir(dataDir, { recursive: true });
      if (await isBroken(copy)) await rm(copy, { recursive: true, force: true });
      await git(['init', '--bare', '--quiet', '--', copy], { settings });
      await fetchBranch(settings, copy, signal);
      const sha = await shaOf(copy, fetchedRef);
      if (sha === undefined) throw new DocsServerError('git_failed', 'The branch was fetched and is not there.');
      await log(`Branch ${settings.branch} is at ${sha.slice(0, 12)}.`);
      return checkOut(settings, copy, sha, await shaOf(copy, servedRef), signal);
    },
  };
}

const fetchedRef = 'refs/docent/fetched';
const servedRef = 'refs/docent/served';

/** What git takes while it fetches and, killed with its process, cannot give back: every later fetch would fail. */
const locks = [
  'shallow.lock',
  'config.lock',
  'HEAD.lock',
  'packed-refs.lock',
  `${fetchedRef}.lock`,
  `${servedRef}.lock`,
];

async function unlock(copy: string): Promise<void> {
  for (const lock of locks) await rm(join(copy, lock), { force: true });
}

/** No copy yet, or one that a crash left half written: what is in it comes again. */
async function isBroken(copy: string): Promise<boolean> {
  return (await runGit(['--git-dir', copy, 'rev-parse'])).code === noRepository;
}

/** Exit code of git where there is no repository. Source: git-scm.com/docs/api-error-handling, read 2026-11-21. */
const noRepository = 128;

/** Whatever was there before is overwritten: a branch may have been pushed by force. */
async function fetchBranch(settings: GitSettings, copy: string, signal: AbortSignal): Promise<void> {
  const { address, branch } = settings;
  const ref = `refs/heads/${branch}`;
  const listed = await runGit(['ls-remote', '--exit-code', '--', address, ref], { signal });
  if (listed.code === noMatch) {
    throw new DocsServerError('branch_missing', `The repository has no branch ${branch} (any more).`);
  }
  if (listed.code !== 0) throw failed(settings, listed);
  const fetch = ['fetch', '--quiet', '--no-tags', '--depth=1', '--no-recurse-submodules', '--no-write-fetch-head'];
  const fetched = await runGit(['--git-dir', copy, ...fetch, '--', address, `+${ref}:${fetchedRef}`], { signal });
  if (fetched.code === 0) return;
  // Ended in the moment in which it took one, git leaves it.
  await unlock(copy);
  throw failed(settings, fetched);
}

/** Exit code of `ls-remote --exit-code` without a match. Source: git-scm.com/docs/git-ls-remote, read 2026-11-21. */
const noMatch = 2;

/** undefined: there is no such commit, or no copy yet. */
async function shaOf(copy: string, ref: string): Promise<string | undefined> {
  return objectOf(copy, `${ref}^{commit}`);
}

/** undefined: there is no such folder in the commit. */
async function treeOf(copy: string, sha: string, folder: string): Promise<string | undefined> {
  const found = await objectOf(copy, `${sha}:${folder}`);
  return found && objectOf(copy, `${found}^{tree}`);
}

async function objectOf(copy: string, name: string): Promise<string | undefined> {
  const found = await runGit(['--git-dir', copy, 'rev-parse', '--verify', '--quiet', name]);
  return found.code === 0 ? found.out.trim() : undefined;
}

async function checkOut(
  settings: GitSettings,
  copy: string,
  sha: string,
  before: string | undefined,
  signal?: AbortSignal,
): Promise<Checkout> {
  const { docsFolder } = settings;
  const tree = await treeOf(copy, sha, docsFolder);
  if (tree === undefined) {
    throw new DocsServerError('folder_missing', `Branch ${settings.branch} has no folder “${docsFolder}”.`);
  }
  const commit = await commitOf(settings, copy, sha, before);
  const room = await makeCheckoutFolder();
  const remove = (): Promise<void> => rm(room, { recursive: true, force: true });
  try {
    const docsDir = join(room, 'docs');
    await mkdir(docsDir);
    const at = { settings, signal, cwd: docsDir, env: { GIT_INDEX_FILE: join(room, 'index') } };
    await git(['--git-dir', copy, 'read-tree', tree], at);
    await git(['--git-dir', copy, '--work-tree', docsDir, 'checkout-index', '--all', '--force', '--quiet'], at);
    const markServed = async (): Promise<void> => {
      await git(['--git-dir', copy, 'update-ref', servedRef, sha], { settings });
    };
    return { docsDir, name: `“${docsFolder}” of branch ${settings.branch}`, commit, markServed, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

const maxMessageChars = 1_000;
const maxFilesNamed = 1_000;

async function commitOf(
  settings: GitSettings,
  copy: string,
  sha: string,
  before: string | undefined,
): Promise<StoredCommit> {
  const { branch, docsFolder } = settings;
  const shown = await git(['--git-dir', copy, 'show', '--no-patch', '--format=%B', sha], { settings });
  const base = before ?? (await git(['--git-dir', copy, 'hash-object', '-t', 'tree', '--stdin'], { settings })).trim();
  const diff = ['diff-tree', '-r', '-z', '--no-renames', '--name-status', base, sha];
  const changed = await git(['--git-dir', copy, ...diff, '--', docsFolder === '' ? '.' : docsFolder], { settings });
  return { sha, ref: branch, message: shown.trim().slice(0, maxMessageChars), filesChanged: toFiles(changed) };
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

/** Git's own words are quoted for the operator, without a password that the address may hold. */
function failed({ address }: GitSettings, { code, err }: GitResult): DocsServerError {
  const where = shownAddress(address);
  if (code === undefined) return new DocsServerError('git_failed', `git did not finish with ${where} in time.`);
  // The first line says what is wrong, the last ones what to do about it in general.
  const line = err.split('\n').find((each) => each.trim() !== '' && !/^(?:warning|hint):/i.test(each)) ?? '';
  const words = withShownAddresses(line.trim(), address).slice(0, maxQuotedChars);
  const hint = 'Where a password is needed, give git a credential helper or an ssh key; it asks nobody.';
  return new DocsServerError('git_failed', `git failed with ${where}. It says: “${words}”. ${hint}`);
}
