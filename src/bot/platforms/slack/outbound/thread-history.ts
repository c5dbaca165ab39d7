/**
 * Reads the messages in a thread before a question. Slack returns the oldest replies first, so a long thread takes several
 * calls; if the app may make only one a minute, such a thread stays unread.
 */
import type { ConversationsRepliesResponse } from '@slack/web-api';
import { stringAt } from '../../../../kit/base/json.ts';
import type { Question, ThreadRef } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { EarlierMessage } from '../../../core/ports/platform.ts';
import { toPerson } from '../connection/person.ts';
import type { WebApi } from '../connection/web-api.ts';
import { type Self, wordsOfOthers } from '../inbound/events.ts';
import { readMessage, withQuotes } from '../inbound/message-reader.ts';
import type { People } from '../inbound/people.ts';

/** The most that Slack recommends per call. Source: docs.slack.dev reference/methods/conversations.replies, 2026-11-21. */
const pageSize = 200;
const maxPages = 5;
const maxMessages = 20;

/** As in Platform. */
export async function earlierIn(
  { installation, channel, thread: root }: ThreadRef,
  { id }: Question,
  { api, people, self }: { readonly api: WebApi; readonly people: People; readonly self: Self },
): Promise<readonly EarlierMessage[] | 'unread'> {
  const ts = /:(\d+\.\d+)(?::asked:\w+)?$/.exec(id)?.[1];
  if (ts === undefined || ts === root || !/^\d/.test(root)) return [];
  try {
    const messages = await newestIn({ channel, ts: root, latest: ts, limit: pageSize }, api);
    if (!messages) return 'unread';
    // Slack itself writes the tombstones of deleted messages; apps and forms write what people ask about.
    const said = messages.filter(
      ({ user, bot_id, ts: at }) =>
        user !== self.userId && bot_id !== self.botId && !user?.startsWith('USLACK') && Number(at) < Number(ts),
    );
    const read = await Promise.all(
      said.slice(-maxMessages).map(async (message) => {
        const { user, bot_profile: app, bot_id: bot } = message;
        const author = bot === undefined && user !== undefined ? toPerson(user, installation) : undefined;
        const { files, unread, ...words } = readMessage(message, self.userId);
        return {
          name:
            author === undefined
              ? (stringAt(message, 'username') ?? app?.name ?? 'app')
              : await people.resolveNames(`<@${user}>`),
          text: await people.resolveNames(withQuotes(words)),
          ...(files.length > 0 && { files }),
          ...(unread.length > 0 && { unread }),
          ...wordsOfOthers(words, channel, installation, author),
        };
      }),
    );
    return read.filter(({ text, files, unread }) => text !== '' || files || unread);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return 'unread';
  }
}

interface Range {
  readonly channel: string;
  readonly ts: string;
  readonly latest: string;
  readonly limit: number;
}

/** undefined when the thread has more messages than we read. Fails with PlatformError. */
async function newestIn(
  range: Range,
  api: WebApi,
): Promise<NonNullable<ConversationsRepliesResponse['messages']> | undefined> {
  let newest: NonNullable<ConversationsRepliesResponse['messages']> = [];
  let cursor: string | undefined;
  for (let page = 1; page <= maxPages; page += 1) {
    const { messages = [], response_metadata } = await api.attempt(({ conversations }) =>
      conversations.replies({ ...range, ...(cursor && { cursor }) }),
    );
    // Slack may repeat the thread's first message on each page.
    const further = page === 1 ? messages : messages.filter(({ ts }) => ts !== range.ts);
    newest = [...newest, ...further].slice(-pageSize);
    cursor = response_metadata?.next_cursor;
    if (!cursor) return newest;
  }
  return undefined;
}
