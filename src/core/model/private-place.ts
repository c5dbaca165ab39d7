/** Places that only one person sees, which both platforms name alike: their words stay out of everything that others read. */
import type { ThreadRef } from './conversation.ts';

/** `ThreadRef.thread` of an answer that only its asker sees begins so. */
export const privatePrefix = 'private:';

export function isPrivatePlace({ thread }: Pick<ThreadRef, 'thread'>): boolean {
  return thread.startsWith(privatePrefix);
}

/** What the button under a private answer holds: the id of its question, and which text of it is shared, the first being 1. */
export function toShareName(question: string, text: number): string {
  return text === 1 ? question : `${question}#${text}`;
}

/** The question whose answer a button of that name shares, and the id of the sharing: one for each text. */
export function readShareName(name: string): { readonly shares: string; readonly id: string } {
  const [shares = '', text] = name.split('#');
  return { shares, id: text === undefined ? `${shares}:share` : `${shares}:share:${text}` };
}
