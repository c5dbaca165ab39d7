/** The logger types of every room; log.ts implements them with pino. */

/** Object first, then a fixed short phrase; what varies is a field. */
export interface Logger {
  debug(fields: object, phrase: string): void;
  info(fields: object, phrase: string): void;
  warn(fields: object, phrase: string): void;
  error(fields: object, phrase: string): void;
}

/** A logger that can create child loggers. */
export interface RootLogger extends Logger {
  /** A logger whose lines carry these fields too. */
  child(fields: object): RootLogger;
}

/** For code that reports by other means than a log. */
export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
