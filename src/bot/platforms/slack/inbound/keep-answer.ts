/** The message shortcut "Keep this answer": a private form with the answer, and its submission. */
import type { AckFn, ViewResponseAction } from '@slack/bolt';
import { within } from '../../../../kit/base/clock.ts';
import type { KeepRequest } from '../../../core/ports/keeping.ts';
import type { Wording } from '../../../wording/wording.ts';
import { toPerson } from '../connection/person.ts';
import { questionBlock, responseUrlOf, toKeepForm, toSentAnswer } from '../feedback/keep-form.ts';
import { logFailure, openForm, orIfNotStored, storeLimitMs } from '../feedback/take-reason.ts';
import { installationOfPress, placeOf } from './buttons.ts';
import { type Shortcut, toQuestion } from './shortcuts.ts';
import type { PressTools } from './take-press.ts';

export const keepShortcut = 'keep_answer';

/** How long to wait for what the form shows, of the 3 s within which Slack opens it. */
const draftLimitMs = 2_000;

export async function takeKeepShortcut(shortcut: Shortcut, ack: () => Promise<void>, tools: PressTools): Promise<void> {
  await ack();
  const wording = await tools.wordingFor(placeOf(shortcut), shortcut.user.id);
  const says = await openDraft(shortcut, wording, tools);
  const { response_url: responseUrl, message } = shortcut;
  if (says !== undefined)
    await logFailure(tools.tell(responseUrl, message.thread_ts, { text: says, wording, replaces: false }), tools);
}

/** Returns why the form is not open. */
async function openDraft(shortcut: Shortcut, wording: Wording, tools: PressTools): Promise<string | undefined> {
  const { keeping } = tools.handlers();
  if (!keeping) return wording.say('keep.off');
  const request = toRequest(shortcut, tools);
  if (!request) return wording.say('keep.noText');
  const notTaken = { says: wording.say('notTaken') };
  const drafting = orIfNotStored(() => keeping.draft(request, wording), notTaken, tools);
  const inTime = await within(drafting, draftLimitMs, tools.clock);
  const form = inTime === 'late' ? notTaken : inTime;
  if ('says' in form) return form.says;
  const { address: _, ...thread } = request.said.thread;
  const message = { thread, posted: request.posted, terms: form.terms };
  const view = toKeepForm(form, message, shortcut.response_url, wording);
  return (await openForm(view, shortcut.trigger_id, tools)) ? undefined : notTaken.says;
}

/** Closes the form if the answer is kept, and says so; else the form stays open and shows why not. */
export async function takeKeepForm(body: unknown, ack: AckFn<ViewResponseAction>, tools: PressTools): Promise<void> {
  const sent = toSentAnswer(body);
  const { keeping } = tools.handlers();
  if (!sent || !keeping) return ack();
  const [, , user = ''] = sent.by.split(':');
  const wording = await tools.wordingFor(sent.thread, user);
  const notTaken = { isKept: false, says: wording.say('notTaken') };
  const keep = orIfNotStored(() => keeping.keep(sent, wording), notTaken, tools);
  const inTime = await within(keep, storeLimitMs, tools.clock);
  if (inTime !== 'late' && !inTime.isKept)
    return ack({ response_action: 'errors', errors: { [questionBlock]: inTime.says } });
  await ack();
  const { says: text } = await keep;
  await logFailure(tools.tell(responseUrlOf(body), sent.thread.thread, { text, wording, replaces: false }), tools);
}

/** undefined: there is no text in it. */
function toRequest(shortcut: Shortcut, { self, clock }: PressTools): KeepRequest | undefined {
  const { channel, message } = shortcut;
  const said = toQuestion(shortcut, self().userId, clock.now());
  if (!said || !channel) return undefined;
  const installation = installationOfPress(shortcut);
  const { ts, thread_ts: root, user, team } = message;
  const postedAt = Math.round(Number(ts) * 1_000);
  return {
    said,
    posted: { platform: 'slack', installation, channel: channel.id, message: ts, postedAt },
    ...(user !== undefined && { author: toPerson(user, installation, team) }),
    ...(root !== undefined && root !== ts && { root: `slack:${installation}:${channel.id}:${root}` }),
  };
}
