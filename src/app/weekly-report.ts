/** Checks, for as long as the process lives, whether the weekly report is due. */
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { StoreError } from '../core/model/errors.ts';
import { postWeeklyReport, type WeeklyReportOptions } from '../core/reports/weekly-report.ts';

const retryMs = 60_000;

/** Resolves after the signal, and never fails. */
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
