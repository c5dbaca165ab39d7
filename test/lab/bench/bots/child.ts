/**
 * Runs a bot of the bench in its own process: starts it, reports that it is ready, reports its usage, stops it. Settings are
 * passed in the environment; parent and child exchange messages.
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
  /** How Docent's answers grow in Slack's channels. Default: the product's. */
  readonly streaming?: 'edit' | 'native';
}

/**
 * CPU in milliseconds since the start; memory in bytes: resident now, resident at its peak, and in use after a garbage
 * collection; event loop delay (p99) in milliseconds since the last report.
 */
export interface Use {
  readonly cpuMs: number;
  readonly rssBytes: number;
  readonly peakBytes: number;
  readonly heldBytes: number;
  readonly delayP99Ms: number;
}

export type Message = { readonly ready: true } | { readonly used: Use };

export interface Bot {
  stop(): Promise<void>;
}

/** Runs a bot until the parent sends `stop`. */
export async function runBot(start: (settings: Settings) => Promise<Bot>): Promise<void> {
  const settings: Settings = JSON.parse(process.env.BENCH_BOT ?? '{}');
  let peakBytes = 0;
  const delay = monitorEventLoopDelay({ resolution: samplingMs });
  delay.enable();
  const sampling = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  }, 250);
  const bot = await start(settings);
  process.on('message', (request) => {
    if (request === 'use') return void send({ used: use() });
    clearInterval(sampling);
    void bot.stop().finally(() => process.exit(0));
  });
  // The bench itself was terminated.
  process.on('disconnect', () => process.exit(1));
  send({ ready: true });

  function use(): Use {
    const { user, system } = process.cpuUsage();
    // Each sample is the real length of one interval.
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

function send(message: Message): void {
  process.send?.(message);
}

/** The text of a v1 answer as it streams, for bots other than Docent. */
export async function* ask(url: string, question: string): AsyncGenerator<string> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify({ messages: [{ content: question }] }) });
  let rest = '';
  for await (const text of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('0:')) yield String(JSON.parse(line.slice(2)));
  }
}
