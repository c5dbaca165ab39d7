/**
 * The messages of one reply on its platform: the only caller of post, edit, remove and the streaming operations. Performs
 * one action at a time, and knows which messages are open streams.
 */
import type { Clock } from '../../../kit/base/clock.ts';
import type { Body } from '../model/body.ts';
import type { Shown, ThreadRef } from '../model/conversation.ts';
import { PlatformError } from '../model/errors.ts';
import type { Reply } from '../model/reply.ts';
import type { Step } from '../model/step.ts';
import type { Platform } from '../ports/platform.ts';
import { appendOnly } from './append-only.ts';
import { type Action, digestOf, type OpenStream, type StreamState } from './next-action.ts';

export interface ReplyMessages {
  /** The open streams of a reply; undefined if the platform has no streaming. */
  streams(reply: Reply): StreamState | undefined;
  /** How long ago a message was begun as a stream; undefined if it is not an open one. */
  streamAgeMs(index: number): number | undefined;
  /**
   * `shown`: what the messages may show during the action. Resolves to what this message shows afterwards; undefined if it was
   * removed. Fails with PlatformError.
   */
  perform(action: Action, shown: readonly Shown[]): Promise<Shown | undefined>;
  /** The message is edited from now on, instead of appended to. If its stream could not even be begun, no other one is. */
  stopStreaming(index: number): void;
  /** Nothing more is appended to the message, and no other stream is begun. */
  avoidAppends(index: number): void;
}

export interface MessagesOptions {
  readonly platform: Platform;
  readonly thread: ThreadRef;
  readonly clock: Clock;
  /** Names the reply; together with a position and the number of removed messages it is the key of a post. */
  readonly key: string;
  readonly reader?: string;
  /** No process has posted any of the reply before this time. */
  readonly since: number;
  /** How many of its messages were removed before. */
  readonly removals: number;
}

/** How long after its maximum duration a stream may still be appended to. */
const overdueMs = 40_000;

interface TimedStream extends OpenStream {
  readonly begunAt: number;
  /** The searches as they were appended. */
  readonly steps: readonly Step[];
}

export function createReplyMessages(options: MessagesOptions): ReplyMessages {
  const { platform, thread, clock, reader } = options;
  const { streaming } = platform;
  const open = new Map<number, TimedStream>();
  /** How far the text of a body is shown if only its append-only prefix is. */
  const prefixEnds = new WeakMap<Body, number>();
  /** Part of the keys, since a platform may mistake a second post with the key of a removed message for that message. */
  let { removals } = options;
  let canBegin = streaming !== undefined && reader !== undefined;
  /** The searches before the first words, which take their place. */
  let earlier: ReadonlySet<string> = new Set();

  return { streams, streamAgeMs, perform, stopStreaming, avoidAppends };

  function streams({ text, steps = [] }: Reply): StreamState | undefined {
    if (!streaming) return undefined;
    if (!open.has(0)) earlier = new Set(steps.map(({ id }) => id));
    const overdueSince = clock.now() - streaming.maxDurationMs - overdueMs;
    const known = [...open].map(
      ([index, stream]) => [index, { ...stream, mustEnd: stream.mustEnd || stream.begunAt <= overdueSince }] as const,
    );
    return {
      canBegin: canBegin && streaming.canBegin(thread),
      open: new Map(known),
      text: (body, isOpen) => streaming.text(isOpen ? openText(body, text) : body.markdown),
      steps: (index, isOpen) => (index === 0 ? laterSteps(steps, isOpen) : []),
    };
  }

  /** When a stream ends, none is left in progress. */
  function laterSteps(steps: readonly Step[], isOpen: boolean): readonly Step[] {
    const later = steps.filter(({ id }) => !earlier.has(id));
    return streaming?.steps(isOpen ? later : later.map(ended), open.get(0)?.steps ?? []) ?? [];
  }

  function openText(body: Body, text: string): string {
    const { markdown, to } = appendOnly(body, text);
    prefixEnds.set(body, to);
    return markdown;
  }

  function streamAgeMs(index: number): number | undefined {
    const stream = open.get(index);
    return stream && clock.now() - stream.begunAt;
  }

  function stopStreaming(index: number): void {
    if (!open.delete(index)) canBegin = false;
  }

  function avoidAppends(index: number): void {
    const stream = open.get(index);
    if (stream) open.set(index, { ...stream, mustEnd: true });
    canBegin = false;
  }

  async function perform(action: Action, shown: readonly Shown[]): Promise<Shown | undefined> {
    const current = shown[action.index];
    const message = current?.message ?? '';
    switch (action.kind) {
      case 'remove':
        await platform.remove(thread, message);
        removals += 1;
        return undefined;
      case 'edit':
        await platform.edit(thread, message, action.body);
        return toShown(message, action.body);
      case 'post': {
        const others = shown.map(({ message: other }) => other).filter((other) => other !== '');
        const earlier = action.isRepeat ? { since: options.since, others } : undefined;
        return toShown(await platform.post(thread, action.body, keyOf(action.index), earlier), action.body);
      }
      default:
        return stream(action, message, current);
    }
  }

  async function stream(
    action: Extract<Action, { readonly added: string }>,
    message: string,
    current: Shown | undefined,
  ): Promise<Shown | undefined> {
    const { index, body, added } = action;
    if (!streaming || reader === undefined) throw new TypeError('this platform has no streaming');
    const before = open.get(index) ?? { begunAt: clock.now(), sent: '', steps: [], mustEnd: false };
    if (action.kind === 'begin') {
      const begun = await streaming.begin(thread, added, reader, keyOf(index));
      open.set(index, { ...before, sent: added });
      return { ...toShown(begun, body), digest: '', least: prefixEnds.get(body) ?? body.to };
    }
    const { steps } = action;
    // Until the call is known to have arrived, what the message shows is uncertain.
    open.set(index, { ...before, mustEnd: true });
    try {
      if (action.kind === 'append') await streaming.append(thread, message, added, steps);
      else {
        const shownBody = action.showsBody ? body : withoutFooter(body);
        await streaming.end(thread, message, added, shownBody, keyOf(index), steps);
      }
    } catch (error) {
      if (error instanceof PlatformError && error.arrived === 'no') open.set(index, before);
      throw error;
    }
    if (action.kind === 'append') {
      open.set(index, { ...before, sent: before.sent + added, steps: [...before.steps, ...steps] });
      return current && { ...current, least: prefixEnds.get(body) ?? body.to };
    }
    open.delete(index);
    return action.showsBody ? toShown(message, body) : current;
  }

  function keyOf(index: number): string {
    return `${options.key}${removals === 0 ? '' : `/${removals}`}:${index}`;
  }
}

/** Only the text: the edit that follows adds the rest, which may be shown already. */
function withoutFooter(body: Body): Body {
  const { suggestions: _, shareable: __, controls: ___, ...text } = body;
  return { ...text, sources: [], notices: [] };
}

function ended(step: Step): Step {
  return { ...step, pages: step.pages ?? [] };
}

function toShown(message: string, body: Body): Shown {
  const share = { message, from: body.from, to: body.to, digest: digestOf(body) };
  return body.notices.length > 0 ? { ...share, hasNotices: true } : share;
}
