/**
 * The docs as they stand now, swapped whole.
 */

/** The part of pino that the service uses; object first, then a fixed short phrase. */
export interface Logger {
  debug(fields: object, phrase: string): void;
  info(fields: object, phrase: string): void;
  warn(fields: object, phrase: string): void;
  error(fields: object, phrase: string): void;
}
