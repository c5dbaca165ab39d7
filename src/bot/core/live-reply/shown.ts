/**
 * Tracks what messages are certain to show, and freezes messages that can no longer be changed: they keep what they show, and
 * the rest of the reply goes on in a new one. Pure.
 *
 * All offsets refer to one text: the newest, or a longer one that begins with it.
 */

import { scan } from '../../../kit/markdown/block-scanner.ts';
import { cutsBetween, rank } from '../layout/cut-points.ts';
import type { Shown } from '../model/conversation.ts';
import type { Action } from './next-action.ts';

/** How far away the end of a word is looked for, in characters. */
const maxDistance = 200;

/** Messages, and the text that their offsets refer to. */
export interface ShownText {
  readonly shown: readonly Shown[];
  readonly text: string;
}

/** What a message may show after an action was sent and before it is known whether it arrived. Empty for no message. */
export function possiblyShown(action: Action, current: Shown | undefined): readonly Shown[] {
  if (action.kind === 'remove') return current ? [{ ...current, removing: true }] : [];
  const { body } = action;
  const { message = '', to = 0 } = current ?? {};
  const least = current ? Math.min(body.to, certainEnd(current)) : body.from;
  return [{ message, from: body.from, to: Math.max(body.to, to), digest: '', least }];
}

/** The same messages relative to a newer text. */
export function relativeTo(newer: string, { shown, text }: ShownText): ShownText {
  if (text.startsWith(newer)) return { shown, text };
  const common = newer.startsWith(text) ? text.length : commonLength(newer, text);
  return { shown: certainUpTo(common, shown), text: newer };
}

/** Nothing is certain about messages that show another text after `end`; if one of them is frozen, all of it is repeated. */
export function certainUpTo(end: number, shown: readonly Shown[]): readonly Shown[] {
  const from = shown.find(({ to }) => to > end)?.from;
  if (from === undefined) return shown;
  return shown.map((message) => {
    if (message.to <= end && message.from < from) return message;
    return message.frozen ? { ...message, to: Math.min(message.to, from) } : { ...message, least: message.from };
  });
}

/**
 * Whether the rest could go on after the message, frozen as it is, without repeating a word and without another edit. A message
 * without words of the reply shows only what has to be replaced.
 */
export function endsCleanly(index: number, shown: readonly Shown[]): boolean {
  const lastFrozen = shown.findLastIndex(({ frozen }) => frozen);
  return shown.every((message, at) => {
    if (at < lastFrozen || at > index) return true;
    return (
      (message.frozen || (isCertain(message) && message.to > message.from)) &&
      (shown[at + 1]?.from ?? message.to) === message.to
    );
  });
}

/**
 * Freezes all messages up to `index`. Words that are not certain to be shown are repeated in the next message: better twice
 * than never.
 */
export function freezeUpTo(index: number, { shown, text }: ShownText): readonly Shown[] {
  const first = shown.findIndex(({ frozen }) => !frozen);
  const frozen = shown.slice(first, index + 1);
  const begin = shown[first - 1]?.to ?? 0;
  const certain = frozen.reduce(
    (end, message) => (message.from <= end ? Math.max(end, certainEnd(message)) : end),
    begin,
  );
  const rest = beforeWord(text, begin, certain);
  return shown.map((message, at) => {
    if (at < first || at > index) return message;
    return { ...message, to: at === index ? rest : Math.min(certainEnd(message), rest), frozen: true };
  });
}

/** The offset up to which a message is certain to show the text. */
function certainEnd({ from, to, digest, least = digest === '' ? from : to }: Shown): number {
  return least;
}

/** Whether a message is known to show its share and nothing else. A stream that was never ended would seem to go on for ever. */
function isCertain({ to, digest, least = to, hasNotices }: Shown): boolean {
  return digest !== '' && least === to && !hasNotices;
}

function commonLength(one: string, other: string): number {
  let end = 0;
  while (end < one.length && one.charCodeAt(end) === other.charCodeAt(end)) end += 1;
  return end;
}

/** The offset itself if it is between two words, otherwise the start of the word around it. */
function beforeWord(text: string, from: number, offset: number): number {
  const isWithin = /\S/.test(text.charAt(offset));
  const earliest = Math.max(from, offset - (isWithin ? maxDistance : 1));
  const cuts = cutsBetween(text, scan(text), earliest, offset + maxDistance).filter(
    (cut) => cut.rank >= rank.word && text.slice(offset, cut.at).trim() === '',
  );
  return cuts.at(-1)?.at ?? offset;
}
