/**
 * The chat.*Stream methods: streamed messages. Source: reference/methods/chat.startStream, chat.appendStream,
 * chat.stopStream, 2026-11-21; lifetime and size as measured by others (slackapi/python-slack-sdk#1859,
 * openclaw/openclaw#143882).
 *
 * in_progress: from start. It ends as completed, by stopStream or by a person's Stop, or as errored, when its lifetime
 * is over. An ended one takes nothing more: `message_not_in_streaming_state`, or `stopped_by_user`.
 */
import type { Clock } from '../../clock.ts';
import type { SlackChannel } from '../world/seed.ts';
import { messageShape } from '../world/shapes.ts';
import type { JsonObject, Message, Workspace } from '../world/state.ts';
import { isObject, Refusal } from '../world/validation.ts';
import { checkBlocks } from './blocks.ts';
import { checkedMetadata } from './chat.ts';
import { type Call, joinedChannel, knownMessage, type Methods, method } from './method.ts';
import type { Sessions } from './sessions.ts';

/** From the start, however often it is appended to. */
const lifetimeMs = 300_000;
/** Of all text, titles and details of one message, in UTF-8. */
const maxBytes = 11_000;
/** Of one call. */
const maxCallChars = 12_000;

type Mode = 'chunks' | 'text';

interface Stream {
  /** How it is written, from the first words on. */
  mode: Mode | undefined;
  bytes: number;
  /** A recipient that is not of that team is found out only at the end. */
  readonly wrongRecipient: boolean;
  stoppedByUser: boolean;
}

const words = { markdown_text: 'string', chunks: 'objects' } as const;
const looks = { username: 'string', icon_emoji: 'string', icon_url: 'string' } as const;

export type Streams = ReturnType<typeof createStreams>;

/** `stopped` ends what streams wait for. */
export function createStreams(workspace: Workspace, sessions: Sessions, clock: Clock, stopped: AbortSignal) {
  const streams = new Map<string, Stream>();
  return { methods: createMethods(), stopByUser };

  function createMethods(): Methods {
    return {
      'chat.startStream': method({
        tier: 'tier2',
        scope: 'chat:write',
        rules: {
          channel: 'string!',
          thread_ts: 'string',
          recipient_user_id: 'string',
          recipient_team_id: 'string',
          task_display_mode: 'string',
          ...words,
          ...looks,
        },
        run(given, call) {
          const channel = joinedChannel(workspace, given.channel);
          if (channel.archived) throw new Refusal('is_archived');
          const threadTs = rootOf(channel, given.thread_ts, call);
          const wrongRecipient = recipientIsWrong(channel, given.recipient_user_id, given.recipient_team_id);
          const message = workspace.post({
            channel: channel.id,
            user: workspace.botUserId,
            botId: workspace.botId,
            text: '',
            threadTs,
            autoLinks: 'none',
            previews: [],
            streaming: 'in_progress',
          });
          const stream: Stream = { mode: undefined, bytes: 0, wrongRecipient, stoppedByUser: false };
          streams.set(keyOf(message), stream);
          try {
            grow(message, stream, given);
          } catch (error) {
            workspace.remove(message);
            throw error;
          }
          sessions.set(channel.id, threadTs, 'processing');
          expire(message);
          return { channel: channel.id, ts: message.ts };
        },
      }),

      'chat.appendStream': method({
        tier: 'tier4',
        scope: 'chat:write',
        rules: { channel: 'string!', ts: 'string!', ...words },
        run(given) {
          const { message, stream } = growing(given.channel, given.ts);
          if (!given.markdown_text && !given.chunks?.length) throw new Refusal('no_text');
          grow(message, stream, given);
          return { channel: message.channel, ts: message.ts };
        },
      }),

      'chat.stopStream': method({
        tier: 'tier2',
        scope: 'chat:write',
        rules: {
          channel: 'string!',
          ts: 'string!',
          blocks: 'objects',
          metadata: 'object',
          session_status: 'string',
          ...words,
        },
        run(given) {
          const { message, stream } = growing(given.channel, given.ts);
          const { blocks } = given;
          const session = sessions.read(given.session_status ?? 'active');
          if (stream.wrongRecipient) throw new Refusal('user_not_found');
          if (blocks) checkBlocks(blocks);
          const metadata = given.metadata && checkedMetadata(given.metadata);
          const grown = given.markdown_text || given.chunks?.length ? grow(message, stream, given) : message;
          const ended = workspace.edit(grown, {
            streaming: 'completed',
            ...(blocks && { blocks: [...(grown.blocks ?? []), ...named(blocks)] }),
            ...(metadata && { metadata }),
          });
          sessions.set(ended.channel, ended.threadTs ?? '', session);
          return { channel: ended.channel, ts: ended.ts, message: messageShape(ended) };
        },
      }),
    };
  }

  /** Presses Stop in a thread. Gives what was growing there and grows no more. */
  function stopByUser(channel: string, thread: string): readonly Message[] {
    const open = workspace.thread(channel, thread).filter((one) => one.streaming === 'in_progress');
    for (const message of open) {
      const stream = streams.get(keyOf(message));
      if (stream) stream.stoppedByUser = true;
      workspace.edit(message, { streaming: 'stopped' });
    }
    return open;
  }

  function rootOf(channel: SlackChannel, threadTs: string | undefined, call: Call): string {
    if (threadTs === undefined || !/^\d+\.\d{6}$/.test(threadTs)) throw new Refusal('invalid_thread_ts');
    const root = knownRoot(channel.id, threadTs);
    if (root.threadTs) call.note('thread_ts is a reply, not the root of a thread');
    return root.threadTs ?? threadTs;
  }

  function knownRoot(channel: string, ts: string): Message {
    const root = workspace.find(channel, ts);
    if (!root || root.visibleTo) throw new Refusal('thread_not_found');
    return root;
  }

  /** Outside direct messages the reader must be named; whether rightly, Slack finds out at the end. */
  function recipientIsWrong(channel: SlackChannel, user: string | undefined, team: string | undefined): boolean {
    if (channel.kind !== 'im' && !user) throw new Refusal('missing_recipient_user_id');
    if (channel.kind !== 'im' && !team) throw new Refusal('missing_recipient_team_id');
    const home = user && workspace.users.has(user) ? workspace.teamId : undefined;
    return (user !== undefined && home === undefined) || (team !== undefined && team !== home);
  }

  function growing(channel: string, ts: string): { readonly message: Message; readonly stream: Stream } {
    const message = knownMessage(workspace, joinedChannel(workspace, channel).id, ts);
    if (message.botId !== workspace.botId) throw new Refusal('message_not_owned_by_app');
    const stream = streams.get(keyOf(message));
    if (stream?.stoppedByUser) throw new Refusal('stopped_by_user');
    if (!stream || message.streaming !== 'in_progress') throw new Refusal('message_not_in_streaming_state');
    return { message, stream };
  }

  function grow(message: Message, stream: Stream, given: Given): Message {
    const added = wordsOf(given);
    if (stream.mode !== undefined && added.mode !== undefined && stream.mode !== added.mode)
      throw new Refusal('streaming_mode_mismatch');
    const bytes = stream.bytes + Buffer.byteLength(added.counted);
    if (bytes > maxBytes) throw new Refusal('msg_too_long');
    stream.mode ??= added.mode;
    stream.bytes = bytes;
    if (added.mode === undefined) return message;
    const text = message.text + added.text;
    const blocks = [{ type: 'markdown', block_id: 'b0', text }, ...(message.blocks ?? []).slice(1), ...added.blocks];
    return workspace.edit(message, { text, blocks });
  }

  function expire(message: Message): void {
    void clock.wait(lifetimeMs, stopped).then(() => {
      const now = workspace.find(message.channel, message.ts);
      if (stopped.aborted || now?.streaming !== 'in_progress') return;
      workspace.edit(now, { streaming: 'errored' });
      sessions.set(now.channel, now.threadTs ?? '', 'active');
    });
  }
}

