/**
 * Finds one of our own messages by the key in its metadata, after Slack's response to its post was lost.
 *
 * Reading has tighter limits than posting (one page of 15 messages a minute for apps distributed outside the Marketplace), so
 * a search resumes where it was interrupted and gives up without a result after a bounded time.
 */
import type { ConversationsHistoryResponse } from '@slack/web-api';
import { BoundedCache } from '../../../../kit/base/bounded-cache.ts';
import type { Clock } from '../../../../kit/base/clock.ts';
import { valueAt } from '../../../../kit/base/json.ts';
import type { MessageRef } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { WebApi } from '../connection/web-api.ts';
import type { Self } from '../inbound/events.ts';

export interface PostQuery {
  readonly channel: string;
  /** The ts of the thread's root; undefined searches the channel itself. */
  readonly root: string | undefined;
  readonly type: string;
  readonly key: string;
  /** Time of the first attempt to post, in milliseconds since 1970 by our clock. */
  readonly since: number;
  /** Our own ids, if it may be a streamed message, which carries its key only after the stream has ended. */
  readonly streamedBy?: Self;
  /** Streamed messages to exclude. */
  readonly others?: readonly MessageRef[];
}

export interface PostSearch {
  /**
   * The ts of the message with the key, else of our newest message that is still streaming, since a thread gets one answer at
   * a time. undefined when we may not read or the search takes too long: a duplicate is better than no message. Fails with
   * PlatformError, but never `rate_limited`: a limit on reading must not hold up posts.
   */
  find(query: PostQuery): Promise<string | undefined>;
}

/** Tolerance for the difference between Slack's clock, which dates the message, and ours. */
const skewMs = 60_000;
/** The most that Slack recommends per call. Source: docs.slack.dev reference/methods/conversations.replies, 2026-11-21. */
const pageSize = 200;
const maxPages = 5;
/** Less than how long a reply is retried while its platform is down (bot/core/live-reply). */
const searchLimitMs = 90_000;
/** How long to wait when Slack gives no time with its rate limit. */
const limitedMs = 5_000;
const maxSearches = 1_000;

/** The progress of a search. */
interface Progress {
  pages: number;
  /** When Slack first rate-limited the search. */
  limitedAt?: number;
  cursor?: string | undefined;
  streaming?: string | undefined;
}

export function createPostSearch(api: WebApi, clock: Clock): PostSearch {
  const searches = new BoundedCache<string, Progress>(maxSearches);

  return {
    async find(query) {
      const id = [query.type, query.channel, query.root, query.key].join(' ');
      const progress = searches.get(id) ?? { pages: 0 };
      searches.set(id, progress);
      const found = await search(query, progress);
      searches.delete(id);
      return found;
    },
  };

  async function search(query: PostQuery, progress: Progress): Promise<string | undefined> {
    while (progress.pages < maxPages && !isOverdue(progress)) {
      const { messages = [], response_metadata } = await readOn(query, progress);
      const withKey = messages.find((message) => hasKey(message, query));
      if (withKey) return withKey.ts;
      progress.streaming = messages.findLast((message) => isStreaming(message, query))?.ts ?? progress.streaming;
      progress.pages += 1;
      progress.cursor = response_metadata?.next_cursor;
      if (!progress.cursor) break;
    }
    return progress.streaming;
  }

  function isOverdue({ limitedAt }: Progress): boolean {
    return limitedAt !== undefined && clock.now() - limitedAt >= searchLimitMs;
  }

  async function readOn(query: PostQuery, progress: Progress): Promise<ConversationsHistoryResponse> {
    try {
      return await read(api, query, progress.cursor);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code !== 'rate_limited') throw error;
      progress.limitedAt ??= clock.now();
      throw new PlatformError('unavailable', { waitMs: error.waitMs ?? limitedMs, cause: error });
    }
  }
}

async function read(api: WebApi, query: PostQuery, cursor: string | undefined): Promise<ConversationsHistoryResponse> {
  const { channel, root, since } = query;
  const oldest = String(Math.max(0, since - skewMs) / 1_000);
  const range = { channel, oldest, limit: pageSize, include_all_metadata: true, ...(cursor && { cursor }) };
  try {
    return await api.attempt(({ conversations }) =>
      root === undefined ? conversations.history(range) : conversations.replies({ ...range, ts: root }),
    );
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'forbidden') return { ok: false };
    throw error;
  }
}

type Read = NonNullable<ConversationsHistoryResponse['messages']>[number];

function hasKey({ metadata }: Read, query: PostQuery): boolean {
  return metadata?.event_type === query.type && keyOf(metadata.event_payload) === query.key;
}

function isStreaming(message: Read, { streamedBy: self, others = [] }: PostQuery): boolean {
  if (message.ts === undefined || others.includes(message.ts)) return false;
  const isOurs = self && (message.bot_id === self.botId || message.user === self.userId);
  return isOurs === true && 'streaming_state' in message && message.streaming_state === 'in_progress';
}

function keyOf(payload: unknown): unknown {
  return valueAt(payload, 'key');
}
