/**
 * Keeps a thread showing the newest reply. In: replies, the newest of which counts. Out: posts, edits and removals, one at
 * a time. Effects: the only caller of post, edit and remove.
 *
 * The reply is what should be shown, the posted messages are what is shown; `nextAction` compares the two. Between two
 * actions only the newest reply counts, so nothing is ever queued. A limit says when, never what: after each wait the
 * action is worked out anew. While the stream runs a thread never shows less than it did; surplus text and messages go
 * only when the reply is settled.
 */
import { createHash } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { Shown, ThreadRef } from './conversation.ts';
import { PlatformError } from './errors.ts';
import { type Body, createLayout } from './layout.ts';
import type { Pacer, Urgency } from './pacer.ts';
import type { Logger, Metrics, Platform } from './ports.ts';
import { emptyReply, type Reply } from './reply.ts';

/** What brings the thread nearer to the reply. */
export type Action =
  | { readonly kind: 'post'; readonly index: number; readonly body: Body; readonly again: boolean }
  | { readonly kind: 'edit'; readonly index: number; readonly body: Body }
  | { readonly kind: 'remove'; readonly index: number };

/** The next action, or undefined when the thread shows what it should. Pure. */
export function nextAction(shown: readonly Shown[], bodies: readonly Body[], settled: boolean): Action | undefined {
  for (const [index, body] of bodies.entries()) {
    const there = shown[index];
    if (!there) return { kind: 'post', index, body, again: false };
    if (there.digest === digestOf(body)) continue;
    const next = bodies[index + 1];
    const takesAway = body.to < there.to;
    // What is to move to the next message is posted there before it goes here.
    const after = shown[index + 1];
    if (takesAway && next && !after?.message) return { kind: 'post', index: index + 1, body: next, again: !!after };
    // A new start (after a restart) is shorter at first: what is there stays until the reply is as long.
    if (takesAway && !next && !settled) continue;
    return there.message === '' ? { kind: 'post', index, body, again: true } : { kind: 'edit', index, body };
  }
  if (settled && shown.length > bodies.length) return { kind: 'remove', index: shown.length - 1 };
  return undefined;
}

/** Equal for bodies that look the same. */
export function digestOf(body: Body): string {
  const looks = JSON.stringify([body.markdown, body.sources, body.notices]);
  return createHash('sha256').update(looks).digest('base64url').slice(0, 22);
}

export interface LiveReplyOptions {
  readonly platform: Platform;
  readonly thread: ThreadRef;
  readonly pacer: Pacer;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Names the reply; with a position it is the key of a post. */
  readonly key: string;
  /** What a former process posted of it. */
  readonly shown: readonly Shown[];
  /** Called before each action with all that it may leave shown, and of which text, and after each post. */
  keep(shown: readonly Shown[], text: string): Promise<void>;
}

/** What the log tells of a reply at its end. */
export interface Figures {
  readonly posts: number;
  readonly edits: number;
  /** Replies that were never shown because a newer one came first. */
  readonly coalesced: number;
  readonly waitedMs: number;
}

export interface LiveReply {
  /** The newest reply; returns at once. A settled one is the last. */
  show(reply: Reply): void;
  /** Resolves when the settled reply is shown; fails with PlatformError when it cannot be, or with what `keep` failed with. */
  readonly done: Promise<void>;
  /** Whether any text of the assistant stands in the thread. */
  anyShown(): boolean;
  figures(): Figures;
}

/** Middle words of one reply are not edited faster than a reader's eye follows. */
const middleGapMs = 1_000;
/** How long a settled reply is tried again when the platform does not answer. */
const patienceMs = 120_000;

