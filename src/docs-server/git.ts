/**
 * A branch of a git repository as a source of docs. In: an address, a branch, a folder. Out: the branch's newest commit laid
 * out in a folder. Runs the git command, never through a shell, and it never asks anybody for a password. Effects: the
 * network, a copy of the repository in the data folder.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { StoredCommit } from '../store/updates.ts';
import { DocsServerError } from './errors.ts';
import type { Checkout, Source } from './sources.ts';

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
      const sha = await shaOf(copy, servedRef);
      return sha === undefined ? undefined : checkOut(settings, copy, sha, undefined);
    },
    async fetch(log, signal) {
      await mkdir(dataDir, { recursive: true });
      await git(['init', '--bare', '--quiet', '--', copy], { settings });
      await fetchBranch(settings, copy, signal);
      const sha = await shaOf(copy, fetchedRef);
      if (sha === undefined) throw new DocsServerError('git_failed', 'The branch was fetched and is not there.');
      await log(`Branch ${settings.branch} is at ${sha.slice(0, 12)}.`);
      return checkOut(settings, copy, sha, await shaOf(copy, servedRef));
    },
  };
}

const fetchedRef = 'refs/docent/fetched';
const servedRef = 'refs/docent/served';

/** Whatever was there before is overwritten: a branch may have been pushed by force. */
async function fetchBranch(settings: GitSettings, copy: string, signal: AbortSignal): Promise<void> {
  const { address, branch } = settings;
  const ref = `refs/heads/${branch}`;
  const listed = await run(['ls-remote', '--exit-code', '--', address, ref], { settings, signal });
  if (listed.code === noMatch) {
    throw new DocsServerError('branch_missing', `The repository has no branch ${branch} (any more).`);
  }
  if (listed.code !== 0) throw failed(settings, listed);
  const fetch = ['fetch', '--quiet', '--no-tags', '--depth=1', '--no-recurse-submodules', '--no-write-fetch-head'];
  await git(['--git-dir', copy, ...fetch, '--', address, `+${ref}:${fetchedRef}`], { settings, signal });
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
  const found = await run(['--git-dir', copy, 'rev-parse', '--verify', '--quiet', name]);
  return found.code === 0 ? found.out.trim() : undefined;
}

async function checkOut(
  settings: GitSettings,
  copy: string,
  sha: string,
  before: string | undefined,
): Promise<Checkout> {
  const { docsFolder } = settings;
  const tree = await treeOf(copy, sha, docsFolder);
  if (tree === undefined) {
    throw new DocsServerError('folder_missing', `Branch ${settings.branch} has no folder “${docsFolder}”.`);
  }
  const commit = await commitOf(settings, copy, sha, before);
  const room = await mkdtemp(join(tmpdir(), 'docent-docs-'));
  const drop = (): Promise<void> => rm(room, { recursive: true, force: true });
  try {
    const docsDir = join(room, 'docs');
    await mkdir(docsDir);
    const at = { settings, cwd: docsDir, env: { GIT_INDEX_FILE: join(room, 'index') } };
    await git(['--git-dir', copy, 'read-tree', tree], at);
    await git(['--git-dir', copy, '--work-tree', docsDir, 'checkout-index', '--all', '--force', '--quiet'], at);
    const keep = async (): Promise<void> => {
      await git(['--git-dir', copy, 'update-ref', servedRef, sha], { settings });
    };
    return { docsDir, name: `“${docsFolder}” of branch ${settings.branch}`, commit, keep, drop };
  } catch (error) {
    await drop();
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

interface RunOptions {
  /** For what may be said when it fails. */
  readonly settings?: GitSettings;
  readonly signal?: AbortSignal;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Ran {
  /** undefined: it was stopped, or took too long. */
  readonly code: number | undefined;
  readonly out: string;
  readonly err: string;
}

async function git(args: readonly string[], options: RunOptions & { readonly settings: GitSettings }): Promise<string> {
  const ran = await run(args, options);
  if (ran.code !== 0) throw failed(options.settings, ran);
  return ran.out;
}

/** Git's own words are quoted for the operator, without a password that the address may hold. */
function failed({ address }: GitSettings, { code, err }: Ran): DocsServerError {
  const where = withoutPassword(address);
  if (code === undefined) return new DocsServerError('git_failed', `git did not finish with ${where} in time.`);
  const words = withoutPassword(err.trim().split('\n').at(-1) ?? '').slice(0, maxQuotedChars);
  const hint = 'Where a password is needed, give git a credential helper or an ssh key; it asks nobody.';
  return new DocsServerError('git_failed', `git failed with ${where}. It says: “${words}”. ${hint}`);
}

function withoutPassword(text: string): string {
  return text.replace(/(\w:\/\/)[^/@\s]*@/g, '$1');
}

/** Of what git says when it fails; quoted is less, once no password is in it. */
const maxErrorChars = 10_000;
const maxQuotedChars = 300;

const gitTimeoutMs = 300_000;
/** Lists of files and commits' messages; far more than that is no answer to what was asked. */
const maxOutputChars = 64_000_000;

/** Protections: nothing in a repository makes git run a program, nothing lingers, and a silent server is given up. */
const safely = [
  ...['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', '-c', 'gc.autoDetach=false'],
  ...['-c', 'http.lowSpeedLimit=1', '-c', 'http.lowSpeedTime=60'],
];

/**
 * Git starts programs of its own, which would outlive it: hence a process group, ended as a whole. A group of its own has
 * no terminal either, where ssh could ask for a password.
 */
async function run(args: readonly string[], { signal, cwd, env = {} }: RunOptions = {}): Promise<Ran> {
  const child = spawn('git', [...safely, ...args], {
    detached: true,
    env: { ...inherited(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    if (out.length > maxOutputChars) end();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err = (err + text).slice(-maxErrorChars);
  });
  let ended = false;
  const end = (): void => {
    ended = true;
    if (child.pid !== undefined && child.exitCode === null) endGroup(child.pid);
  };
  const timer = setTimeout(end, gitTimeoutMs);
  signal?.addEventListener('abort', end, { once: true });
  try {
    if (signal?.aborted) end();
    const [code] = await once(child, 'close');
    return { code: ended || typeof code !== 'number' ? undefined : code, out, err };
  } catch (cause) {
    throw new DocsServerError('git_missing', 'There is no git command on this machine; install git.', cause);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended by itself in this moment.
  }
}

/** The operator's settings of git and ssh, but nothing that points it elsewhere or makes it wait for a person. */
function inherited(): NodeJS.ProcessEnv {
  const { GIT_DIR, GIT_WORK_TREE, GIT_INDEX_FILE, GIT_OBJECT_DIRECTORY, GIT_NAMESPACE, ...env } = process.env;
  return {
    ...env,
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS_REQUIRE: 'never',
    GIT_ALLOW_PROTOCOL: 'https:http:ssh:file',
    GIT_LFS_SKIP_SMUDGE: '1',
    LC_ALL: 'C',
  };
}
