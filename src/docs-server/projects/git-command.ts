/**
 * The git command, run without a shell. In: its words. Out: how it ended and what it wrote. It asks nobody for a password, and
 * nothing in a repository makes it run a program. Effects: a process, and what git does.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DocsServerError } from '../errors.ts';

/** Where git runs, with what beside the environment of the service, and what ends it early. */
export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** How git ended, and what it wrote: `err` only its last 10,000 characters. */
export interface GitResult {
  /** undefined: it was stopped, or took too long. */
  readonly code: number | undefined;
  readonly out: string;
  readonly err: string;
}

/** Of what git says when it fails. */
const maxErrorChars = 10_000;
const gitTimeoutMs = 300_000;
/** Lists of files and commits' messages; far more than that is no answer to what was asked. */
const maxOutputChars = 64_000_000;
/** Git that is ended puts its locks away; one that does not end by then is killed. */
const endMs = 2_000;
/** What git started may live on and hold its output open: an ssh connection that is shared does. */
const lingerMs = 500;

/** Protections: nothing in a repository makes git run a program, nothing lingers, and a silent server is given up. */
const safely = [
  ...['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', '-c', 'gc.autoDetach=false'],
  ...['-c', 'http.lowSpeedLimit=1', '-c', 'http.lowSpeedTime=60'],
];

/**
 * Git starts programs of its own, which would outlive it: hence a process group, ended as a whole. A group of its own has
 * no terminal either, where ssh could ask for a password. Fails with DocsServerError: git_missing.
 */
export async function runGit(args: readonly string[], { signal, cwd, env = {} }: RunOptions = {}): Promise<GitResult> {
  const child = spawn('git', [...safely, ...args], {
    detached: true,
    env: { ...inherited(), ...env },
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
    GCM_INTERACTIVE: 'never',
    SSH_ASKPASS_REQUIRE: 'never',
    GIT_ALLOW_PROTOCOL: 'https:http:ssh:file',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_LITERAL_PATHSPECS: '1',
    LC_ALL: 'C',
  };
}
