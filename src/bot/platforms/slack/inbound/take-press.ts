/**
 * Handles button presses and message shortcuts. Like commands, Slack delivers them only once; but their acknowledgement has
 * no text, so it need not wait for a slow store.
 */
import { within } from '../../../../kit/base/clock.ts';
import type { Control } from '../../../core/model/body.ts';
import type { Question } from '../../../core/model/conversation.ts';
import { pressRefusal } from '../../../core/model/ignored-reason.ts';
import type { PressAnswer } from '../../../core/ports/presses.ts';
import { toReasonForm } from '../feedback/reason-form.ts';
import { type FormTools, logFailure, openForm, orIfNotStored, storeLimitMs } from '../feedback/take-reason.ts';
import { type ButtonPress, personOf, placeOf, toControl, toQuestion } from './buttons.ts';
import type { Self } from './events.ts';
import { type Shortcut, toQuestion as toAbout } from './shortcuts.ts';

export interface PressTools extends FormTools {
  self(): Self;
  /** This process has just stored a question that has no message of its own. */
  onUnposted(questionId: string): void;
  /** Never fails. */
  isAdmin(user: string): Promise<boolean>;
}

export function takePress(press: ButtonPress, ack: () => Promise<void>, tools: PressTools): Promise<void> {
  const control = toControl(press);
  const question = control ? undefined : toQuestion(press, tools.clock.now());
  const answered = withStore(async () => {
    if (control) return pressControl(control, press, tools);
    return question ? ask(question, tools) : {};
  }, tools);
  return take(answered, press, ack, tools, control);
}

export function takeShortcut(shortcut: Shortcut, ack: () => Promise<void>, tools: PressTools): Promise<void> {
  const question = toAbout(shortcut, tools.self().userId, tools.clock.now());
  const answered = withStore(async () => (question ? ask(question, tools) : { say: 'noText' }), tools);
  return take(answered, shortcut, ack, tools);
}

/** `asked` resolves to what to show the user, if anything. `control`: the one that was pressed. */
async function take(
  asked: Promise<PressAnswer>,
  press: Omit<ButtonPress, 'actions'>,
  ack: () => Promise<void>,
  tools: PressTools,
  control?: Control,
): Promise<void> {
  // A failure is handled below, where `asked` is awaited.
  await within(
    asked.catch(() => undefined),
    storeLimitMs,
    tools.clock,
  );
  await ack();
  const { say, asksReason, offers } = await asked;
  if (say === undefined) return;
  const wording = await tools.wordingFor(placeOf(press), press.user.id);
  const thread = press.message?.thread_ts;
  const form = asksReason && { ...asksReason, turn: control?.turn ?? '', responseUrl: press.response_url, thread };
  // Without the form, the press counts without a reason.
  if (form && (await openForm(toReasonForm(form, wording), press.trigger_id, tools))) return;
  const said = { text: wording.say(say), wording, replaces: control?.kind === 'call', ...(offers && { offers }) };
  await logFailure(tools.tell(press.response_url, thread, said), tools);
}

function withStore(act: () => Promise<PressAnswer>, tools: PressTools): Promise<PressAnswer> {
  return orIfNotStored(act, { say: 'notTaken' }, tools);
}

async function pressControl(control: Control, press: ButtonPress, tools: PressTools): Promise<PressAnswer> {
  const by = personOf(press);
  const isModerator = (): Promise<boolean> => tools.isAdmin(press.user.id);
  const address = press.message ? {} : { address: press.response_url };
  return tools.handlers().press({ control, by, isModerator, ...address });
}

async function ask(question: Question, { logger, handlers, onUnposted }: PressTools): Promise<PressAnswer> {
  const result = await handlers().question(question);
  logger.debug({ result }, 'press handled');
  const say = pressRefusal(result, question);
  if (say === undefined) onUnposted(question.id);
  return say === undefined ? {} : { say };
}
