/**
 * The longest stretch of the event loop while the bot reads and shows hostile text of assistants and people. Client, turn, live
 * reply and rendering are real; calls to the platforms end in a stub, and nothing is written to disk, because database commits
 * are measured separately.
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
  readonly reason?: string;
}

/** Marks a stretch that is too long, and adds the reason. */
export function lineOf(
  columns: readonly string[],
  longestMs: number,
  chars: number,
  reason = 'no known reason',
): string {
  const isOver = longestMs > maxStretchMs;
  const ms = `${longestMs.toFixed(1)}${isOver ? ' !' : ''}`;
  return [...columns, ms.padEnd(19), isOver ? `${String(chars).padEnd(16)}  ${reason}` : String(chars)].join('  ');
}

/** Explains the figures; printed above them. */
export const stretchesHead =
  'longest stretch: ms of CPU or wall time, whichever is less; the shortest of up to five runs if the first exceeds 20';

/** Prints each line as soon as it is measured. `pattern` selects inputs by name. */
export async function printStretches(say: (line: string) => void, pattern = ''): Promise<void> {
  const program = fileURLToPath(new URL('./stretches-child.ts', import.meta.url));
  const child = spawn(process.execPath, ['--max-semi-space-size=2', program, pattern], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  say(stretchesHead);
  say(`${'hostile input'.padEnd(40)}  ${'on'.padEnd(16)}  longest stretch, ms  characters shown`);
  let longest = 0;
  for await (const line of createInterface(child.stdout)) {
    const { input, platform, longestMs, shownChars, reason }: Stretch = JSON.parse(line);
    longest = Math.max(longest, longestMs);
    say(lineOf([input.padEnd(40), platform.padEnd(16)], longestMs, shownChars, reason));
  }
  say(`longest: ${longest.toFixed(1)} ms\n`);
}
