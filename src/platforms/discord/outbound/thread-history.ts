/** Reads what was said in a thread before a question. */
import { MessageType, RequestMethod, Routes } from 'discord.js';
import type { Question, ThreadRef } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { Api } from '../connection/rest.ts';
import { toReadable } from '../inbound/messages/events.ts';

/** What is read of a message. Source: developer docs "Resources: Message", read 2026-11-21. */
interface Said {
  readonly author?: { readonly username: string; readonly global_name?: string | null; readonly bot?: boolean };
  readonly content?: string;
  readonly mentions?: Parameters<typeof toReadable>[1];
}

interface Read extends Said {
  readonly type: number;
  readonly referenced_message?: Said | null;
}

const pageSize = 20;
const isId = /^\d+$/;
const written: readonly number[] = [MessageType.Default, MessageType.Reply, MessageType.ThreadStarterMessage];
const noNames = { channel: () => undefined, role: () => undefined };

/**
 * As in Platform. `mayRead`: whether Discord shows us what people say to each other. A thread made from the question's
 * message begins with it.
 */
export async function earlierIn(
  { thread }: ThreadRef,
  { id }: Question,
  { api, mayRead }: { readonly api: Api; mayRead(): boolean },
): Promise<readonly string[] | 'unread'> {
  const before = /^discord:(\d+)(?::asked:\w+)?$/.exec(id)?.[1];
  if (before === undefined || before === thread || !isId.test(thread)) return [];
  try {
    const query = new URLSearchParams({ before, limit: String(pageSize) });
    // Discord's answer to this route is a list of messages, newest first.
    const page = (await api.call(RequestMethod.Get, Routes.channelMessages(thread), { query })) as Read[];
    const said = page.toReversed().flatMap(toLine);
    return said.length > 0 || mayRead() || page.every(({ author }) => author?.bot) ? said : 'unread';
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return 'unread';
  }
}

/** The first message of a thread may be another channel's, which it refers to. */
function toLine(message: Read): readonly string[] {
  const { author, content, mentions = [] } = message.content === '' ? (message.referenced_message ?? {}) : message;
  if (!author || author.bot || !content || !written.includes(message.type)) return [];
  return [`${author.global_name ?? author.username}: ${toReadable(content, mentions, noNames)}`];
}
