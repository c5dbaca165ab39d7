/**
 * Finds a message of ours again by the key that it carries as metadata, when Slack's answer to its post was lost.
 *
 * Reading has narrower limits than posting (one page of 15 messages a minute for apps that are distributed outside the
 * Marketplace): a search continues where it was interrupted, and ends without a result after a bounded time.
 */
import type { ConversationsHistoryResponse } from '@slack/web-api';
import { BoundedCache } from '../../../base/bounded-cache.ts';
import type { Clock } from '../../../base/clock.ts';
import { valueAt } from '../../../base/json.ts';
import type { MessageRef } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { WebApi } from '../connection/web-api.ts';
import type { Self } from '../inbound/events.ts';

export interface Mark {
  readonly channel: string;
  /** The thread's root; undefined looks in the channel itself. */
  readonly root: string | undefined;
  readonly type: string;
  readonly key: string;
  /** Milliseconds since 1970 of the first try, by our clock. */
  readonly since: number;
  /** Our own user id, if it may be a streamed message: that carries its key only once it has ended. */
  readonly streamedBy?: Self;
  /** Streamed messages that it is not. */
  readonly others?: readonly MessageRef[];
}

export interface PostSearch {
  /**
   * The ts of the message with the key, or else of the newest of ours that is streamed: a thread gets one answer at a time.
   * None where we may not read, or where the search takes too long: a message too many is better than none. Fails with
   * PlatformError, but never as `rate_limited`: a limit on reading must not hold up posts.
   */
  find(mark: Mark): Promise<string | undefined>;
}

/** How far before our first try a message of ours may be dated, by clocks that differ. */
const skewMs = 60_000;
/** Slack advises no more at once. Source: docs.slack.dev reference/methods/conversations.replies, 2026-11-21. */
const pageSize = 200;
const maxPages = 5;
/** Less than the time for which a reply is retried while its platform is down (core/live-reply). */
const searchLimitMs = 90_000;
/** The wait for a limit that comes without a time. */
const limitedMs = 5_000;
const maxSearches = 1_000;

/** The progress of a search. */
interface Progress {
  pages: number;
  /** When Slack first limited it. */
  limitedAt?: number;
  cursor?: string | undefined;
  growing?: string | undefined;
}

export function createPostSearch(api: WebApi, clock: Clock): PostSearch {
  const searches = new BoundedCache<string, Progress>(maxSearches);

  return {
    async find(mark) {
      const id = [mark.type, mark.channel, mark.root, mark.key].join(' ');
      const progress = searches.get(id) ?? { pages: 0 };
      searches.set(id, progress);
      const found = await search(mark, progress);
      searches.delete(id);
      return found;
    },
  };

  async function search(mark: Mark, progress: Progress): Promise<string | undefined> {
    while (progress.pages < maxPages && !isOverdue(progress)) {
      const { messages = [], response_metadata } = await readOn(mark, progress);
      const marked = messages.find((each) => isMarked(each, mark));
      if (marked) return marked.ts;
      progress.growing = messages.findLast((each) => isGrowing(each, mark))?.ts ?? progress.growing;
      progress.pages += 1;
      progress.cursor = response_metadata?.next_cursor;
      if (!progress.cursor) break;
    }
    return progress.growing;
  }

  function isOverdue({ limitedAt }: Progress): boolean {
    return limitedAt !== undefined && clock.now() - limitedAt >= searchLimitMs;
  }

  async function readOn(mark: Mark, progress: Progress): Promise<ConversationsHistoryResponse> {
    try {
      return await read(api, mark, progress.cursor);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code !== 'rate_limited') throw error;
      progress.limitedAt ??= clock.now();
      throw new PlatformError('unavailable', { waitMs: error.waitMs ?? limitedMs, cause: error });
    }
  }
}

async function read(api: WebApi, mark: Mark, cursor: string | undefined): Promise<ConversationsHistoryResponse> {
  const { channel, root, since } = mark;
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

function isMarked({ metadata }: Read, mark: Mark): boolean {
  return metadata?.event_type === mark.type && keyOf(metadata.event_payload) === mark.key;
}

function isGrowing(message: Read, { streamedBy: self, others = [] }: Mark): boolean {
  if (message.ts === undefined || others.includes(message.ts)) return false;
  const isOurs = self && (message.bot_id === self.botId || message.user === self.userId);
  return isOurs === true && 'streaming_state' in message && message.streaming_state === 'in_progress';
}

function keyOf(payload: unknown): unknown {
  return valueAt(payload, 'key');
}
