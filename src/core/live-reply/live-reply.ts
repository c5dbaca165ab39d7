/**
 * Keeps a thread showing the newest reply. In: replies, the newest of which counts. Out: posts, edits and removals, one at
 * a time. Effects: through its messages.
 *
 * The reply is what should be shown, the posted messages are what is shown; `nextAction` compares the two. Between two
 * actions only the newest reply counts, so nothing is ever queued. A limit says when, never what: after each wait the
 * action is worked out anew. While the stream runs a thread never shows less than it did; surplus text and messages go
 * only when the reply is settled.
 */
import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import type { Body } from '../model/body.ts';
import type { Shown, ThreadRef } from '../model/conversation.ts';
import { PlatformError } from '../model/errors.ts';
import { emptyReply, type Reply } from '../model/reply.ts';
import type { Platform } from '../ports/platform.ts';
import type { Metrics } from '../ports/telemetry.ts';
import type { Pacer } from '../rate-limits/pacer.ts';
import { createReplyMessages } from './messages.ts';
import { type Action, certainPart, nextAction } from './next-action.ts';
import { type ActionPermit, createReplyPace, inKind } from './pacing.ts';
import { createReplyLayout } from './reply-layout.ts';
import { createRollover } from './rollover.ts';

export interface LiveReplyOptions {
  readonly platform: Platform;
  readonly thread: ThreadRef;
  readonly pacer: Pacer;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Names the reply; with a position it is the key of a post. */
  readonly key: string;
  /** Who asked; missing: nobody reads it as it grows, so it is posted and edited. */
  readonly reader?: string;
  /** Nothing of it was posted before, by any process. */
  readonly since: number;
  /** What a former process posted of it. */
  readonly shown: readonly Shown[];
  /** Aborts when nothing may be waited for any more: `done` then fails. */
  readonly cut: AbortSignal;
  /** Calls back when the reader wants no more of it; until what it gives is called. */
  onStop?(stopped: () => void): () => void;
  /** Called before each action with all that it may leave shown, and of which text, and after each post. */
  save(shown: readonly Shown[], text: string): Promise<void>;
}

/** What the log tells of a reply at its end. */
export interface Figures {
  readonly posts: number;
  readonly edits: number;
  readonly appends: number;
  /** Replies that were never shown because a newer one came first. */
  readonly coalesced: number;
  readonly waitedMs: number;
}

export interface LiveReply {
  /** The newest reply; returns at once. A settled one is the last. */
  show(reply: Reply): void;
  /** Nothing more of it is shown. Resolves when nothing is under way any more, so that another process may go on. */
  abandon(): Promise<void>;
  /** Resolves when the settled reply is shown; fails with PlatformError when it cannot be or nothing may be waited for, or with what `keep` failed with. */
  readonly done: Promise<void>;
  figures(): Figures;
}

/** How long a settled reply is tried again when the platform does not answer. */
const retryForMs = 120_000;

