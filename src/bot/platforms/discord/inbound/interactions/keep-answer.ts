/** The message command "Keep this answer": a private form with the answer, and its submission. */
import { InteractionResponseType, MessageFlags } from 'discord.js';
import { type Clock, within } from '../../../../../kit/base/clock.ts';
import { orIfStoreFails } from '../../../../../kit/sql/store-errors.ts';
import type { Handlers } from '../../../../core/ports/handlers.ts';
import type { KeepRequest, SentAnswer } from '../../../../core/ports/keeping.ts';
import type { Wording } from '../../../../wording/wording.ts';
import { toKeepForm, toPosted } from '../../feedback/keep-form.ts';
import type { CommandEvent } from '../../native-events.ts';
import { toChannelInfo } from '../../thread-refs.ts';
import type { Names } from '../messages/message-reader.ts';
import { toAbout } from './message-command.ts';
import { type Responses, toPrivate } from './responses.ts';
import { storeLimitMs } from './store-limit.ts';

export const keepCommand = 'Keep this answer';

/** undefined for other interactions. */
export function toKeepRequest(event: CommandEvent, names: Names): KeepRequest | 'no_text' | undefined {
  const said = toAbout(event, names, keepCommand);
  const { channel, data: { target_id: message = '' } = {} } = event;
  if (!said || said === 'no_text' || !channel) return said === 'no_text' ? said : undefined;
  const [author] = said.about ?? [];
  const isReply = toChannelInfo(channel).kind === 'thread' && channel.id !== message;
  return {
    said,
    posted: toPosted(channel.id, message),
    ...(author !== undefined && { author }),
    // A thread has the id of the message that it was started from.
    ...(isReply && { root: `discord:${channel.id}` }),
  };
}

export interface KeepCommand {
  onKeep(event: CommandEvent, request: KeepRequest | 'no_text', wording: Wording): Promise<void>;
  onSent(event: CommandEvent, sent: SentAnswer, wording: Wording): Promise<void>;
}

export interface KeepCommandOptions {
  readonly handlers: Handlers;
  readonly clock: Clock;
  readonly responses: Responses;
}

const { ChannelMessageWithSource, DeferredChannelMessageWithSource, Modal } = InteractionResponseType;

export function createKeepCommand({ handlers: { keeping }, clock, responses }: KeepCommandOptions): KeepCommand {
  return { onKeep, onSent };

  /** A form can be opened only in the first response. */
  async function onKeep(event: CommandEvent, request: KeepRequest | 'no_text', wording: Wording): Promise<void> {
    const notTaken = { says: wording.say('notTaken') };
    if (!keeping) return say(event, wording.say('keep.off'));
    if (request === 'no_text') return say(event, wording.say('keep.noText'));
    const drafting = orIfStoreFails(
      () => keeping.draft(request, wording),
      () => notTaken,
    );
    const inTime = await within(drafting, storeLimitMs, clock);
    const form = inTime === 'late' ? notTaken : inTime;
    if ('says' in form) return say(event, form.says);
    await responses.respond(event, Modal, toKeepForm(form, event.data?.target_id ?? '', wording));
  }

  async function onSent(event: CommandEvent, sent: SentAnswer, wording: Wording): Promise<void> {
    if (!keeping) return say(event, wording.say('keep.off'));
    const kept = orIfStoreFails(
      () => keeping.keep(sent, wording),
      () => ({ isKept: false, says: wording.say('notTaken') }),
    );
    const inTime = await within(kept, storeLimitMs, clock);
    if (inTime !== 'late') return say(event, inTime.says);
    await responses.respond(event, DeferredChannelMessageWithSource, { flags: MessageFlags.Ephemeral });
    await responses.editResponse(event, { markdown: (await kept).says, buttons: [] });
  }

  function say(event: CommandEvent, text: string): Promise<void> {
    return responses.respond(event, ChannelMessageWithSource, toPrivate(text));
  }
}
