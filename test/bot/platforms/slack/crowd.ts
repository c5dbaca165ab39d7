/**
 * Streams many concurrent answers in one simulated workspace on a manual clock: our budgets for Slack against the sandbox's
 * rate limits. In: how many answers, what the assistant says and when, the size of bursts. Out: what readers saw and when,
 * and how often a call was rate-limited.
 */

import { createLiveReply } from '../../../../src/bot/core/live-reply/live-reply.ts';
import { PlatformError } from '../../../../src/bot/core/model/errors.ts';
import { emptyReply, settle } from '../../../../src/bot/core/model/reply.ts';
import type { Platform, Streaming } from '../../../../src/bot/core/ports/platform.ts';
import { createPacer, type Pacer } from '../../../../src/bot/core/rate-limits/pacer.ts';
import { budgets } from '../../../../src/bot/platforms/slack/limits/budgets.ts';
import { fits } from '../../../../src/bot/platforms/slack/outbound/render.ts';
import { createLimiter, type LimitOptions } from '../../../../src/sandbox/slack/web-api/limits.ts';
import type { Tier } from '../../../../src/sandbox/slack/web-api/methods/method.ts';
import { createFakeMetrics } from '../../../fakes/assistant.ts';
import { createManualClock, type ManualClock } from '../../../fakes/clock.ts';
import { silent } from '../../../fakes/logger.ts';
import { createFakePlatform } from '../../../fakes/platform.ts';
import { createReader, type Read, type Reader } from '../../../lab/bench/reading.ts';
import { dueMs, type Shape, tokensOf } from '../../../lab/bench/script.ts';

export interface Crowd {
  readonly reads: readonly Read[];
  /** How many calls were rate-limited. */
  readonly limited: number;
  /** The final text of each answer. */
  readonly texts: readonly string[];
}

export interface CrowdOptions {
  readonly threads: number;
  readonly shape: Shape;
  /** Answers are posted and edited, not streamed. */
  readonly isEdited?: boolean;
  /** One limiter per burst size counts every call: a run that none of them limits is the same under each. */
  readonly bursts: readonly NonNullable<LimitOptions['burst']>[];
}

const callMs = 80;
const tiers = {
  post: ['chat.postMessage', 'posting'],
  edit: ['chat.update', 'tier3'],
  begin: ['chat.startStream', 'tier2'],
  append: ['chat.appendStream', 'tier4'],
  end: ['chat.stopStream', 'tier2'],
} as const satisfies Record<string, readonly [string, Tier]>;

interface Workspace {
  readonly clock: ManualClock;
  readonly pacer: Pacer;
  readonly platform: Platform;
  readonly readers: Map<string, Reader>;
  readonly messages: Map<string, { readonly thread: string; text: string }>;
  limited: number;
}

export async function crowd({ threads, shape, bursts, isEdited = false }: CrowdOptions): Promise<Crowd> {
  const workspace = openWorkspace(bursts, isEdited);
  const { clock, messages } = workspace;
  const names = Array.from({ length: threads }, (_, index) => `${1_000 + index}.000001`);
  const whole = Promise.all(names.map((name) => answerIn(name, workspace, shape)));
  await clock.until(whole);
  return {
    reads: (await whole).map((reader) => reader.result()),
    limited: workspace.limited,
    texts: names.map((name) => textIn(messages, name)),
  };
}

async function answerIn(name: string, workspace: Workspace, shape: Shape): Promise<Reader> {
  const { clock, pacer, platform, readers } = workspace;
  const tokens = tokensOf(shape);
  const reader = createReader(clock.now(), tokens.join(''));
  readers.set(name, reader);
  const live = createLiveReply({
    platform,
    pacer,
    clock,
    thread: { platform: 'slack', installation: 'T1', channel: 'C1', thread: name },
    logger: silent,
    metrics: createFakeMetrics(),
    key: name,
    since: clock.now(),
    reader: 'slack:T1:U1',
    shown: [],
    cut: new AbortController().signal,
    save: async () => undefined,
  });
  const startedAt = clock.now();
  let text = '';
  for (const [index, token] of tokens.entries()) {
    await clock.wait(startedAt + dueMs(shape, index) - clock.now());
    text += token;
    reader.sent(token, clock.now());
    live.show({ ...emptyReply, text });
  }
  live.show(settle({ ...emptyReply, text }));
  await live.done;
  return reader;
}

function openWorkspace(bursts: CrowdOptions['bursts'], isEdited: boolean): Workspace {
  const clock = createManualClock();
  const limiters = bursts.map((burst) => createLimiter({ burst }));
  const messages: Workspace['messages'] = new Map();
  const readers: Workspace['readers'] = new Map();
  const streaming: Streaming = {
    canBegin: () => !isEdited,
    maxDurationMs: 240_000,
    steps: () => [],
    text: (markdown) => markdown,
    begin: (thread, text) => call('begin', () => make(thread.thread, text)),
    append: (_, ref, added) => call('append', () => change(ref, (text) => text + added)),
    end: (_, ref, added) => call('end', () => change(ref, (text) => text + added)),
  };
  const platform: Platform = Object.assign(createFakePlatform({ clock }), {
    streaming,
    budgets,
    fits,
    post: (thread: { readonly thread: string }, body: { readonly markdown: string }) =>
      call('post', () => make(thread.thread, body.markdown)),
    edit: (_: unknown, ref: string, body: { readonly markdown: string }) =>
      call('edit', () => change(ref, () => body.markdown)),
  });
  const workspace: Workspace = { clock, pacer: createPacer(clock), platform, readers, messages, limited: 0 };
  return workspace;

  async function call<T>(action: keyof typeof tiers, act: () => T): Promise<T> {
    const [method, tier] = tiers[action];
    await clock.wait(callMs / 2);
    const waitS = Math.max(...limiters.map((limiter) => limiter.take(method, tier, 'C1', clock.now()) ?? 0));
    if (waitS > 0) {
      workspace.limited += 1;
      await clock.wait(callMs / 2);
      throw new PlatformError('rate_limited', { waitMs: waitS * 1_000 });
    }
    const done = act();
    await clock.wait(callMs / 2);
    return done;
  }

  function make(thread: string, text: string): string {
    const ref = `${messages.size + 1}`;
    messages.set(ref, { thread, text });
    seen(thread);
    return ref;
  }

  function change(ref: string, to: (text: string) => string): void {
    const message = messages.get(ref);
    if (!message) throw new PlatformError('message_gone');
    message.text = to(message.text);
    seen(message.thread);
  }

  function seen(thread: string): void {
    readers.get(thread)?.seen(textIn(messages, thread), clock.now());
  }
}

function textIn(messages: Workspace['messages'], thread: string): string {
  return [...messages.values()]
    .filter((message) => message.thread === thread)
    .map((message) => message.text)
    .join('\n');
}
