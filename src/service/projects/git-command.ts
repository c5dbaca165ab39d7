/**
 * Runs the git command, without a shell. It never prompts for a password, and nothing in a repository can make it run a
 * program.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DocsServerError } from '../errors.ts';

/** `env` is added to the environment of the service; `signal` ends git early. */
export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** `err` holds the last 10,000 characters of git's stderr. */
export interface GitResult {
  /** The exit code. undefined: git was stopped, or took too long. */
  readonly code: number | undefined;
  readonly out: string;
  readonly err: string;
}

/** How much of git's stderr is kept. */
const maxErrorChars = 10_000;
const gitTimeoutMs = 300_000;
/** Enough for lists of files and commit messages; git is stopped when it writes more. */
const maxOutputChars = 64_000_000;
/** How long git may take after SIGTERM, on which it removes its locks, before it is killed. */
const endMs = 2_000;
/** A child of git may outlive it and keep its output open, as a shared ssh connection does. */
const lingerMs = 500;

/** Runs no hooks and background processes of the repository, and gives up a server that sends nothing for a minute. */
const safeOptions = [
  ...['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', '-c', 'gc.autoDetach=false'],
  ...['-c', 'http.lowSpeedLimit=1', '-c', 'http.lowSpeedTime=60'],
];

/**
 * Git starts child processes that would outlive it, so it runs in a process group of its own, which is ended as a whole and
 * has no terminal on which ssh could prompt for a password. Fails with DocsServerError: git_missing.
 */
export async function runGit(args: readonly string[], { signal, cwd, env = {} }: RunOptions = {}): Promise<GitResult> {
  const child = spawn('git', [...safeOptions, ...args], {
    detached: true,
    env: { ...gitEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    if (out.length > maxOutputChars) end();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err = (err + text).slice(-maxErrorChars);
  });
  let ended = false;
  let killing: NodeJS.Timeout | undefined;
  const end = (): void => {
    if (ended || child.pid === undefined || child.exitCode !== null) return;
    ended = true;
    const { pid } = child;
    endGroup(pid, 'SIGTERM');
    killing = setTimeout(() => endGroup(pid, 'SIGKILL'), endMs);
  };
  const timer = setTimeout(end, gitTimeoutMs);
  signal?.addEventListener('abort', end, { once: true });
  try {
    if (signal?.aborted) end();
    const [code] = await once(child, 'exit');
    clearTimeout(killing);
    killing = setTimeout(() => {
      child.stdout.destroy();
      child.stderr.destroy();
    }, lingerMs);
    await closed;
    return { code: ended || typeof code !== 'number' ? undefined : code, out, err };
  } catch (cause) {
    throw new DocsServerError('git_missing', 'There is no git command on this machine; install git.', cause);
  } finally {
    clearTimeout(timer);
    clearTimeout(killing);
    signal?.removeEventListener('abort', end);
  }
}

function endGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has already ended.
  }
}

/** The environment of the service, without variables that point git to another repository or let it prompt. */
function gitEnvironment(): NodeJS.ProcessEnv {
  const { GIT_DIR, GIT_WORK_TREE, GIT_INDEX_FILE, GIT_OBJECT_DIRECTORY, GIT_NAMESPACE, ...env } = process.env;
  return {
    ...env,
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    GCM_INTERACTIVE: 'never',
    SSH_ASKPASS_REQUIRE: 'never',
    GIT_ALLOW_PROTOCOL: 'https:http:ssh:file',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_LITERAL_PATHSPECS: '1',
    LC_ALL: 'C',
  };
}
