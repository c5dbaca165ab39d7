/**
 * What each bot of the bench does in its own process: starts, says so, tells what it used, stops. In: settings in the
 * environment, words from the parent. Out: words to the parent.
 */

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

/** CPU in milliseconds since the start, memory in bytes now and at its highest, event loop delay (p99) in milliseconds. */
export interface Use {
  readonly cpuMs: number;
  readonly rssBytes: number;
  readonly peakBytes: number;
}

export type Word = { readonly ready: true } | { readonly used: Use };

export interface Bot {
  stop(): Promise<void>;
}

/** Runs a bot until the parent says `stop`. */
export async function runBot(start: (settings: Settings) => Promise<Bot>): Promise<void> {
  const settings: Settings = JSON.parse(process.env.BENCH_BOT ?? '{}');
  let peakBytes = 0;
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
    const rssBytes = process.memoryUsage.rss();
    return { cpuMs: (user + system) / 1_000, rssBytes, peakBytes: Math.max(peakBytes, rssBytes) };
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
