/**
 * What large docs cost at several numbers of pages: a question, memory, a start and an update. Each size has two processes: one
 * builds the index, the other starts from it, as the service does after a restart.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aligned } from './table.ts';
import { writeVariedDocs } from './varied-docs.ts';

/** Times in milliseconds. CPU is that of the answering thread. */
export interface LargeDocsFigures {
  readonly pages: number;
  /** From the saved index. */
  readonly start: Taken;
  /** CPU of a search, and of a search with its answer. */
  readonly search: Spread;
  readonly answer: Spread;
  /** CPU of the longest turn of the event loop while the index is opened and updated. */
  readonly longestMs: number;
  /** After a change of one page. */
  readonly update: Taken;
  /** Resident memory beyond that of a process that serves one page. */
  readonly kilobytesPerPage: number;
}

/** Wall time, and CPU of all threads. */
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
    const { pages, start, search, answer, longestMs, update, kilobytesPerPage } = await measure(size);
    const figures = [search.p50, search.p95, search.most, answer.p50, answer.p95, longestMs];
    const taken = [start.wallMs, start.cpuMs, update.wallMs, update.cpuMs];
    rows.push([
      String(pages),
      ...figures.map((ms) => ms.toFixed(1)),
      ...taken.map((ms) => (ms / 1_000).toFixed(2)),
      kilobytesPerPage.toFixed(1),
    ]);
  }
  const questionColumns = ['search p50', 'p95', 'max, CPU ms', 'with answer p50', 'p95', 'longest turn'];
  const indexColumns = ['start, s', 'CPU', 'update, s', 'CPU', 'KB per page'];
  return `large docs\n${aligned([['pages', ...questionColumns, ...indexColumns], ...rows])}`;
}

async function measure(size: number): Promise<LargeDocsFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-large-'));
  try {
    writeVariedDocs(join(folder, 'one'), 1);
    writeVariedDocs(join(folder, 'docs'), size);
    await runChild(folder);
    return await runChild(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runChild(folder: string): Promise<LargeDocsFigures> {
  const child = fork(join(import.meta.dirname, 'large-docs-child.ts'), [folder], { execArgv: flags });
  const [figures] = await once(child, 'message');
  await once(child, 'exit');
  // The child sends a value of this type.
  return figures as LargeDocsFigures;
}
