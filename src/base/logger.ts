/** The loggers that every room is given; pino behind them is set up in log.ts. */

/** Object first, then a fixed short phrase; what varies is a field. */
export interface Logger {
  debug(fields: object, phrase: string): void;
  info(fields: object, phrase: string): void;
  warn(fields: object, phrase: string): void;
  error(fields: object, phrase: string): void;
}

/** A logger that makes others. */
export interface RootLogger extends Logger {
  /** A logger whose lines carry these fields too. */
  child(fields: object): RootLogger;
}

/** For what reports by other means than a log. */
export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
