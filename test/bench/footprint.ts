/**
 * What the whole bot holds and stores, both platforms connected. In: whether it runs from the sources or as it is packed.
 * Out: resident memory at rest and at its highest, and what an answer adds to the database's write-ahead log. Effects: the
 * process and the sandboxes, gone at the end; for the bundle, dist is built anew.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lettersOf, quick, tokensOf } from './script.ts';
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
const patienceMs = 100_000;
const root = fileURLToPath(new URL('../../', import.meta.url));

export async function footprintOf(from: Footprint['from']): Promise<Footprint> {
  if (from === 'bundle') execFileSync(process.execPath, ['build.ts'], { cwd: root, stdio: 'ignore' });
  const folder = mkdtempSync(join(tmpdir(), 'docent-bench-'));
  const stages = [await slackStage(0.5), await discordStage()] as const;
  const service = await startService(quick, () => undefined);
  const bot = await startDocent(from === 'bundle' ? 'dist' : 'src', folder, stages, service.url);
  try {
    await pause(restMs);
    const idleBytes = await bot.residentBytes();
    const stored: Stored[] = [];
    for (const stage of stages) {
      const before = readLog(folder);
      await askAtOnce(stage, storedAnswers);
      const after = readLog(folder);
      const share = (now: number, then: number): number => (now - then) / storedAnswers;
      stored.push({ bytes: share(after.bytes, before.bytes), commits: share(after.commits, before.commits) });
    }
    const busy = Promise.all(stages.map((stage) => askAtOnce(stage, busyAnswers)));
    return { from, idleBytes, peakBytes: await mostWhile(bot, busy), stored };
  } finally {
    await bot.stop();
    await Promise.all([...stages.map((stage) => stage.stop()), service.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Running {
  residentBytes(): Promise<number>;
  stop(): Promise<void>;
}

/** As the package's script starts it. Resolves when it listens. */
async function startDocent(
  code: 'src' | 'dist',
  folder: string,
  [{ settings: slack }, { settings: discord }]: readonly [Stage, Stage],
  assistantUrl: string,
): Promise<Running> {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const flags = String(scripts.start).match(/(?<= )--\S+/g) ?? [];
  const running = spawn(process.execPath, [...flags, join(root, code, 'docent.js'), 'start'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      ...{ SLACK_BOT_TOKEN: slack.token, SLACK_APP_TOKEN: slack.appToken, SLACK_API_URL: slack.apiUrl },
      ...{ DISCORD_TOKEN: discord.token, DISCORD_GUILD_ID: discord.guildId, DISCORD_API_URL: discord.apiUrl },
      ...{ ASSISTANT_URL: assistantUrl, ASSISTANT_DOMAIN: 'docs', ASSISTANT_API_KEY: 'key' },
      ...{ DATABASE_URL: `sqlite:${join(folder, 'docent.db')}`, HOST: '127.0.0.1', PORT: '0' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await portOf(running);
  return {
    async residentBytes() {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]);
    },
    async stop() {
      running.kill();
      if (running.exitCode === null) await once(running, 'exit');
    },
  };
}

/** Its output is read to the end, so that it never waits for room. */
async function portOf(running: ChildProcess): Promise<number> {
  let text = '';
  return new Promise((resolve, reject) => {
    running.stdout?.on('data', (piece) => {
      if (text === '' || !found(text)) text += piece;
      const port = found(text);
      if (port !== undefined) resolve(port);
    });
    running.on('exit', (code) => reject(new Error(`the bot ended with ${code}: ${text}`)));
  });
}

function found(text: string): number | undefined {
  const port = /^(?=.*"listening").*"port":(\d+)/m.exec(text)?.[1];
  return port === undefined ? undefined : Number(port);
}

/** Resolves when all answers stand there whole. */
async function askAtOnce(stage: Stage, count: number): Promise<void> {
  const shown = new Map<string, string>();
  stage.watch((thread, text) => void shown.set(thread, text));
  const threads = await Promise.all(Array.from({ length: count }, (_, each) => stage.ask(`How is it set? #${each}`)));
  const endAt = Date.now() + patienceMs;
  const answers = threads.map((_, each) => lettersOf(tokensOf(quick, each).join('')));
  const isWhole = (thread: string, each: number): boolean =>
    lettersOf(shown.get(thread) ?? '').includes(answers[each] ?? '');
  while (!threads.every(isWhole)) {
    if (Date.now() > endAt) throw new Error('an answer did not become whole');
    await pause(100);
  }
  await pause(1_000);
}

async function mostWhile(bot: Running, work: Promise<unknown>): Promise<number> {
  let most = 0;
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    most = Math.max(most, await bot.residentBytes());
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
