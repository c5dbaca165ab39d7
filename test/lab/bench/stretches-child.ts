/** Runs the hostile inputs one after another and prints the longest stretch of each as a line of JSON. */
import { Worker } from 'node:worker_threads';
import { answer } from '../../../src/bot/core/engine/turn/turn.ts';
import type { Body } from '../../../src/bot/core/model/body.ts';
import type { Turn } from '../../../src/bot/core/model/conversation.ts';
import type { Platform, Streaming } from '../../../src/bot/core/ports/platform.ts';
import type { Store } from '../../../src/bot/core/ports/store.ts';
import { createPacer } from '../../../src/bot/core/rate-limits/pacer.ts';
import { createAssistant } from '../../../src/bot/docs-api/assistant.ts';
import * as discord from '../../../src/bot/platforms/discord/outbound/render.ts';
import { toSurface } from '../../../src/bot/platforms/slack/outbound/markdown-surface.ts';
import * as slack from '../../../src/bot/platforms/slack/outbound/render.ts';
import { systemClock } from '../../../src/kit/base/clock.ts';
import { everywhere } from '../../fakes/routing.ts';
import { hostileActs } from './hostile-acts.ts';
import { hostileStreams } from './hostile-inputs.ts';
import { longestStretch } from './longest-stretch.ts';
import type { Stretch } from './stretches.ts';

const pattern = new RegExp(process.argv[2] ?? '');
const latencyMs = 20;
/** One answer gets all the calls that a busy workspace allows. */
const budget = { bucket: 'all', limit: 20, windowMs: 1_000, burst: 20 };

const server = new Worker(new URL('./hostile-assistant.ts', import.meta.url));
const url = await new Promise<string>((resolve) => server.once('message', resolve));
// Warm up: compile the code before anything is measured.
for (const platform of platforms()) await show('200 kB in one part', 'v1', platform);
for (const { name, version, reason } of hostileStreams.filter((stream) => pattern.test(stream.name))) {
  for (const platform of platforms()) {
    const { longestMs, result } = await longestStretch(() => show(name, version, platform));
    print({ input: name, platform: platform.name, longestMs, shownChars: result, ...(reason && { reason }) });
  }
}
for (const { name, on, prepare } of hostileActs.filter((candidate) => pattern.test(candidate.name))) {
  const act = await prepare();
  // Warm up here, too.
  await act();
  const { longestMs } = await longestStretch(async () => act());
  print({ input: name, platform: on, longestMs, shownChars: 0 });
}
await server.terminate();

function print(stretch: Stretch): void {
  process.stdout.write(`${JSON.stringify(stretch)}\n`);
}

function platforms(): readonly (Platform & { readonly shown: () => number })[] {
  const streaming: Streaming = {
    canBegin: () => true,
    maxDurationMs: 240_000,
    steps: () => [],
    text: toSurface,
    begin: () => call().then(() => 'm1'),
    append: () => call(),
    end: (_thread, _message, _added, body) => call(slack.toBlocksBeneath(body)),
  };
  return [
    { ...stub('slack', slack.fits, (body) => slack.toContent(body)) },
    { ...stub('slack, streamed', slack.fits, (body) => slack.toContent(body)), streaming },
    { ...stub('discord', discord.fits, (body) => discord.render(body)) },
  ];
}

async function call(content: unknown = ''): Promise<void> {
  JSON.stringify(content);
  await systemClock.wait(latencyMs);
}

function stub(name: string, fits: Platform['fits'], render: (body: Body) => unknown): Platform & { shown(): number } {
  let shown = 0;
  let made = 0;
  const write = async (body: Body): Promise<void> => {
    await call(render(body));
    shown = Math.max(shown, body.to);
  };
  return {
    name,
    isolatesWorkspaces: false,
    start: async () => undefined,
    stop: async () => undefined,
    health: () => ({ state: 'ready' }),
    silentMs: () => undefined,
    places: { kindOf: async () => 'public', canSee: async () => true },
    open: async ({ thread }) => ({ thread }),
    async post(_thread, body) {
      await write(body);
      made += 1;
      return `m${made}`;
    },
    edit: (_thread, _message, body) => write(body),
    remove: () => call(),
    working: { set: () => call(), lastsMs: 60_000, clearsItself: false, stepsIn: 'indicator' },
    fits,
    budgets: () => [budget],
    isLive: () => true,
    shown: () => shown,
  };
}

/** Answers a question with this stream. Resolves to the number of characters shown. */
async function show(name: string, apiVersion: 'v1' | 'v2', platform: Platform & { shown(): number }): Promise<number> {
  const assistant = createAssistant({ url, domain: encodeURIComponent(name), apiKey: 'k', apiVersion });
  const signal = new AbortController().signal;
  const nothing = (): void => undefined;
  await answer(turn(), {
    platform,
    platforms: [platform],
    operators: [],
    routing: everywhere(assistant),
    store: memory(),
    pacer: createPacer(systemClock),
    clock: systemClock,
    logger: { debug: nothing, info: nothing, warn: nothing, error: nothing },
    metrics: { count: nothing, observe: nothing },
    fingerprint: (asker) => asker,
    signal,
    cut: signal,
  });
  await assistant.close();
  return platform.shown();
}

/** The store methods that a turn uses, without delays or a disk. */
function memory(): Store {
  const methods: Partial<Store> = {
    saveTurnShown: async (_turn, shown, text) => void JSON.stringify([shown, text]),
    saveAssistantThread: async () => undefined,
    history: async () => [],
    endTurn: async (_turn, end) => void JSON.stringify(end),
    onSignal: () => () => undefined,
  };
  return methods as Store;
}

function turn(): Turn {
  const thread = { platform: 'p', installation: 'I1', channel: 'C1', thread: 'T1' };
  return {
    id: 'turn-1',
    conversation: { id: 'c1', thread },
    question: {
      id: 'q1',
      eventId: 'e1',
      thread,
      asker: 'slack:T1:U1',
      addressed: 'mention',
      text: 'How?',
      askedAt: Date.now(),
    },
    state: 'asked',
    tries: 1,
    attempt: 1,
    openedAt: Date.now(),
    timesAgain: 0,
    replyKey: 'turn-1',
    shown: [],
    answer: '',
  };
}
