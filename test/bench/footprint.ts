/**
 * What the whole bot holds and stores, both platforms connected. In: whether it runs from the sources or as it is packed.
 * Out: resident memory at rest and at its highest, and what an answer adds to the database's write-ahead log. Effects: the
 * process and the sandboxes, gone at the end; for the bundle, dist is built anew.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askAtOnce } from './ask-at-once.ts';
import { type OperatedBot, startAsOperator } from './operator.ts';
import { quick } from './script.ts';
import { startService } from './service.ts';
import { discordStage, type Stage, slackStage } from './stages.ts';

export interface Footprint {
  readonly from: 'sources' | 'bundle';
  readonly idleBytes: number;
  readonly peakBytes: number;
  /** For each answer on Slack, and on Discord. */
  readonly stored: readonly Stored[];
}

interface Stored {
  readonly bytes: number;
  readonly commits: number;
}

/** A start has been forgotten after so long. */
const restMs = 20_000;
/** So few that the write-ahead log does not begin anew meanwhile. */
const storedAnswers = 4;
/** At once, on each platform. */
const busyAnswers = 25;

export async function footprintOf(from: Footprint['from']): Promise<Footprint> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-bench-'));
  const stages = [await slackStage(0.5), await discordStage()] as const;
  const service = await startService(quick, () => undefined);
  const [slack, discord] = stages.map(({ settings }) => settings);
  const bot = await startAsOperator(from, folder, { slack, discord, assistantUrl: service.url });
  try {
    await pause(restMs);
    const idleBytes = (await bot.use()).residentBytes;
    const stored: Stored[] = [];
    for (const stage of stages) {
      const before = readLog(folder);
      await allWhole(stage, storedAnswers);
      const after = readLog(folder);
      const share = (now: number, then: number): number => (now - then) / storedAnswers;
      stored.push({ bytes: share(after.bytes, before.bytes), commits: share(after.commits, before.commits) });
    }
    const busy = Promise.all(stages.map((stage) => allWhole(stage, busyAnswers)));
    return { from, idleBytes, peakBytes: await mostWhile(bot, busy), stored };
  } finally {
    await bot.stop();
    await Promise.all([...stages.map((stage) => stage.stop()), service.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function allWhole(stage: Stage, count: number): Promise<void> {
  if ((await askAtOnce(stage, count)) < count) throw new Error('an answer did not become whole');
}

async function mostWhile(bot: OperatedBot, work: Promise<unknown>): Promise<number> {
  let most = 0;
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    most = Math.max(most, (await bot.use()).residentBytes);
    await Promise.race([over, pause(250)]);
  }
  return most;
}

/**
 * What the write-ahead log holds: frames of its present run, and those that end a commit.
 * Source: sqlite.org/fileformat2.html#walformat, read 2026-11-23.
 */
function readLog(folder: string): Stored {
  const log = readFileSync(join(folder, 'docent.db-wal'));
  const frameBytes = 24 + log.readUInt32BE(8);
  const salts = log.subarray(16, 24);
  let [bytes, commits] = [0, 0];
  for (let at = 32; at + frameBytes <= log.length; at += frameBytes) {
    if (!log.subarray(at + 8, at + 16).equals(salts)) break;
    bytes += frameBytes;
    if (log.readUInt32BE(at + 4) > 0) commits += 1;
  }
  return { bytes, commits };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
