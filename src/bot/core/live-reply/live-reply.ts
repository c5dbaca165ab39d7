/**
 * Keeps a thread showing the newest reply.
 *
 * The reply is what should be shown, the posted messages are what is shown; `nextAction` compares the two. Between two
 * actions only the newest reply counts, so nothing is ever queued. A rate limit decides when, never what: after each wait the
 * action is computed again. While an answer streams, a thread never shows less than before; surplus text and messages are
 * removed only once the reply is settled.
 */
import type { Work } from '../../../kit/base/time-slices.ts';
import type { MessageRef, Shown, ThreadRef } from '../model/conversation.ts';
import { PlatformError } from '../model/errors.ts';
import { emptyReply, type Reply } from '../model/reply.ts';
import type { CallRuntime } from '../runtime.ts';
import { type ActionPermit, asKind, createReplyPace, type ReplyPace } from './edit-pacing.ts';
import { createReplyMessages, type ReplyMessages } from './messages.ts';
import { type Action, certainPart, nextAction, showsOnlySteps } from './next-action.ts';
import { Omissions } from './omissions.ts';
import { createReplyLayout, type ReplyLayout, type StreamedMessage } from './reply-layout.ts';
import { certainUpTo, endsCleanly, freezeUpTo, possiblyShown, relativeTo } from './shown.ts';

export interface LiveReplyOptions extends CallRuntime {
  readonly thread: ThreadRef;
  /** Names the reply; together with a position it is the key of a post. */
  readonly key: string;
  /** The user who asked. If missing, nobody is waiting, and messages are posted and edited instead of streamed. */
  readonly reader?: string;
  /** No process has posted any of the reply before this time. */
  readonly since: number;
  /** The messages of the reply that an earlier process posted. */
  readonly shown: readonly Shown[];
  /** The text that those messages show, if it is known. */
  readonly shownText?: string;
  /** Aborts when there is no more time to wait; `done` then fails. */
  readonly cut: AbortSignal;
  /** Whether the reply is shown before it is settled; by default where the platform shows replies while they grow. */
  isLive?(): boolean;
  /** Called when the platform reports that a reader stopped the answer; after that only a settled reply is shown. */
  stopped?(): void;
  /**
   * Called before each action with everything that it may leave shown and the text that this is part of, and after each post.
   * `flush`: the action adds or removes a message, so the state must survive a crash of the machine. Other states may be lost,
   * since another edit makes up for that.
   */
  save(shown: readonly Shown[], text: string, flush: boolean): Promise<void>;
}

/** Totals for the log. */
export interface Figures {
  readonly posts: number;
  readonly edits: number;
  readonly appends: number;
  /** Replies that were never shown because a newer one replaced them first. */
  readonly coalesced: number;
  readonly waitedMs: number;
}

export interface LiveReply {
  /** Sets the newest reply and returns immediately. A settled reply is the last one. */
  show(reply: Reply): void;
  /** Shows nothing more. Resolves when no action is in progress, so that another process may continue. */
  abandon(): Promise<void>;
  /** Resolves when the settled reply is shown. Fails with PlatformError if it cannot be shown, or with the error of `save`. */
  readonly done: Promise<void>;
  figures(): Figures;
}

export function createLiveReply(options: LiveReplyOptions): LiveReply {
  const work = new LiveReplyWork(options);
  const done = work.run();
  // Callers learn of a failure from `done`. Without this handler it would count as unhandled until they await it.
  done.catch(() => undefined);
  return {
    show: (reply) => work.show(reply),
    async abandon() {
      work.abandon();
      await done.catch(() => undefined);
    },
    done,
    figures: () => work.figures(),
  };
}

class LiveReplyWork {
  readonly #options: LiveReplyOptions;
  readonly #layout: ReplyLayout;
  readonly #omissions: Omissions;
  readonly #messages: ReplyMessages;
  readonly #pace: ReplyPace;
  readonly #abandoned = new AbortController();
  readonly #settled = new AbortController();
  /** Aborts when nothing more is to be shown. */
  readonly #cancelled: AbortSignal;
  readonly #counts = { posts: 0, edits: 0, appends: 0, coalesced: 0 };
  #reply: Reply = emptyReply;
  #shown: readonly Shown[];
  /** Messages that were removed. */
  #removed: readonly Shown[];
  /** The text whose parts the messages show: the newest, or a longer one that begins with it. */
  #shownText: string;
  #newReply = Promise.withResolvers<void>();
  /** The number of replies since the last action. */
  #newReplies = 0;
  /**
   * Set while the platform refuses every action for now. `silentSince`: it has not answered since then. `isLogged`: an operator
   * can see it.
   */
  #failing: { readonly since: number; readonly silentSince?: number; readonly isLogged: boolean } | undefined;
  /** The last action, if it was an edit. */
  #lastEdit: Action | undefined;
  /** The length of the text when it was last laid out, and the number of its bodies. */
  #laidOut = { chars: 0, bodies: 0 };
  #isStopped = false;

