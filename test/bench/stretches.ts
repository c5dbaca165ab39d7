/**
 * The longest stretch of the event loop while the bot reads and shows what hostile assistants stream and people write. The
 * real client, turn, live reply and rendering; only the calls to the platforms end in a stub, and nothing is written to
 * disk: database commits are measured apart.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { maxStretchMs } from './longest-stretch.ts';

export interface Stretch {
  readonly input: string;
  readonly platform: string;
  readonly longestMs: number;
  readonly shownChars: number;
}

/** What the figures are, printed above them. */
export const stretchesHead =
  'longest stretch: ms of CPU or wall time, whichever is less; the least of five runs where one is over 20';

/** Prints each line as it is measured. `pattern`: names of inputs. */
export async function printStretches(say: (line: string) => void, pattern = ''): Promise<void> {
  const program = fileURLToPath(new URL('./stretches-child.ts', import.meta.url));
  const child = spawn(process.execPath, ['--max-semi-space-size=2', program, pattern], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  say(stretchesHead);
  say(`${'hostile input'.padEnd(40)}  ${'on'.padEnd(16)}  longest stretch, ms  characters shown`);
  let longest = 0;
  for await (const line of createInterface(child.stdout)) {
    const { input, platform, longestMs, shownChars }: Stretch = JSON.parse(line);
    longest = Math.max(longest, longestMs);
    const ms = `${longestMs.toFixed(1)}${longestMs > maxStretchMs ? ' !' : ''}`;
    say(`${input.padEnd(40)}  ${platform.padEnd(16)}  ${ms.padEnd(19)}  ${shownChars}`);
  }
  say(`longest: ${longest.toFixed(1)} ms\n`);
}