export function createLiveReply(options: LiveReplyOptions): LiveReply {
  const { platform, thread, pacer, clock, save: keep } = options;
  const abandoned = new AbortController();
  const stopped = new AbortController();
  const cancelled = AbortSignal.any([options.cut, abandoned.signal, stopped.signal]);
  const { streaming: growing } = platform;
  const messages = createReplyMessages(options);
  let shown = options.shown;
  let reply = emptyReply;
  let wake = Promise.withResolvers<void>();
  const settled = new AbortController();
  const counts = { posts: 0, edits: 0, appends: 0, coalesced: 0 };
  let newReplies = 0;
  let failingSince: number | undefined;
  const layout = createReplyLayout(platform, options.shown);
  const rollPlace = createRollover(platform.fits);
  const pace = createReplyPace({
    ...options,
    cancelled,
    settled: settled.signal,
    isFirst: () => shown.length === 0,
  });

  const listenNoMore = options.onStop?.(() => stopped.abort());
  const wakeUp = (): void => wake.resolve();
  cancelled.addEventListener('abort', wakeUp, { once: true });
  const done = run().finally(() => {
    pace.reserveFinal(undefined);
    listenNoMore?.();
    cancelled.removeEventListener('abort', wakeUp);
  });
  // Whoever shows learns of a failure from `done`; until somebody waits for it, it is no unhandled rejection.
  done.catch(() => undefined);
  return { show, abandon, done, figures: () => ({ ...counts, waitedMs: pace.waitedMs() }) };

  async function abandon(): Promise<void> {
    abandoned.abort();
    await done.catch(() => undefined);
  }

  function show(newest: Reply): void {
    if (reply.settled) return;
    reply = newest;
    newReplies += 1;
    pace.textArrived();
    if (newest.settled) settled.abort();
    wake.resolve();
  }

  async function run(): Promise<void> {
    for (;;) {
      if (cancelled.aborted) throw new PlatformError(stopped.signal.aborted ? 'stopped' : 'unavailable');
      const action = wanted();
      if (action) {
        await act(await pace.acquire(action));
      } else {
        if (reply.settled) return;
        await wake.promise;
        wake = Promise.withResolvers<void>();
      }
    }
  }

  function wanted(): Action | undefined {
    if (!reply.settled && !platform.isLive(thread)) return undefined;
    const certain = certainPart(reply, shown);
    return nextAction(shown, layOutMessages(certain), certain.settled, messages.streams(reply.text));
  }

  /** How the reply is cut: a message that grows ends before it would have to take words back. */
  function layOutMessages(certain: Reply): readonly Body[] {
    const bodies = layout.bodies(certain);
    const index = shown.length - 1;
    const [there, body, grownMs] = [shown[index], bodies[index], messages.streamAgeMs(index)];
    const isLast = index === bodies.length - 1;
    if (!growing || !there || !body || grownMs === undefined || (isLast && reply.settled)) return bodies;
    const lateMs = grownMs - growing.maxDurationMs;
    const end = rollPlace(reply.text, { body, isLast, shownTo: there.to, lateMs });
    if (end === undefined) return bodies;
    layout.endMessageAt(there.from, end);
    return layout.bodies(certain);
  }

  /**
   * Does what is wanted by now, which may be newer than what was paced for. What it may leave shown is kept before, so
   * that whoever takes over knows of a message that was posted, and of words that were shown, by a process that died.
   */
  async function act({ kind, accepted: worked }: ActionPermit): Promise<void> {
    const action = cancelled.aborted ? undefined : inKind(wanted(), kind);
    if (!action) return;
    const before = shown;
    if (action.kind !== 'remove')
      shown = shown.toSpliced(action.index, 1, possiblyShown(action.body, shown[action.index]));
    // Before a removal, too: who lost the turn learns it here.
    await keep(shown, reply.text);
    try {
      const there = await messages.perform(action, shown[action.index]);
      worked();
      if (action.kind === 'post' || action.kind === 'begin') pace.reserveFinal(action.kind);
      failingSince = undefined;
      shown = there ? shown.toSpliced(action.index, 1, there) : shown.toSpliced(action.index, 1);
      count(action);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (error.arrived === 'no') shown = before;
      await handleFailure(action, error);
      return;
    } finally {
      pace.actionEnded();
    }
    if (action.kind === 'post' || action.kind === 'begin' || action.kind === 'remove') await keep(shown, reply.text);
  }

  function count(action: Action): void {
    if (action.kind === 'post' || action.kind === 'begin') counts.posts += 1;
    if (action.kind === 'edit') counts.edits += 1;
    if (action.kind === 'append' || action.kind === 'end') counts.appends += 1;
    counts.coalesced += Math.max(0, newReplies - 1);
    newReplies = 0;
    options.metrics.count('platform_calls', { platform: platform.name, action: action.kind, result: 'ok' });
  }

  /** Decides what a failure means: wait and go again, send less, or give up. */
  async function handleFailure(action: Action, error: PlatformError): Promise<void> {
    options.metrics.count('platform_calls', { platform: platform.name, action: action.kind, result: error.code });
    options.logger.debug({ action: action.kind, code: error.code, waitMs: error.waitMs }, 'action refused');
    if (error.code === 'rate_limited') {
      // The narrowest budget stands first; a limit of one channel must not hold up the others.
      pacer.pause(platform.budgets(action.kind, thread).slice(0, 1), error.waitMs ?? 5_000);
      return;
    }
    if (error.code === 'too_long' && action.kind !== 'remove' && layout.shrink(action.body)) return;
    if (error.code === 'not_streaming') {
      messages.stopStreaming(action.index);
      return;
    }
    if (error.code !== 'unavailable') throw error;
    failingSince ??= clock.now();
    const failingMs = clock.now() - failingSince;
    if (failingMs > retryForMs) throw error;
    await clock.wait(error.waitMs ?? Math.min(15_000, 500 + failingMs), cancelled);
  }
}

/** What a message shows once a body was sent to it and before anybody knows that it arrived. */
function possiblyShown(body: Body, there: Shown | undefined): Shown {
  return { message: there?.message ?? '', from: body.from, to: Math.max(body.to, there?.to ?? 0), digest: '' };
}
