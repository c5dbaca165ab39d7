/**
 * One answer as events, from its first `step` to a proper end whatever happens: what the responder says, saved in the
 * thread. It ends early when its reader leaves, when it takes too long, and when the service stops.
 */
import { setImmediate } from 'node:timers/promises';
import type { Logger } from '../../base/logger.ts';
import type { AnswerEvent } from '../../wire/answer-event.ts';
import type { AnswerRequest, Responder } from '../answers/responder.ts';
import type { Reading } from '../search/ranking/corpus.ts';
import type { Thread, Threads } from './threads.ts';

/** One question on its way to its answer. */
export interface Exchange {
  readonly request: AnswerRequest;
  /** Who asks, as the client names them. */
  readonly fp: string;
  /** The docs as they stand when the question comes. */
  readonly reading: Reading;
  readonly thread: Thread;
}

export interface AnswerOptions {
  readonly respond: Responder;
  readonly threads: Threads;
  /** How long an answer may take. */
  readonly answerMs: number;
  /** Aborts when the service can wait no longer for open answers. */
  readonly ending: AbortSignal;
  readonly logger: Logger;
}

/** Why an answer ends early: its reader left, it took too long, the service stops. */
type EarlyEnd = 'left' | 'late' | 'stopped';

/**
 * The whole answer. What was shown is saved, also of an answer that ended early. Its beginning goes out before anything is
 * saved or searched for: where many ask at once, nobody's first byte waits for another's search. `left` aborts when the
 * reader leaves.
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
    // The reader has the answer; that it could not be saved concerns the operator alone.
    const onLost = (error: unknown): void => logger.error({ err: error }, 'answer not saved');
    if (text !== '') await threads.saveAnswer(thread, text).catch(onLost);
    const tookMs = Math.round(performance.now() - startedAt);
    const ended = end.why() ?? (failure === undefined && reason !== 'error' ? 'whole' : 'failed');
    const { domain } = thread.place;
    logger.info({ domain, chars: text.length, sources, tookMs, ended }, 'question answered');
  }
  if (failure !== undefined && !end.signal.aborted) logger.error({ err: failure }, 'answer failed');
  yield* closing(end.why(), failure !== undefined, reason);
}

/** Aborts at the first reason to end early. Dispose of it: its timer and listeners would keep the whole answer in memory. */
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

/** The last events of an answer that was stopped, took too long, failed, or is whole. */
function closing(why: EarlyEnd | undefined, failed: boolean, reason: string): readonly AnswerEvent[] {
  if (why === 'stopped') return [{ type: 'abort' }];
  if (why !== 'late' && !failed) return [{ type: 'finish', reason }];
  const message = why === 'late' ? 'The answer took too long.' : 'The answer failed.';
  return [
    { type: 'error', message },
    { type: 'finish', reason: 'error' },
  ];
}
