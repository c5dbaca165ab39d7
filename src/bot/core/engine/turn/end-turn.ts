/** The end of a turn: saved in the store, logged in one line, and counted in the metrics. */
import type { Clock } from '../../../../kit/base/clock.ts';
import type { Logger } from '../../../../kit/base/logger.ts';
import { retry } from '../../../../kit/base/retry.ts';
import { StoreError } from '../../../../kit/sql/store-errors.ts';
import type { Turn } from '../../model/conversation.ts';
import type { Store, TurnEnd } from '../../ports/store.ts';
import type { Metrics } from '../../ports/telemetry.ts';

/** Times are milliseconds since 1970. */
export interface Took {
  readonly startedAt: number;
  readonly endedAt: number;
  /** Undefined if there was no text. */
  readonly firstTextAt: number | undefined;
  /** Further fields of the log line. */
  readonly counts: object;
}

export function reportTurnEnd(turn: Turn, end: TurnEnd, took: Took, to: { logger: Logger; metrics: Metrics }): void {
  const { metrics, logger } = to;
  const { platform } = turn.conversation.thread;
  const tookMs = took.endedAt - took.startedAt;
  const queuedMs = took.startedAt - turn.openedAt;
  const firstTextMs = took.firstTextAt === undefined ? undefined : took.firstTextAt - took.startedAt;
  metrics.observe('sources', end.sources.length, { platform });
  metrics.count('turns', { platform, state: end.state, code: end.code ?? 'none' });
  metrics.observe('settled_seconds', tookMs / 1_000, { platform });
  if (firstTextMs !== undefined) metrics.observe('first_text_seconds', firstTextMs / 1_000, { platform });
  const { state, code } = end;
  logger.info({ state, code, tries: turn.tries, queuedMs, firstTextMs, tookMs, ...took.counts }, 'turn ended');
}

/** Retried, so that a shown answer is not requested and paid for again because the store failed once. */
const maxAttempts = 3;

/** Fails with StoreError and ClaimLostError. */
export function saveEnd(turn: Turn, end: TurnEnd, { store, clock }: { store: Store; clock: Clock }): Promise<void> {
  const pauseMs = (failures: number): number => failures * 2_000;
  return retry(() => store.endTurn(turn, end, clock.now()), { clock, maxAttempts, mayPass: isOfStore, pauseMs });
}

function isOfStore(error: unknown): error is StoreError {
  return error instanceof StoreError;
}
