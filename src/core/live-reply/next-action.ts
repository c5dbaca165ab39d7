/**
 * What brings a thread nearer to its reply. In: what is shown, the bodies of the reply, and what grows. Out: the next
 * action. Pure.
 *
 * A message is posted and then edited, or, where the platform has it, begun and appended to until it is ended: as long as
 * what it should show begins with what it shows. If it does not any more, it is ended and then edited like any other.
 */
import { createHash } from 'node:crypto';
import type { Body } from '../model/body.ts';
import type { Shown } from '../model/conversation.ts';
import { emptyReply, type Reply, settle } from '../model/reply.ts';

export type Action =
  | { readonly kind: 'post'; readonly index: number; readonly body: Body; readonly isRepeat: boolean }
  | { readonly kind: 'edit'; readonly index: number; readonly body: Body }
  | { readonly kind: 'remove'; readonly index: number }
  /** A post of a message that grows, with its first words. */
  | { readonly kind: 'begin'; readonly index: number; readonly body: Body; readonly added: string }
  | { readonly kind: 'append'; readonly index: number; readonly body: Body; readonly added: string }
  /** `whole`: with it the message shows its body; otherwise an edit is to follow. */
  | {
      readonly kind: 'end';
      readonly index: number;
      readonly body: Body;
      readonly added: string;
      readonly showsBody: boolean;
    };

/** A message that grows. */
export interface OpenStream {
  /** What was written into it so far. */
  readonly sent: string;
  /** It should take nothing more: its time is up, or what it shows is not certain. */
  readonly mustEnd: boolean;
}

/** What a platform can grow, and what grows. */
export interface StreamState {
  /** Whether a new message may be one that grows. */
  readonly canBegin: boolean;
  /** By position. */
  readonly open: ReadonlyMap<number, OpenStream>;
  /** A body as it is written into such a message; while more may come only what more text does not change. */
  text(body: Body, mayGrow: boolean): string;
}

const noStreaming: StreamState = { canBegin: false, open: new Map(), text: () => '' };

/** The next action, or undefined when the thread shows what it should or waits for a longer reply. */
export function nextAction(
  shown: readonly Shown[],
  bodies: readonly Body[],
  settled: boolean,
  growth: StreamState = noStreaming,
): Action | undefined {
  for (const index of bodies.keys()) {
    const step = stepAt(index, { shown, bodies, settled, streams: growth });
    if (step) return step === 'wait' ? undefined : step;
  }
  return settled && shown.length > bodies.length ? withoutLast(shown) : undefined;
}

/** What may or may not be there is posted again, as a sign without words, so that it can be taken away. */
function withoutLast(shown: readonly Shown[]): Action {
  const index = shown.length - 1;
  const { message, to } = shown[index] ?? { message: '', to: 0 };
  if (message !== '') return { kind: 'remove', index };
  return { kind: 'post', index, body: { markdown: '…', from: to, to, sources: [], notices: [] }, isRepeat: true };
}

/**
 * The reply as far as it may be shown. A message that may or may not be there is posted again as it was, and nothing more
 * is done until it is known to be there: whatever else were sent to it might show less than it does. Settled, because it does not grow.
 */
export function certainPart(reply: Reply, shown: readonly Shown[]): Reply {
  const doubtful = shown.find(({ message }) => message === '');
  if (!doubtful || doubtful.to >= reply.text.length) return reply;
  return settle({ ...emptyReply, text: reply.text.slice(0, doubtful.to) });
}

interface Scene {
  readonly shown: readonly Shown[];
  readonly bodies: readonly Body[];
  readonly settled: boolean;
  readonly streams: StreamState;
}

/** What one message needs; undefined when nothing. */
function stepAt(index: number, scene: Scene): Action | 'wait' | undefined {
  const { shown, bodies, settled, streams: growth } = scene;
  const [body, there, isLast] = [bodies[index], shown[index], index === bodies.length - 1];
  if (!body || there?.digest === digestOf(body)) return undefined;
  const mayGrow = !settled && isLast;
  if (!there) return beginOrPost(index, body, mayGrow, growth);
  const [isDoubtful, takesAway] = [there.message === '', body.to < there.to];
  // A new start (after a restart) is shorter at first: what is there stays until the reply is as long.
  if (takesAway && !settled && (isDoubtful || (bodies.at(-1)?.to ?? 0) < there.to)) return 'wait';
  if (isDoubtful) return { kind: 'post', index, body, isRepeat: true };
  const grown = growth.open.get(index);
  if (grown) return appendOrEnd(index, body, mayGrow, grown, growth);
  return (takesAway && beforeTakingAway(index, there.to, scene)) || { kind: 'edit', index, body };
}

/** Words leave a message only when the messages after it show them: what is to be done first, so that they do. */
function beforeTakingAway(index: number, end: number, scene: Scene): Action | 'wait' | undefined {
  for (const [later, body] of scene.bodies.entries()) {
    if (later <= index || body.from >= end || showsUpTo(end, later, body, scene)) continue;
    const step = stepAt(later, scene);
    if (step) return step;
  }
  return undefined;
}

/** Whether a message is known to show its share of the text up to the end. */
function showsUpTo(end: number, index: number, body: Body, { shown, streams: growth }: Scene): boolean {
  const there = shown[index];
  if (!there || (there.digest === '' && growth.open.get(index)?.mustEnd !== false)) return false;
  return there.from <= body.from && there.to >= Math.min(body.to, end);
}

/** A body that nothing shows yet. What is complete is posted at once, whole; what opens with bold begins when that closes. */
function beginOrPost(index: number, body: Body, mayGrow: boolean, growth: StreamState): Action | 'wait' {
  if (!mayGrow || !growth.canBegin) return { kind: 'post', index, body, isRepeat: false };
  const added = growth.text(body, true);
  return added === '' ? 'wait' : { kind: 'begin', index, body, added };
}

function appendOrEnd(
  index: number,
  body: Body,
  mayGrow: boolean,
  grown: OpenStream,
  growth: StreamState,
): Action | undefined {
  const text = growth.text(body, mayGrow);
  const goesOn = !grown.mustEnd && text.startsWith(grown.sent);
  const added = goesOn ? text.slice(grown.sent.length) : '';
  if (!goesOn || !mayGrow) return { kind: 'end', index, body, added, showsBody: goesOn };
  return added === '' ? undefined : { kind: 'append', index, body, added };
}

/** Equal for bodies that look the same. */
export function digestOf(body: Body): string {
  const looks = JSON.stringify([body.markdown, body.sources, body.notices, body.suggestions]);
  return createHash('sha256').update(looks).digest('base64url').slice(0, 22);
}
