/**
 * What brings a thread nearer to its reply. In: what is shown, the bodies of the reply, and what grows. Out: the next
 * action. Pure.
 *
 * A message is posted and then edited, or, where the platform has it, begun and appended to until it is ended: as long as
 * what it should show begins with what it shows. If it does not any more, it is ended and then edited like any other.
 */
import { createHash } from 'node:crypto';
import type { Shown } from './conversation.ts';
import type { Body } from './layout.ts';

export type Action =
  | { readonly kind: 'post'; readonly index: number; readonly body: Body; readonly again: boolean }
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
      readonly whole: boolean;
    };

/** A message that grows. */
export interface Grown {
  /** What was written into it so far. */
  readonly text: string;
  /** It should take nothing more: its time is up, or what it shows is not certain. */
  readonly over: boolean;
}

/** What a platform can grow, and what grows. */
export interface Growth {
  /** Whether a new message may be one that grows. */
  readonly may: boolean;
  /** By position. */
  readonly grown: ReadonlyMap<number, Grown>;
  /** A body as it is written into such a message; while more may come only what more text does not change. */
  text(body: Body, mayGrow: boolean): string;
}

const noGrowth: Growth = { may: false, grown: new Map(), text: () => '' };

/** The next action, or undefined when the thread shows what it should. */
export function nextAction(
  shown: readonly Shown[],
  bodies: readonly Body[],
  settled: boolean,
  growth: Growth = noGrowth,
): Action | undefined {
  for (const [index, body] of bodies.entries()) {
    const there = shown[index];
    const next = bodies[index + 1];
    const mayGrow = !settled && !next;
    if (!there) return firstOf(index, body, mayGrow, growth);
    if (there.digest === digestOf(body)) continue;
    const takesAway = body.to < there.to;
    // What is to move to the next message is posted there before it goes here.
    const after = shown[index + 1];
    if (takesAway && next && !after?.message) {
      // It may be there already, with more than this.
      const wouldTakeAway = after !== undefined && next.to < after.to && !settled && !bodies[index + 2];
      if (wouldTakeAway) continue;
      return { kind: 'post', index: index + 1, body: next, again: !!after };
    }
    // A new start (after a restart) is shorter at first: what is there stays until the reply is as long.
    if (takesAway && mayGrow) continue;
    const grown = growth.grown.get(index);
    const action = grown ? growOn(index, body, mayGrow, grown, growth) : changed(index, body, there);
    if (action) return action;
  }
  if (settled && shown.length > bodies.length) return { kind: 'remove', index: shown.length - 1 };
  return undefined;
}

/** A body that nothing shows yet. What is complete is posted at once, whole. */
function firstOf(index: number, body: Body, mayGrow: boolean, growth: Growth): Action {
  const added = mayGrow && growth.may ? growth.text(body, true) : '';
  return added === '' ? { kind: 'post', index, body, again: false } : { kind: 'begin', index, body, added };
}

function changed(index: number, body: Body, there: Shown): Action {
  return there.message === '' ? { kind: 'post', index, body, again: true } : { kind: 'edit', index, body };
}

function growOn(index: number, body: Body, mayGrow: boolean, grown: Grown, growth: Growth): Action | undefined {
  const text = growth.text(body, mayGrow);
  const goesOn = !grown.over && text.startsWith(grown.text);
  const added = goesOn ? text.slice(grown.text.length) : '';
  if (!goesOn || !mayGrow) return { kind: 'end', index, body, added, whole: goesOn };
  return added === '' ? undefined : { kind: 'append', index, body, added };
}

/** Equal for bodies that look the same. */
export function digestOf(body: Body): string {
  const looks = JSON.stringify([body.markdown, body.sources, body.notices]);
  return createHash('sha256').update(looks).digest('base64url').slice(0, 22);
}
