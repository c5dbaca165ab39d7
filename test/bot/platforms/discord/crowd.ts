/**
 * Simulates many concurrent answers on Discord, on a manual clock: our budgets against the sandbox's rate limits. In: how many
 * questions are asked at the same moment, what the assistant writes and when, how long calls travel. Out: what readers saw and
 * when, each call, and how often a rate limit was hit.
 */

import { openThread } from '../../../../src/bot/core/engine/turn/open-thread.ts';
import { createLiveReply } from '../../../../src/bot/core/live-reply/live-reply.ts';
import { PlatformError } from '../../../../src/bot/core/model/errors.ts';
import { emptyReply, settle } from '../../../../src/bot/core/model/reply.ts';
import type { Platform } from '../../../../src/bot/core/ports/platform.ts';
import { createPacer, type Pacer } from '../../../../src/bot/core/rate-limits/pacer.ts';
import type { Api } from '../../../../src/bot/platforms/discord/connection/rest.ts';
import { createBudgets } from '../../../../src/bot/platforms/discord/limits/budgets.ts';
import { createLimits } from '../../../../src/bot/platforms/discord/limits/learned-limits.ts';
import { limitKeyOf } from '../../../../src/bot/platforms/discord/limits/limit-key.ts';
import { createMessages } from '../../../../src/bot/platforms/discord/outbound/messages.ts';
import { fits } from '../../../../src/bot/platforms/discord/outbound/render.ts';
import { english } from '../../../../src/bot/wording/wording.ts';
import { createLimiter } from '../../../../src/sandbox/discord/rest/limits.ts';
import { createFakeMetrics } from '../../../fakes/assistant.ts';
import { createManualClock, type ManualClock } from '../../../fakes/clock.ts';
import { silent } from '../../../fakes/logger.ts';
import { createFakePlatform } from '../../../fakes/platform.ts';
import { createReader, type Read, type Reader } from '../../../lab/bench/reading.ts';
import { dueMs, type Shape, tokensOf } from '../../../lab/bench/script.ts';

export interface Crowd {
  readonly reads: readonly Read[];
  /** How often a rate limit was hit. */
  readonly limited: number;
  /** Each call, and when it was sent, in milliseconds after the questions. */
  readonly calls: readonly { readonly kind: string; readonly atMs: number }[];
}

export interface CrowdOptions {
  readonly threads: number;
  readonly shape: Shape;
  /** How long each way takes: even numbers are requests, odd numbers responses. */
  readonly wayMs?: (call: number) => number;
}

/** The sandbox's limit for each kind of call in a channel. */
const quotas = {
  'POST/channels/messages/:id/threads': { bucket: 'threads', limit: 1_000, windowMs: 300_000 },
  'POST/channels/messages': { bucket: 'create', limit: 5, windowMs: 5_000 },
  'PATCH/channels/messages/:id': { bucket: 'edit', limit: 5, windowMs: 5_000 },
} as const;

interface World {
  readonly clock: ManualClock;
  readonly pacer: Pacer;
  readonly platform: Platform;
  readonly readers: Map<string, Reader>;
  readonly calls: { kind: string; atMs: number }[];
  limited: number;
}

export async function crowd({ threads, shape, wayMs = () => 40 }: CrowdOptions): Promise<Crowd> {
  const world = openWorld(wayMs);
  const names = Array.from({ length: threads }, (_, index) => `${300_000_000_000_000_000n + BigInt(index)}`);
  const readers = Promise.all(names.map((name) => answerIn(name, world, shape)));
  await world.clock.until(readers);
  return { reads: (await readers).map((reader) => reader.result()), limited: world.limited, calls: world.calls };
}

async function answerIn(name: string, world: World, shape: Shape): Promise<Reader> {
  const { clock, pacer, platform, readers } = world;
  const tokens = tokensOf(shape);
  const reader = createReader(clock.now(), tokens.join(''));
  const [metrics, signal] = [createFakeMetrics(), new AbortController().signal];
  readers.set(name, reader);
  const asked = { platform: 'discord', installation: 'G1', channel: '200', thread: name };
  const question = {
    id: name,
    eventId: name,
    thread: asked,
    asker: 'discord:1',
    text: 'How?',
    askedAt: clock.now(),
    opens: 'thread',
  };
  const { thread } = await openThread({ ...question, addressed: 'mention' }, english, { ...world, metrics }, signal);
  const live = createLiveReply({
    platform,
    pacer,
    clock,
    metrics,
    thread,
    logger: silent,
    key: name,
    since: clock.now(),
    shown: [],
    cut: signal,
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

function openWorld(wayMs: (call: number) => number): World {
  const clock = createManualClock();
  const startedAt = clock.now();
  const limiter = createLimiter();
  const limits = createLimits(clock);
  const api: Api = { call, routeWaitMs: () => 0, refused: () => false, close: () => undefined };
  const messages = createMessages({
    api,
    clock,
    applicationId: () => '1',
    rightsIn: () => undefined,
    acknowledged: () => undefined,
  });
  const platform: Platform = Object.assign(createFakePlatform({ clock }), {
    ...messages,
    budgets: createBudgets(limits),
    fits,
  });
  const world: World = { clock, pacer: createPacer(clock), platform, readers: new Map(), calls: [], limited: 0 };
  return world;

  async function call(...[method, route, options]: Parameters<Api['call']>): Promise<unknown> {
    const key = limitKeyOf(method, route);
    const answered = await limits.acquire(key);
    const number = world.calls.push({ kind: key.kind, atMs: clock.now() - startedAt });
    await clock.wait(wayMs(2 * number));
    const pass = limiter.take(quotas[key.kind as keyof typeof quotas], key.major, true, clock.now());
    if (pass.refused) world.limited += 1;
    else show(key.major, options?.body);
    await clock.wait(wayMs(2 * number + 1));
    answered({ status: pass.refused ? 429 : 200, headers: new Headers({ ...pass.headers, ...retryAfter(pass) }) });
    if (pass.refused) throw new PlatformError('rate_limited', { waitMs: pass.refused.waitMs });
    return { id: '400', channel_id: key.major, ...options?.body };
  }

  function show(channel: string, body: object = {}): void {
    if ('content' in body) world.readers.get(channel)?.seen(String(body.content), clock.now());
  }
}

function retryAfter({ refused }: ReturnType<ReturnType<typeof createLimiter>['take']>): Record<string, string> {
  return refused ? { 'retry-after': `${refused.waitMs / 1_000}`, 'x-ratelimit-scope': refused.scope } : {};
}
