/** The logger types that all modules use; log.ts implements them with pino. */

/** error: needs action. warn: handled. info: one line per turn, and the process's life cycle. debug: each action. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const;

/** Fields first, then a fixed short phrase; anything that varies is a field. */
export interface Logger {
  debug(fields: object, phrase: string): void;
  info(fields: object, phrase: string): void;
  warn(fields: object, phrase: string): void;
  error(fields: object, phrase: string): void;
}

/** A logger that can create child loggers. */
export interface RootLogger extends Logger {
  /** Returns a logger that adds these fields to every line. */
  child(fields: object): RootLogger;
}

/** For code that reports its progress by other means. */
export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
