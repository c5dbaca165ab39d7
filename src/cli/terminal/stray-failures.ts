/**
 * Failures that nobody awaits or catches, most often a library's. A rejection is logged, and the process continues: it is no
 * reason to drop everybody's answers. After an exception the state of the process is unknown: it is logged, and the
 * process exits with 1, to be started again.
 */
import type { Logger } from '../../base/logger.ts';

/** While the work is under way. */
export async function loggingStrayFailures<T>(logger: Logger, work: () => Promise<T>): Promise<T> {
  const onRejection = (err: unknown): void => logger.error({ err }, 'unhandled rejection');
  const onException = (err: unknown): void => {
    logger.error({ err }, 'uncaught exception');
    process.exit(1);
  };
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtException', onException);
  try {
    return await work();
  } finally {
    process.off('unhandledRejection', onRejection);
    process.off('uncaughtException', onException);
  }
}
