/**
 * What the documentation service costs on a real corpus of about 500 pages: time to the first byte and first word with 50
 * concurrent streams, memory with 500, time and memory of an index. Runs the command that people start; each measurement has
 * its own process, so that none affects another.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const aiDocs = fileURLToPath(new URL('../../../node_modules/ai/docs', import.meta.url));
const child = fileURLToPath(new URL('serving-child.ts', import.meta.url));
const docent = fileURLToPath(new URL('../../../src/docent.js', import.meta.url));
const questionFile = new URL('../../fixtures/docs/questions/ai-dev.jsonl', import.meta.url);

export async function servingTable(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-bench-'));
  try {
    // 303 pages, and 200 of them a second time: about 500 in all.
    cpSync(aiDocs, join(folder, 'docs'), { recursive: true });
    for (const part of ['03-ai-sdk-core', '07-reference', '04-ai-sdk-ui']) {
      cpSync(join(aiDocs, part), join(folder, 'docs', 'more', part), { recursive: true });
    }
    const index = await measureIndex(join(folder, 'docs'));
    await using service = await startService(folder);
    const idle = await residentMb(service);
    await askInRounds(service, 4, 50);
    const asked = await askInRounds(service, 10, 50);
    const peak = await peakWhile(service, askInRounds(service, 1, 500));
    return [
      'documentation service',
      `  index of ${index.pages} pages        ${index.readMs} ms read, ${index.indexMs} ms indexed, ${index.indexMb} MiB more`,
      `  50 concurrent streams      first byte ${spread(asked, 'firstMs')}; first word ${spread(asked, 'wordMs')}`,
      `  500 concurrent streams     ${peak} MiB resident at peak, ${idle} at start`,
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

/** The flags with which the npm scripts start Node. */
const flags = ['--expose-gc', '--max-semi-space-size=2'];

async function measureIndex(folder: string): Promise<IndexFigures> {
  const process = fork(child, [folder], { execArgv: flags });
  const [figures] = await once(process, 'message');
  await once(process, 'exit');
  // The child sends a value of this type.
  return figures as IndexFigures;
}

interface Service extends AsyncDisposable {
  readonly url: string;
  readonly key: string;
}

/** Runs `docent serve` as the package's script does. */
async function startService(folder: string): Promise<Service> {
  const { scripts } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  const flags = String(scripts.docent).match(/(?<= )--\S+/g) ?? [];
  const words = ['serve', join(folder, 'docs'), '--port', '0', '--database', `sqlite:${join(folder, 'serve.db')}`];
  const running = spawn(process.execPath, [...flags, docent, ...words], {
    cwd: folder,
    env: { ...process.env, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = await printedBy(running, /on (http:\S+)[\s\S]*ASSISTANT_API_KEY=(\S+)\s/);
  const [, url = '', key = ''] = printed;
  return {
    url,
    key,
    async [Symbol.asyncDispose]() {
      running.kill();
      if (running.exitCode === null) await once(running, 'exit');
    },
  };
}

async function printedBy(running: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  let text = '';
  for await (const piece of running.stdout ?? []) {
    text += piece;
    const found = pattern.exec(text);
    if (found) return found;
  }
  throw new Error('the service did not start');
}

/** Resident memory of the service, from its own metrics. */
async function residentMb({ url }: Service): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Math.round(Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 2 ** 20);
}

/** The peak while the work runs, sampled every 100 ms. */
async function peakWhile(service: Service, work: Promise<unknown>): Promise<number> {
  let peak = 0;
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  do {
    peak = Math.max(peak, await residentMb(service));
    await Promise.race([over, new Promise((resolve) => setTimeout(resolve, 100))]);
  } while (!isOver);
  return Math.max(peak, await residentMb(service));
}

/** Real questions. Each is asked from a different page, so that no answer comes from a cache. */
const questions = readFileSync(questionFile, 'utf8')
  .trim()
  .split('\n')
  .map((line): string => JSON.parse(line).question);
let next = 0;

/** Milliseconds from sending the question to the first byte of the answer, and to its first word. */
interface Asked {
  readonly firstMs: number;
  readonly wordMs: number;
}

/** Asks `count` questions at the same time, in several rounds. */
async function askInRounds(service: Service, rounds: number, count: number): Promise<readonly Asked[]> {
  const all: Asked[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const asking = Array.from({ length: count }, () => ask(service, next++));
    all.push(...(await Promise.all(asking)));
  }
  return all;
}

/** Plain HTTP, because the cost of the reader is not measured. */
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

async function ask({ url, key }: Service, number: number): Promise<Asked> {
  const startedAt = performance.now();
  const sent = request(`${url}/v1/assistant/docs/message`, {
    method: 'POST',
    agent,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  });
  const content = questions[number % questions.length];
  const messages = [{ id: '1', role: 'user', content, parts: [] }];
  sent.end(JSON.stringify({ fp: 'bench', messages, currentPath: `/place-${number}` }));
  // The response to a request without an upgrade is an IncomingMessage.
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`the service answered ${response.statusCode}`);
  let firstMs: number | undefined;
  let wordMs: number | undefined;
  for await (const chunk of response.setEncoding('utf8')) {
    firstMs ??= performance.now() - startedAt;
    if (/^0:/m.test(chunk)) wordMs ??= performance.now() - startedAt;
  }
  return { firstMs: firstMs ?? Infinity, wordMs: wordMs ?? Infinity };
}

function spread(asked: readonly Asked[], figure: keyof Asked): string {
  const sorted = asked.map((times) => times[figure]).sort((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN).toFixed(0);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`;
}
