/**
 * Finds the next action that brings a thread closer to its reply. Pure.
 *
 * A message is posted and then edited or, if the platform has streaming, begun, appended to and ended, while what it should
 * show starts with what it shows. Once it no longer does, the stream is ended and the message edited.
 */
import { createHash } from 'node:crypto';
import type { Body } from '../model/body.ts';
import type { Shown } from '../model/conversation.ts';
import { emptyReply, type Reply, settle } from '../model/reply.ts';
import type { Step } from '../model/step.ts';

export type Action =
  | { readonly kind: 'post'; readonly index: number; readonly body: Body; readonly isRepeat: boolean }
  | { readonly kind: 'edit'; readonly index: number; readonly body: Body }
  | { readonly kind: 'remove'; readonly index: number }
  /** Posts a message as a stream, with its first text. */
  | {
      readonly kind: 'begin';
      readonly index: number;
      readonly body: Body;
      readonly added: string;
      /** Whether it may be posted and edited instead. */
      readonly mayBePosted: boolean;
    }
  | {
      readonly kind: 'append';
      readonly index: number;
      readonly body: Body;
      readonly added: string;
      readonly steps: readonly Step[];
    }
  /** `showsBody`: the message shows its body afterwards; otherwise an edit follows. */
  | {
      readonly kind: 'end';
      readonly index: number;
      readonly body: Body;
      readonly added: string;
      readonly steps: readonly Step[];
      readonly showsBody: boolean;
    };

/** A message that is being streamed. */
export interface OpenStream {
  /** What was appended so far. */
  readonly sent: string;
  /** Nothing more may be appended: its time is up, or what it shows is uncertain. */
  readonly mustEnd: boolean;
}

/** The streams of a reply, on a platform that has streaming. */
export interface StreamState {
  /** Whether a new message may be a stream. */
  readonly canBegin: boolean;
  /** By position. */
  readonly open: ReadonlyMap<number, OpenStream>;
  /** The text of a body as it is appended; if the body is open, only the part that later text cannot change. */
  text(body: Body, isOpen: boolean): string;
  /** The searches that are still to be appended. */
  steps(index: number, isOpen: boolean): readonly Step[];
}

const noStreaming: StreamState = { canBegin: false, open: new Map(), text: () => '', steps: () => [] };

/** The next action; undefined if the thread shows what it should, or waits for a longer reply. */
export function nextAction(
  shown: readonly Shown[],
  bodies: readonly Body[],
  settled: boolean,
  streams: StreamState = noStreaming,
): Action | undefined {
  const removing = shown.findIndex((message) => message.removing);
  if (removing !== -1) return { kind: 'remove', index: removing };
  for (const index of bodies.keys()) {
    const step = stepAt(index, { shown, bodies, settled, streams });
    if (step) return step === 'wait' ? undefined : step;
  }
  return settled && shown.length > bodies.length ? withoutLast(shown) : undefined;
}

/** A message that may or may not exist is posted again without its text, so that it can be removed. */
function withoutLast(shown: readonly Shown[]): Action {
  const index = shown.length - 1;
  const { message, to } = shown[index] ?? { message: '', to: 0 };
  if (message !== '') return { kind: 'remove', index };
  return { kind: 'post', index, body: { markdown: '…', from: to, to, sources: [], notices: [] }, isRepeat: true };
}

/**
 * The part of the reply that may be shown now. A message that may or may not exist is posted again as it was, and nothing else
 * is done until it is known to exist: any other content might show less than it already does. The part is settled, since no
 * text is added to it.
 */
export function certainPart(reply: Reply, shown: readonly Shown[]): Reply {
  const uncertain = shown.find(({ message, frozen }) => message === '' && !frozen);
  if (!uncertain || uncertain.to === uncertain.from || uncertain.to >= reply.text.length) return reply;
  return settle({ ...emptyReply, text: reply.text.slice(0, uncertain.to) });
}

interface Scene {
  readonly shown: readonly Shown[];
  readonly bodies: readonly Body[];
  readonly settled: boolean;
  readonly streams: StreamState;
}

