/** Reads the messages in a thread before a question. */
import { MessageType, RequestMethod, Routes } from 'discord.js';
import type { Question, ThreadRef } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { EarlierMessage } from '../../../core/ports/platform.ts';
import type { Api } from '../connection/rest.ts';
import { authorOf, besidesText, readMessage } from '../inbound/messages/message-reader.ts';
import type { MessageParts, Person } from '../native-events.ts';
import { readList } from '../read-json.ts';

/** The fields of a message that we read. Source: developer docs "Resources: Message", read 2026-11-21. */
interface WrittenMessage extends MessageParts {
  readonly author?: Partial<Person>;
}

interface ThreadMessage extends WrittenMessage {
  readonly type: number;
  readonly referenced_message?: WrittenMessage | null;
}

const pageSize = 20;
const isId = /^\d+$/;
/** Other apps also write in response to commands. */
const writtenTypes: readonly number[] = [
  MessageType.Default,
  MessageType.Reply,
  MessageType.ThreadStarterMessage,
  MessageType.ChatInputCommand,
  MessageType.ContextMenuCommand,
];
const noNames = { channel: () => undefined, role: () => undefined };

export interface HistoryOptions {
  readonly api: Api;
  /** Whether Discord sends us the text of messages that do not mention us. */
  mayRead(): boolean;
  /** Our user id; undefined if this process does not know it. */
  ourId(): string | undefined;
}

/**
 * See Platform. Includes what forms, alerts and other apps posted, because people ask about it. A thread started from the
 * question's message has nothing before it.
 */
export async function earlierIn(
  { thread }: ThreadRef,
  { id }: Question,
  { api, mayRead, ourId }: HistoryOptions,
): Promise<readonly EarlierMessage[] | 'unread'> {
  const before = /^discord:(\d+)(?::asked:\w+)?$/.exec(id)?.[1];
  if (before === undefined || before === thread || !isId.test(thread)) return [];
  try {
    const query = new URLSearchParams({ before, limit: String(pageSize) });
    // Newest first.
    const page = readList<ThreadMessage>(await api.call(RequestMethod.Get, Routes.channelMessages(thread), { query }));
    const written = page.filter(({ type }) => writtenTypes.includes(type)).map(toWritten);
    const ofOthers = written.toReversed().filter(({ author }) => author && !isOurs(author, ourId()));
    const said = ofOthers.flatMap((message) => toEarlier(message, thread));
    return said.length > 0 || mayRead() || ofOthers.length === 0 ? said : 'unread';
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return 'unread';
  }
}

/** The first message of a thread may be empty and refer to a message in the parent channel. */
function toWritten(message: ThreadMessage): ThreadMessage {
  if (message.type !== MessageType.ThreadStarterMessage || !message.referenced_message) return message;
  return { ...message.referenced_message, type: message.type };
}

function isOurs({ id, bot }: Partial<Person>, ourId: string | undefined): boolean {
  return ourId === undefined ? bot === true : id === ourId;
}

function toEarlier(message: ThreadMessage, thread: string): readonly EarlierMessage[] {
  const read = readMessage(message, noNames);
  const { reading, ...besides } = besidesText([read], thread);
  const { name, id } = authorOf(message.author);
  if (read.text === '' && read.files.length === 0 && !reading) return [];
  return [{ name, text: read.text, ...besides, ...reading, ...(id !== undefined && { about: [id] }) }];
}
