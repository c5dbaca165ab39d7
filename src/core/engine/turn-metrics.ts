/** One log line and the metrics at the end of each turn. */
import type { Logger } from '../../base/logger.ts';
import type { Turn } from '../model/conversation.ts';
import type { TurnEnd } from '../ports/store.ts';
import type { Metrics } from '../ports/telemetry.ts';

/** Times are milliseconds since 1970. */
export interface Took {
  readonly startedAt: number;
  readonly endedAt: number;
  /** Missing: no text came. */
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
