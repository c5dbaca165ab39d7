/**
 * Streamed messages: begun, appended to and ended with chat.startStream, appendStream and stopStream.
 *
 * Written with our own calls: the SDK's helper sends by characters and not by time, and loses or doubles text when calls
 * overlap. Chunks are used throughout, because Slack takes no `markdown_text` beside them. Where Slack takes no stream,
 * messages are posted and edited.
 * Source: docs.slack.dev reference/methods/chat.startStream, chat.appendStream, chat.stopStream; 2026-11-21.
 */
import { BoundedCache } from '../../../base/bounded-cache.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Body } from '../../../core/model/body.ts';
import type { ThreadRef } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { Step } from '../../../core/model/step.ts';
import type { Streaming } from '../../../core/ports/platform.ts';
import type { WebApi } from '../connection/web-api.ts';
import { refusalOf } from '../errors.ts';
import { replyMetadata, streamLastsMs } from './chat-calls.ts';
import { toSurface } from './markdown-surface.ts';
import { toBlocksBeneath } from './render.ts';
import { stepsToAppend, type Task, toTask } from './tasks.ts';
import { isThread } from './thread-refs.ts';

/** `auto`: streams where Slack takes them. `native`: the same, and a refusal is forgotten. `edit`: none. */
export type StreamingMode = 'auto' | 'native' | 'edit' | 'off';

/** Ended well before Slack ends it. */
const maxDurationMs = streamLastsMs - 60_000;

export interface StreamingOptions {
  readonly api: WebApi;
  readonly clock: Clock;
  readonly streaming: StreamingMode;
  /** Called when a message appears in a thread. */
  posted(thread: ThreadRef): void;
  /** Called when it is not known whether the message with this key was begun. */
  doubted(key: string): void;
}

/** Streams in whatever workspace a thread is. `known`: where it is loaded; a stream is tried where it is not. */
export function streamingBy(
  of: (thread: ThreadRef) => Promise<Streaming>,
  known: (thread: ThreadRef) => Streaming | undefined,
): Streaming {
  return {
    canBegin: (thread) => known(thread)?.canBegin(thread) ?? isThread(thread),
    ...{ maxDurationMs, text: toSurface, steps: stepsToAppend },
    begin: async (thread, ...begun) => (await of(thread)).begin(thread, ...begun),
    append: async (thread, ...added) => (await of(thread)).append(thread, ...added),
    end: async (thread, ...ended) => (await of(thread)).end(thread, ...ended),
  };
}

export function createStreaming({ api, clock, streaming, posted, doubted }: StreamingOptions): Streaming {
  const refusals = new StreamRefusals(clock);
  const canBegin = (thread: ThreadRef): boolean => isThread(thread) && !refusals.has(thread);

  return { canBegin, maxDurationMs, text: toSurface, steps: stepsToAppend, begin, append, end };

  async function begin(
    thread: ThreadRef,
    text: string,
    reader: string,
    key: string,
    steps: readonly Step[] = [],
  ): Promise<string> {
    // Slack wants the reader's own team, also in shared channels.
    const [, team = '', user = ''] = reader.split(':');
    try {
      const { ts } = await withTasks(steps, (shown) =>
        api.attempt(({ chat }) =>
          chat.startStream({
            channel: thread.channel,
            thread_ts: thread.thread,
            chunks: toChunks(text, shown),
            recipient_user_id: user,
            recipient_team_id: team,
          }),
        ),
      );
      if (ts === undefined) throw new PlatformError('unavailable', { arrived: 'unknown' });
      posted(thread);
      return ts;
    } catch (error) {
      if (error instanceof PlatformError && error.arrived === 'unknown') doubted(key);
      if (!isRefusal(error)) throw error;
      if (error.code === 'forbidden' && streaming !== 'native') refusals.add(thread, refusalOf(error) ?? '');
      throw new PlatformError('not_streaming', { cause: error });
    }
  }

  async function append(
    { channel }: ThreadRef,
    message: string,
    added: string,
    steps: readonly Step[] = [],
  ): Promise<void> {
    await appendChunks(channel, message, toChunks(added, steps));
  }

  async function appendChunks(channel: string, ts: string, chunks: Chunk[]): Promise<void> {
    await whileStreaming(() => api.attempt(({ chat }) => chat.appendStream({ channel, ts, chunks })));
  }

  async function end(
    thread: ThreadRef,
    message: string,
    added: string,
    body: Body,
    key: string,
    steps: readonly Step[] = [],
  ): Promise<void> {
    const { channel } = thread;
    const blocks = toBlocksBeneath(body);
    const chunks = toChunks(added, steps);
    try {
      await whileStreaming(() =>
        api.attempt(({ chat }) =>
          chat.stopStream({
            channel,
            ts: message,
            ...(chunks.length > 0 && { chunks }),
            ...(blocks.length > 0 && { blocks }),
            metadata: replyMetadata(key),
          }),
        ),
      );
    } catch (error) {
      // Slack finds out at the end that the reader is of another team; all text has arrived nevertheless, and the stream ends
      // by itself.
      if (refusalOf(error) !== 'user_not_found') throw error;
      const all = [...chunks, ...(blocks.length === 0 ? [] : [{ type: 'blocks' as const, blocks }])];
      if (all.length > 0) await appendChunks(channel, message, all);
    }
  }
}

/** Repeats the call without the tasks where Slack refuses them: the text matters more. */
async function withTasks<T>(steps: readonly Step[], call: (steps: readonly Step[]) => Promise<T>): Promise<T> {
  try {
    return await call(steps);
  } catch (error) {
    if (steps.length === 0 || refusalOf(error) !== 'invalid_chunks') throw error;
    return call([]);
  }
}

/** Slack's words for a workspace that has no streaming at all. */
const withoutStreaming: ReadonlySet<string> = new Set([
  'unknown_method',
  'method_deprecated',
  'feature_not_enabled',
  'feature_disabled',
]);
/** Any other refusal applies to its channel for this long. */
const refusedMs = 10 * 60_000;
const maxRefusals = 1_000;

/** Workspaces and channels in which no stream is begun for now. */
class StreamRefusals {
  readonly #clock: Clock;
  readonly #until = new BoundedCache<string, number>(maxRefusals);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add({ installation, channel }: ThreadRef, word: string): void {
    if (withoutStreaming.has(word)) this.#until.set(installation, Number.POSITIVE_INFINITY);
    else this.#until.set(`${installation}/${channel}`, this.#clock.now() + refusedMs);
  }

  has({ installation, channel }: ThreadRef): boolean {
    return [installation, `${installation}/${channel}`].some((key) => (this.#until.get(key) ?? 0) > this.#clock.now());
  }
}

/** Translates the failures of a stream that was begun: stopped by its reader, or not taking more. */
async function whileStreaming(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (refusalOf(error) === 'stopped_by_user') throw new PlatformError('stopped', { cause: error });
    if (isRefusal(error) && refusalOf(error) !== 'user_not_found')
      throw new PlatformError('not_streaming', { cause: error });
    throw error;
  }
}

/** A plain refusal, or one because of the length: editing works instead. */
function isRefusal(error: unknown): error is PlatformError {
  return error instanceof PlatformError && (error.code === 'forbidden' || error.code === 'too_long');
}

type Chunk =
  | Task
  | { type: 'markdown_text'; text: string }
  | { type: 'blocks'; blocks: ReturnType<typeof toBlocksBeneath> };

function toChunks(text: string, steps: readonly Step[]): Chunk[] {
  return [...steps.map(toTask), ...(text === '' ? [] : [{ type: 'markdown_text' as const, text }])];
}
