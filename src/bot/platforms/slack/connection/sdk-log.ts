/**
 * A logger for the vendor's packages. At debug level they log what people wrote, response URLs and socket tickets, so nothing
 * below a warning is passed on. We handle the causes of their warnings and errors ourselves, so these are logged as debug.
 */
import type { Logger as SdkLogger } from '@slack/bolt';
import { LogLevel } from '@slack/bolt';
import type { Logger } from '../../../../kit/base/logger.ts';

/** Tokens and URLs. */
const secrets = /\b(?:xox[a-z]|xapp|xoxe)[\w.-]*|\b(?:wss?|https?):\/\/\S+/g;

export function createSdkLog(logger: Logger): SdkLogger {
  const pass = (...parts: unknown[]): void => {
    const [first] = parts;
    // Only the first argument is the package's own text; the objects after it may contain anything.
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
