/** Opens the form that asks why an answer did not help, and handles its submission. */
import type { AckFn, ViewResponseAction } from '@slack/bolt';
import { type Clock, within } from '../../../../kit/base/clock.ts';
import type { Logger } from '../../../../kit/base/logger.ts';
import { StoreError } from '../../../../kit/sql/store-errors.ts';
import type { ThreadRef } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { Handlers } from '../../../core/ports/handlers.ts';
import type { GivenReason } from '../../../core/ports/presses.ts';
import type { PlainKey } from '../../../wording/catalogue.ts';
import type { Wording } from '../../../wording/wording.ts';
import type { WebApi } from '../connection/web-api.ts';
import { reasonBlock, toGivenReason, toReasonForm } from './reason-form.ts';

export interface FormTools {
  readonly api: WebApi;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Available while the platform is started. */
  handlers(): Handlers;
  /** The wording for a user in the place where they wrote. Never fails. */
  wordingFor(thread: ThreadRef, user: string): Promise<Wording>;
}

/** How long to wait for the store, of the 3 s within which Slack wants an acknowledgement. */
const storeLimitMs = 1_500;

/** Returns false when the form could not be opened, as after those 3 s; the press then counts without a reason. */
export async function askReason(
  form: { readonly turn: string; readonly mayTakeBack: boolean },
  trigger_id: string,
  wording: Wording,
  { api, logger }: FormTools,
): Promise<boolean> {
  try {
    await api.attemptQuickly(({ views }) =>
      views.open({ trigger_id, view: toReasonForm(form.turn, form.mayTakeBack, wording) }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    logger.debug({ code: error.code }, 'form not opened');
    return false;
  }
}

/** Handles a submission. When it cannot be stored, the form stays open and shows an error sentence. */
export async function takeReason(body: unknown, ack: AckFn<ViewResponseAction>, tools: FormTools): Promise<void> {
  const submission = toGivenReason(body);
  const taken = submission && storeReason(submission, tools);
  const inTime = await within(taken ?? Promise.resolve(undefined), storeLimitMs, tools.clock);
  const problem = inTime === 'late' ? 'notTaken' : inTime;
  if (problem === undefined || !submission) return ack();
  // A form names no channel.
  const [platform = '', installation = '', user = ''] = submission.by.split(':');
  const wording = await tools.wordingFor({ platform, installation, channel: '', thread: '' }, user);
  await ack({ response_action: 'errors', errors: { [reasonBlock]: wording.say(problem) } });
}

/** The key of the error sentence; undefined on success. */
async function storeReason(submission: GivenReason, { handlers, logger }: FormTools): Promise<PlainKey | undefined> {
  try {
    const { isTaken, say } = await handlers().reason(submission);
    return isTaken ? undefined : say;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    logger.warn({ err: error }, 'reason not stored');
    return 'notTaken';
  }
}
