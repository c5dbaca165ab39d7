/** Threads and forum posts as stored. They are immutable: a change creates a new object. */
import { type Message, MessageType } from './message.ts';

/** A thread or forum post in its current state. */
export interface Thread {
  readonly id: string;
  /** The channel it is in. */
  readonly parent: string;
  readonly name: string;
  readonly owner: string;
  readonly kind: 'public' | 'announcement';
  readonly createdAt: number;
  readonly archived: boolean;
  readonly locked: boolean;
  readonly archiveChangedAt: number;
  readonly autoArchiveMinutes: number;
  readonly tags: readonly string[];
  readonly members: readonly string[];
  /** Does not count the first message. */
  readonly messageCount: number;
  readonly lastMessage?: string;
}

/** A thread before it is started. */
export type ThreadDraft = Pick<Thread, 'parent' | 'name' | 'owner' | 'kind' | 'autoArchiveMinutes' | 'tags'>;

/** A thread that starts now, joined by its owner. */
export function newThread(draft: ThreadDraft, id: string, at: number): Thread {
  return {
    ...draft,
    id,
    createdAt: at,
    archived: false,
    locked: false,
    archiveChangedAt: at,
    members: [draft.owner],
    messageCount: 0,
  };
}

/** Does not count a post's own first message, or the one that starts a thread in a channel. */
export function withMessage(thread: Thread, message: Message): Thread {
  const isCounted = message.id !== thread.id && message.type !== MessageType.threadStarter;
  return { ...thread, messageCount: thread.messageCount + (isCounted ? 1 : 0), lastMessage: message.id };
}
