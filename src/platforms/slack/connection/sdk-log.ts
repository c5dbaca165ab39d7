/**
 * A log for the vendor's packages. In: our log. Out: one of their shape. At their debug level they write what people
 * said, response URLs and the tickets of sockets, so nothing of that level is ever asked for or passed on; what they
 * call a warning or an error is coped with here, so it is no more than debug for us.
 */
import type { Logger as SdkLogger } from '@slack/bolt';
import { LogLevel } from '@slack/bolt';
import type { Logger } from '../../../base/logger.ts';

/** Tokens and addresses, wherever the packages may put one into a message. */
const secrets = /\b(?:xox[a-z]|xapp|xoxe)[\w.-]*|\b(?:wss?|https?):\/\/\S+/g;

export function createSdkLog(logger: Logger): SdkLogger {
  const say = (...words: unknown[]): void => {
    const [first] = words;
    // Only the first word is the packages' own; objects after it may hold anything.
    const said = (first instanceof Error ? first.name : String(first)).replaceAll(secrets, '…').slice(0, 200);
    logger.debug({ said }, 'the Slack package says');
  };
  return {
    debug: () => undefined,
    info: () => undefined,
    warn: say,
    error: say,
    setLevel: () => undefined,
    getLevel: () => LogLevel.WARN,
    setName: () => undefined,
  };
}
