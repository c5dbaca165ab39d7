/** Opens the form that asks why an answer did not help, and handles its submission. */
import type { AckFn, types, ViewResponseAction } from '@slack/bolt';
import { type Clock, within } from '../../../../kit/base/clock.ts';
import type { Logger } from '../../../../kit/base/logger.ts';
import { orIfStoreFails } from '../../../../kit/sql/store-errors.ts';
import type { ThreadRef } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { Handlers } from '../../../core/ports/handlers.ts';
import type { PressAnswer } from '../../../core/ports/presses.ts';
import type { Wording } from '../../../wording/wording.ts';
import type { WebApi } from '../connection/web-api.ts';
import { answerTo, reasonBlock, toGivenReason } from './reason-form.ts';

/** `offers`: buttons below it. `replaces`: it takes the place of the message with the pressed button. */
export interface PrivateSentence extends Pick<PressAnswer, 'offers'> {
  readonly text: string;
  readonly wording: Wording;
  readonly replaces: boolean;
}

export interface FormTools {
  readonly api: WebApi;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Available while the platform is started. */
  handlers(): Handlers;
  /** Shows text in a thread only to the person who pressed a button there. Fails with PlatformError. */
  tell(responseUrl: string, thread: string | undefined, said: PrivateSentence): Promise<void>;
  /** The wording for a user in the place where they wrote. Never fails. */
  wordingFor(thread: ThreadRef, user: string): Promise<Wording>;
}

/** How long to wait for the store, of the 3 s within which Slack wants an acknowledgement. */
export const storeLimitMs = 1_500;

/** Returns false when the form could not be opened, as after those 3 s. */
export async function openForm(
  view: types.ModalView,
  trigger_id: string,
  { api, logger }: Pick<FormTools, 'api' | 'logger'>,
): Promise<boolean> {
  try {
    await api.attemptQuickly(({ views }) => views.open({ trigger_id, view }));
    return true;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    logger.debug({ code: error.code }, 'form not opened');
    return false;
  }
}

/**
 * Handles a submission and says privately that it was taken, as after a press without a form. When it cannot be stored, the form
 * stays open and shows an error sentence.
 */
export async function takeReason(body: unknown, ack: AckFn<ViewResponseAction>, tools: FormTools): Promise<void> {
  const submission = toGivenReason(body);
  const taken = submission && orIfNotStored(() => tools.handlers().reason(submission), notTaken, tools);
  const inTime = await within(taken ?? Promise.resolve(undefined), storeLimitMs, tools.clock);
  if (inTime === undefined || !submission) return ack();
  // A form names no channel.
  const [platform = '', installation = '', user = ''] = submission.by.split(':');
  const wording = await tools.wordingFor({ platform, installation, channel: '', thread: '' }, user);
  const { isTaken, say } = inTime === 'late' ? notTaken : inTime;
  if (!isTaken) return ack({ response_action: 'errors', errors: { [reasonBlock]: wording.say(say) } });
  await ack();
  const to = answerTo(body);
  const said = { text: wording.say(say), wording, replaces: false };
  if (to) await logFailure(tools.tell(to.responseUrl, to.thread, said), tools);
}

const notTaken = { isTaken: false, say: 'notTaken' } as const;

/** What `act` resolves to, or `otherwise` if the store fails. */
export function orIfNotStored<T>(
  act: () => Promise<T>,
  otherwise: T,
  { logger }: Pick<FormTools, 'logger'>,
): Promise<T> {
  return orIfStoreFails(act, (error) => {
    logger.warn({ err: error }, 'press not stored');
    return otherwise;
  });
}

/** Failures of Slack are logged, since what was pressed is stored. */
export async function logFailure(sending: Promise<void>, { logger }: Pick<FormTools, 'logger'>): Promise<void> {
  try {
    await sending;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    logger.debug({ code: error.code }, 'press not answered');
  }
}
