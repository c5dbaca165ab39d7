/** The message shortcuts with which helpers make drafts, such as "Keep this answer": a private form, and its submission. */
import type { AckFn, ViewResponseAction } from '@slack/bolt';
import { within } from '../../../../kit/base/clock.ts';
import type { DraftKind } from '../../../core/model/draft.ts';
import type { ChosenMessage } from '../../../core/ports/drafting.ts';
import type { Wording } from '../../../wording/wording.ts';
import { toPerson } from '../connection/person.ts';
import { responseUrlOf, titleBlock, toDraftForm, toSentDraft } from '../feedback/draft-form.ts';
import { logFailure, openForm, orIfNotStored, storeLimitMs } from '../feedback/take-reason.ts';
import { installationOfPress, placeOf } from './buttons.ts';
import { type Shortcut, toQuestion } from './shortcuts.ts';
import type { PressTools } from './take-press.ts';

/** Their ids in manifest.yml. */
export const draftShortcuts: Readonly<Record<DraftKind, string>> = { keep: 'keep_answer', issue: 'file_issue' };

/** How long to wait for what the form shows, of the 3 s within which Slack opens it. */
const draftLimitMs = 2_000;

export async function takeDraftShortcut(
  kind: DraftKind,
  shortcut: Shortcut,
  ack: () => Promise<void>,
  tools: PressTools,
): Promise<void> {
  await ack();
  const wording = await tools.wordingFor(placeOf(shortcut), shortcut.user.id);
  const says = await openDraft(kind, shortcut, wording, tools);
  const { response_url: responseUrl, message } = shortcut;
  if (says !== undefined)
    await logFailure(tools.tell(responseUrl, message.thread_ts, { text: says, wording, replaces: false }), tools);
}

/** Returns why the form is not open. */
async function openDraft(
  kind: DraftKind,
  shortcut: Shortcut,
  wording: Wording,
  tools: PressTools,
): Promise<string | undefined> {
  const drafting = tools.handlers().drafting[kind];
  if (!drafting) return wording.say(`${kind}.off`);
  const chosen = toChosen(shortcut, tools);
  if (!chosen) return wording.say('draft.noText');
  const notTaken = { says: wording.say('notTaken') };
  const drawnUp = orIfNotStored(() => drafting.draft(chosen, wording), notTaken, tools);
  const inTime = await within(drawnUp, draftLimitMs, tools.clock);
  const draft = inTime === 'late' ? notTaken : inTime;
  if ('says' in draft) return draft.says;
  const { address: _, ...thread } = chosen.said.thread;
  const drafted = { kind, thread, posted: chosen.posted, terms: draft.terms };
  const view = toDraftForm(draft, drafted, shortcut.response_url, wording);
  return (await openForm(view, shortcut.trigger_id, tools)) ? undefined : notTaken.says;
}

/** Closes the form once it is done, and says so; else the form stays open and shows why not. */
export async function takeDraftForm(body: unknown, ack: AckFn<ViewResponseAction>, tools: PressTools): Promise<void> {
  const { kind, sent } = toSentDraft(body) ?? {};
  const drafting = kind && tools.handlers().drafting[kind];
  if (!sent || !drafting) return ack();
  const [, , user = ''] = sent.by.split(':');
  const wording = await tools.wordingFor(sent.thread, user);
  const notTaken = { isDone: false, says: wording.say('notTaken') };
  const submitted = orIfNotStored(() => drafting.submit(sent, wording), notTaken, tools);
  const inTime = await within(submitted, storeLimitMs, tools.clock);
  if (inTime !== 'late' && !inTime.isDone)
    return ack({ response_action: 'errors', errors: { [titleBlock]: inTime.says } });
  await ack();
  const { says: text } = await submitted;
  await logFailure(tools.tell(responseUrlOf(body), sent.thread.thread, { text, wording, replaces: false }), tools);
}

/** undefined: there is no text in it. */
function toChosen(shortcut: Shortcut, { self, clock }: PressTools): ChosenMessage | undefined {
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
