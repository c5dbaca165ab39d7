/**
 * One answer as events: begun, its question kept, said, ended as it should. In: what is asked, the docs as they stand, the
 * thread. Out: events for either encoding. Effects: the thread, a timer, a line in the log.
 */
import { setImmediate } from 'node:timers/promises';
import type { Logger } from '../../base/logger.ts';
import type { AnswerEvent } from '../../wire/answer-event.ts';
import type { AnswerRequest, Responder } from '../answers/responder.ts';
import type { Reading } from '../search/ranking/corpus.ts';

/** The thread of an answer. It fails with StoreError. */
export interface AnswerThread {
  readonly id: string;
  /** Told once, on the answer that opens the thread. */
  readonly key?: string;
  keepQuestion(): Promise<void>;
  keepAnswer(text: string): Promise<void>;
}

/** Who answers, and for how long. */
export interface AnswerOptions {
  readonly site: { readonly domain: string };
  readonly respond: Responder;
  /** How long an answer may take. */
  readonly answerMs: number;
  /** Aborts when the service can wait no longer for open answers. */
  readonly ending: AbortSignal;
  readonly logger: Logger;
}

/** Why an answer ends early: its reader left, it took too long, the service stops. */
type EarlyEnd = 'left' | 'late' | 'stopped';

/**
 * The whole answer. What was said is kept, also of an answer that ended early. Its beginning goes out before anything is
 * written down or looked for: where many ask at once, nobody's first sign of life waits for another's work.
 */
export async function* answerEvents(
  asked: AnswerRequest,
  reading: Reading,
  thread: AnswerThread,
  left: AbortSignal,
  options: AnswerOptions,
): AsyncGenerator<AnswerEvent> {
  const { site, respond, logger } = options;
  const startedAt = performance.now();
  using end = endOf(left, options);
  let text = '';
  let sources = 0;
  let reason = 'stop';
  let failure: unknown;
  try {
    yield { type: 'step' };
    await setImmediate();
    await thread.keepQuestion();
    yield { type: 'thread', id: thread.id };
    for await (const event of respond(asked, reading, end.signal)) {
      if (event.type === 'text') text += event.text;
      if (event.type === 'source') sources += 1;
      if (event.type === 'finish') reason = event.reason ?? reason;
      else yield event;
    }
  } catch (error) {
    failure = error;
  } finally {
    // The answer was given; that it could not be kept is for the operator alone.
    const onLost = (error: unknown): void => logger.error({ err: error }, 'answer not kept');
    if (text !== '') await thread.keepAnswer(text).catch(onLost);
    const tookMs = Math.round(performance.now() - startedAt);
    const ended = end.why() ?? (failure === undefined ? 'whole' : 'failed');
    logger.info({ domain: site.domain, chars: text.length, sources, tookMs, ended }, 'question answered');
  }
  if (failure !== undefined && !end.signal.aborted) logger.error({ err: failure }, 'answer failed');
  yield* closing(end.why(), failure !== undefined, reason);
}

/** Aborts at the first reason to end early. It must be disposed of: a timer that goes on would keep the whole answer. */
function endOf(
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

/** How an answer ends that was stopped, took too long, failed, or is whole. */
function closing(why: EarlyEnd | undefined, failed: boolean, reason: string): readonly AnswerEvent[] {
  if (why === 'stopped') return [{ type: 'abort' }];
  if (why !== 'late' && !failed) return [{ type: 'finish', reason }];
  const message = why === 'late' ? 'The answer took too long.' : 'The answer failed.';
  return [
    { type: 'error', message },
    { type: 'finish', reason: 'error' },
  ];
}
