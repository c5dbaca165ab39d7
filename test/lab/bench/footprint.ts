/**
 * Memory and storage of the whole bot with both platforms connected, from sources or from the bundle: resident memory when
 * idle and at its peak, and what an answer adds to the database's write-ahead log. Effects: the process and the sandboxes,
 * closed at the end; for the bundle, dist is rebuilt.
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
  /** Per answer, on Slack and on Discord. */
  readonly stored: readonly Stored[];
}

interface Stored {
  readonly bytes: number;
  readonly commits: number;
}

/** How long memory takes to settle after a start. */
const settleMs = 20_000;
/** Few enough that the write-ahead log is not restarted in between. */
const storedAnswers = 4;
/** Concurrent answers on each platform. */
const busyAnswers = 25;

export async function footprintOf(from: Footprint['from']): Promise<Footprint> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-bench-'));
  const stages = [await slackStage(0.5), await discordStage()] as const;
  const service = await startService(quick, () => undefined);
  const [slack, discord] = stages.map(({ settings }) => settings);
  const bot = await startAsOperator(from, folder, { slack, discord, assistantUrl: service.url });
  try {
    await pause(settleMs);
    const idleBytes = (await bot.use()).residentBytes;
    const stored: Stored[] = [];
    for (const stage of stages) {
      const before = readLog(folder);
      await askAll(stage, storedAnswers);
      const after = readLog(folder);
      const perAnswer = (now: number, then: number): number => (now - then) / storedAnswers;
      stored.push({ bytes: perAnswer(after.bytes, before.bytes), commits: perAnswer(after.commits, before.commits) });
    }
    const busy = Promise.all(stages.map((stage) => askAll(stage, busyAnswers)));
    return { from, idleBytes, peakBytes: await peakWhile(bot, busy), stored };
  } finally {
    await bot.stop();
    await Promise.all([...stages.map((stage) => stage.stop()), service.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function askAll(stage: Stage, count: number): Promise<void> {
  if ((await askAtOnce(stage, count)) < count) throw new Error('an answer was not completed');
}

async function peakWhile(bot: OperatedBot, work: Promise<unknown>): Promise<number> {
  let peakBytes = 0;
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    peakBytes = Math.max(peakBytes, (await bot.use()).residentBytes);
    await Promise.race([over, pause(250)]);
  }
  return peakBytes;
}

/**
 * Counts the bytes of the frames in the current run of the write-ahead log, and the frames that end a commit.
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
