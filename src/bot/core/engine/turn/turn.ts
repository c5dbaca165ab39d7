/**
 * Answers one question: opens its thread if needed -> shows the working indicator -> asks the assistant -> shows the reply
 * -> ends the turn in the store. What the reply shows after each event, and how the turn ends, is decided in turn-state.ts.
 * Whatever happens, the thread ends up with the answer or with one plain sentence.
 */
import { endWait, untilAborted, within } from '../../../../kit/base/clock.ts';
import { ClaimLostError, StoreError } from '../../../../kit/sql/store-errors.ts';
import type { Wording } from '../../../wording/wording.ts';
import { readAlong } from '../../context/read-along.ts';
import { handOverReply } from '../../feedback/hand-over.ts';
import { showOperators } from '../../feedback/operators-cards.ts';
import { takenBackReply } from '../../feedback/taken-back.ts';
import { type AnsweredBefore, answeredBefore } from '../../insight/answered-before.ts';
import { createLiveReply, type LiveReply } from '../../live-reply/live-reply.ts';
import { silentCode } from '../../model/asked-question.ts';
import { type Conversation, questionDeleted, type Shown, type Turn } from '../../model/conversation.ts';
import { AssistantError, PlatformError } from '../../model/errors.ts';
import { isPrivatePlace } from '../../model/private-place.ts';
import type { Source } from '../../model/source.ts';
import { findWording } from '../../people/find-wording.ts';
import type { TurnEnd, TurnSignal } from '../../ports/store.ts';
import type { PlatformRuntime } from '../../runtime.ts';
import { askAssistant, assistantFor, nearestTo } from './ask-assistant.ts';
import { sayAskedAgain } from './asked-again.ts';
import { endTurn } from './end-turn.ts';
import { openThread } from './open-thread.ts';
import {
  beginTurn,
  type End,
  isAnotherPerson,
  isByAi,
  isFull,
  isNews,
  isUnanswered,
  nextState,
  type Place,
  type Refusal,
  refusalOf,
  type TurnEvent,
  type TurnState,
  toTurnEnd,
  type Unanswered,
  unansweredIn,
  unshownEnd,
} from './turn-state.ts';
import { CurrentStep, showWorkingIndicator } from './working-indicator.ts';

/** How long the words of an answer that nobody asked for wait for the first page that it cites. */
const wordsWaitMs = 2_000;
/** How long the end of an answer waits for what says where the question was answered before. */
const beforeWaitMs = 1_000;

export interface TurnOptions extends PlatformRuntime {
  /** Aborts when the process must end: the reply says so, and the turn stays open for the next process. */
  readonly signal: AbortSignal;
  /** Aborts soon after `signal`, when nothing may be waited for any longer. */
  readonly cut: AbortSignal;
}

/**
 * How the work on a turn ended in this process. `interrupted`: the process must end. `outage`: the platform is down for now.
 * `restarted`: the question is asked again. All but `ended` leave the turn open.
 */
export type Outcome = 'ended' | 'interrupted' | 'outage' | 'restarted';

/** Fails with StoreError or ClaimLostError. */
export function answer(turn: Turn, options: TurnOptions): Promise<Outcome> {
  return new TurnRun(turn, options).run();
}

class TurnRun {
  readonly #options: TurnOptions;
  readonly #startedAt: number;
  /** Aborts at the first text. */
  readonly #hasText = new AbortController();
  /** Aborts when the answer is no longer wanted: it was stopped, is asked again, or cannot be shown. */
  readonly #unwanted = new AbortController();
  /** Aborts the request to the assistant: `#unwanted` aborted, or the process must end. */
  readonly #stop: AbortSignal;
  readonly #current = new CurrentStep();
  readonly #unanswered: Unanswered;
  /** Aborts when words may be shown: of what nobody asked Docent, they wait until the answer cites a page. */
  readonly #released = new AbortController();
  #state: TurnState;
  #wording: Promise<Wording> | undefined;
  #before: Promise<AnsweredBefore | undefined> | undefined;
  #live: LiveReply | undefined;
  #shown: readonly Shown[];
  #stoppedBy: string | undefined;
  #isStopped: boolean;
  /** The question is asked again; the next claimant answers it. */
  #isRestarted = false;

