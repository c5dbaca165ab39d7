/** Places that only one person sees, which both platforms name alike: their words stay out of everything that others read. */
import type { ThreadRef } from './conversation.ts';

/** `ThreadRef.thread` of an answer that only its asker sees begins so. */
export const privatePrefix = 'private:';

export function isPrivatePlace({ thread }: Pick<ThreadRef, 'thread'>): boolean {
  return thread.startsWith(privatePrefix);
}
