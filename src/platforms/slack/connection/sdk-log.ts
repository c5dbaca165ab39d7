/**
 * A logger for the vendor's packages. At their debug level they write what people said, response URLs and the tickets of
 * sockets, so nothing of that level is passed on. Their warnings and errors are handled here, so they are debug for us.
 */
import type { Logger as SdkLogger } from '@slack/bolt';
import { LogLevel } from '@slack/bolt';
import type { Logger } from '../../../base/logger.ts';

/** Tokens and addresses. */
const secrets = /\b(?:xox[a-z]|xapp|xoxe)[\w.-]*|\b(?:wss?|https?):\/\/\S+/g;

export function createSdkLog(logger: Logger): SdkLogger {
  const pass = (...parts: unknown[]): void => {
    const [first] = parts;
    // Only the first part is the packages' own text; objects after it may hold anything.
    const text = (first instanceof Error ? first.name : String(first)).replaceAll(secrets, '…').slice(0, 200);
    logger.debug({ text }, 'Slack SDK log');
  };
  return {
    debug: () => undefined,
    info: () => undefined,
    warn: pass,
    error: pass,
    setLevel: () => undefined,
    getLevel: () => LogLevel.WARN,
    setName: () => undefined,
  };
}
