/**
 * Takes a press of a button, or a message shortcut. Slack delivers it once only, like a command; but its acknowledgement has no text,
 * so it need not wait for a store that hangs.
 */
import { within } from '../../../base/deadline.ts';
import type { Control } from '../../../core/model/body.ts';
import type { Question } from '../../../core/model/conversation.ts';
import { PlatformError, StoreError } from '../../../core/model/errors.ts';
import type { PressAnswer } from '../../../core/ports/presses.ts';
import { english } from '../../../wording/wording.ts';
import { askReason, type FormTools } from '../feedback/take-reason.ts';
import { type ButtonPress, personOf, toControl, toQuestion } from './buttons.ts';
import type { Self } from './events.ts';
import { type Shortcut, toQuestion as toAbout } from './shortcuts.ts';

export interface PressTools extends FormTools {
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
    return { sentence: question && (await ask(question, tools)) };
  }, tools);
  return take(answered, press, ack, tools, control?.turn);
}

export function takeShortcut(shortcut: Shortcut, ack: () => Promise<void>, tools: PressTools): Promise<void> {
  const question = toAbout(shortcut, tools.self().userId, tools.clock.now());
  const answered = withStore(
    async () => ({ sentence: question ? await ask(question, tools) : english.say('noText') }),
    tools,
  );
  return take(answered, shortcut, ack, tools);
}

/** `asked` gives what the person must be shown, if anything. `turn`: what it is about. */
async function take(
  asked: Promise<Told>,
  { response_url: responseUrl, trigger_id, message }: Pick<ButtonPress, 'response_url' | 'trigger_id' | 'message'>,
  ack: () => Promise<void>,
  tools: PressTools,
  turn = '',
): Promise<void> {
  // Its failure is handled below, when it is awaited for good.
  await within(
    asked.catch(() => undefined),
    storeLimitMs,
    tools.clock,
  );
  await ack();
  const { sentence, asksReason } = await asked;
  if (sentence === undefined || (asksReason && (await askReason(turn, trigger_id, tools)))) return;
  try {
    await tools.tell(responseUrl, message?.thread_ts, sentence);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    tools.logger.debug({ code: error.code }, 'press not answered');
  }
}

/** What the one who pressed is shown. */
type Told = Pick<PressAnswer, 'asksReason'> & { readonly sentence?: string | undefined };

async function withStore(act: () => Promise<Told>, { logger }: PressTools): Promise<Told> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    logger.warn({ err: error }, 'press not stored');
    return { sentence: english.say('notTaken') };
  }
}

async function pressControl(control: Control, press: ButtonPress, tools: PressTools): Promise<PressAnswer> {
  const by = personOf(press);
  const isModerator = (): Promise<boolean> => tools.isAdmin(press.user.id);
  return (await tools.handlers().press?.({ control, by, isModerator })) ?? {};
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
