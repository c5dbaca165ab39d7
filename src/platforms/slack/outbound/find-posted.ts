/**
 * A message of ours found again by the key that it carries as metadata, when Slack's answer to its post was lost. In:
 * where and since when to look. Out: its ts, or undefined. Effects: reads the thread or the channel. Fails with PlatformError.
 */
import type { ConversationsHistoryResponse } from '@slack/web-api';
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
  /** Who we are, where it may be a message that grows: that carries its key only from its end on. */
  readonly growing?: Self;
}

/** How far before our first try a message of ours may be dated, by clocks that differ. */
const skewMs = 60_000;
/** Slack advises no more at once. Source: docs.slack.dev reference/methods/conversations.replies, 2026-11-21. */
const pageSize = 200;
const maxPages = 5;

/**
 * The message with the key, or else the newest of ours that grows: a thread gets one answer at a time. Where we may not
 * read there is none: a message too many is better than none.
 */
export async function findOwn(api: WebApi, mark: Mark): Promise<string | undefined> {
  let cursor: string | undefined;
  let growing: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const { messages = [], response_metadata } = await read(api, mark, cursor);
    const marked = messages.find((each) => isMarked(each, mark));
    if (marked) return marked.ts;
    growing = messages.findLast((each) => isGrowing(each, mark.growing))?.ts ?? growing;
    cursor = response_metadata?.next_cursor;
    if (!cursor) break;
  }
  return growing;
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

function isGrowing(message: Read, self: Self | undefined): boolean {
  const isOurs = self && (message.bot_id === self.botId || message.user === self.userId);
  return isOurs === true && 'streaming_state' in message && message.streaming_state === 'in_progress';
}

function keyOf(payload: unknown): unknown {
  return typeof payload === 'object' && payload !== null && 'key' in payload ? payload.key : undefined;
}
