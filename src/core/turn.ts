/**
 * One question answered, start to end. In: a claimed turn. Out: the reply in the thread and how the turn ended. Effects:
 * through the ports alone.
 *
 * open the thread, if the question asks for one -> say that we are at work -> ask -> fold the parts -> show -> settle.
 * Before any text is shown a failed request may be made again (see `retryAfterMs`); afterwards never, because every
 * question costs. Whatever happens, the thread ends with the answer or with one plain sentence.
 */
import type { Clock } from './clock.ts';
import type { AssistantThread, Conversation, Turn } from './conversation.ts';
import { AssistantError, ClaimLostError, PlatformError, StoreError } from './errors.ts';
import { createLiveReply, type LiveReply } from './live-reply.ts';
import type { Pacer } from './pacer.ts';
import type { Ask, AskMessage, Assistant, Logger, Metrics, Platform, Store, TurnEnd } from './ports.ts';
import { emptyReply, fold, type Reply, settle } from './reply.ts';
import * as wording from './wording.ts';

/** A question has at most this many characters. */
export const maxQuestionChars = 10_000;
/** Earlier questions that are told to the assistant; with their answers twice as many messages. */
const maxExchanges = 10;
/** An answer that broke off is asked for anew at most this often, and only so long after the question. */
const maxTries = 3;
const maxAgeMs = 10 * 60_000;
/** A platform that is out for longer than our patience is tried again and again for this long after the question. */
const longestOutageMs = 24 * 60 * 60_000;
/** How long a thread that cannot be opened for now is tried again. */
const openPatienceMs = 120_000;
/** A limit that is over within this time is waited for; the reader sees that we are at work meanwhile. */
const longestRetryMs = 20_000;
const maxRequests = 3;
/** The sign that we are at work is shown after so long without words. */
const signAfterMs = 500;

export interface TurnOptions {
  readonly platform: Platform;
  readonly assistant: Assistant;
  readonly store: Store;
  readonly pacer: Pacer;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** From the asker's id to the id that the assistant gets. */
  fingerprint(asker: string): string;
  /** Aborts when the process must end: the reply says so, the turn stays open for whoever claims it next. */
  readonly signal: AbortSignal;
  /** Aborts soon after that: nothing is waited for any more. */
  readonly cut: AbortSignal;
}

/**
 * How a turn left this process. `interrupted`: it is not at its end; by us, because the process must end, or by an outage
 * of the platform that may pass.
 */
export type Outcome = { readonly end: TurnEnd } | { readonly interrupted: 'by us' | 'by an outage' };

/** Fails with StoreError or ClaimLostError. */
export async function answer(turn: Turn, options: TurnOptions): Promise<Outcome> {
  const startedAt = options.clock.now();
  const work = new TurnWork(turn, options);
  const outcome = await work.run();
  if ('end' in outcome) tell(turn, options, outcome.end, work, startedAt);
  return outcome;
}

class TurnWork {
  readonly #turn: Turn;
  readonly #options: TurnOptions;
  /** Aborts the request: the process ends, or nobody can see the reply any more. */
  readonly #stop = new AbortController();
  #conversation: Conversation;
  #reply: Reply = emptyReply;
  #live: LiveReply | undefined;
  #partCount = 0;
  #firstTextAt: number | undefined;

  constructor(turn: Turn, options: TurnOptions) {
    this.#turn = turn;
    this.#options = options;
    this.#conversation = turn.conversation;
  }

  get firstTextAt(): number | undefined {
    return this.#firstTextAt;
  }

