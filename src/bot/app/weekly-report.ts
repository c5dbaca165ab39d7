/** Posts the weekly report when it is due, for the lifetime of the process. */
import type { Clock } from '../../kit/base/clock.ts';
import type { Logger } from '../../kit/base/logger.ts';
import { StoreError } from '../../kit/sql/store-errors.ts';
import { postWeeklyReport, type WeeklyReportOptions } from '../core/reports/weekly-report.ts';

const retryMs = 60_000;

/** Resolves after the signal aborts; never fails. */
export async function runWeeklyReport(
  options: WeeklyReportOptions & { readonly clock: Clock; readonly logger: Logger },
  signal: AbortSignal,
): Promise<void> {
  const { clock, logger } = options;
  while (!signal.aborted) {
    try {
      await clock.wait(await postWeeklyReport(options), signal);
    } catch (error) {
      logger[error instanceof StoreError ? 'warn' : 'error']({ err: error }, 'weekly report failed');
      await clock.wait(retryMs, signal);
    }
  }
}
