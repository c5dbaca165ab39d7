/**
 * Decides when the next action of a reply is sent, and as which kind. An edit waits for the platform's budget, which replicas
 * share and which keeps room for the final edits of other replies (rate-limits); for its distance to the one before; and for
 * text that is about to arrive.
 */
import { type Clock, endWait } from '../../../kit/base/clock.ts';
import type { ThreadRef } from '../model/conversation.ts';
import type { Platform, PlatformAction } from '../ports/platform.ts';
import type { Pacer, Permit, Urgency } from '../rate-limits/pacer.ts';
import { type Action, showsOnlySteps } from './next-action.ts';

/** Permission to perform an action as this kind. */
export interface ActionPermit extends Permit {
  readonly kind: PlatformAction;
}

export interface ReplyPace {
  /** To be called when there is new text to show. */
  textArrived(): void;
  /** To be called when an action was accepted or refused. */
  actionEnded(): void;
  /**
   * Waits until the action may be sent. The permit is for another kind if that achieves the same and is free earlier. Undefined
   * if another action is better by now: the wait is too long for an avoidable one, or text is there to show besides searches.
   */
  acquire(action: Action, isAvoidable: boolean): Promise<ActionPermit | undefined>;
  /** Reserves room for the final update of a message that was created this way; undefined if no update will follow. */
  reserveFinal(made: 'post' | 'begin' | undefined): void;
  /** Waits this long, or until text arrives or nothing more is to be shown. */
  waitForText(waitMs: number): Promise<void>;
  waitedMs(): number;
}

export interface PaceOptions {
  readonly platform: Platform;
  readonly thread: ThreadRef;
  readonly pacer: Pacer;
  readonly clock: Clock;
  /** Aborts when nothing more is to be shown. */
  readonly cancelled: AbortSignal;
  /** Aborts when the reply is settled. */
  readonly settled: AbortSignal;
  /** Whether there is text, and none of it is shown yet. */
  isFirst(): boolean;
}

/** When searches are shown: most end sooner, and the first text has to wait while a message is being posted. */
const stepsAfterMs = 500;
/** Minimum time between two intermediate updates of a reply: nobody reads faster. */
const updateGapMs = 300;
/** An update waits for the next text if that usually arrives within `withinMs`, for this multiple of the usual time. */
const nextText = { withinMs: 150, patience: 1.3 };
/**
 * A longer pause is avoided if another action can show the text: instead of appending, the stream is ended and the message
 * edited; instead of an edit, the rest is posted as a new message.
 */
const maxPauseMs: Partial<Record<PlatformAction, number>> = { append: 5_000, edit: 30_000 };

export function createReplyPace(options: PaceOptions): ReplyPace {
  const { platform, thread, pacer, clock, cancelled, settled } = options;
  let releaseFinal = (): void => undefined;
  let lastActionAt = Number.NEGATIVE_INFINITY;
  let lastTextAt = clock.now();
  let textGapMs = 0;
  let waitedMs = 0;
  /** Set while waiting for the next text. */
  let nextTextArrived: AbortController | undefined;
  /** Aborts when an edit no longer needs to keep its distance. */
  const hurried = AbortSignal.any([settled, cancelled]);
  cancelled.addEventListener('abort', endTextWait, { once: true });

  return {
    textArrived() {
      textGapMs += (clock.now() - lastTextAt - textGapMs) / 2;
      lastTextAt = clock.now();
      endTextWait();
    },
    actionEnded() {
      lastActionAt = clock.now();
    },
    acquire,
    reserveFinal,
    waitForText,
    waitedMs: () => waitedMs,
  };

  function urgency(): Urgency {
    return settled.aborted || options.isFirst() ? 2 : 0;
  }

  /** Once there is text, stops waiting, and leaves it the budget that it may need. */
  async function acquireForSteps(): Promise<ActionPermit | undefined> {
    const over = untilText();
    await clock.wait(stepsAfterMs, over);
    const permit = await pacer.acquireFirst([platform.budgets('post', thread)], () => 0, over);
    if (over.aborted) return undefined;
    reserveFinal('post');
    return { ...permit, kind: 'post' };
  }

  async function acquire(action: Action, isAvoidable: boolean): Promise<ActionPermit | undefined> {
    if (showsOnlySteps(action)) return acquireForSteps();
    const since = clock.now();
    const gapMs = lastActionAt + updateGapMs - since;
    // Once a message is full, the next one, which continues the answer, does not wait.
    const isIntermediate = urgency() === 0 && (action.kind === 'edit' || action.kind === 'append');
    if (isIntermediate && gapMs > 0) await clock.wait(gapMs, hurried);
    const isNew = action.kind === 'post' || action.kind === 'begin';
    if (isNew) releaseFinal();
    const ways = waysOf(action, isCrowded());
    if (isNew) reserveFinal(ways[0] === 'begin' ? 'begin' : 'post');
    const permit = await pacer.acquireFirst(
      ways.map((kind) => platform.budgets(kind, thread)),
      urgency,
      cancelled,
      isAvoidable ? maxPauseMs[action.kind] : undefined,
    );
    if (permit.way === -1) return undefined;
    if (urgency() === 0) await untilNextText();
    waitedMs += clock.now() - since;
    return { ...permit, kind: ways[permit.way] ?? action.kind };
  }

  /** An edit sent just after text arrives keeps that text waiting less than one sent just before. */
  async function untilNextText(): Promise<void> {
    const leftMs = lastTextAt + nextText.patience * textGapMs - clock.now();
    if (textGapMs > nextText.withinMs || leftMs <= 0) return;
    await waitForText(leftMs);
  }

  async function waitForText(waitMs: number): Promise<void> {
    await clock.wait(waitMs, untilText());
  }

  /** Aborts at the next text, or when nothing more is to be shown. */
  function untilText(): AbortSignal {
    nextTextArrived = new AbortController();
    if (cancelled.aborted) endWait(nextTextArrived);
    return nextTextArrived.signal;
  }

  function endTextWait(): void {
    if (nextTextArrived) endWait(nextTextArrived);
    nextTextArrived = undefined;
  }

  /** Whether an edited message would be updated at least as often as a stream; if so, streams are left to other replies. */
  function isCrowded(): boolean {
    const [appends, edits] = [platform.budgets('append', thread), platform.budgets('edit', thread)];
    return platform.streaming !== undefined && pacer.load(appends) >= pacer.load(edits);
  }

  function reserveFinal(made: 'post' | 'begin' | undefined): void {
    releaseFinal();
    releaseFinal = () => undefined;
    if (made === undefined || settled.aborted) return;
    releaseFinal = pacer.reserve(platform.budgets(made === 'post' ? 'edit' : 'append', thread));
  }
}

/** The kinds of action that achieve the same, best first. */
function waysOf(action: Action, crowded: boolean): readonly PlatformAction[] {
  if (action.kind === 'begin' && action.mayBePosted) return crowded ? ['post', 'begin'] : ['begin', 'post'];
  if (action.kind === 'end' && action.showsBody && action.added !== '') return ['end', 'append'];
  return [action.kind];
}

/** The action as the permitted kind; undefined if a different one is needed by now, which waits for its own permit. */
export function asKind(action: Action | undefined, kind: PlatformAction): Action | undefined {
  if (!action || !waysOf(action, false).includes(kind)) return undefined;
  if (kind === 'post' && action.kind === 'begin')
    return { kind, index: action.index, body: action.body, isRepeat: false };
  if (kind === 'append' && action.kind === 'end') return { ...action, kind };
  return action;
}
