/**
 * The longest stretch of the service's event loop while it answers hostile requests, reads hostile pages, and passes on output of
 * a hostile model. It is the real service over HTTP; client and model run in their own threads.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { lineOf, stretchesHead } from './stretches.ts';

export interface ServiceStretch {
  readonly input: string;
  readonly longestMs: number;
  readonly answerChars: number;
  readonly reason?: string;
}

/** Prints each line as soon as it is measured. `pattern` selects inputs by name. */
export async function printServiceStretches(say: (line: string) => void, pattern = ''): Promise<void> {
  const program = fileURLToPath(new URL('./service-stretches-child.ts', import.meta.url));
  const child = spawn(process.execPath, ['--max-semi-space-size=2', program, pattern], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  say(stretchesHead);
  say(`${'hostile input of the service'.padEnd(40)}  longest stretch, ms  characters answered`);
  for await (const line of createInterface(child.stdout)) {
    const { input, longestMs, answerChars, reason }: ServiceStretch = JSON.parse(line);
    say(lineOf([input.padEnd(40)], longestMs, answerChars, reason));
  }
}
