/**
 * What large docs cost: a question, the memory, a start and an update, at several numbers of pages. In: those numbers. Out: a
 * table. Each size has processes of its own: one makes the index, the other begins with it, as the service does after a restart.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aligned } from './table.ts';
import { writeVariedDocs } from './varied-docs.ts';

/** Milliseconds, but for the memory. CPU: of the thread that answers. */
export interface LargeDocsFigures {
  readonly pages: number;
  /** From the index that is kept. */
  readonly start: Taken;
  /** CPU of a search, of one with its answer, and of all that one turn of the event loop did. */
  readonly search: Spread;
  readonly answer: Spread;
  /** The longest turn of the event loop while the index is opened and updated. */
  readonly longestMs: number;
  /** Of one page. */
  readonly update: Taken;
  /** Resident memory beside that of a process that serves one page. */
  readonly kilobytesPerPage: number;
}

/** By the clock, and CPU of all threads. */
export interface Taken {
  readonly wallMs: number;
  readonly cpuMs: number;
}

export interface Spread {
  readonly p50: number;
  readonly p95: number;
  readonly most: number;
}

const flags = ['--expose-gc', '--max-semi-space-size=8'];

export async function largeDocsTable(sizes: readonly number[]): Promise<string> {
  const rows: (readonly string[])[] = [];
  for (const size of sizes) {
    const { pages, start, search, answer, longestMs, update, kilobytesPerPage } = await measured(size);
    const figures = [search.p50, search.p95, search.most, answer.p50, answer.p95, longestMs];
    const taken = [start.wallMs, start.cpuMs, update.wallMs, update.cpuMs];
    rows.push([
      String(pages),
      ...figures.map((ms) => ms.toFixed(1)),
      ...taken.map((ms) => (ms / 1_000).toFixed(2)),
      kilobytesPerPage.toFixed(1),
    ]);
  }
  const ofQuestions = ['search p50', 'p95', 'most, CPU ms', 'with answer p50', 'p95', 'longest turn'];
  const ofIndex = ['start, s', 'CPU', 'update, s', 'CPU', 'KB a page'];
  return `large docs\n${aligned([['pages', ...ofQuestions, ...ofIndex], ...rows])}`;
}

async function measured(size: number): Promise<LargeDocsFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-large-'));
  try {
    writeVariedDocs(join(folder, 'one'), 1);
    writeVariedDocs(join(folder, 'docs'), size);
    await ran(folder);
    return await ran(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ran(folder: string): Promise<LargeDocsFigures> {
  const child = fork(join(import.meta.dirname, 'large-docs-child.ts'), [folder], { execArgv: flags });
  const [figures] = await once(child, 'message');
  await once(child, 'exit');
  // The child sends what it is declared to give.
  return figures as LargeDocsFigures;
}
