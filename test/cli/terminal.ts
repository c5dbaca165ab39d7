/**
 * Terminals for the tests: one in this process, for a command, and one that starts Docent as people do. Everything that is
 * started here ends with the test.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { CommandIo } from '../../src/cli/terminal/command.ts';
import { killWithParent } from '../fakes/end-with-parent.ts';

/** The program's launcher. */
export const door = join(import.meta.dirname, '../../src/docent.js');

export interface Terminal {
  readonly io: CommandIo;
  readonly out: () => string;
  readonly err: () => string;
  /** Acts like Ctrl+C. */
  interrupt(): void;
}

export function openTerminal(env: CommandIo['env'] = {}, stdin = ''): Terminal {
  const [out, err] = [keep(), keep()];
  const ending = new AbortController();
  const io: CommandIo = {
    env,
    stdin: (async function* () {
      yield stdin;
    })(),
    out: out.add,
    err: err.add,
    signal: ending.signal,
  };
  return { io, out: out.text, err: () => withoutProgress(err.text()), interrupt: () => ending.abort() };
}

/** A busy machine reports progress where a quiet one is done before. */
function withoutProgress(text: string): string {
  return text.replaceAll(/^(?:Reading page|Fetching page|Embedding section) \d+ of \d+\n/gm, '');
}

/** An empty folder. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docent-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Works in an empty folder until the test ends, so that no `.env` of the developer is read. */
export function enterEmptyFolder(): string {
  const [before, folder] = [process.cwd(), emptyFolder()];
  process.chdir(folder);
  onTestFinished(() => process.chdir(before));
  return folder;
}

/** A port on which nothing listens, below those that the system gives to others meanwhile. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const server = createServer();
    const isFree = await new Promise((resolve) =>
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
    );
    server.close();
    if (isFree) return port;
  }
}

export interface Start {
  /** The working directory; by default an empty folder. */
  readonly cwd?: string;
  /** The environment, apart from PATH. */
  readonly env?: Readonly<Record<string, string>>;
  /** The program and its first arguments; by default this Node and the launcher. */
  readonly program?: readonly [string, ...string[]];
}

export interface Running {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  /** Resolves to the exit code once all output has been read. */
  readonly ended: Promise<number | null>;
}

/** Runs `docent …` in its own process. */
export function startDocent(args: readonly string[], start: Start = {}): Running {
  const [program, ...words] = start.program ?? [process.execPath, door];
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...start.env };
  const child = spawn(program, [...words, ...args], {
    cwd: start.cwd ?? emptyFolder(),
    env,
    stdio: 'pipe',
    detached: true,
  });
  killWithParent(child, true);
  const [out, err] = [keep(), keep()];
  child.stdout.setEncoding('utf8').on('data', out.add);
  child.stderr.setEncoding('utf8').on('data', err.add);
  const ended = once(child, 'close').then(([code]): number | null => code);
  onTestFinished(async () => {
    // Including the process that it may have handed over to.
    if (child.exitCode === null && child.signalCode === null && child.pid) process.kill(-child.pid, 'SIGKILL');
    await ended;
  });
  return { child, out: out.text, err: () => withoutProgress(err.text()), ended };
}

const pretence = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })`;
/** This Node posing as an older version, and the first older Node on this machine, if there is one. */
export const olderNodes: readonly (readonly [string, ...string[]])[] = [
  [process.execPath, '--import', `data:text/javascript,${encodeURIComponent(pretence)}`],
  ...oldNodesOnPath()
    .slice(0, 1)
    .map((program): readonly [string] => [program]),
];

function oldNodesOnPath(): readonly string[] {
  // npm puts the Node that was installed with Docent first.
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const programs = folders.map((folder) => join(folder, 'node')).filter((program) => existsSync(program));
  return programs.filter((program) => {
    const [, major] = /^v(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' })) ?? [];
    return Number(major) < 24;
  });
}

function keep(): { add(text: string): void; text(): string } {
  const texts: string[] = [];
  return { add: (text) => void texts.push(text), text: () => texts.join('') };
}
