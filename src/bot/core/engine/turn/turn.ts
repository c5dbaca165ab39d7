/**
 * Answers one question: opens its thread if needed -> shows the working indicator -> asks the assistant -> folds the parts
 * into a reply -> shows it -> ends the turn in the store. Whatever happens, the thread ends up with the answer or with one
 * plain sentence.
 */

import { type Clock, endWait } from '../../../../kit/base/clock.ts';
import type { Logger } from '../../../../kit/base/logger.ts';
import { ClaimLostError } from '../../../../kit/sql/store-errors.ts';
import type { Wording } from '../../../wording/wording.ts';
import { readAlong, type Unread, unreadSentences } from '../../context/read-along.ts';
import { handOverReply } from '../../feedback/hand-over.ts';
import { type OperatorOptions, showOperators } from '../../feedback/operators-cards.ts';
import { takenBackReply } from '../../feedback/taken-back.ts';
import { createLiveReply, type LiveReply } from '../../live-reply/live-reply.ts';
import { type Conversation, questionDeleted, type Shown, type Turn } from '../../model/conversation.ts';
import { bounded, emptyReply, fold, type Part, type Reply } from '../../model/reply.ts';
import { findWording } from '../../people/find-wording.ts';
import type { Platform } from '../../ports/platform.ts';
import type { Routing } from '../../ports/routing.ts';
import type { Store, TurnEnd, TurnSignal } from '../../ports/store.ts';
import type { Metrics } from '../../ports/telemetry.ts';
import type { Pacer } from '../../rate-limits/pacer.ts';
import { afterTurn } from './after-turn.ts';
import { askAssistant } from './ask-assistant.ts';
import { sayAskedAgain } from './asked-again.ts';
import { reportTurnEnd, saveEnd } from './end-turn.ts';
import { endWithoutReply, failureSentence, needsWording, noticesFor, stoppedSentence } from './ended-early.ts';
import {
  answeredReply,
  controlsOf,
  endStateOf,
  type ReplyContext,
  refusalOf,
  replyWithSentence,
  type Sentence,
} from './final-reply.ts';
import { openThread } from './open-thread.ts';
import { CurrentStep, showWorkingIndicator } from './working-indicator.ts';

export interface TurnOptions extends OperatorOptions {
  readonly platform: Platform;
  readonly routing: Routing;
  readonly store: Store;
  readonly pacer: Pacer;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Maps the asker's id to the id that the assistant receives. */
  fingerprint(asker: string): string;
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
  readonly #turn: Turn;
  readonly #options: TurnOptions;
  readonly #startedAt: number;
  /** Aborts at the first text. */
  readonly #hasText = new AbortController();
  /** Aborts when the reply can no longer be shown. */
  readonly #unseen = new AbortController();
  /** Aborts when somebody stopped the answer. */
  readonly #stopped = new AbortController();
  /** Aborts when the question is asked again; the next claimant answers it. */
  readonly #restarted = new AbortController();
  /** Aborts the request to the assistant: `#unseen`, `#stopped` or `#restarted` aborted, or the process must end. */
  readonly #stop: AbortSignal;
  #conversation: Conversation;
  #stoppedBy: string | undefined;
  #wording: Promise<Wording> | undefined;
  #unread: Unread = { isThread: false, files: 0 };
  readonly #current = new CurrentStep();
  #reply: Reply = emptyReply;
  #live: LiveReply | undefined;
  #shown: readonly Shown[];
  #partCount = 0;
  #firstTextAt: number | undefined;

  constructor(turn: Turn, options: TurnOptions) {
    this.#turn = turn;
    this.#options = options;
    this.#startedAt = options.clock.now();
    const { signal: restarted } = this.#restarted;
    this.#stop = AbortSignal.any([options.signal, this.#unseen.signal, this.#stopped.signal, restarted]);
    this.#conversation = turn.conversation;
    this.#shown = turn.shown;
    this.#stoppedBy = turn.stoppedBy;
  }