  figures(): object {
    return { parts: this.#partCount, sources: this.#reply.sources.length, ...this.#live?.figures() };
  }

  async run(): Promise<Outcome> {
    const { signal } = this.#options;
    const abort = (): void => this.#stop.abort();
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    try {
      await this.#open();
      this.#begin();
      const code = await this.#answerOrSay();
      if (signal.aborted && code === 'interrupted') return { interrupted: 'by us' };
      return { end: this.#end(code ? 'failed' : 'answered', code) };
    } catch (error) {
      await this.#live?.abandon();
      return this.#giveUp(error);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  async #open(): Promise<void> {
    const { platform, pacer, store } = this.#options;
    const { question } = this.#turn;
    if (question.opens === undefined) return;
    await pacer.take(platform.budgets('open', question.thread), () => 2, this.#stop.signal);
    const { thread, notice } = await this.#patiently(() => platform.open(question), question.thread);
    await store.keepOpened(this.#turn, thread, notice);
    this.#conversation = { ...this.#conversation, thread, ...(notice && { notice }) };
  }

  /** Opening is safe to repeat: a limit is waited for, a lost answer asked for again. */
  async #patiently<T>(open: () => Promise<T>, thread: Conversation['thread']): Promise<T> {
    const { platform, pacer, clock, signal } = this.#options;
    const until = clock.now() + openPatienceMs;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await open();
      } catch (error) {
        if (!isPassing(error) || signal.aborted) throw error;
        const waitMs = error.waitMs ?? Math.min(15_000, attempt * 1_000);
        if (clock.now() + waitMs > until) throw error;
        pacer.pause(platform.budgets('open', thread).slice(0, 1), waitMs);
        await clock.wait(waitMs, signal);
      }
    }
  }

  #begin(): void {
    const { platform, pacer, clock, logger, metrics, store } = this.#options;
    this.#live = createLiveReply({
      platform,
      thread: this.#conversation.thread,
      pacer,
      clock,
      logger,
      metrics,
      key: this.#turn.id,
      cut: this.#options.cut,
      reader: this.#turn.question.asker,
      shown: this.#turn.shown,
      keep: (shown, text) => store.keepTurnShown(this.#turn, shown, this.#longer(text)),
    });
    // A reply that can no longer be shown needs no more of the answer.
    this.#live.done.catch(() => this.#stop.abort());
  }

  /** The reply shown to its end; a code when that end is a sentence of ours. */
  async #answerOrSay(): Promise<string | undefined> {
    const live = this.#live;
    if (!live) throw new TypeError('a turn that has not begun');
    const refusal = this.#refusal();
    const working = new AbortController();
    const sign = refusal ? undefined : this.#showWorking(working.signal);
    try {
      const code = refusal ? this.#say(refusal.sentence, refusal.code) : await this.#stream(live);
      live.show(this.#reply);
      await live.done;
      return code;
    } finally {
      working.abort();
      await sign;
    }
  }

