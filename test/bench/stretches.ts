/**
 * The longest stretch of the event loop while the bot reads and shows what hostile assistants stream and people write: CPU
 * time of its thread between two turns of the loop, so that the load of the machine hardly touches it. The real client,
 * turn, live reply and rendering; only the calls to the platforms end in a stub, and nothing is written to disk.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { aligned } from './table.ts';

/** No stretch may be longer: a heartbeat, an acknowledgement or another answer waits for no longer than that. */
export const maxStretchMs = 20;

export interface Stretch {
  readonly input: string;
  readonly platform: string;
  readonly longestMs: number;
  readonly shownChars: number;
}

/** `pattern`: names of inputs. */
export async function stretchesTable(pattern = ''): Promise<string> {
  const child = fileURLToPath(new URL('./stretches-child.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--max-semi-space-size=2', child, pattern], {
    maxBuffer: 10_000_000,
  });
  const stretches: readonly Stretch[] = JSON.parse(stdout);
  const rows = stretches.map(({ input, platform, longestMs, shownChars }) => [
    input,
    platform,
    `${longestMs.toFixed(1)}${longestMs > maxStretchMs ? ' !' : ''}`,
    String(shownChars),
  ]);
  const longest = Math.max(...stretches.map(({ longestMs }) => longestMs));
  return `${aligned([['hostile input', 'on', 'longest stretch, ms', 'characters shown'], ...rows])}\nlongest: ${longest.toFixed(1)} ms`;
}
