/**
 * What the documentation service costs, on a real corpus made up to a given number of pages. In: nothing. Out: a table:
 * time to the first byte of answers at 50 streams at once, memory of 500 at once, time and memory of an index.
 * Each measure has a process of its own, so that none pays for another.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a child process measures, and what it tells. */
export type Measure = 'serve' | 'index';

const aiDocs = fileURLToPath(new URL('../../node_modules/ai/docs', import.meta.url));
const child = fileURLToPath(new URL('serving-child.ts', import.meta.url));

export async function servingTable(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-bench-'));
  try {
    // 303 pages, and 200 of them once more: about 500 in all.
    cpSync(aiDocs, join(folder, 'ai'), { recursive: true });
    for (const part of ['03-ai-sdk-core', '07-reference', '04-ai-sdk-ui']) {
      cpSync(join(aiDocs, part), join(folder, 'more', part), { recursive: true });
    }
    const index = await measured<IndexFigures>('index', folder);
    const { url, key, done } = await serving(folder);
    const first = await askAtOnce(url, key, 50);
    const idle = await done(false);
    await askAtOnce(url, key, 500);
    const most = await done(true);
    return [
      'documentation service',
      `  index of ${index.pages} pages        ${index.readMs} ms read, ${index.indexMs} ms indexed, ${index.indexMb} MiB more`,
      `  first byte, 50 at once     p50 ${first.p50} ms, p95 ${first.p95} ms; first word p95 ${first.wordP95} ms`,
      `  500 streams at once        ${most.peakMb} MiB resident at most, ${idle.peakMb} before`,
    ].join('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Times in milliseconds, memory in MiB. */
export interface IndexFigures {
  readonly pages: number;
  readonly readMs: number;
  readonly indexMs: number;
  readonly indexMb: number;
}

/** `peakMb`: resident memory at most, in MiB. */
export interface ServeFigures {
  readonly peakMb: number;
}

async function measured<T>(measure: Measure, folder: string): Promise<T> {
  const process = fork(child, [measure, folder], { execArgv: ['--expose-gc'] });
  const [figures] = await once(process, 'message');
  await once(process, 'exit');
  // The child sends what the measure is declared to give.
  return figures as T;
}

interface Serving {
  readonly url: string;
  readonly key: string;
  /** Figures so far; `isLast` ends the service. */
  done(isLast: boolean): Promise<ServeFigures>;
}

async function serving(folder: string): Promise<Serving> {
  const process = fork(child, ['serve', folder]);
  const [{ url, key }] = await once(process, 'message');
  return {
    url,
    key,
    async done(isLast) {
      process.send({ isLast });
      const [figures] = await once(process, 'message');
      if (isLast) await once(process, 'exit');
      // As above.
      return figures as ServeFigures;
    },
  };
}

const questions = [
  'how do I stream text to the client?',
  'tool call is missing its result',
  'limit the number of steps of an agent',
  'what does maxRetries do',
  'embed many values at once',
  'useChat shows "An error occurred"',
  'cache answers in redis',
];

interface Asked {
  readonly p50: number;
  readonly p95: number;
  readonly wordP95: number;
}

async function askAtOnce(url: string, key: string, count: number): Promise<Asked> {
  // The first questions pay for what the process compiles.
  for (const question of questions) await ask(url, key, question);
  const asked = await Promise.all(
    Array.from({ length: count }, (_, at) => ask(url, key, questions[at % questions.length] ?? '')),
  );
  const times = asked.map((each) => each.firstMs).sort((a, b) => a - b);
  const words = asked.map((each) => each.wordMs).sort((a, b) => a - b);
  const at = (sorted: readonly number[], share: number): number =>
    Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN);
  return { p50: at(times, 0.5), p95: at(times, 0.95), wordP95: at(words, 0.95) };
}

async function ask(
  url: string,
  key: string,
  question: string,
): Promise<{ readonly firstMs: number; readonly wordMs: number }> {
  const startedAt = performance.now();
  const response = await fetch(`${url}/v1/assistant/docs/message`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      fp: 'bench',
      messages: [{ id: '1', role: 'user', content: question, parts: [{ type: 'text', text: question }] }],
    }),
  });
  if (!response.ok || !response.body) throw new Error(`the service answered ${response.status}`);
  let firstMs: number | undefined;
  let wordMs: number | undefined;
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    firstMs ??= performance.now() - startedAt;
    if (/^0:/m.test(chunk)) wordMs ??= performance.now() - startedAt;
  }
  return { firstMs: firstMs ?? Infinity, wordMs: wordMs ?? Infinity };
}
