/** Places that only one person sees, named alike by both platforms. Their text is kept out of everything that others read. */
import type { ThreadRef } from './conversation.ts';

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
