/** What is sent along with a question besides its conversation: earlier messages of the thread, and small text files. */
import type { Wording } from '../../wording/wording.ts';
import type { Turn } from '../model/conversation.ts';
import type { Ask } from '../ports/assistant.ts';
import type { Platform } from '../ports/platform.ts';
import type { Store } from '../ports/store.ts';
import { readAttachedFiles } from './attached-files.ts';
import { readThreadContext } from './thread-context.ts';

export interface ReadAlong {
  readonly along: Pick<Ask, 'context' | 'files'>;
  readonly unread: Unread;
}

/** What could not be read: whether the earlier messages of the thread, and how many files. */
export interface Unread {
  readonly isThread: boolean;
  readonly files: number;
}

/** Fails with StoreError. */
export async function readAlong(turn: Turn, platform: Platform, store: Store): Promise<ReadAlong> {
  const [{ context, unread }, { files, unreadCount }] = await Promise.all([
    readThreadContext(turn, platform, () => store.history(turn, 1)),
    readAttachedFiles(turn.question.files ?? [], turn.conversation.thread, platform),
  ]);
  return {
    along: { ...(context !== undefined && { context }), ...(files.length > 0 && { files }) },
    unread: { isThread: unread ?? false, files: unreadCount },
  };
}

export function unreadSentences({ isThread, files }: Unread, wording: Wording): readonly string[] {
  return [
    ...(isThread ? [wording.say('threadUnread')] : []),
    ...(files > 0 ? [wording.say('filesUnread', { count: files })] : []),
  ];
}
