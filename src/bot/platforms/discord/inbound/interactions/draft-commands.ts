/** The message commands with which helpers make drafts, such as "Keep this answer": a private form, and its submission. */
import { InteractionResponseType, MessageFlags } from 'discord.js';
import { type Clock, within } from '../../../../../kit/base/clock.ts';
import { orIfStoreFails } from '../../../../../kit/sql/store-errors.ts';
import { type DraftKind, draftKinds } from '../../../../core/model/draft.ts';
import type { ChosenMessage, SentDraft } from '../../../../core/ports/drafting.ts';
import type { Handlers } from '../../../../core/ports/handlers.ts';
import type { Wording } from '../../../../wording/wording.ts';
import { toDraftForm, toPosted } from '../../feedback/draft-form.ts';
import type { CommandEvent } from '../../native-events.ts';
import { toChannelInfo } from '../../thread-refs.ts';
import type { Names } from '../messages/message-reader.ts';
import { toAbout } from './message-command.ts';
import { type Responses, toPrivate } from './responses.ts';
import { storeLimitMs } from './store-limit.ts';

export const draftCommands: Readonly<Record<DraftKind, string>> = {
  keep: 'Keep this answer',
  issue: 'File an issue',
};

export interface DraftRequest {
  readonly kind: DraftKind;
  readonly chosen: ChosenMessage | 'no_text';
}

/** undefined for other interactions. */
export function toDraftRequest(event: CommandEvent, names: Names): DraftRequest | undefined {
  const kind = draftKinds.find((each) => draftCommands[each] === event.data?.name);
  const said = kind && toAbout(event, names, draftCommands[kind]);
  const { channel, data: { target_id: message = '' } = {} } = event;
  if (!kind || !said || !channel) return undefined;
  if (said === 'no_text') return { kind, chosen: said };
  const [author] = said.about ?? [];
  const isReply = toChannelInfo(channel).kind === 'thread' && channel.id !== message;
  const chosen = {
    said,
    posted: toPosted(channel.id, message),
    ...(author !== undefined && { author }),
    // A thread has the id of the message that it was started from.
    ...(isReply && { root: `discord:${channel.id}` }),
  };
  return { kind, chosen };
}

export interface DraftCommands {
  onDraft(event: CommandEvent, request: DraftRequest, wording: Wording): Promise<void>;
  onSent(event: CommandEvent, kind: DraftKind, sent: SentDraft, wording: Wording): Promise<void>;
}

export interface DraftCommandOptions {
  readonly handlers: Handlers;
  readonly clock: Clock;
  readonly responses: Responses;
}

const { ChannelMessageWithSource, DeferredChannelMessageWithSource, Modal } = InteractionResponseType;

export function createDraftCommands({ handlers, clock, responses }: DraftCommandOptions): DraftCommands {
  return { onDraft, onSent };

  /** A form can be opened only in the first response. */
  async function onDraft(event: CommandEvent, { kind, chosen }: DraftRequest, wording: Wording): Promise<void> {
    const drafting = handlers.drafting[kind];
    if (!drafting) return say(event, wording.say(`${kind}.off`));
    if (chosen === 'no_text') return say(event, wording.say('draft.noText'));
    const notTaken = { says: wording.say('notTaken') };
    const drafted = orIfStoreFails(
      () => drafting.draft(chosen, wording),
      () => notTaken,
    );
    const inTime = await within(drafted, storeLimitMs, clock);
    const draft = inTime === 'late' ? notTaken : inTime;
    if ('says' in draft) return say(event, draft.says);
    await responses.respond(event, Modal, toDraftForm(kind, draft, event.data?.target_id ?? '', wording));
  }

  async function onSent(event: CommandEvent, kind: DraftKind, sent: SentDraft, wording: Wording): Promise<void> {
    const drafting = handlers.drafting[kind];
    if (!drafting) return say(event, wording.say(`${kind}.off`));
    const submitted = orIfStoreFails(
      () => drafting.submit(sent, wording),
      () => ({ isDone: false, says: wording.say('notTaken') }),
    );
    const inTime = await within(submitted, storeLimitMs, clock);
    if (inTime !== 'late') return say(event, inTime.says);
    await responses.respond(event, DeferredChannelMessageWithSource, { flags: MessageFlags.Ephemeral });
    await responses.editResponse(event, { markdown: (await submitted).says, buttons: [] });
  }

  function say(event: CommandEvent, text: string): Promise<void> {
    return responses.respond(event, ChannelMessageWithSource, toPrivate(text));
  }
}