  /** Questions that we answer ourselves. */
  #refusal(): { readonly sentence: string; readonly code: string | undefined } | undefined {
    const { question, tries, corrupt } = this.#turn;
    if (corrupt) return { sentence: wording.defect, code: 'corrupt' };
    if (question.text.trim() === '') return { sentence: wording.help, code: undefined };
    if (question.text.length > maxQuestionChars) {
      return { sentence: wording.assistantFailure('too_long', false), code: 'too_long' };
    }
    const tooOld = this.#options.clock.now() - question.askedAt > maxAgeMs;
    if (tries > maxTries || (tries > 1 && tooOld)) return { sentence: wording.abandoned, code: 'abandoned' };
    return undefined;
  }

  /** An earlier try may have shown more than this one: that stays until this one has as much. */
  #longer(text: string): string {
    return this.#turn.answer.length > text.length ? this.#turn.answer : text;
  }

  #say(sentence: string, code: string | undefined): string | undefined {
    this.#reply = { ...this.#reply, text: this.#longer(this.#reply.text) };
    this.#reply = settle(this.#reply, ...this.#notices(), sentence);
    return code;
  }

  #notices(): readonly string[] {
    const { notice } = this.#conversation;
    return notice ? [wording.openNotice(notice)] : [];
  }

  async #stream(live: LiveReply): Promise<string | undefined> {
    const { signal } = this.#stop;
    try {
      const reason = await this.#askPatiently(live);
      if (signal.aborted) return this.#say(wording.interrupted, 'interrupted');
      const notices = reason === 'length' ? [wording.lengthLimit] : [];
      this.#reply = settle(this.#reply, ...this.#notices(), ...notices);
      return undefined;
    } catch (error) {
      if (error instanceof StoreError) throw error;
      if (!(error instanceof AssistantError)) {
        this.#options.logger.error({ err: error }, 'a turn failed by a defect');
        return this.#say(wording.defect, 'defect');
      }
      this.#options.logger.warn({ code: error.code, status: error.status, err: error }, 'the assistant failed');
      const anyText = this.#reply.text !== '' || this.#turn.answer !== '';
      return this.#say(wording.assistantFailure(error.code, anyText), error.code);
    }
  }

  /** Asks, and asks again while that can help and nothing is shown. Gives the assistant's reason for its end. */
  async #askPatiently(live: LiveReply): Promise<string | undefined> {
    for (let request = 1; ; request += 1) {
      try {
        return await this.#askOnce(live);
      } catch (error) {
        if (!(error instanceof AssistantError) || this.#reply.text !== '' || request === maxRequests) throw error;
        const waitMs = await this.#retryAfterMs(error);
        if (waitMs === undefined) throw error;
        this.#reply = emptyReply;
        await this.#options.clock.wait(waitMs, this.#stop.signal);
        if (this.#stop.signal.aborted) return undefined;
      }
    }
  }

  /** How long to wait before asking again, or undefined when asking again cannot help. */
  async #retryAfterMs(error: AssistantError): Promise<number | undefined> {
    if (error.code === 'not_found' && this.#conversation.assistantThread) {
      await this.#keepAssistantThread(undefined);
      return 0;
    }
    const waitMs = error.waitMs ?? 2_000;
    const passing = error.code === 'rate_limited' || error.code === 'unavailable';
    return passing && waitMs <= longestRetryMs ? waitMs : undefined;
  }

  async #askOnce(live: LiveReply): Promise<string | undefined> {
    let reason: string | undefined;
    for await (const part of this.#options.assistant.ask(await this.#toAsk(), this.#stop.signal)) {
      this.#partCount += 1;
      if (part.type === 'thread') await this.#keepAssistantThread(part.thread);
      if (part.type === 'finish') reason = part.reason;
      const before = this.#reply;
      this.#reply = fold(before, part);
      if (this.#reply.text === before.text) continue;
      this.#firstTextAt ??= this.#options.clock.now();
      live.show(this.#reply);
    }
    return reason;
  }

  async #toAsk(): Promise<Ask> {
    const { question, id } = this.#turn;
    const messages: AskMessage[] = [{ id, role: 'user', text: question.text, at: question.askedAt }];
    for (const earlier of await this.#options.store.history(this.#turn, maxExchanges)) {
      if (earlier.question.length > maxQuestionChars) continue;
      const answered = {
        id: `${earlier.turnId}-answer`,
        role: 'assistant',
        text: earlier.answer,
        at: earlier.askedAt,
      } as const;
      if (earlier.answer !== '') messages.unshift(answered);
      messages.unshift({ id: earlier.turnId, role: 'user', text: earlier.question, at: earlier.askedAt });
    }
    const { assistantThread } = this.#conversation;
    return {
      fp: this.#options.fingerprint(question.asker),
      messages: await Promise.all(messages.map((each) => this.#named(each))),
      ...(assistantThread && { thread: assistantThread }),
    };
  }

  async #named(message: AskMessage): Promise<AskMessage> {
    const { named } = this.#options.platform;
    return named && message.role === 'user' ? { ...message, text: await named(message.text) } : message;
  }

  /** A key is told only once, so a later part without one keeps it. */
  async #keepAssistantThread(thread: AssistantThread | undefined): Promise<void> {
    const known = this.#conversation.assistantThread;
    const key = thread?.key ?? (thread?.id === known?.id ? known?.key : undefined);
    if (thread && thread.id === known?.id && key === known.key) return;
    const { assistantThread: _, ...rest } = this.#conversation;
    this.#conversation = thread ? { ...rest, assistantThread: { id: thread.id, ...(key && { key }) } } : rest;
    await this.#options.store.keepAssistantThread(this.#turn, this.#conversation.assistantThread);
  }

  /** Shows that we are at work until text does, or until the signal. A sign that fails is no failure of the turn. */
  async #showWorking(signal: AbortSignal): Promise<void> {
    const { platform, pacer, clock } = this.#options;
    const { thread } = this.#conversation;
    let showing = false;
    // Most first words come sooner, and a call for the sign would come before one for them.
    await clock.wait(signAfterMs, signal);
    while (!signal.aborted && this.#firstTextAt === undefined) {
      await pacer.take(platform.budgets('working', thread), () => 1, signal);
      if (signal.aborted || this.#firstTextAt !== undefined) break;
      showing = (await this.#sign(true)) || showing;
      await clock.wait(platform.workingLastsMs, signal);
    }
    if (!signal.aborted) await untilAborted(signal);
    if (showing) await this.#sign(false);
  }

  async #sign(on: boolean): Promise<boolean> {
    const { platform, metrics, logger } = this.#options;
    try {
      await platform.working(this.#conversation.thread, on);
      return on;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      metrics.count('platform_calls', { platform: platform.name, action: 'working', result: error.code });
      logger.debug({ code: error.code }, 'no sign of work');
      return false;
    }
  }

  #end(state: TurnEnd['state'], code: string | undefined): TurnEnd {
    return { state, ...(code && { code }), answer: this.#reply.text, sources: this.#reply.sources };
  }

  /** The reply cannot be shown. A message that its reader took away is the reader's stop. */
  #giveUp(error: unknown): Outcome {
    if (error instanceof StoreError || error instanceof ClaimLostError) throw error;
    if (!(error instanceof PlatformError)) {
      this.#options.logger.error({ err: error }, 'a turn failed by a defect');
      return { end: this.#end('failed', 'defect') };
    }
    if (error.code === 'message_gone' || error.code === 'stopped') return { end: this.#end('stopped', error.code) };
    if (isPassing(error) && this.#options.signal.aborted) return { interrupted: 'by us' };
    const ageMs = this.#options.clock.now() - this.#turn.question.askedAt;
    if (isPassing(error) && ageMs < longestOutageMs) return { interrupted: 'by an outage' };
    this.#options.logger.warn({ code: error.code, err: error }, 'the thread cannot be written');
    return { end: this.#end('failed', error.code) };
  }
}

/** A failure that may be over when it is tried again. */
function isPassing(error: unknown): error is PlatformError {
  return error instanceof PlatformError && (error.code === 'rate_limited' || error.code === 'unavailable');
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** One line and the figures at the end of each turn. */
function tell(turn: Turn, options: TurnOptions, end: TurnEnd, work: TurnWork, startedAt: number): void {
  const { clock, metrics, logger, platform } = options;
  const tookMs = clock.now() - startedAt;
  const firstTextMs = work.firstTextAt === undefined ? undefined : work.firstTextAt - startedAt;
  metrics.observe('sources', end.sources.length, { platform: platform.name });
  metrics.count('turns', { platform: platform.name, state: end.state, code: end.code ?? 'none' });
  metrics.observe('settled_seconds', tookMs / 1_000, { platform: platform.name });
  if (firstTextMs !== undefined)
    metrics.observe('first_text_seconds', firstTextMs / 1_000, { platform: platform.name });
  const queuedMs = startedAt - turn.question.askedAt;
  logger.info(
    { state: end.state, code: end.code, tries: turn.tries, queuedMs, firstTextMs, tookMs, ...work.figures() },
    'turn ended',
  );
}