interface Given {
  readonly markdown_text: string | undefined;
  readonly chunks: readonly JsonObject[] | undefined;
}

interface Added {
  readonly mode: Mode | undefined;
  readonly text: string;
  readonly blocks: readonly JsonObject[];
  /** All that counts into the size. */
  readonly counted: string;
}

/** What a call adds. Chunks may be text, blocks, tasks and a plan's title. */
function wordsOf({ markdown_text: text, chunks }: Given): Added {
  if (text && chunks?.length) throw new Refusal('cannot_provide_both_markdown_text_and_chunks');
  if (text && text.length > maxCallChars) throw new Refusal('msg_too_long');
  if (text) return { mode: 'text', text, blocks: [], counted: text };
  const read = (chunks ?? []).map(readChunk);
  const all = read.map((one) => one.text).join('');
  if (all.length > maxCallChars) throw new Refusal('msg_too_long');
  return {
    mode: chunks?.length ? 'chunks' : undefined,
    text: all,
    blocks: read.flatMap((one) => one.blocks),
    counted: all + read.map((one) => one.beside).join(''),
  };
}

function readChunk(chunk: JsonObject): { text: string; blocks: readonly JsonObject[]; beside: string } {
  const { type, text, blocks, id, title, status } = chunk;
  if (type === 'markdown_text' && typeof text === 'string' && text !== '') return { text, blocks: [], beside: '' };
  if (type === 'plan_update' && typeof title === 'string') return { text: '', blocks: [], beside: title };
  if (type === 'blocks' && Array.isArray(blocks) && blocks.every(isObject)) {
    checkBlocks(blocks);
    return { text: '', blocks, beside: '' };
  }
  const isTask = type === 'task_update' && typeof id === 'string' && typeof title === 'string';
  if (!isTask || !['pending', 'in_progress', 'complete', 'error'].includes(String(status)))
    throw new Refusal('invalid_chunks');
  return { text: '', blocks: [], beside: title + String(chunk.details ?? '') + String(chunk.output ?? '') };
}

function named(blocks: readonly JsonObject[]): JsonObject[] {
  return blocks.map((block, index) => ({ block_id: `s${index}`, ...block }));
}

function keyOf({ channel, ts }: Message): string {
  return `${channel}/${ts}`;
}
