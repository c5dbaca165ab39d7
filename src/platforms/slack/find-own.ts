/**
 * A message of ours found again by the key that it carries as metadata, when Slack's answer to its post was lost. In:
 * where and since when to look. Out: its ts, or undefined. Effects: reads the thread or the channel. Fails with PlatformError.
 */
import type { ConversationsHistoryResponse } from '@slack/web-api';
import { PlatformError } from '../../core/errors.ts';
import type { WebApi } from './web-api.ts';

export interface Mark {
  readonly channel: string;
  /** The thread's root; undefined looks in the channel itself. */
  readonly root: string | undefined;
  readonly type: string;
  readonly key: string;
  /** Milliseconds since 1970 of the first try, by our clock. */
  readonly since: number;
}

/** How far before our first try a message of ours may be dated, by clocks that differ. */
const skewMs = 60_000;
/** Slack advises no more at once. Source: docs.slack.dev reference/methods/conversations.replies, 2026-11-21. */
const pageSize = 200;
const maxPages = 5;

/** Where we may not read there is none: a message too many is better than none. */
export async function findOwn(api: WebApi, mark: Mark): Promise<string | undefined> {
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const { messages = [], response_metadata } = await read(api, mark, cursor);
    const found = messages.find((each) => isMarked(each, mark)) ?? messages.findLast(isGrowing);
    cursor = response_metadata?.next_cursor;
    if (found || !cursor) return found?.ts;
  }
  return undefined;
}

async function read(api: WebApi, mark: Mark, cursor: string | undefined): Promise<ConversationsHistoryResponse> {
  const { channel, root, since } = mark;
  const oldest = String((since - skewMs) / 1_000);
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

/** A streamed message carries its key only from its end on; before, no other one of ours grows in the same thread. */
function isGrowing(message: Read): boolean {
  return 'streaming_state' in message && message.streaming_state === 'in_progress';
}

function keyOf(payload: unknown): unknown {
  return typeof payload === 'object' && payload !== null && 'key' in payload ? payload.key : undefined;
}
