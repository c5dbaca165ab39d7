/**
 * Finds the message that a command's webhook posted if the response was lost. Such posts accept no nonce, so a retry would
 * post a second message.
 */
import { RequestMethod, Routes } from 'discord.js';
import type { MessageRef } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { Api } from '../connection/rest.ts';
import { readList, readObject } from '../read-json.ts';
import { toMessageRef } from '../thread-refs.ts';

/** The fields of a message that we read. Source: developer docs "Resources: Message", read 2026-11-21. */
interface Read {
  readonly id: string;
  readonly channel_id: string;
  /** The command that the message answers. */
  readonly interaction_metadata?: { readonly id: string };
}

/** The largest page that Discord returns. */
const pageSize = '100';

/**
 * `index`: the message's position among the command's follow-ups, from 0. undefined if it is not found, if we may not read the
 * channel, or if the command's response was deleted: a duplicate is better than no message. Fails with PlatformError.
 */
export async function findFollowUp(
  api: Api,
  applicationId: string,
  token: string,
  index: number,
): Promise<MessageRef | undefined> {
  try {
    const original = await api.call(RequestMethod.Get, Routes.webhookMessage(applicationId, token), { auth: false });
    const shown = readObject<Partial<Read>>(original);
    const command = shown.interaction_metadata?.id;
    if (shown.id === undefined || shown.channel_id === undefined) return undefined;
    const query = new URLSearchParams({ after: shown.id, limit: pageSize });
    const after = readList<Read>(
      await api.call(RequestMethod.Get, Routes.channelMessages(shown.channel_id), { query }),
    );
    const ours = after.filter(({ interaction_metadata: from }) => command !== undefined && from?.id === command);
    const found = ours.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))[index];
    return found && toMessageRef(found.channel_id, found.id);
  } catch (error) {
    if (error instanceof PlatformError && (error.code === 'forbidden' || error.code === 'message_gone'))
      return undefined;
    throw error;
  }
}
