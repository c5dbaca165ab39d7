/**
 * Which readers take more time than in proportion to the text: each reads texts of repeated nasty pieces at doubling lengths,
 * and those whose CPU time grows faster than its length are printed, the slowest first. Exit code 1 where there are any.
 *
 *     npm run growth -- [--cases 200] [--seed 1] [--readers slack] [--chars 131072]
 */
import { writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import { runGuarded, step } from './hang-guard.ts';
import { pieces } from './pieces.ts';
import { readers } from './readers.ts';
import { type Shape, shapes, textOf } from './shapes.ts';

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    readers: { type: 'string', default: '' },
    chars: { type: 'string', default: '131072' },
  },
});
const maxChars = Number(values.chars);
const minChars = 2_048;

/** What takes less at the largest size is not looked at: it cannot be measured well, and nobody waits for it. */
const quickMs = 60;
/** From here on no larger size is tried. */
const slowMs = 500;
/** Of one reader, so many are printed. */
const maxShown = 8;
/** Time grows as the length to this power: 1 is linear, and measuring is not exact. */
const maxExponent = 1.4;

interface Finding {
  readonly reader: string;
  readonly shape: Shape;
  readonly chars: number;
  readonly ms: number;
  readonly exponent: number;
}

let readings = 0;

async function cpuMsOf(reader: string, shape: Shape, chars: number, times = 1): Promise<number> {
  const read = readers[reader];
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time += 1) {
    step(`${reader} at ${JSON.stringify(shape)}, ${chars} characters`);
    // Each time another text: what was read a moment ago may be remembered.
    readings += 1;
    const text = `${textOf(shape, chars)} ${readings}`;
    const before = process.threadCpuUsage();
    await read?.(text);
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/** undefined: its time grows with its length, or it is too quick to matter. */
async function measure(reader: string, shape: Shape): Promise<Finding | undefined> {
  let chars = minChars;
  let ms = await cpuMsOf(reader, shape, chars);
  while (ms < slowMs && chars < maxChars) {
    chars *= 2;
    ms = await cpuMsOf(reader, shape, chars);
  }
  if (ms < quickMs) return undefined;
  ms = await cpuMsOf(reader, shape, chars, 2);
  const quarter = await cpuMsOf(reader, shape, chars / 4, 3);
  const exponent = Math.log2(ms / quarter) / 2;
  return exponent > maxExponent ? { reader, shape, chars, ms, exponent } : undefined;
}

async function measureAll(): Promise<void> {
  for (const name of Object.keys(readers).filter((each) => each.includes(values.readers))) {
    const findings: Finding[] = [];
    for (const shape of shapes(pieces, Number(values.cases), Number(values.seed))) {
      const found = await measure(name, shape);
      if (found) findings.push(found);
    }
    findings.sort((a, b) => b.ms / b.chars - a.ms / a.chars);
    say(`${name}: ${findings.length === 0 ? 'linear' : `${findings.length} grow faster`}`);
    for (const { shape, chars, ms, exponent } of findings.slice(0, maxShown)) {
      say(`  ${Math.round(ms)} ms for ${chars} characters, power ${exponent.toFixed(1)}: ${JSON.stringify(shape)}`);
    }
    if (findings.length > 0) process.exitCode = 1;
  }
}

function say(line: string): void {
  // A worker's own stream would wait until the worker does.
  writeSync(1, `${line}\n`);
}

// In a worker, so that a reader that never ends is named.
if (isMainThread) await runGuarded(new URL(import.meta.url), process.argv.slice(2));
else await measureAll();
