/**
 * What the first start of the documentation service costs: pages a second and peak memory while docs are read and indexed, and
 * a start from the kept index. Each start is a process of its own.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aligned } from './table.ts';
import { writeVariedDocs } from './varied-docs.ts';

export interface ReadingFigures {
  readonly pages: number;
  readonly wallMs: number;
  /** The largest resident memory of the process so far. */
  readonly peakMegabytes: number;
}

/** As the npm scripts start the service. */
const flags = ['--max-semi-space-size=2'];

export async function docsReadingTable(sizes: readonly number[]): Promise<string> {
  const rows: (readonly string[])[] = [];
  for (const size of sizes) {
    const [first, again] = await startTwice(size);
    const perSecond = (first.pages * 1_000) / first.wallMs;
    const kept = [(again.wallMs / 1_000).toFixed(1), again.peakMegabytes.toFixed(0)];
    rows.push([
      String(first.pages),
      (first.wallMs / 1_000).toFixed(1),
      perSecond.toFixed(0),
      first.peakMegabytes.toFixed(0),
      ...kept,
    ]);
  }
  return `reading docs\n${aligned([['pages', 'first, s', 'pages/s', 'peak MB', 'kept index, s', 'peak MB'], ...rows])}`;
}

async function startTwice(size: number): Promise<readonly [ReadingFigures, ReadingFigures]> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-reading-'));
  try {
    writeVariedDocs(join(folder, 'docs'), size);
    return [await start(folder), await start(folder)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function start(folder: string): Promise<ReadingFigures> {
  const child = fork(join(import.meta.dirname, 'docs-reading-child.ts'), [folder], { execArgv: flags });
  const [figures] = await once(child, 'message');
  await once(child, 'exit');
  // The child sends a value of this type.
  return figures as ReadingFigures;
}
