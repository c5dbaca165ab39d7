/**
 * Streamed messages: started, appended to and stopped with chat.startStream, appendStream and stopStream.
 *
 * We make these calls ourselves, because the SDK's helper paces by characters rather than by time, and loses or duplicates
 * text when calls overlap. All text goes into chunks, because Slack does not accept `markdown_text` beside them. Where Slack
 * allows no streams, messages are posted and edited.
 * Source: docs.slack.dev reference/methods/chat.startStream, chat.appendStream, chat.stopStream; 2026-11-21.
 */
import { BoundedCache } from '../../../../kit/base/bounded-cache.ts';
import type { Clock } from '../../../../kit/base/clock.ts';
import type { Body } from '../../../core/model/body.ts';
import type { ThreadRef } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { Step } from '../../../core/model/step.ts';
import type { Streaming } from '../../../core/ports/platform.ts';
import type { WebApi } from '../connection/web-api.ts';
import { isBarred, refusalOf } from '../errors.ts';
import { replyMetadata, streamLastsMs } from './chat-calls.ts';
import { toSurface } from './markdown-surface.ts';
import { toBlocksBeneath } from './render.ts';
import { stepsToAppend, type Task, toTask } from './tasks.ts';
import { isThread } from './thread-refs.ts';

/** `auto`: streams where Slack allows it. `native`: the same, but forgets refusals. `edit`: never streams. `off`: not live. */
export type StreamingMode = 'auto' | 'native' | 'edit' | 'off';

/** How answers grow, by kind of place. Group direct messages count as channels. */
export interface StreamingModes {
  readonly channels: StreamingMode;
  readonly direct: StreamingMode;
}

/**
 * Slack names only the asker as the recipient of a stream, and does not say whether others see it grow. They see every edit.
 * Source: docs.slack.dev reference/methods/chat.startStream, 2026-11-21.
 */
const defaultModes: StreamingModes = { channels: 'edit', direct: 'auto' };

export function modeIn({ channel }: ThreadRef, modes: Partial<StreamingModes>): StreamingMode {
  const { channels, direct } = { ...defaultModes, ...modes };
  return channel.startsWith('D') ? direct : channels;
}

function mayStreamIn(thread: ThreadRef, modes: Partial<StreamingModes>): boolean {
  const mode = modeIn(thread, modes);
  return isThread(thread) && (mode === 'auto' || mode === 'native');
}

/** We end a stream well before Slack would. */
const maxDurationMs = streamLastsMs - 60_000;

export interface StreamingOptions {
  readonly api: WebApi;
  readonly clock: Clock;
  readonly streaming: Partial<StreamingModes>;
  /** Called when one of our messages appears in a thread. */
  posted(thread: ThreadRef): void;
  /** Called when the stream of the message with this key may or may not have been started. */
  doubted(key: string): void;
}

/** Streams in the thread's own workspace. `known`: the workspace's Streaming if loaded; if not, a stream is attempted. */
export function streamingBy(
  modes: Partial<StreamingModes>,
  streamingOf: (thread: ThreadRef) => Promise<Streaming>,
  known: (thread: ThreadRef) => Streaming | undefined,
): Streaming {
  return {
    canBegin: (thread) => known(thread)?.canBegin(thread) ?? mayStreamIn(thread, modes),
    maxDurationMs,
    text: toSurface,
    steps: stepsToAppend,
    begin: async (thread, ...begun) => (await streamingOf(thread)).begin(thread, ...begun),
    append: async (thread, ...added) => (await streamingOf(thread)).append(thread, ...added),
    end: async (thread, ...ended) => (await streamingOf(thread)).end(thread, ...ended),
  };
}

export function createStreaming({ api, clock, streaming, posted, doubted }: StreamingOptions): Streaming {
  const refusals = new StreamRefusals(clock);
  const canBegin = (thread: ThreadRef): boolean => mayStreamIn(thread, streaming) && !refusals.has(thread);

  return { canBegin, maxDurationMs, text: toSurface, steps: stepsToAppend, begin, append, end };

  async function begin(thread: ThreadRef, text: string, reader: string, key: string): Promise<string> {
    // Slack requires the reader's own team, also in shared channels.
    const [, team = '', user = ''] = reader.split(':');
    try {
      const { ts } = await api.attempt(({ chat }) =>
        chat.startStream({
          channel: thread.channel,
          thread_ts: thread.thread,
          chunks: toChunks(text, []),
          recipient_user_id: user,
          recipient_team_id: team,
        }),
      );
      if (ts === undefined) throw new PlatformError('unavailable', { arrived: 'unknown' });
      posted(thread);
      return ts;
    } catch (error) {
      if (error instanceof PlatformError && error.arrived === 'unknown') doubted(key);
      if (!isRefusal(error)) throw error;
      const word = isBarred(error) ? barred : refusalOf(error);
      if (error.code !== 'too_long' && modeIn(thread, streaming) !== 'native') refusals.add(thread, word ?? '');
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
      // Only when stopping does Slack notice that the reader belongs to another team. All earlier text has arrived, the rest
      // is appended, and the stream ends by itself.
      if (refusalOf(error) !== 'user_not_found') throw error;
      const all = [...chunks, ...(blocks.length === 0 ? [] : [{ type: 'blocks' as const, blocks }])];
      if (all.length > 0) await appendChunks(channel, message, all);
    }
  }
}

/** Not Slack's word: what stands between us and Slack has no such method. */
const barred = 'barred';
/** Slack's error codes for a workspace without streaming. */
const withoutStreaming: ReadonlySet<string> = new Set([
  'unknown_method',
  'method_deprecated',
  'feature_not_enabled',
  'feature_disabled',
  barred,
]);
/** How long any other refusal applies to its channel. */
const refusedMs = 10 * 60_000;
const maxRefusals = 1_000;

/** Workspaces and channels where no streams are started for now. */
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

/** Translates failures of a started stream: stopped by its reader, or no longer accepting text. */
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

/** A refusal that will not change, or one because of length: editing works instead. */
function isRefusal(error: unknown): error is PlatformError {
  return error instanceof PlatformError && (error.code === 'forbidden' || error.code === 'too_long' || isBarred(error));
}

type Chunk =
  | Task
  | { type: 'markdown_text'; text: string }
  | { type: 'blocks'; blocks: ReturnType<typeof toBlocksBeneath> };

function toChunks(text: string, steps: readonly Step[]): Chunk[] {
  return [...steps.map(toTask), ...(text === '' ? [] : [{ type: 'markdown_text' as const, text }])];
}
