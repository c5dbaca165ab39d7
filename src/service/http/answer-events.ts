/**
 * One answer as events, saved in its thread. It always has a closing event, and ends early when its reader leaves, when it
 * takes too long, and when the service stops.
 */
import { setImmediate } from 'node:timers/promises';
import type { Logger } from '../../kit/base/logger.ts';
import type { AnswerEvent } from '../../kit/wire/answer-event.ts';
import type { AnswerRequest, Responder } from '../answers/responder.ts';
import type { Reading } from '../search/ranking/corpus.ts';
import type { Thread, Threads } from './threads.ts';

/** A question with its context. */
export interface Exchange {
  readonly request: AnswerRequest;
  /** The asker's fingerprint. */
  readonly fp: string;
  /** The docs at the time of the question. */
  readonly reading: Reading;
  readonly thread: Thread;
}

export interface AnswerOptions {
  readonly respond: Responder;
  readonly threads: Threads;
  /** How long an answer may take. */
  readonly answerMs: number;
  /** Aborts when the service stops waiting for open answers. */
  readonly ending: AbortSignal;
  readonly logger: Logger;
}

/** Why an answer ends early: its reader left, it took too long, the service stops. */
type EarlyEnd = 'left' | 'late' | 'stopped';

/**
 * The answer's text is saved even if it ends early. The first event is sent before anything is saved or searched for, so
 * that the first byte does not wait for searches of other questions. `left` aborts when the reader leaves.
 */
export async function* answerEvents(
  { request, fp, reading, thread }: Exchange,
  left: AbortSignal,
  options: AnswerOptions,
): AsyncGenerator<AnswerEvent> {
  const { respond, threads, logger } = options;
  const startedAt = performance.now();
  using end = earlyEnd(left, options);
  let text = '';
  let sources = 0;
  let reason = 'stop';
  let failure: unknown;
  try {
    yield { type: 'step' };
    await setImmediate();
    await threads.saveQuestion(thread, request.question, fp);
    yield { type: 'thread', id: thread.id };
    for await (const event of respond(request, reading, end.signal)) {
      if (event.type === 'text') text += event.text;
      if (event.type === 'source') sources += 1;
      if (event.type === 'finish') reason = event.reason ?? reason;
      else yield event;
    }
  } catch (error) {
    failure = error;
  } finally {
    // The reader has the answer; only the operator needs to know that it was not saved.
    const onLost = (error: unknown): void => logger.error({ err: error }, 'answer not saved');
    if (text !== '') await threads.saveAnswer(thread, text).catch(onLost);
    const tookMs = Math.round(performance.now() - startedAt);
    const ended = end.why() ?? (failure === undefined && reason !== 'error' ? 'whole' : 'failed');
    const { domain } = thread.place;
    logger.info({ domain, chars: text.length, sources, tookMs, ended }, 'question answered');
  }
  if (failure !== undefined && !end.signal.aborted) logger.error({ err: failure }, 'answer failed');
  yield* closingEvents(end.why(), failure !== undefined, reason);
}

/** Aborts at the first reason to end early. Dispose of it, or its timer and listeners keep the answer in memory. */
function earlyEnd(
  left: AbortSignal,
  { answerMs, ending }: AnswerOptions,
): Disposable & { readonly signal: AbortSignal; why(): EarlyEnd | undefined } {
  const end = new AbortController();
  let why: EarlyEnd | undefined;
  const endBy = (reason: EarlyEnd) => (): void => {
    why ??= reason;
    end.abort();
  };
  const [leave, stop] = [endBy('left'), endBy('stopped')];
  if (left.aborted) leave();
  if (ending.aborted) stop();
  left.addEventListener('abort', leave);
  ending.addEventListener('abort', stop);
  const timer = setTimeout(endBy('late'), answerMs);
  return {
    signal: end.signal,
    why: () => why,
    [Symbol.dispose]() {
      clearTimeout(timer);
      left.removeEventListener('abort', leave);
      ending.removeEventListener('abort', stop);
    },
  };
}

/** The last events of an answer. */
function closingEvents(why: EarlyEnd | undefined, failed: boolean, reason: string): readonly AnswerEvent[] {
  if (why === 'stopped') return [{ type: 'abort' }];
  if (why !== 'late' && !failed) return [{ type: 'finish', reason }];
  const message = why === 'late' ? 'The answer took too long.' : 'The answer failed.';
  return [
    { type: 'error', message },
    { type: 'finish', reason: 'error' },
  ];
}