/** The action that one message needs; undefined if it needs none. */
function stepAt(index: number, scene: Scene): Action | 'wait' | undefined {
  const { shown, bodies, settled, streams } = scene;
  const [body, current, isLast] = [bodies[index], shown[index], index === bodies.length - 1];
  if (!body || current?.frozen || current?.digest === digestOf(body)) return undefined;
  const isOpen = !settled && isLast;
  // Searches replace nothing that is shown: it may be an earlier answer.
  if (current && body.steps) return 'wait';
  if (!current) return beginOrPost(index, body, isOpen, scene);
  const [isUncertain, takesAway] = [current.message === '', body.to < current.to];
  // After a restart the reply is shorter at first: what is shown stays until the reply is as long again.
  if (takesAway && !settled && (isUncertain || (bodies.at(-1)?.to ?? 0) < current.to)) return 'wait';
  if (isUncertain) return { kind: 'post', index, body, isRepeat: true };
  const stream = streams.open.get(index);
  if (stream) return appendOrEnd(index, body, isOpen, stream, streams);
  return (takesAway && beforeTakingAway(index, current.to, scene)) || { kind: 'edit', index, body };
}

/** The action to take before text is removed from a message: the messages after it must show that text first. */
function beforeTakingAway(index: number, end: number, scene: Scene): Action | 'wait' | undefined {
  for (const [later, body] of scene.bodies.entries()) {
    if (later <= index || body.from >= end || showsUpTo(end, later, body, scene)) continue;
    const step = stepAt(later, scene);
    if (step) return step;
  }
  return undefined;
}

/** Whether a message is known to show its share of the text up to `end`. */
function showsUpTo(end: number, index: number, body: Body, { shown, streams }: Scene): boolean {
  const current = shown[index];
  if (!current || (current.digest === '' && streams.open.get(index)?.mustEnd !== false)) return false;
  return current.from <= body.from && current.to >= Math.min(body.to, end);
}

/**
 * The action for a body that no message shows yet. A complete body is posted; a stream is not begun while its first text is
 * held back. If an earlier message could not be edited, no message is posted that would have to be.
 */
function beginOrPost(index: number, body: Body, isOpen: boolean, { shown, streams }: Scene): Action | 'wait' {
  const mayBePosted = !shown.some(({ frozen }) => frozen);
  if (!isOpen || (!streams.canBegin && mayBePosted)) return { kind: 'post', index, body, isRepeat: false };
  const added = streams.canBegin ? streams.text(body, true) : '';
  if (added === '') return 'wait';
  return { kind: 'begin', index, body, added, mayBePosted };
}

function appendOrEnd(
  index: number,
  body: Body,
  isOpen: boolean,
  stream: OpenStream,
  streams: StreamState,
): Action | undefined {
  const text = streams.text(body, isOpen);
  const continuesStream = !stream.mustEnd && text.startsWith(stream.sent);
  const added = continuesStream ? text.slice(stream.sent.length) : '';
  const steps = continuesStream ? streams.steps(index, isOpen) : [];
  if (!continuesStream || !isOpen) return { kind: 'end', index, body, added, steps, showsBody: continuesStream };
  return added === '' && steps.length === 0 ? undefined : { kind: 'append', index, body, added, steps };
}

const digests = new WeakMap<Body, string>();

/** Equal for bodies that look the same. */
export function digestOf(body: Body): string {
  const known = digests.get(body);
  if (known !== undefined) return known;
  const { markdown, sources, nearest, notices, suggestions, shareable, controls, wording, unlinked } = body;
  const named = nearest ? { nearest: sources } : sources;
  const looks = JSON.stringify([
    markdown,
    named,
    notices,
    suggestions,
    shareable,
    controls,
    wording?.language,
    unlinked,
  ]);
  const digest = createHash('sha256').update(looks).digest('base64url').slice(0, 22);
  digests.set(body, digest);
  return digest;
}

/** Whether the action shows nothing but searches. */
export function showsOnlySteps(action: Action): boolean {
  return action.kind === 'post' && action.body.steps !== undefined;
}
