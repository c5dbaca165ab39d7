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
  readonly startMs: number;
  /** CPU of a search, of one with its answer, and of all that one turn of the event loop did. */
  readonly search: Spread;
  readonly answer: Spread;
  /** The longest turn of the event loop while the index is opened and updated. */
  readonly longestMs: number;
  readonly updateMs: number;
  /** Resident memory beside that of a process that serves one page. */
  readonly kilobytesPerPage: number;
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
    const { pages, startMs, search, answer, longestMs, updateMs, kilobytesPerPage } = await measured(size);
    const figures = [search.p50, search.p95, search.most, answer.p50, answer.p95, longestMs];
    rows.push([
      String(pages),
      ...figures.map((ms) => ms.toFixed(1)),
      ...[startMs, updateMs].map((ms) => (ms / 1_000).toFixed(2)),
      kilobytesPerPage.toFixed(1),
    ]);
  }
  const head = ['pages', 'search p50', 'p95', 'most, CPU ms', 'with answer p50', 'p95', 'longest turn', 'start, s'];
  return `large docs\n${aligned([[...head, 'update of a page, s', 'KB a page'], ...rows])}`;
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