  constructor(options: LiveReplyOptions) {
    this.#options = options;
    this.#shownText = options.shownText ?? '';
    this.#removed = options.shown.filter(({ removed }) => removed);
    const remaining = options.shown.filter(({ removed }) => !removed);
    this.#shown = certainUpTo(this.#shownText.length, remaining);
    this.#cancelled = AbortSignal.any([options.cut, this.#abandoned.signal]);
    this.#layout = createReplyLayout(
      options.platform,
      this.#shown.filter(({ removing }) => !removing),
    );
    this.#omissions = new Omissions(this.#layout);
    this.#messages = createReplyMessages({ ...options, removals: this.#removed.length });
    this.#pace = createReplyPace({
      ...options,
      cancelled: this.#cancelled,
      settled: this.#settled.signal,
      isFirst: () => this.#reply.text !== '' && this.#shown.every(({ from, to }) => from === to),
    });
  }

  show(newest: Reply): void {
    if (this.#reply.settled) return;
    const hasChanged = newest.text !== this.#reply.text;
    this.#reply = newest;
    this.#newReplies += 1;
    if (hasChanged || newest.settled) this.#pace.textArrived();
    if (newest.settled) this.#settled.abort();
    this.#newReply.resolve();
  }

  abandon(): void {
    this.#abandoned.abort();
  }

  figures(): Figures {
    return { ...this.#counts, waitedMs: this.#pace.waitedMs() };
  }

  async run(): Promise<void> {
    const wakeUp = (): void => this.#newReply.resolve();
    this.#cancelled.addEventListener('abort', wakeUp, { once: true });
    try {
      for (;;) {
        if (this.#cancelled.aborted) throw new PlatformError('unavailable');
        const reply = this.#reply;
        const action = this.#nextEdit(reply) ?? (await this.#actionFor(reply));
        if (action) await this.#take(action);
        else if (reply.settled) return;
        else await this.#untilNewReply();
      }
    } finally {
      this.#pace.reserveFinal(undefined);
      this.#cancelled.removeEventListener('abort', wakeUp);
    }
  }

  async #take(action: Action): Promise<void> {
    // If the rest could not continue in another message without repeating words, a long limit is waited out.
    const isAvoidable = action.kind !== 'edit' || endsCleanly(action.index, this.#shown);
    const permit = await this.#pace.acquire(action, isAvoidable);
    if (permit) await this.#perform(permit);
    else if (action.kind === 'append') this.#messages.avoidAppends(action.index);
    else if (!showsOnlySteps(action)) this.#freeze(action.index);
  }

  /**
   * Text that arrives after an edit of the last message most likely needs another edit. It is laid out only once, when that edit
   * may be sent; if it needs something else, that is found then.
   */
  #nextEdit({ text, settled }: Reply): Action | undefined {
    const last = this.#lastEdit;
    const { chars, bodies } = this.#laidOut;
    if (!last || last.index < bodies - 1 || settled || text.length <= chars) return undefined;
    this.#lastEdit = undefined;
    return last;
  }

  async #untilNewReply(): Promise<void> {
    await this.#newReply.promise;
    this.#newReply = Promise.withResolvers<void>();
  }

  async #actionFor(reply: Reply): Promise<Action | undefined> {
    const { platform, thread } = this.#options;
    this.#compareWith(reply.text);
    const isLive = this.#options.isLive?.() ?? platform.isLive(thread);
    if (!reply.settled && (this.#isStopped || !isLive)) return undefined;
    const told = this.#omissions.tell(reply);
    const certain = certainPart(told, this.#shown);
    const bodies = await this.#inSlices(
      this.#layout.bodies(certain, certain === told ? this.#openStream() : undefined),
    );
    this.#laidOut = { chars: reply.text.length, bodies: bodies.length };
    return nextAction(this.#shown, this.#omissions.without(bodies), certain.settled, this.#messages.streams(reply));
  }

  /** Lays out a long text without holding up other work of the process. */
  async #inSlices<T>(work: Work<T>): Promise<T> {
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
      await this.#options.clock.wait(0);
    }
  }

  /** The last message, if it is an open stream. */
  #openStream(): StreamedMessage | undefined {
    const index = this.#shown.length - 1;
    const last = this.#shown[index];
    const ageMs = this.#messages.streamAgeMs(index);
    return last && ageMs !== undefined ? { index, from: last.from, shownTo: last.to, ageMs } : undefined;
  }

  /** Performs the action that is needed by now. What it may leave shown is saved first, since this process may die. */
  async #perform({ kind, accepted, isWithdrawn }: ActionPermit): Promise<void> {
    const action = this.#cancelled.aborted ? undefined : asKind(await this.#actionFor(this.#reply), kind);
    if (!action || this.#cancelled.aborted) return;
    this.#lastEdit = undefined;
    const before = this.#shown;
    this.#shown = before.toSpliced(action.index, 1, ...possiblyShown(action, before[action.index]));
    const changesMessages = isNewMessage(action) || action.kind === 'remove';
    // A process that has lost its claim learns of it here.
    await this.#save(changesMessages);
    // Another reply of this thread may have been told to wait in the meantime.
    if (isWithdrawn()) {
      this.#shown = before;
      return;
    }
    try {
      const result = await this.#messages.perform(action, this.#shown);
      accepted();
      if (action.kind === 'remove') this.#removed = [...this.#removed, toRemoved(this.#shown[action.index])];
      this.#shown = this.#shown.toSpliced(action.index, 1, ...(result ? [result] : []));
      this.#failing = undefined;
      if (action.kind === 'edit') this.#lastEdit = action;
      this.#count(action);
      if (isNewMessage(action)) this.#pace.reserveFinal(action.kind);
      // What is added to the text later may be shown.
      if (this.#omissions.isWithoutWords(action.index) && !this.#reply.settled) this.#freeze(action.index);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (error.arrived === 'no') this.#shown = before;
      await this.#recover(action, error);
      return;
    } finally {
      this.#pace.actionEnded();
    }
    if (changesMessages) await this.#save(true);
  }

  #save(flush: boolean): Promise<void> {
    return this.#options.save([...this.#shown, ...this.#removed], this.#shownText, flush);
  }

  #count(action: Action): void {
    if (isNewMessage(action)) this.#counts.posts += 1;
    else if (action.kind === 'edit') this.#counts.edits += 1;
    else if (action.kind !== 'remove') this.#counts.appends += 1;
    this.#counts.coalesced += Math.max(0, this.#newReplies - 1);
    this.#newReplies = 0;
    this.#countCall(action, 'ok');
  }

  #countCall({ kind }: Action, result: string): void {
    this.#options.metrics.count('platform_calls', { platform: this.#options.platform.name, action: kind, result });
  }

  async #recover(action: Action, error: PlatformError): Promise<void> {
    const { platform, thread, pacer, clock, logger } = this.#options;
    this.#countCall(action, error.code);
    logger.debug({ action: action.kind, code: error.code, waitMs: error.waitMs }, 'action refused');
    const now = clock.now();
    const recovery = recoveryFrom(error, now - (this.#failing?.silentSince ?? now));
    const isGivenUp = now - (this.#failing?.since ?? now) > limitedForMs;
    switch (recovery.way) {
      case 'pause':
        // The narrowest budget is the first: a limit of one channel must not hold up the others.
        pacer.pause(platform.budgets(action.kind, thread).slice(0, 1), recovery.waitMs);
        if (isGivenUp) throw error;
        this.#noteWait(error, recovery.waitMs);
        return;
      case 'shorten':
        if (action.kind === 'remove' || !this.#layout.shorten(action.body, shorterBy)) throw error;
        return;
      case 'leave out':
        this.#leaveOut(action, error);
        return;
      case 'stop streaming':
        this.#messages.stopStreaming(action.index);
        return;
      case 'stop':
        this.#isStopped = true;
        this.#messages.stopStreaming(action.index);
        this.#options.stopped?.();
        return;
      case 'freeze':
        this.#freeze(action.index, error.found);
        return;
      case 'retry':
        if (isGivenUp) throw error;
        this.#noteWait(error, recovery.waitMs);
        await (showsOnlySteps(action)
          ? this.#pace.waitForText(recovery.waitMs)
          : clock.wait(recovery.waitMs, this.#cancelled));
        return;
      case 'give up':
        throw error;
    }
  }

  /** Warns once until an action is accepted again. */
  #noteWait({ code, cause: err }: PlatformError, waitMs: number): void {
    const now = this.#options.clock.now();
    const { since, silentSince, isLogged } = this.#failing ?? { since: now, isLogged: false };
    const failingMs = now - since;
    const isLong = failingMs + waitMs >= longWaitMs;
    this.#failing = {
      since,
      isLogged: isLogged || isLong,
      // A rate limit is an answer.
      ...(code === 'unavailable' && { silentSince: silentSince ?? now }),
    };
    if (isLogged || !isLong) return;
    this.#options.logger.warn({ code, failingMs, waitMs, err }, 'reply not shown yet');
  }

  #leaveOut(action: Action, error: PlatformError): void {
    const { index } = action;
    if (action.kind === 'edit') {
      if (!this.#omissions.refusedEdit(index, action.body)) this.#freeze(index);
    } else if (!isNewMessage(action) || !this.#omissions.refusedPost(index, action.body)) throw error;
  }

  /** From now on, what is shown is compared with this text. */
  #compareWith(newest: string): void {
    const before = this.#shown;
    const { shown, text } = relativeTo(newest, { shown: before, text: this.#shownText });
    [this.#shown, this.#shownText] = [shown, text];
    if (shown !== before) this.#layout.freeze(shown);
  }

  /** `found`: the message, if it was not known before. */
  #freeze(index: number, found?: MessageRef): void {
    this.#compareWith(this.#reply.text);
    if (found !== undefined)
      this.#shown = this.#shown.map((shown, at) => (at === index ? { ...shown, message: found } : shown));
    this.#shown = freezeUpTo(index, { shown: this.#shown, text: this.#shownText });
    this.#layout.freeze(this.#shown);
  }
}

function toRemoved({ message = '' }: Partial<Shown> = {}): Shown {
  return { message, from: 0, to: 0, digest: '', removed: true };
}

function isNewMessage(action: Action): action is Extract<Action, { readonly kind: 'post' | 'begin' }> {
  return action.kind === 'post' || action.kind === 'begin';
}

/** How much is kept of a body that the platform found too long. */
const shorterBy = 0.75;

type Recovery =
  /** Send nothing that costs the action's narrowest budget for this long. */
  | { readonly way: 'pause'; readonly waitMs: number }
  /** Send less in this message. */
  | { readonly way: 'shorten' }
  /** Show the rest without what was refused. */
  | { readonly way: 'leave out' }
  /** Edit this message from now on. */
  | { readonly way: 'stop streaming' }
  /** The reader stopped the answer: edit this message once the reply is settled. */
  | { readonly way: 'stop' }
  /** Leave this message as it is, and show the rest in a new one. */
  | { readonly way: 'freeze' }
  | { readonly way: 'retry'; readonly waitMs: number }
  | { readonly way: 'give up' };

/** How long a platform that does not answer is retried. */
const retryForMs = 120_000;
/** The same of one whose answers include rate limits: a question that is given up is asked, and paid for, again. */
const limitedForMs = 600_000;
/** A wait that an operator should see. */
const longWaitMs = 60_000;
const maxRetryWaitMs = 15_000;
const defaultPauseMs = 5_000;

/** `silentMs`: how long the platform has not answered. */
function recoveryFrom({ code, waitMs }: PlatformError, silentMs: number): Recovery {
  switch (code) {
    case 'rate_limited':
      return { way: 'pause', waitMs: waitMs ?? defaultPauseMs };
    case 'too_long':
      return { way: 'shorten' };
    case 'moderated':
      return { way: 'leave out' };
    case 'not_streaming':
      return { way: 'stop streaming' };
    case 'stopped':
      return { way: 'stop' };
    case 'edit_refused':
      return { way: 'freeze' };
    case 'unavailable':
      if (silentMs > retryForMs) return { way: 'give up' };
      return { way: 'retry', waitMs: waitMs ?? Math.min(maxRetryWaitMs, 500 + silentMs) };
    default:
      return { way: 'give up' };
  }
}
