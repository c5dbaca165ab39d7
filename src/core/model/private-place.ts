/** Places that one person alone sees, which both platforms name alike: their words stay out of whatever others read. */
import type { ThreadRef } from './conversation.ts';

/** `ThreadRef.thread` of an answer that its asker alone sees begins so. */
export const privatePrefix = 'private:';

export function isPrivatePlace({ thread }: Pick<ThreadRef, 'thread'>): boolean {
  return thread.startsWith(privatePrefix);
}
