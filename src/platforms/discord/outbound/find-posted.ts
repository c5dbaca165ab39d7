/**
 * Which message a command's webhook posted, when Discord's answer to its post was lost: such posts take no nonce. In: the
 * command's token, and the message's place among its follow-ups, from 0. Out: its name, or undefined. Effects: reads the
 * channel. Fails with PlatformError.
 */
import { RequestMethod, Routes } from 'discord.js';
import type { MessageRef } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { Api } from '../connection/rest.ts';
import { toMessageRef } from '../thread-refs.ts';

/** A message as far as it is read here. Source: developer docs "Resources: Message", read 2026-11-21. */
interface Read {
  readonly id: string;
  readonly channel_id: string;
  /** Names the command that a message answers. */
  readonly interaction_metadata?: { readonly id: string };
}

/** The largest page that Discord returns: the first messages after the question. */
const pageSize = '100';

/** Where we may not read, or the command's own reply was removed, there is none: a message too many is better than none. */
export async function findFollowUp(
  api: Api,
  applicationId: string,
  token: string,
  index: number,
): Promise<MessageRef | undefined> {
  try {
    // The answers to these two calls are messages.
    const shown = (await api.call(RequestMethod.Get, Routes.webhookMessage(applicationId, token), {
      auth: false,
    })) as Read;
    const command = shown.interaction_metadata?.id;
    const query = new URLSearchParams({ after: shown.id, limit: pageSize });
    const after = (await api.call(RequestMethod.Get, Routes.channelMessages(shown.channel_id), { query })) as Read[];
    const ours = after.filter(({ interaction_metadata: of }) => command !== undefined && of?.id === command);
    const found = ours.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))[index];
    return found && toMessageRef(found.channel_id, found.id);
  } catch (error) {
    if (error instanceof PlatformError && (error.code === 'forbidden' || error.code === 'message_gone'))
      return undefined;
    throw error;
  }
}
