/**
 * Threads of the assistant operation: opened, continued, written on. In: ids, keys, messages. Out: what was said before,
 * for whoever may continue the thread. Kept in the store.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { ServiceStore } from '../../store/service/store.ts';
import type { StoredMessage } from '../../store/service/threads.ts';
import type { ConversationMessage } from '../answers/responder.ts';
import { createUlid, isUlid } from '../ids.ts';
import { digest } from '../keys.ts';

/** A new thread; the key is told once. */
export interface NewThread {
  readonly id: string;
  readonly key: string;
}

/** Where a thread lives: continued at the same domain, with the Bearer key that opened it. */
export interface ThreadPlace {
  readonly domain: string;
  /** The Bearer key's id. */
  readonly owner: string;
}

/** What the assistant operation does with threads. Each fails with StoreError. */
export interface Threads {
  open(thread: NewThread, place: ThreadPlace, question: StoredMessage): Promise<void>;
  /**
   * What was said, oldest first. undefined: no such thread there, or a wrong thread key. A missing thread key is no
   * wrong one, unless all must bring theirs.
   */
  find(id: string, key: string | undefined, place: ThreadPlace): Promise<readonly ConversationMessage[] | undefined>;
  add(id: string, message: StoredMessage): Promise<void>;
}

/** How much of a thread is looked back at, in messages. */
const maxMessages = 40;

/** Names a thread that is not kept yet. */
export function nameThread(now: number): NewThread {
  return { id: createUlid(now), key: randomBytes(24).toString('base64url') };
}

export function createThreads(store: ServiceStore, requireKey: boolean, now: () => number): Threads {
  return {
    async open({ id, key }, { domain, owner }, question) {
      await store.openThread({ id, domain, owner, keyHash: digest(key).toString('hex') }, question, now());
    },
    async find(id, key, { domain, owner }) {
      const thread = isUlid(id) ? await store.findThread(id) : undefined;
      if (thread?.domain !== domain || thread.owner !== owner) return undefined;
      if (key === undefined && requireKey) return undefined;
      if (key !== undefined && !timingSafeEqual(Buffer.from(thread.keyHash, 'hex'), digest(key))) return undefined;
      return (await store.messages(id, maxMessages)).map(({ role, text }) => ({ role, text }));
    },
    add: (id, message) => store.addMessage(id, message, now()),
  };
}
