/**
 * Handles failures that nothing awaits or catches, most often a library's. A rejection is logged and the process continues,
 * because it is no reason to drop everyone's answers. After an exception the state of the process is unknown: it is logged,
 * and the process exits with 1, to be restarted.
 */
import type { Logger } from '../../kit/base/logger.ts';

/** Logs stray failures until the work ends. */
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