  constructor(turn: Turn, options: TurnOptions) {
    this.#options = options;
    this.#startedAt = options.clock.now();
    this.#stop = AbortSignal.any([options.signal, this.#unwanted.signal]);
    this.#state = beginTurn(turn, this.#placeOf(turn.conversation));
    this.#shown = turn.shown;
    this.#stoppedBy = turn.stoppedBy;
    this.#isStopped = turn.stoppedBy !== undefined;
    const isHeld = turn.shown.length === 0 && !turn.stoppedBy && !refusalOf(turn, this.#startedAt) && !turn.shared;
    const route = options.routing.routeFor(turn.conversation.thread);
    this.#unanswered = isHeld ? unansweredIn(turn.question, route) : 'say';
    if (!isHeld || (turn.question.addressed !== 'auto' && this.#unanswered === 'say')) endWait(this.#released);
  }

  get #turn(): Turn {
    return this.#state.turn;
  }

  async run(): Promise<Outcome> {
    const unsubscribe = this.#options.store.onSignal(this.#turn, (signal) => this.#onSignal(signal));
    try {
      const end = await this.#show();
      if (typeof end === 'string') return end;
      if (!(await this.#showOperators(end))) return 'interrupted';
      const { partCount, firstTextAt } = this.#state;
      const counts = { parts: partCount, sources: end.sources.length, ...this.#live?.figures() };
      await endTurn(this.#turn, end, { startedAt: this.#startedAt, firstTextAt, counts }, this.#options);
      return 'ended';
    } finally {
      unsubscribe();
    }
  }

  #onSignal(signal: TurnSignal): void {
    if (signal === 'restart') {
      this.#isRestarted = true;
      void this.#live?.abandon();
    } else {
      this.#stoppedBy = signal.stoppedBy;
      this.#isStopped = true;
    }
    endWait(this.#unwanted);
  }

  /** The state after the event, and what follows from it. */
  #apply(event: TurnEvent): void {
    const { reply: before } = this.#state;
    this.#state = nextState(this.#state, event);
    const { reply } = this.#state;
    if (event.type === 'part' && event.part.type === 'cited') this.#release();
    if (!isNews(before, reply)) return;
    this.#current.show(reply.steps);
    if (reply.settled) endWait(this.#released);
    else if (reply.text !== '' && before.text === '') void this.#releaseLater();
    if (this.#released.signal.aborted || reply.text === '') this.#showNewest();
  }

  #showNewest(): void {
    if (this.#state.firstTextAt !== undefined) endWait(this.#hasText);
    this.#live?.show(this.#state.reply);
  }

  /** From now on the words may be shown. */
  #release(): void {
    if (this.#released.signal.aborted) return;
    endWait(this.#released);
    if (this.#state.reply.text !== '') this.#showNewest();
  }

  /** Silence ends only with a page. */
  async #releaseLater(): Promise<void> {
    if (this.#released.signal.aborted || this.#unanswered === 'silent') return;
    await this.#options.clock.wait(wordsWaitMs, this.#released.signal);
    this.#release();
  }

  /** Sentences of ours wait for the language. */
  async #settle(event: TurnEvent): Promise<void> {
    await this.#getWording();
    this.#apply(event.type === 'complete' ? await this.#completed() : event);
  }

  /** With where the question was answered before, and with the notice that an AI writes, where it is due. */
  async #completed(): Promise<TurnEvent> {
    const { routing, store, clock } = this.#options;
    const lookingUp = this.#before && within(this.#before, beforeWaitMs, clock);
    const { aiNotice } = routing.routeFor(this.#turn.conversation.thread);
    const mayBeDue = aiNotice !== 'off' && isByAi(this.#state);
    const isDue = mayBeDue && (aiNotice === 'always' || !(await store.hasAiNotice(this.#turn)));
    const before = await lookingUp;
    return {
      type: 'complete',
      ...(isDue && { hasAiNotice: true }),
      ...(before && before !== 'late' && { before }),
    };
  }

  /** May look up the language on the platform, in parallel to everything that does not wait for it. */
  #getWording(): Promise<Wording> {
    this.#wording ??= this.#findWording();
    return this.#wording;
  }

  async #findWording(): Promise<Wording> {
    const { thread, asker: person, locale } = this.#turn.question;
    const wording = await findWording({ thread, person, locale }, this.#options);
    this.#apply({ type: 'language', wording });
    return wording;
  }

  #placeOf({ thread }: Conversation): Place {
    const canCall = this.#options.routing.routeFor(thread).handover !== undefined;
    return { isPrivate: isPrivatePlace(thread), canCall };
  }

  /** Shows the reply until it is settled. */
  async #show(): Promise<TurnEnd | Exclude<Outcome, 'ended'>> {
    // The question was deleted before anything of the reply was shown.
    if (this.#stoppedBy === questionDeleted && this.#shown.length === 0)
      return this.#toEnd({ state: 'stopped', code: questionDeleted });
    try {
      const reading = this.#unanswered === 'silent' ? this.#readAnswer() : undefined;
      const silent = reading && (await this.#silentEnd(reading));
      if (silent) return silent;
      await this.#open();
      await this.#sayAskedAgain();
      await this.#answer(this.#beginReply(), reading);
      return this.#state.code === 'interrupted' ? 'interrupted' : this.#toEnd();
    } catch (error) {
      await this.#live?.abandon();
      return this.#isRestarted ? 'restarted' : this.#giveUp(error);
    }
  }

  /** Where Docent may stay silent, nothing is shown before a page is cited. undefined: there is something to show. */
  async #silentEnd(reading: Promise<TurnEvent | undefined>): Promise<TurnEnd | Exclude<Outcome, 'ended'> | undefined> {
    const speaks = untilAborted(this.#released.signal).then(() => 'speaks' as const);
    const last = await Promise.race([reading, speaks]);
    // A failure to read is thrown where it is awaited.
    reading.catch(() => undefined);
    if (last === 'speaks') return undefined;
    if (this.#isRestarted) return 'restarted';
    if (last === undefined) return this.#toEnd({ state: 'stopped', code: this.#stoppedCode() });
    if (last.type === 'interrupted') return 'interrupted';
    if (!isUnanswered(this.#state, last)) return undefined;
    if (last.type === 'failed') return this.#toEnd({ state: 'failed', code: last.code });
    return this.#toEnd({ state: 'answered', code: this.#state.reply.outcome === 'chat' ? 'chat' : silentCode });
  }

  #stoppedCode(): string {
    return this.#stoppedBy === questionDeleted ? questionDeleted : 'stopped';
  }

  async #open(): Promise<void> {
    const { question } = this.#turn;
    if (question.opens === undefined) return;
    const { thread, notice } = await openThread(question, await this.#getWording(), this.#options, this.#stop);
    await this.#options.store.saveOpenedThread(this.#turn, thread, notice);
    const conversation = { ...this.#turn.conversation, thread, ...(notice && { notice }) };
    this.#apply({ type: 'opened', conversation, place: this.#placeOf(conversation) });
  }

  async #sayAskedAgain(): Promise<void> {
    const { turn, place } = this.#state;
    if (turn.timesAgain > 0 && turn.attempt === 1 && place.isPrivate)
      await sayAskedAgain(turn, await this.#getWording(), this.#options);
  }

  #beginReply(): LiveReply {
    const { question, conversation, shown, answer: shownText, replyKey: key } = this.#turn;
    const live = createLiveReply({
      ...this.#options,
      thread: conversation.thread,
      key,
      // A turn that somebody else reopened has only a hash of its asker, which is not a user id.
      ...(question.asker.startsWith(`${question.thread.platform}:`) && { reader: question.asker }),
      since: question.askedAt,
      shown,
      shownText,
      stopped: () => {
        this.#isStopped = true;
        endWait(this.#unwanted);
      },
      save: (now, text, flush) => {
        this.#shown = now;
        return this.#options.store.saveTurnShown(this.#turn, now, text, flush);
      },
    });
    live.done.catch(() => endWait(this.#unwanted));
    if (this.#isRestarted) void live.abandon();
    this.#live = live;
    if (this.#state.reply.text !== '') this.#showNewest();
    return live;
  }

  /** Shows the working indicator until the reply has text. */
  async #answer(live: LiveReply, reading?: Promise<TurnEvent | undefined>): Promise<void> {
    const { attempt, conversation } = this.#turn;
    const refusal = refusalOf(this.#turn, this.#options.clock.now());
    const ended = new AbortController();
    if (refusal || this.#isStopped) endWait(this.#hasText);
    const phases = {
      wording: this.#getWording(),
      firstText: this.#hasText.signal,
      end: ended.signal,
      mayBeShown: attempt > 1,
      current: this.#current,
    };
    const indicator = showWorkingIndicator(conversation.thread, phases, this.#options);
    // Prevents an unhandled rejection; the failure is thrown where it is awaited.
    indicator.catch(() => undefined);
    try {
      if (this.#isStopped) await this.#sayStopped();
      else if (refusal) await this.#refuse(refusal);
      else if (this.#turn.shared) await this.#settle({ type: 'complete' });
      else await this.#finish(await (reading ?? this.#readAnswer()));
      await live.done;
    } finally {
      endWait(ended);
      await indicator;
    }
  }

  async #refuse(refusal: Refusal): Promise<void> {
    const turn = this.#turn;
    const wording = await this.#getWording();
    if (refusal.code === 'human') {
      const route = this.#options.routing.routeFor(turn.conversation.thread);
      this.#apply({ type: 'refused', refusal, reply: await handOverReply(turn, route, wording, this.#options) });
    } else if (refusal.code === 'taken_back') {
      const reply = await takenBackReply(turn, wording.say(refusal.key), wording, this.#options);
      this.#apply({ type: 'refused', refusal, reply });
    } else this.#apply({ type: 'refused', refusal });
  }

  /** `last`: undefined if the answer was stopped. */
  async #finish(last: TurnEvent | undefined): Promise<void> {
    if (!last) return this.#sayStopped();
    const isHeld = this.#unanswered === 'pages' && !this.#released.signal.aborted;
    if (isHeld && last.type === 'complete' && isUnanswered(this.#state, last)) {
      const sources = await nearestTo(this.#turn, this.#options, this.#stop);
      if (sources.length > 0) this.#showPages(sources);
    }
    await this.#settle(last);
  }

  /** In place of the words, none of which is shown yet. */
  #showPages(sources: readonly Source[]): void {
    const at = this.#options.clock.now();
    this.#apply({ type: 'part', part: { type: 'replace', text: '', sources: [] }, at });
    this.#apply({ type: 'part', part: { type: 'nearest', sources }, at });
  }

  /** Reads the answer to its end. Returns the event that settles the reply; undefined if the answer was stopped. */
  async #readAnswer(): Promise<TurnEvent | undefined> {
    const { platform, routing, store, clock, logger } = this.#options;
    try {
      const { takesPictures = false } = assistantFor(this.#turn, routing);
      const { along, unread } = await readAlong(this.#turn, platform, store, takesPictures);
      this.#apply({ type: 'read_along', unread });
      for await (const part of askAssistant(this.#turn, this.#options, this.#stop, along)) {
        // The title of a search is a sentence of ours.
        if (part.type === 'search') await this.#getWording();
        if (part.type === 'finish' && part.unread) logger.warn({}, 'part of the answer could not be read');
        this.#apply({ type: 'part', part, at: clock.now() });
        // Beside the answer, once some of it is shown, which nothing may delay.
        if (this.#hasText.signal.aborted) this.#before ??= answeredBefore(this.#turn, this.#options);
        if (isFull(this.#state)) return { type: 'complete' };
      }
    } catch (error) {
      return { type: 'failed', code: this.#failureOf(error) };
    }
    if (this.#isStopped) return undefined;
    return { type: this.#stop.aborted ? 'interrupted' : 'complete' };
  }

  async #sayStopped(): Promise<void> {
    const by = this.#stoppedBy;
    const { thread } = this.#turn.conversation;
    const name = isAnotherPerson(by, this.#turn) ? await this.#options.platform.people?.nameOf(by, thread) : undefined;
    await this.#settle({ type: 'stopped', by, name });
  }

  /** Rethrows failures of the store, after which nothing may be shown. */
  #failureOf(error: unknown): Extract<TurnEvent, { type: 'failed' }>['code'] {
    const { logger } = this.#options;
    if (error instanceof StoreError || error instanceof ClaimLostError) throw error;
    if (error instanceof AssistantError) {
      logger.warn({ code: error.code, status: error.status, err: error }, 'assistant failed');
      return error.code;
    }
    logger.error({ err: error }, 'turn failed with an unexpected error');
    return 'defect';
  }

  /** The reply cannot be shown. */
  #giveUp(error: unknown): TurnEnd | Exclude<Outcome, 'ended'> {
    const { clock, logger, signal } = this.#options;
    if (!(error instanceof PlatformError)) return this.#toEnd({ state: 'failed', code: this.#failureOf(error) });
    const { code } = error;
    const end = unshownEnd(error, clock.now() - this.#turn.openedAt, signal.aborted);
    if (end === 'outage') logger.warn({ code, err: error }, 'reply not shown yet');
    if (typeof end === 'string') return end;
    if (end.state === 'failed') logger.warn({ code, err: error }, 'reply could not be shown');
    return this.#toEnd(end);
  }

  #toEnd(end?: End): TurnEnd {
    const message = this.#shown[0]?.message;
    const link = message ? this.#options.platform.threads?.linkTo(this.#turn.conversation.thread, message) : undefined;
    return toTurnEnd(this.#state, link, end);
  }

  /** Posts the operators' cards of a call for help. False if the next process has to continue. */
  async #showOperators({ state }: TurnEnd): Promise<boolean> {
    const { fixedReply, takenBy } = this.#turn;
    const isWanted = fixedReply === 'human' && (state !== 'stopped' || takenBy !== undefined);
    return !isWanted || showOperators(this.#turn, this.#options);
  }
}
