/**
 * Takes a press of a suggestion's button. Slack delivers it once only, like a command; but its acknowledgement has no text,
 * so it need not wait for a store that hangs.
 */
import type { Clock } from '../../../base/clock.ts';
import { within } from '../../../base/deadline.ts';
import type { Logger } from '../../../base/logger.ts';
import { PlatformError, StoreError } from '../../../core/model/errors.ts';
import * as wording from '../../../core/model/wording.ts';
import type { Handlers } from '../../../core/ports/platform.ts';
import { type ButtonPress, toQuestion } from './buttons.ts';

export interface PressTools {
  readonly logger: Logger;
  readonly clock: Clock;
  /** Set between start and stop. */
  handlers(): Handlers;
  /** A question without a message of its own was stored, by this process and just now. */
  onUnposted(questionId: string): void;
  /** Says something in a thread to the one person who pressed a button there. Fails with PlatformError. */
  tell(responseUrl: string, thread: string | undefined, text: string): Promise<void>;
}

/** Of the 3 s until an acknowledgement is due. */
const storeLimitMs = 1_500;

export async function takePress(press: ButtonPress, ack: () => Promise<void>, tools: PressTools): Promise<void> {
  const asked = ask(press, tools);
  // Its failure is handled below, when it is awaited for good.
  await within(
    asked.catch(() => undefined),
    storeLimitMs,
    tools.clock,
  );
  await ack();
  const sentence = await asked;
  if (sentence === undefined) return;
  try {
    await tools.tell(press.response_url, press.message?.thread_ts, sentence);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    tools.logger.debug({ code: error.code }, 'press not answered');
  }
}

/** What the one who pressed must be told, or nothing. */
async function ask(
  press: ButtonPress,
  { logger, clock, handlers, onUnposted }: PressTools,
): Promise<string | undefined> {
  const question = toQuestion(press, clock.now());
  if (!question) return undefined;
  try {
    const result = await handlers().question(question);
    logger.debug({ result }, 'press taken');
    if (result === 'duplicate') return question.shares === undefined ? wording.askedAlready : wording.sharedAlready;
    if (result === 'gone') return wording.shareGone;
    if (result === 'over_limit') return wording.fixedReply('over_limit');
    if (result === 'off' || result === 'not_allowed') return wording.refusedHere(result);
    onUnposted(question.id);
    return undefined;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    logger.warn({ err: error }, 'press not stored');
    return wording.notTaken;
  }
}
