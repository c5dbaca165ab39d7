/**
 * What each bot of the bench does in its own process: starts, says so, tells what it used, stops. In: settings in the
 * environment, words from the parent. Out: words to the parent.
 */

import { monitorEventLoopDelay } from 'node:perf_hooks';

const samplingMs = 10;

export interface Settings {
  readonly platform: 'slack' | 'discord';
  readonly apiUrl: string;
  readonly token: string;
  readonly appToken: string;
  readonly guildId: string;
  readonly applicationId: string;
  readonly botUserId: string;
  readonly assistantUrl: string;
}

/**
 * CPU in milliseconds since the start; memory in bytes: resident now and at its highest, and what is held, without what could
 * be freed; event loop delay (p99) in milliseconds since it was asked for last.
 */
export interface Use {
  readonly cpuMs: number;
  readonly rssBytes: number;
  readonly peakBytes: number;
  readonly heldBytes: number;
  readonly delayP99Ms: number;
}

export type Word = { readonly ready: true } | { readonly used: Use };

export interface Bot {
  stop(): Promise<void>;
}

/** Runs a bot until the parent says `stop`. */
export async function runBot(start: (settings: Settings) => Promise<Bot>): Promise<void> {
  const settings: Settings = JSON.parse(process.env.BENCH_BOT ?? '{}');
  let peakBytes = 0;
  const delay = monitorEventLoopDelay({ resolution: samplingMs });
  delay.enable();
  const look = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  }, 250);
  const bot = await start(settings);
  process.on('message', (asked) => {
    if (asked === 'use') return void say({ used: use() });
    clearInterval(look);
    void bot.stop().finally(() => process.exit(0));
  });
  // The bench was ended from outside.
  process.on('disconnect', () => process.exit(1));
  say({ ready: true });

  function use(): Use {
    const { user, system } = process.cpuUsage();
    // A sample is how long one interval really took.
    const delayP99Ms = Math.max(0, delay.percentile(99) / 1e6 - samplingMs);
    delay.reset();
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
    globalThis.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    return {
      cpuMs: (user + system) / 1_000,
      rssBytes: rss,
      peakBytes,
      heldBytes: heapUsed + external,
      delayP99Ms,
    };
  }
}

function say(word: Word): void {
  process.send?.(word);
}

/** The text of a v1 answer as it comes, for bots that are not Docent. */
export async function* ask(url: string, question: string): AsyncGenerator<string> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify({ messages: [{ content: question }] }) });
  let rest = '';
  for await (const text of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('0:')) yield String(JSON.parse(line.slice(2)));
  }
}
