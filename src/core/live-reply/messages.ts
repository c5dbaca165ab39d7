/**
 * The messages of one reply on its platform. In: actions, one at a time. Out: what a message shows after one, and what
 * grows. Effects: the only caller of post, edit, remove and of what makes messages grow.
 */
import type { Clock } from '../../base/clock.ts';
import type { Body } from '../model/body.ts';
import type { Shown, ThreadRef } from '../model/conversation.ts';
import { PlatformError } from '../model/errors.ts';
import type { Platform } from '../ports/platform.ts';
import { appendOnlyPrefix } from './append-only.ts';
import { type Action, digestOf, type OpenStream, type StreamState } from './next-action.ts';

export interface ReplyMessages {
  /** What may grow and does, of a reply with this text; undefined where nothing can. */
  streams(text: string): StreamState | undefined;
  /** For how long a message has grown; undefined when it does not. */
  streamAgeMs(index: number): number | undefined;
  /**
   * Does it. `there`: what the message may show by then. Gives what it shows, undefined when it is gone. Fails with
   * PlatformError.
   */
  perform(action: Action, there: Shown | undefined): Promise<Shown | undefined>;
  /** The platform takes no more of a message: it is edited from now on. Where not even its beginning was taken, all are. */
  stopStreaming(index: number): void;
}

export interface MessagesOptions {
  readonly platform: Platform;
  readonly thread: ThreadRef;
  readonly clock: Clock;
  /** Names the reply; with a position it is the key of a post. */
  readonly key: string;
  readonly reader?: string;
  /** Nothing of the reply was posted before, by any process. */
  readonly since: number;
}

/** How long after its time a growing message takes nothing more. */
const overdueMs = 40_000;

/** A growing message, and when it was begun. */
interface TimedStream extends OpenStream {
  readonly at: number;
}

export function createReplyMessages(options: MessagesOptions): ReplyMessages {
  const { platform, thread, clock, reader } = options;
  const { streaming: growing } = platform;
  const begun = new Map<number, TimedStream>();
  let mayBegin = growing !== undefined && reader !== undefined;

  return { streams: growth, streamAgeMs: grownMs, perform, stopStreaming: growNoMore };

  function growth(text: string): StreamState | undefined {
    if (!growing) return undefined;
    const latest = clock.now() - growing.maxDurationMs - overdueMs;
    const grown = [...begun].map(
      ([index, each]) => [index, { ...each, mustEnd: each.mustEnd || each.at <= latest }] as const,
    );
    return {
      canBegin: mayBegin && growing.canBegin(thread),
      open: new Map(grown),
      text: (body, mayGrow) => growing.text(mayGrow ? appendOnlyPrefix(body, text) : body.markdown),
    };
  }

  function grownMs(index: number): number | undefined {
    const grown = begun.get(index);
    return grown && clock.now() - grown.at;
  }

  function growNoMore(index: number): void {
    if (!begun.delete(index)) mayBegin = false;
  }

  async function perform(action: Action, there: Shown | undefined): Promise<Shown | undefined> {
    const message = there?.message ?? '';
    switch (action.kind) {
      case 'remove':
        await platform.remove(thread, message);
        return undefined;
      case 'edit':
        await platform.edit(thread, message, action.body);
        return toShown(message, action.body);
      case 'post': {
        const since = action.isRepeat ? options.since : undefined;
        return toShown(await platform.post(thread, action.body, keyOf(action.index), since), action.body);
      }
      default:
        return stream(action, message, there);
    }
  }

  async function stream(
    action: Extract<Action, { readonly added: string }>,
    message: string,
    there: Shown | undefined,
  ): Promise<Shown | undefined> {
    const { index, body, added } = action;
    if (!growing || reader === undefined) throw new TypeError('an action that this platform does not have');
    const before = begun.get(index) ?? { at: clock.now(), sent: '', mustEnd: false };
    if (action.kind === 'begin') {
      const begunAs = await growing.begin(thread, added, reader, keyOf(index));
      begun.set(index, { ...before, sent: added });
      return { ...toShown(begunAs, body), digest: '' };
    }
    // Until it is known to have arrived, nobody knows what the message shows.
    begun.set(index, { ...before, mustEnd: true });
    try {
      if (action.kind === 'append') await growing.append(thread, message, added);
      else await growing.end(thread, message, added, action.showsBody ? body : withoutFooter(body), keyOf(index));
    } catch (error) {
      if (error instanceof PlatformError && error.arrived === 'no') begun.set(index, before);
      throw error;
    }
    if (action.kind === 'append') {
      begun.set(index, { ...before, sent: before.sent + added });
      return there;
    }
    begun.delete(index);
    return action.showsBody ? toShown(message, body) : there;
  }

  function keyOf(index: number): string {
    return `${options.key}:${index}`;
  }
}

/** With nothing beneath: the edit that follows brings it, and it may be there already. */
function withoutFooter(body: Body): Body {
  return { ...body, sources: [], notices: [], suggestions: [] };
}

function toShown(message: string, body: Body): Shown {
  return { message, from: body.from, to: body.to, digest: digestOf(body) };
}
