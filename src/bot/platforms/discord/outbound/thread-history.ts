/** Reads the messages in a thread before a question. */
import { MessageType, RequestMethod, Routes } from 'discord.js';
import type { Question, ThreadRef } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { EarlierMessage } from '../../../core/ports/platform.ts';
import type { Api } from '../connection/rest.ts';
import { readWords } from '../inbound/messages/message-reader.ts';
import type { MessageParts } from '../native-events.ts';
import { readList } from '../read-json.ts';

/** The fields of a message that we read. Source: developer docs "Resources: Message", read 2026-11-21. */
interface WrittenMessage extends MessageParts {
  readonly author?: { readonly username?: string; readonly global_name?: string | null; readonly bot?: boolean };
}

interface ThreadMessage extends WrittenMessage {
  readonly type: number;
  readonly referenced_message?: WrittenMessage | null;
}

const pageSize = 20;
const isId = /^\d+$/;
const writtenTypes: readonly number[] = [MessageType.Default, MessageType.Reply, MessageType.ThreadStarterMessage];
const noNames = { channel: () => undefined, role: () => undefined };

/**
 * See Platform. `mayRead`: whether Discord sends us the text of messages that do not mention us. A thread started from the
 * question's message has nothing before it.
 */
export async function earlierIn(
  { thread }: ThreadRef,
  { id }: Question,
  { api, mayRead }: { readonly api: Api; mayRead(): boolean },
): Promise<readonly EarlierMessage[] | 'unread'> {
  const before = /^discord:(\d+)(?::asked:\w+)?$/.exec(id)?.[1];
  if (before === undefined || before === thread || !isId.test(thread)) return [];
  try {
    const query = new URLSearchParams({ before, limit: String(pageSize) });
    // Newest first.
    const page = readList<ThreadMessage>(await api.call(RequestMethod.Get, Routes.channelMessages(thread), { query }));
    const said = page.toReversed().flatMap(toEarlier);
    return said.length > 0 || mayRead() || page.every(({ author }) => author?.bot) ? said : 'unread';
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return 'unread';
  }
}

/** The first message of a thread may be empty and refer to a message in the parent channel. */
function toEarlier(message: ThreadMessage): readonly EarlierMessage[] {
  const written = message.type === MessageType.ThreadStarterMessage ? (message.referenced_message ?? message) : message;
  const { author } = written;
  if (!author || author.bot || !writtenTypes.includes(message.type)) return [];
  const text = readWords(written, noNames);
  return text === '' ? [] : [{ name: author.global_name ?? author.username ?? 'someone', text }];
}