  async run(): Promise<Outcome> {
    const unsubscribe = this.#options.store.onSignal(this.#turn, (signal) => this.#onSignal(signal));
    try {
      const outcome = this.#isUnwanted() ? this.#toEnd('stopped', questionDeleted) : await this.#show();
      if (typeof outcome === 'string') return outcome;
      if (!(await this.#showOperators(outcome))) return 'interrupted';
      await this.#end(outcome);
      await afterTurn({ ...this.#turn, conversation: this.#conversation }, outcome, this.#options);
      return 'ended';
    } finally {
      unsubscribe();
    }
  }

  /** Posts the operators' cards of a call for help. False if the next process has to continue. */
  async #showOperators({ state }: TurnEnd): Promise<boolean> {
    const { fixedReply, takenBy } = this.#turn;
    const isWanted = fixedReply === 'human' && (state !== 'stopped' || takenBy !== undefined);
    return !isWanted || showOperators({ ...this.#turn, conversation: this.#conversation }, this.#options);
  }

  #onSignal(signal: TurnSignal): void {
    if (signal !== 'restart') {
      this.#stoppedBy = signal.stoppedBy;
      endWait(this.#stopped);
      return;
    }
    endWait(this.#restarted);
    void this.#live?.abandon();
  }

  /** Whether the question was deleted before anything of the reply was shown. */
  #isUnwanted(): boolean {
    return this.#stoppedBy === questionDeleted && this.#turn.shown.length === 0;
  }

  /** Shows the reply until it is settled. */
  async #show(): Promise<TurnEnd | Exclude<Outcome, 'ended'>> {
    try {
      await this.#open();
      await this.#sayAskedAgain();
      const code = await this.#answerOrSay(this.#begin());
      if (this.#options.signal.aborted && code === 'interrupted') return 'interrupted';
      return this.#toEnd(endStateOf(code), code);
    } catch (error) {
      await this.#live?.abandon();
      return this.#restarted.signal.aborted ? 'restarted' : this.#giveUp(error);
    }
  }

  /** May look up the language on the platform. Runs in parallel, since only Docent's own sentences wait for it. */
  #getWording(): Promise<Wording> {
    this.#wording ??= this.#findWording();
    return this.#wording;
  }

  async #findWording(): Promise<Wording> {
    const { thread, asker: person, locale } = this.#turn.question;
    const wording = await findWording({ thread, person, locale }, this.#options);
    this.#reply = { ...this.#reply, wording };
    return wording;
  }

  async #open(): Promise<void> {
    const { question } = this.#turn;
    if (question.opens === undefined) return;
    const { thread, notice } = await openThread(question, await this.#getWording(), this.#options, this.#stop);
    await this.#options.store.saveOpenedThread(this.#turn, thread, notice);
    this.#conversation = { ...this.#conversation, thread, ...(notice && { notice }) };
  }

  async #sayAskedAgain(): Promise<void> {
    const { timesAgain, attempt } = this.#turn;
    if (timesAgain > 0 && attempt === 1 && this.#isPrivate())
      await sayAskedAgain({ ...this.#turn, conversation: this.#conversation }, await this.#getWording(), this.#options);
  }

  #begin(): LiveReply {
    const { question, shown, answer: shownText, replyKey: key } = this.#turn;
    const live = createLiveReply({
      ...this.#options,
      thread: this.#conversation.thread,
      key,
      // Old turns keep only a hash of the asker, which is not a user id.
      ...(question.asker.startsWith(`${question.thread.platform}:`) && { reader: question.asker }),
      since: question.askedAt,
      shown,
      shownText,
      stopped: () => endWait(this.#stopped),
      save: (now, text, flush) => {
        this.#shown = now;
        return this.#options.store.saveTurnShown(this.#turn, now, text, flush);
      },
    });
    // Cancel the request once the reply can no longer be shown.
    live.done.catch(() => this.#unseen.abort());
    this.#live = live;
    void this.#offerStop(live);
    return live;
  }

  async #offerStop(live: LiveReply): Promise<void> {
    const wording = await this.#getWording();
    if (this.#reply.settled) return;
    this.#reply = { ...this.#reply, ...controlsOf(this.#context(wording), ['stop']) };
    if (this.#reply.text !== '') live.show(this.#reply);
  }

  /** Returns a code if the reply ends with one of Docent's sentences. */
  async #answerOrSay(live: LiveReply): Promise<string | undefined> {
    const refusal = await this.#insteadOfAnswer();
    const ended = new AbortController();
    if (refusal) endWait(this.#hasText);
    const phases = {
      wording: this.#getWording(),
      firstText: this.#hasText.signal,
      end: ended.signal,
      mayBeShown: this.#turn.attempt > 1,
      current: this.#current,
    };
    const indicator = showWorkingIndicator(this.#conversation.thread, phases, this.#options);
    // Prevents an unhandled rejection; the failure is thrown where it is awaited.
    indicator.catch(() => undefined);
    try {
      const code = refusal ? await this.#sayInstead(refusal) : await this.#answer(live);
      if (this.#restarted.signal.aborted) throw new ClaimLostError();
      live.show(this.#reply);
      await live.done;
      return code;
    } finally {
      endWait(ended);
      await indicator;
    }
  }

  /** The sentence for a question that is not sent to the assistant. */
  async #insteadOfAnswer(): Promise<Sentence | undefined> {
    if (this.#stoppedBy !== undefined) return this.#whyStopped();
    const instead = refusalOf(this.#turn, this.#options.clock.now());
    return instead && { sentence: (await this.#getWording()).say(instead.key), code: instead.code };
  }

  async #sayInstead({ sentence, code }: Sentence): Promise<string | undefined> {
    const wording = await this.#getWording();
    if (code === 'human') this.#reply = await this.#callPeople(wording);
    else if (code === 'taken_back') {
      this.#reply = await takenBackReply(this.#turn, sentence, wording, this.#options);
    } else return this.#say(sentence, code);
    return code;
  }

  #callPeople(wording: Wording): Promise<Reply> {
    const route = this.#options.routing.routeFor(this.#conversation.thread);
    return handOverReply(this.#turn, this.#conversation, route, wording, this.#options);
  }

  async #say(sentence: string, code: string | undefined): Promise<string | undefined> {
    const context = this.#context(await this.#getWording());
    this.#reply = replyWithSentence(this.#reply, context, sentence, code);
    return code;
  }

  #context(wording: Wording): ReplyContext {
    const isPrivate = this.#isPrivate();
    const { handover } = this.#options.routing.routeFor(this.#conversation.thread);
    const canCall = handover !== undefined;
    const places = { turn: this.#turn, conversation: this.#conversation, isPrivate, canCall };
    return { ...places, wording, unread: unreadSentences(this.#unread, wording, this.#turn.question.reading) };
  }

  #isPrivate(): boolean {
    return this.#options.platform.isPrivate?.(this.#conversation.thread) ?? false;
  }

  async #whyStopped(): Promise<Sentence> {
    return stoppedSentence(this.#stoppedBy, this.#turn, this.#options.platform, await this.#getWording());
  }

  async #answer(live: LiveReply): Promise<string | undefined> {
    const { shared } = this.#turn;
    if (!shared) return this.#stream(live);
    this.#reply = { ...this.#reply, ...shared };
    return this.#settleAnswer();
  }

  async #stream(live: LiveReply): Promise<string | undefined> {
    try {
      const notices: string[] = [];
      let isRead = true;
      const { platform, store, logger } = this.#options;
      const turn = { ...this.#turn, conversation: this.#conversation };
      const { along, unread } = await readAlong(turn, platform, store);
      this.#unread = unread;
      for await (const part of askAssistant(this.#turn, this.#options, this.#stop, along)) {
        if (needsWording(part)) notices.push(...noticesFor(part, await this.#getWording()));
        if (part.type === 'finish' && part.unread) {
          isRead = false;
          logger.warn({}, 'part of the answer could not be read');
        }
        if (this.#applyPart(part, live) === 'full')
          return this.#settleAnswer([...notices, (await this.#getWording()).say('answerTooLong')], false);
      }
      if (this.#stopped.signal.aborted) return this.#sayInstead(await this.#whyStopped());
      if (this.#stop.aborted) return this.#say((await this.#getWording()).say('interrupted'), 'interrupted');
      return this.#settleAnswer(notices, isRead);
    } catch (error) {
      const isPartial = this.#reply.text !== '' || this.#turn.answer !== '';
      const failure = await failureSentence(error, isPartial, () => this.#getWording(), this.#options.logger);
      return this.#say(failure.sentence, failure.code);
    }
  }

  async #settleAnswer(notices?: readonly string[], isRead?: boolean): Promise<undefined> {
    const context = this.#context(await this.#getWording());
    this.#reply = answeredReply(this.#reply, context, notices, isRead);
  }

  /** `full`: the answer is as long as it may be. */
  #applyPart(part: Part, live: LiveReply): 'full' | undefined {
    const before = this.#reply;
    this.#partCount += 1;
    const longer = fold(before, part);
    this.#reply = bounded(longer);
    if (this.#reply.text !== before.text) {
      if (this.#firstTextAt === undefined) endWait(this.#hasText);
      this.#firstTextAt ??= this.#options.clock.now();
    } else if (this.#reply.steps === before.steps) return undefined;
    this.#current.show(this.#reply.steps);
    live.show(this.#reply);
    return this.#reply === longer ? undefined : 'full';
  }

  #toEnd(state: TurnEnd['state'], code: string | undefined): TurnEnd {
    // An answer that was taken back is kept for reports.
    const kept = code === 'taken_back' ? this.#turn.earlier : undefined;
    const { text, sources: shown } = kept ?? this.#reply;
    // A card quotes somebody's question, which is stored once.
    const answer = this.#turn.fixedReply === 'human' ? '' : text;
    // The nearest pages are not citations.
    const sources = this.#reply.nearest ? [] : shown;
    return { state, ...(code && { code }), answer, sources, ...this.#link(), ...this.#firstText() };
  }

  /** Unknown if an earlier process showed the first text. */
  #firstText(): Pick<TurnEnd, 'firstTextAt'> {
    const firstTextAt = this.#firstTextAt;
    return firstTextAt === undefined || this.#turn.answer !== '' ? {} : { firstTextAt };
  }

  /** A reply that only one person sees has no link. */
  #link(): Pick<TurnEnd, 'link'> {
    const message = this.#isPrivate() ? undefined : this.#shown[0]?.message;
    const link = message && this.#options.platform.linkTo?.(this.#conversation.thread, message);
    return link ? { link } : {};
  }

  #giveUp(error: unknown): TurnEnd | Exclude<Outcome, 'ended'> {
    const ageMs = this.#options.clock.now() - this.#turn.openedAt;
    const end = endWithoutReply(error, ageMs, this.#options.signal.aborted, this.#options.logger);
    return typeof end === 'string' ? end : this.#toEnd(end.state, end.code);
  }

  async #end(end: TurnEnd): Promise<void> {
    const counts = { parts: this.#partCount, sources: end.sources.length, ...this.#live?.figures() };
    const endedAt = this.#options.clock.now();
    await saveEnd(this.#turn, end, this.#options);
    const times = { startedAt: this.#startedAt, endedAt, firstTextAt: this.#firstTextAt };
    // A call for help was counted when it was made, so taking it over is not counted again.
    if (this.#turn.takenBy === undefined) reportTurnEnd(this.#turn, end, { ...times, counts }, this.#options);
  }
}
