/** Calls to chat.*: post, update, stop a stream, delete. A message whose blocks Slack refuses is sent as text only. */
import type { Clock } from '../../../../kit/base/clock.ts';
import { headOf } from '../../../../kit/base/shorten.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { WebApi } from '../connection/web-api.ts';
import { refusalOf, toEditError } from '../errors.ts';
import { type Content, maxChars } from './render.ts';

/** Slack ends a stream after this long. Source: github.com/slackapi/python-slack-sdk/issues/1859, read 2026-11-21. */
export const streamLastsMs = 5 * 60_000;
/** Tolerance for the difference between Slack's clock and ours. */
const skewMs = 15_000;

const replyType = 'docent_reply';
const questionType = 'docent_question';
/** Slack's error codes for blocks that it does not accept. */
const blockRefusals: ReadonlySet<string> = new Set(['invalid_blocks', 'invalid_blocks_format', 'msg_blocks_too_long']);
/** What a message loses with its buttons: cards of searches may only be sent in streams. */
const notKept: ReadonlySet<unknown> = new Set(['actions', 'task_card']);
/** Shows text as written: Slack does not turn names or addresses in it into links. */
const asWritten = { parse: 'none', link_names: false } as const;

/** Metadata by which we find our own messages again. Visible to apps, not to people. */
export interface Metadata {
  readonly event_type: typeof replyType | typeof questionType;
  readonly event_payload: { readonly key: string };
}

export function replyMetadata(key: string): Metadata {
  return { event_type: replyType, event_payload: { key } };
}

export function questionMetadata(key: string): Metadata {
  return { event_type: questionType, event_payload: { key } };
}

/** A posted message. For a post to a user id, `channel` is the direct message channel. */
export interface Posted {
  readonly channel: string;
  readonly ts: string;
}

/** All calls fail with PlatformError. */
export interface ChatCalls {
  /** `root`: the ts of the thread's root; undefined posts to the channel. */
  post(channel: string, root: string | undefined, content: Content, metadata: Metadata): Promise<Posted>;
  /** Posts an ephemeral message to one user. */
  postFor(user: string, channel: string, root: string | undefined, text: string): Promise<void>;
  /** Also updates a message that is still streaming: its stream is ended first. */
  update(channel: string, ts: string, content: Content): Promise<void>;
  /** Leaves the rest of the message as Slack shows it. `root`: as in `post`. */
  removeButtons(channel: string, root: string | undefined, ts: string): Promise<void>;
  /** Removing a message that no longer exists is not a failure. */
  remove(channel: string, ts: string): Promise<void>;
}

export function createChatCalls(api: WebApi, clock: Clock): ChatCalls {
  return {
    async post(channel, root, content, metadata) {
      const place = { channel, ...(root !== undefined && { thread_ts: root }) };
      const formatting = { ...asWritten, unfurl_links: false, unfurl_media: false };
      const { ts, channel: postedIn = channel } = await withBlocks(content, (shown) =>
        api.attempt(({ chat }) => chat.postMessage({ ...place, ...shown, metadata, ...formatting })),
      );
      if (ts === undefined) throw new PlatformError('unavailable', { arrived: 'unknown' });
      return { channel: postedIn, ts };
    },

    async postFor(user, channel, root, text) {
      const place = { channel, user, ...(root !== undefined && { thread_ts: root }) };
      await api.attempt(({ chat }) => chat.postEphemeral({ ...place, text, ...asWritten }));
    },

    async update(channel, ts, content) {
      try {
        await updateOnce(channel, ts, content);
      } catch (error) {
        if (refusalOf(error) !== 'streaming_state_conflict') throw error;
        // The stream was started by a process that died, or its end was not confirmed.
        await stopStream(channel, ts);
        await updateOnce(channel, ts, content);
      }
    },

    async removeButtons(channel, root, ts) {
      const range = { channel, ts: root ?? ts, oldest: ts, latest: ts, inclusive: true, limit: 2 };
      const { messages = [] } = await api.attempt(({ conversations }) => conversations.replies(range));
      const { text = '', blocks = [] } = messages.find((message) => message.ts === ts) ?? {};
      if (!blocks.some(({ type }) => type === 'actions')) return;
      const kept = blocks.filter(({ type }) => !notKept.has(type));
      // These are the blocks of a message, which Slack's types for reading and for writing describe differently.
      const shown = { text: headOf(text, maxChars), blocks: kept as Content['blocks'] };
      await api.attempt(({ chat }) => chat.update({ channel, ts, ...shown, ...asWritten }));
    },

    async remove(channel, ts) {
      try {
        await api.attempt(({ chat }) => chat.delete({ channel, ts }));
      } catch (error) {
        if (!(error instanceof PlatformError) || error.code !== 'message_gone') throw error;
      }
    },
  };

  async function updateOnce(channel: string, ts: string, content: Content): Promise<void> {
    try {
      await withBlocks(content, (shown) =>
        api.attempt(({ chat }) => chat.update({ channel, ts, ...shown, ...asWritten })),
      );
    } catch (error) {
      throw toEditError(error);
    }
  }

  /** A stream whose reader belongs to another team cannot be stopped: the edit must wait until Slack has ended it. */
  async function stopStream(channel: string, ts: string): Promise<void> {
    try {
      await api.attempt(({ chat }) => chat.stopStream({ channel, ts }));
    } catch (error) {
      if (refusalOf(error) === 'stopped_by_user') return;
      if (refusalOf(error) !== 'user_not_found') throw error;
      const leftMs = Number(ts) * 1_000 + streamLastsMs + skewMs - clock.now();
      throw new PlatformError('unavailable', { waitMs: Math.max(skewMs, leftMs), cause: error });
    }
  }
}

/** Makes the call with blocks, and again without them if Slack refuses them. */
async function withBlocks<T>(
  { text, blocks }: Content,
  call: (shown: { readonly text: string; readonly blocks?: Content['blocks'] }) => Promise<T>,
): Promise<T> {
  if (blocks.length === 0) return call({ text });
  try {
    return await call({ text, blocks });
  } catch (error) {
    if (!blockRefusals.has(refusalOf(error) ?? '')) throw error;
    return call({ text });
  }
}
