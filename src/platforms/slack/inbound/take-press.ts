/**
 * Takes a press of a button, or a message shortcut. Slack delivers it once only, like a command; but its acknowledgement has no text,
 * so it need not wait for a store that hangs.
 */
import type { Clock } from '../../../base/clock.ts';
import { within } from '../../../base/deadline.ts';
import type { Logger } from '../../../base/logger.ts';
import type { Control } from '../../../core/model/body.ts';
import type { Question } from '../../../core/model/conversation.ts';
import { PlatformError, StoreError } from '../../../core/model/errors.ts';
import type { Handlers } from '../../../core/ports/platform.ts';
import { english } from '../../../wording/wording.ts';
import { type ButtonPress, personOf, toControl, toQuestion } from './buttons.ts';
import type { Self } from './events.ts';
import { type Shortcut, toQuestion as toAbout } from './shortcuts.ts';

export interface PressTools {
  readonly logger: Logger;
  readonly clock: Clock;
  /** Set between start and stop. */
  handlers(): Handlers;
  self(): Self;
  /** A question without a message of its own was stored, by this process and just now. */
  onUnposted(questionId: string): void;
  /** Never fails. */
  isAdmin(user: string): Promise<boolean>;
  /** Says something in a thread to the one person who pressed a button there. Fails with PlatformError. */
  tell(responseUrl: string, thread: string | undefined, text: string): Promise<void>;
}

/** Of the 3 s until an acknowledgement is due. */
const storeLimitMs = 1_500;

export function takePress(press: ButtonPress, ack: () => Promise<void>, tools: PressTools): Promise<void> {
  const control = toControl(press);
  const question = control ? undefined : toQuestion(press, tools.clock.now());
  const answered = withStore(async () => {
    if (control) return pressControl(control, press, tools);
    return question && ask(question, tools);
  }, tools);
  return take(answered, press, ack, tools);
}

export function takeShortcut(shortcut: Shortcut, ack: () => Promise<void>, tools: PressTools): Promise<void> {
  const question = toAbout(shortcut, tools.self().userId, tools.clock.now());
  const answered = withStore(async () => (question ? ask(question, tools) : english.say('noText')), tools);
  return take(answered, shortcut, ack, tools);
}

/** `asked` gives what the person must be told, or nothing. */
async function take(
  asked: Promise<string | undefined>,
  { response_url: responseUrl, message }: Pick<ButtonPress, 'response_url' | 'message'>,
  ack: () => Promise<void>,
  tools: PressTools,
): Promise<void> {
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
    await tools.tell(responseUrl, message?.thread_ts, sentence);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    tools.logger.debug({ code: error.code }, 'press not answered');
  }
}

/** What the one who pressed must be told, or nothing. */
async function withStore(act: () => Promise<string | undefined>, { logger }: PressTools): Promise<string | undefined> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    logger.warn({ err: error }, 'press not stored');
    return english.say('notTaken');
  }
}

async function pressControl(control: Control, press: ButtonPress, tools: PressTools): Promise<string | undefined> {
  const by = personOf(press);
  const isModerator = (): Promise<boolean> => tools.isAdmin(press.user.id);
  return (await tools.handlers().press?.({ control, by, isModerator }))?.sentence;
}

async function ask(question: Question, { logger, handlers, onUnposted }: PressTools): Promise<string | undefined> {
  const result = await handlers().question(question);
  logger.debug({ result }, 'press taken');
  if (result === 'duplicate')
    return question.shares === undefined ? english.say('askedAlready') : english.say('sharedAlready');
  if (result === 'gone') return english.say('shareGone');
  if (result === 'over_limit') return english.say('reply.over_limit');
  if (result === 'off' || result === 'not_allowed') return english.say(`refused.${result}`);
  onUnposted(question.id);
  return undefined;
}
