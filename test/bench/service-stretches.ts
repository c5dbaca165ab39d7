/**
 * The longest stretch of the service's event loop while it answers hostile requests, reads hostile pages, and passes on what
 * a hostile model writes. The real service, over HTTP; client and model are in threads of their own.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { maxStretchMs } from './longest-stretch.ts';
import { stretchesHead } from './stretches.ts';

export interface ServiceStretch {
  readonly input: string;
  readonly longestMs: number;
  readonly answerChars: number;
}

/** Prints each line as it is measured. `pattern`: names of inputs. */
export async function printServiceStretches(say: (line: string) => void, pattern = ''): Promise<void> {
  const program = fileURLToPath(new URL('./service-stretches-child.ts', import.meta.url));
  const child = spawn(process.execPath, ['--max-semi-space-size=2', program, pattern], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  say(stretchesHead);
  say(`${'hostile input of the service'.padEnd(40)}  longest stretch, ms  characters answered`);
  for await (const line of createInterface(child.stdout)) {
    const { input, longestMs, answerChars }: ServiceStretch = JSON.parse(line);
    const ms = `${longestMs.toFixed(1)}${longestMs > maxStretchMs ? ' !' : ''}`;
    say(`${input.padEnd(40)}  ${ms.padEnd(19)}  ${answerChars}`);
  }
}
