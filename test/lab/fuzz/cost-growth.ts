/**
 * Finds readers that take more than linear time: each reads texts of repeated nasty pieces at doubling lengths, up to what the
 * product lets it read, and each shape whose CPU time grows faster than its length is printed on a line. Exits with code 1 if
 * there are any.
 *
 *     npm run growth -- [--cases 20] [--seed 1] [--readers slack] [--ms 12]
 *
 * `--ms`: how long a text must take for its growth to be judged; higher values find growth that begins with longer texts.
 */
import { writeSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, workerData } from 'node:worker_threads';
import { runGuarded, step } from './hang-guard.ts';
import { pieces } from './pieces.ts';
import type { Reader } from './reader.ts';
import { readers } from './readers.ts';
import { type Shape, shapes, textOf } from './shapes.ts';

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '20' },
    ms: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
    readers: { type: 'string', default: '' },
  },
});
const named = Object.entries(readers).filter(([name]) => name.includes(values.readers));
const tried = shapes(pieces, Number(values.cases), Number(values.seed));

/** Growth is judged once a text takes this long, and no greater length is tried. Texts that never do are harmless. */
const enoughMs = Number(values.ms);
/** Over three doublings of the length, time may grow as this power of the length: 1 is linear, plus a margin of error. */
const maxPower = 1.5;
/** The kernel counts CPU time in ticks of 4 ms, so a length is read repeatedly until it took this much in total. */
const measuredMs = 60;

interface Finding {
  readonly shape: Shape;
  readonly chars: number;
  readonly ms: number;
  readonly power: number;
}

let readings = 0;

/** Reads a different text each time, since results may be cached. */
async function read(reader: Reader, name: string, shape: Shape, chars: number): Promise<void> {
  readings += 1;
  const text = `${textOf(shape, chars)}x${readings}`;
  step(`${name} at ${JSON.stringify(shape)}, ${chars} characters`);
  await reader.read(text);
}

/** Never less than the CPU time, and nearly the same for quick readings; one that had to wait for the CPU is repeated. */
async function wallMs(...of: Parameters<typeof read>): Promise<number> {
  const before = performance.now();
  await read(...of);
  return performance.now() - before;
}

/** The mean of as many readings as it takes to measure one. */
async function cpuMs(...of: Parameters<typeof read>): Promise<number> {
  const before = process.threadCpuUsage();
  for (let times = 1; ; times += 1) {
    await read(...of);
    const { user, system } = process.threadCpuUsage(before);
    const ms = (user + system) / 1_000;
    if (ms >= measuredMs) return ms / times;
  }
}

/** Undefined if the time grows linearly, or is short at every length. */
async function measure(reader: Reader, name: string, shape: Shape): Promise<Finding | undefined> {
  let chars = Math.min(reader.maxChars, Math.max(1_000, 4 * reader.minChars));
  let ms = await wallMs(reader, name, shape, chars);
  while (ms < enoughMs && chars < reader.maxChars) {
    chars = Math.min(reader.maxChars, (ms < enoughMs / 8 ? 8 : 2) * chars);
    ms = await wallMs(reader, name, shape, chars);
  }
  if (ms < enoughMs) return undefined;
  const few = Math.max(reader.minChars, Math.round(chars / 8));
  // Most are far from growing too fast, which a quick measurement of both lengths shows.
  const shorterMs = Math.min(await wallMs(reader, name, shape, few), await wallMs(reader, name, shape, few));
  if (powerOf(ms / shorterMs, chars / few) <= maxPower) return undefined;
  ms = Math.min(ms, await wallMs(reader, name, shape, chars));
  if (ms < enoughMs || powerOf(ms / shorterMs, chars / few) <= maxPower) return undefined;
  ms = await cpuMs(reader, name, shape, chars);
  const power = powerOf(ms / (await cpuMs(reader, name, shape, few)), chars / few);
  return ms >= enoughMs && power > maxPower ? { shape, chars, ms, power } : undefined;
}

/** The power of growth, if `more` times as many characters take `longer` times as long. */
function powerOf(longer: number, more: number): number {
  return Math.log(longer) / Math.log(more);
}

/** Each thread takes the next reader that no other thread has taken. */
async function measureNext(taken: Int32Array): Promise<void> {
  for (let at = Atomics.add(taken, 0, 1); at < named.length; at = Atomics.add(taken, 0, 1)) {
    const [name, reader] = named[at] ?? [];
    if (name === undefined || !reader) return;
    for (const shape of tried) {
      const found = await measure(reader, name, shape);
      if (found) report(name, found);
    }
  }
}

function report(name: string, { shape, chars, ms, power }: Finding): void {
  process.exitCode = 1;
  say(`${name}: ${Math.round(ms)} ms for ${chars} characters, power ${power.toFixed(1)}: ${JSON.stringify(shape)}`);
}

function say(line: string): void {
  // The worker's own stdout is written only when the worker waits.
  writeSync(1, `${line}\n`);
}

/** Runs in workers, so that a reader that never ends can be named. */
async function measureAll(): Promise<void> {
  const startedAt = performance.now();
  const taken = new Int32Array(new SharedArrayBuffer(4));
  const threads = Array.from({ length: Math.min(availableParallelism(), 4) }, () =>
    runGuarded(new URL(import.meta.url), process.argv.slice(2), taken),
  );
  const codes = await Promise.all(threads);
  process.exitCode = Math.max(...codes);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const what = process.exitCode === 0 ? 'all take linear time' : 'those above take more than linear time';
  say(`${named.length} readers, ${tried.length} shapes: ${what}; ${seconds} s, load ${loadavg()[0]?.toFixed(1)}`);
}

if (isMainThread) await measureAll();
else await measureNext(workerData);
