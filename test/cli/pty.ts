/** Docent at a pseudo-terminal, which `script` on every Debian and macOS opens. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { killWithParent } from '../fakes/end-with-parent.ts';
import { until } from '../sandbox/slack/until.ts';
import { door } from './terminal.ts';

export interface Pty {
  /** Everything on the screen so far, without control codes. */
  screen(): string;
  /** Waits until the screen shows this. */
  shows(words: string): Promise<void>;
  /** Waits until the screen shows this, since the last answer was typed, then types the answer and Enter. */
  answer(question: string | RegExp, answer: string): Promise<void>;
  /** The exit code. */
  readonly ended: Promise<number | null>;
}

/** Terminal codes: CSI sequences and cursor visibility. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be removed.
const codes = /\u001b\[[0-9;?]*[A-Za-z]/g;

export interface PtyOptions {
  readonly columns?: number;
  /** Replaces the keyboard. */
  readonly input?: string;
}

export function startAtTerminal(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
  { columns = 240, input }: PtyOptions = {},
): Pty {
  const program = [process.execPath, door, ...args].map((word) => `'${word}'`).join(' ');
  const command = `stty cols ${columns} rows 60; exec ${program}${input === undefined ? '' : ` <${input}`}`;
  const words =
    process.platform === 'darwin' ? ['-q', '/dev/null', 'sh', '-c', command] : ['-qefc', command, '/dev/null'];
  const child = spawn('script', words, { cwd, env: { PATH: process.env.PATH, TERM: 'xterm', ...env }, detached: true });
  killWithParent(child, true);
  let text = '';
  let answeredTo = 0;
  child.stdout.setEncoding('utf8').on('data', (data) => {
    text += data;
  });
  const ended = once(child, 'close').then(([code]): number | null => code);
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null && child.pid) process.kill(-child.pid, 'SIGKILL');
    await ended;
  });
  const screen = (): string => text.replaceAll(codes, '');
  return {
    screen,
    shows: (words) => until(() => screen().includes(words)),
    async answer(question, answer) {
      const shows = (part: string): boolean =>
        typeof question === 'string' ? part.includes(question) : question.test(part);
      await until(() => shows(screen().slice(answeredTo)));
      answeredTo = screen().length;
      child.stdin.write(`${answer}\r`);
    },
    ended,
  };
}
