/**
 * When one reply's next action goes. In: an action, and when words come. Out: leave to go, as one of the kinds that bring
 * the same nearer. Effects: waits for the pacer and on the clock.
 */
import { type Clock, endWait } from '../../base/clock.ts';
import type { ThreadRef } from '../model/conversation.ts';
import type { Platform, PlatformAction } from '../ports/platform.ts';
import type { Pacer, Permit, Urgency } from '../rate-limits/pacer.ts';
import type { Action } from './next-action.ts';

/** Leave to do an action as this kind. */
export interface ActionPermit extends Permit {
  readonly kind: PlatformAction;
}

export interface ReplyPace {
  /** New words are to be shown. */
  textArrived(): void;
  /** An action was taken or refused. */
  actionEnded(): void;
  /** Waits until the action may go; gives the kind that may go, which is another when that is free earlier. */
  acquire(action: Action): Promise<ActionPermit>;
  /** A message was made so: its last words will be of the kind that follows. undefined: no more are to come. */
  reserveFinal(made: 'post' | 'begin' | undefined): void;
  waitedMs(): number;
}

export interface PaceOptions {
  readonly platform: Platform;
  readonly thread: ThreadRef;
  readonly pacer: Pacer;
  readonly clock: Clock;
  /** Aborts when nothing may be waited for any more. */
  readonly cancelled: AbortSignal;
  /** Aborts when the reply is settled. */
  readonly settled: AbortSignal;
  /** Whether nothing of the reply is shown. */
  isFirst(): boolean;
}

/** Middle words of one reply do not follow each other faster than a reader's eye does. */
const middleGapMs = 300;
/** Next words are waited for where they usually come within this time; a little longer than they usually take. */
const nextText = { withinMs: 150, patience: 1.3 };

export function createReplyPace(options: PaceOptions): ReplyPace {
  const { platform, thread, pacer, clock, cancelled: over, settled } = options;
  let noLongerExpected = (): void => undefined;
  let lastActionAt = Number.NEGATIVE_INFINITY;
  let lastWordsAt = clock.now();
  let wordsApartMs = 0;
  let waitedMs = 0;
  let came = new AbortController();

  return {
    textArrived() {
      wordsApartMs += (clock.now() - lastWordsAt - wordsApartMs) / 2;
      lastWordsAt = clock.now();
      endWait(came);
    },
    actionEnded() {
      lastActionAt = clock.now();
    },
    acquire: take,
    reserveFinal: expect,
    waitedMs: () => waitedMs,
  };

  function urgency(): Urgency {
    return settled.aborted || options.isFirst() ? 2 : 0;
  }

  async function take(action: Action): Promise<ActionPermit> {
    const since = clock.now();
    const gapMs = lastActionAt + middleGapMs - since;
    // A message that is full keeps the next one, in which the answer goes on, not waiting.
    const isMiddle = urgency() === 0 && (action.kind === 'edit' || action.kind === 'append');
    if (isMiddle && gapMs > 0) await clock.wait(gapMs, AbortSignal.any([settled, over]));
    const isNew = action.kind === 'post' || action.kind === 'begin';
    if (isNew) noLongerExpected();
    const ways = waysOf(action, isCrowded());
    if (isNew) expect(ways[0] === 'begin' ? 'begin' : 'post');
    const pass = await pacer.acquireFirst(
      ways.map((kind) => platform.budgets(kind, thread)),
      urgency,
      over,
    );
    if (urgency() === 0) await untilNextWords();
    waitedMs += clock.now() - since;
    return { ...pass, kind: ways[pass.way] ?? action.kind };
  }

  /** An edit just after words came keeps them waiting for less than one just before. */
  async function untilNextWords(): Promise<void> {
    const leftMs = lastWordsAt + nextText.patience * wordsApartMs - clock.now();
    if (wordsApartMs > nextText.withinMs || leftMs <= 0) return;
    came = new AbortController();
    await clock.wait(leftMs, AbortSignal.any([came.signal, over]));
  }

  /** Whether a message that is edited would be refreshed no less often than one that grows, which then serves the others. */
  function isCrowded(): boolean {
    const [appends, edits] = [platform.budgets('append', thread), platform.budgets('edit', thread)];
    return platform.streaming !== undefined && pacer.load(appends) >= pacer.load(edits);
  }

  function expect(made: 'post' | 'begin' | undefined): void {
    noLongerExpected();
    noLongerExpected = () => undefined;
    if (made === undefined || settled.aborted) return;
    noLongerExpected = pacer.reserve(platform.budgets(made === 'post' ? 'edit' : 'append', thread));
  }
}

/** The kinds that bring the same nearer, the best first. */
function waysOf(action: Action, crowded: boolean): readonly PlatformAction[] {
  if (action.kind === 'begin') return crowded ? ['post', 'begin'] : ['begin', 'post'];
  if (action.kind === 'end' && action.showsBody && action.added !== '') return ['end', 'append'];
  return [action.kind];
}

/** The action as the kind that may go; undefined when by now another is wanted, which then waits for its own turn. */
export function inKind(action: Action | undefined, kind: PlatformAction): Action | undefined {
  if (!action || !waysOf(action, false).includes(kind)) return undefined;
  if (kind === 'post' && action.kind === 'begin')
    return { kind, index: action.index, body: action.body, isRepeat: false };
  if (kind === 'append' && action.kind === 'end') return { ...action, kind };
  return action;
}