export function createLiveReply(options: LiveReplyOptions): LiveReply {
  const { platform, thread, pacer, clock, keep } = options;
  let shown = options.shown;
  let reply = emptyReply;
  let wake = Promise.withResolvers<void>();
  const settled = new AbortController();
  const counts = { posts: 0, edits: 0, coalesced: 0, waitedMs: 0 };
  let newReplies = 0;
  let lastActionAt = Number.NEGATIVE_INFINITY;
  let failingSince: number | undefined;
  let maxMarkdown = Number.POSITIVE_INFINITY;
  let layOut = createLayout(fits);

  const done = run();
  // Whoever shows learns of a failure from `done`; until somebody waits for it, it is no unhandled rejection.
  done.catch(() => undefined);
  return { show, done, anyShown: () => shown.some((each) => each.to > 0), figures: () => counts };

  function show(newest: Reply): void {
    if (reply.settled) return;
    reply = newest;
    newReplies += 1;
    if (newest.settled) settled.abort();
    wake.resolve();
  }

  async function run(): Promise<void> {
    for (;;) {
      const action = wanted();
      if (action) {
        await pace(action);
        await act();
      } else {
        if (reply.settled) return;
        await wake.promise;
        wake = Promise.withResolvers<void>();
      }
    }
  }

  function wanted(): Action | undefined {
    if (!reply.settled && !platform.isLive(thread)) return undefined;
    return nextAction(shown, layOut(reply), reply.settled);
  }

  function fits(body: Body): boolean {
    return body.markdown.length <= maxMarkdown && platform.fits(body);
  }

  function urgency(): Urgency {
    return reply.settled || shown.length === 0 ? 2 : 0;
  }

  async function pace(action: Action): Promise<void> {
    const since = clock.now();
    const gapMs = lastActionAt + middleGapMs - since;
    if (urgency() === 0 && gapMs > 0) await clock.wait(gapMs, settled.signal);
    await pacer.take(platform.budgets(action.kind, thread), urgency);
    counts.waitedMs += clock.now() - since;
  }

  /**
   * Does what is wanted by now, which may be newer than what was paced for. What it may leave shown is kept before, so
   * that whoever takes over knows of a message that was posted, and of words that were shown, by a process that died.
   */
  async function act(): Promise<void> {
    const action = wanted();
    if (!action) return;
    const before = shown;
    if (action.kind !== 'remove') {
      shown = shown.toSpliced(action.index, 1, perhaps(action.body, shown[action.index]));
      await keep(shown, reply.text);
    }
    try {
      const there = await perform(action);
      failingSince = undefined;
      shown = there ? shown.toSpliced(action.index, 1, there) : shown.toSpliced(action.index, 1);
      count(action);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (error.arrived === 'no') shown = before;
      await cope(action, error);
      return;
    } finally {
      lastActionAt = clock.now();
    }
    if (action.kind !== 'edit') await keep(shown, reply.text);
  }

  async function perform(action: Action): Promise<Shown | undefined> {
    const { message = '' } = shown[action.index] ?? {};
    if (action.kind === 'remove') {
      await platform.remove(thread, message);
      return undefined;
    }
    if (action.kind === 'edit') {
      await platform.edit(thread, message, action.body);
      return toShown(message, action.body);
    }
    const key = `${options.key}:${action.index}`;
    return toShown(await platform.post(thread, action.body, key, action.again), action.body);
  }

  function count(action: Action): void {
    if (action.kind === 'post') counts.posts += 1;
    if (action.kind === 'edit') counts.edits += 1;
    counts.coalesced += Math.max(0, newReplies - 1);
    newReplies = 0;
    options.metrics.count('platform_calls', { platform: platform.name, action: action.kind, result: 'ok' });
  }

  /** Decides what a failure means: wait and go again, send less, or give up. */
  async function cope(action: Action, error: PlatformError): Promise<void> {
    options.metrics.count('platform_calls', { platform: platform.name, action: action.kind, result: error.code });
    options.logger.debug({ action: action.kind, code: error.code, waitMs: error.waitMs }, 'action refused');
    if (error.code === 'rate_limited') {
      // The narrowest budget stands first; a limit of one channel must not hold up the others.
      pacer.pause(platform.budgets(action.kind, thread).slice(0, 1), error.waitMs ?? 5_000);
      return;
    }
    if (error.code === 'too_long' && action.kind !== 'remove' && action.body.markdown.length > 100) {
      maxMarkdown = Math.floor(action.body.markdown.length * 0.75);
      layOut = createLayout(fits);
      return;
    }
    if (error.code !== 'unavailable') throw error;
    failingSince ??= clock.now();
    const failingMs = clock.now() - failingSince;
    if (failingMs > patienceMs) throw error;
    await clock.wait(error.waitMs ?? Math.min(15_000, 500 + failingMs));
  }
}

/** What a message shows once a body was sent to it and before anybody knows that it arrived. */
function perhaps(body: Body, there: Shown | undefined): Shown {
  return { message: there?.message ?? '', from: body.from, to: Math.max(body.to, there?.to ?? 0), digest: '' };
}

function toShown(message: string, body: Body): Shown {
  return { message, from: body.from, to: body.to, digest: digestOf(body) };
}
