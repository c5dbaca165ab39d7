/** Private is where it was said: who may read words later depends on the kind of place, and on nothing else. Pure. */
import type { PlaceKind, ThreadRef } from './conversation.ts';

/** `nobody`: reports and exports count what was said there, without a word of it. */
export type Readers = 'nobody' | 'members' | 'everyone';

/** Who may later read what was said in a thread. `kind`: undefined if it could not be known, which counts as private. */
export function readersOf(kind: PlaceKind | undefined, thread: Pick<ThreadRef, 'thread'>): Readers {
  if (isPrivatePlace(thread)) return 'nobody';
  if (kind === 'public') return 'everyone';
  return kind === 'private' ? 'members' : 'nobody';
}

/**
 * The kind of place that stands for everything in a question: `here`, unless it carries words of other places (`from`). Words
 * that not everyone may read are then kept from all readers, since those here and there are not the same people.
 */
export function strictest(
  here: PlaceKind | undefined,
  from: readonly (PlaceKind | undefined)[],
): PlaceKind | undefined {
  return from.every((kind) => kind === 'public') ? here : 'direct';
}

const narrowness: readonly PlaceKind[] = ['public', 'private', 'group', 'direct'];

/** The kind of place of words from both. */
export function narrower(a: PlaceKind | undefined, b: PlaceKind | undefined): PlaceKind | undefined {
  return a && b && (narrowness.indexOf(a) < narrowness.indexOf(b) ? b : a);
}

/** Prefix of `ThreadRef.thread` for an answer that only its asker sees. */
export const privatePrefix = 'private:';

export function isPrivatePlace({ thread }: Pick<ThreadRef, 'thread'>): boolean {
  return thread.startsWith(privatePrefix);
}

/** The value of the Share button: the question's id and the version of its answer (`text`), counting from 1. */
export function toShareName(question: string, text: number): string {
  return text === 1 ? question : `${question}#${text}`;
}

/** Parses that value: the question to share, and the id of the sharing question, one per version of the answer. */
export function readShareName(name: string): { readonly shares: string; readonly id: string } {
  const [shares = '', text] = name.split('#');
  return { shares, id: text === undefined ? `${shares}:share` : `${shares}:share:${text}` };
}
