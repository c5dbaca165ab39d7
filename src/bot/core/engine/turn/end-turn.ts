/**
 * The end of a turn: saved in the store, logged in one line, counted in the metrics. Then an answered or solved forum post
 * gets its tag, a thread for a question that was deleted is removed, and a person who asked where Docent may not write, or no
 * longer can, gets a message elsewhere; failures of that do not change how the turn ended.
 */
import { retry } from '../../../../kit/base/retry.ts';
import { StoreError } from '../../../../kit/sql/store-errors.ts';
import { type Question, questionDeleted, type Turn } from '../../model/conversation.ts';
import { PlatformError } from '../../model/errors.ts';
import { findWording } from '../../people/find-wording.ts';
import type { TurnEnd } from '../../ports/store.ts';
import type { PlatformRuntime } from '../../runtime.ts';

export interface Took {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Undefined if there was no text. */
  readonly firstTextAt: number | undefined;
  /** Further fields of the log line. */
  readonly counts: object;
}

/** Fails with StoreError or ClaimLostError. */
export async function endTurn(turn: Turn, end: TurnEnd, took: Took, options: PlatformRuntime): Promise<void> {
  const endedAt = options.clock.now();
  await saveEnd(turn, end, options);
  // A call for help was counted when it was made, so taking it over is not counted again.
  if (turn.takenBy === undefined) report(turn, end, { ...took, endedAt }, options);
  try {
    await followUp(turn, end, options);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    options.logger.debug({ code: error.code, err: error }, 'turn follow-up failed');
  }
}

/** Retried, so that a shown answer is not requested and paid for again because the store failed once. */
function saveEnd(turn: Turn, end: TurnEnd, { store, clock }: PlatformRuntime): Promise<void> {
  const mayPass = (error: unknown): error is StoreError => error instanceof StoreError;
  const pauseMs = (failures: number): number => failures * 2_000;
  return retry(() => store.endTurn(turn, end, clock.now()), { clock, mayPass, pauseMs, maxAttempts: 3 });
}

function report(
  turn: Turn,
  { state, code, sources }: TurnEnd,
  { startedAt, endedAt, firstTextAt, counts }: Took & { readonly endedAt: number },
  { logger, metrics }: PlatformRuntime,
): void {
  const { platform } = turn.conversation.thread;
  const tookMs = endedAt - startedAt;
  const queuedMs = startedAt - turn.openedAt;
  const firstTextMs = firstTextAt === undefined ? undefined : firstTextAt - startedAt;
  metrics.observe('sources', sources.length, { platform });
  metrics.count('turns', { platform, state, code: code ?? 'none' });
  metrics.observe('settled_seconds', tookMs / 1_000, { platform });
  if (firstTextMs !== undefined) metrics.observe('first_text_seconds', firstTextMs / 1_000, { platform });
  logger.info({ state, code, tries: turn.tries, queuedMs, firstTextMs, tookMs, ...counts }, 'turn ended');
}

async function followUp(turn: Turn, end: TurnEnd, options: PlatformRuntime): Promise<void> {
  const { platform, routing } = options;
  const { question, conversation, shown } = turn;
  if (end.code === questionDeleted && end.answer === '') return platform.threads?.removeIfEmpty(conversation.thread);
  const sentence = shown.length === 0 && unshownSentence(end, question);
  if (sentence) {
    const { thread, asker: person, locale } = question;
    const wording = await findWording({ thread, person, locale }, options);
    await platform.notices?.tell(person, wording.say(sentence), thread);
  }
  const { answeredTag } = routing.routeFor(conversation.thread);
  if (answeredTag !== undefined && (isAnswered(end) || end.code === 'solved'))
    await platform.threads?.markAnswered(conversation.thread, answeredTag);
}

/** For a person who asked us and saw nothing of the reply. */
function unshownSentence(
  { code }: TurnEnd,
  { addressed }: Question,
): 'mayNotWrite' | 'moderatedThere' | 'commandLost' | undefined {
  if (code === 'moderated' && addressed !== 'auto') return 'moderatedThere';
  if (code === 'forbidden' && addressed !== 'auto') return 'mayNotWrite';
  // A command leaves no message, so nothing else shows that it was not answered.
  return code === 'thread_gone' && addressed === 'command' ? 'commandLost' : undefined;
}

/** An answer that cites no page may not be a real answer. */
function isAnswered({ state, code, sources }: TurnEnd): boolean {
  return state === 'answered' && code === undefined && sources.length > 0;
}
