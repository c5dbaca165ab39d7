/**
 * Threads of the assistant operation, kept in the store. A thread belongs to a domain and an organization: it is continued
 * there with its thread key, or with just the Bearer key that opened it, unless thread keys are required.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { ConversationMessage } from '../answers/responder.ts';
import { createUlid, isUlid } from '../ids.ts';
import { digest } from '../keys.ts';
import type { ServiceStore } from '../store/store.ts';

/** Who a thread belongs to. */
export interface ThreadPlace {
  readonly domain: string;
  /** The Bearer key's id. */
  readonly owner: string;
  readonly organization: string;
  /** The Bearer key's access groups. */
  readonly groups: readonly string[];
}

/** The thread of one answer. */
export interface Thread {
  readonly id: string;
  /** Only for a new thread, which is saved with its first question. Sent once, with the answer that opens the thread. */
  readonly key?: string;
  readonly place: ThreadPlace;
  /** Earlier messages, oldest first. */
  readonly history: readonly ConversationMessage[];
}

/** Fails with StoreError. */
export interface Threads {
  /** A thread that is not saved yet, with the client's own history. */
  create(place: ThreadPlace, history: readonly ConversationMessage[]): Thread;
  /** undefined: there is no such thread, or its key is wrong, or missing although required. */
  find(id: string, key: string | undefined, place: ThreadPlace): Promise<Thread | undefined>;
  saveQuestion(thread: Thread, text: string, fp: string): Promise<void>;
  saveAnswer(thread: Thread, text: string): Promise<void>;
}

/** How many of a thread's newest messages an answer takes into account. */
const maxMessages = 40;
/** How much of each is stored: searches and language models read no more of a question, and answers are shorter. */
const maxMessageChars = 10_000;

export function createThreads(store: ServiceStore, requireKey: boolean, now: () => number): Threads {
  return {
    create(place, history) {
      return { id: createUlid(now()), key: randomBytes(24).toString('base64url'), place, history };
    },
    async find(id, key, place) {
      const thread = isUlid(id) ? await store.findThread(id) : undefined;
      if (thread?.domain !== place.domain) return undefined;
      const isOwner = thread.owner === place.owner;
      const isTheirs = isOwner || thread.organization === place.organization;
      const isOpen = key === undefined ? isOwner && !requireKey : isTheirs && isKey(key, thread.keyHash);
      if (!isOpen) return undefined;
      const history = (await store.messages(id, maxMessages, maxMessageChars)).map(({ role, text }) => ({
        role,
        text,
      }));
      return { id, place, history };
    },
    async saveQuestion({ id, key, place }, text, fp) {
      const question = { role: 'user', text: beginningOf(text), fp } as const;
      if (key === undefined) return store.addMessage(id, { ...question, groups: place.groups }, now());
      return store.openThread({ id, ...place, keyHash: digest(key).toString('hex') }, question, now());
    },
    saveAnswer: ({ id }, text) => store.addMessage(id, { role: 'assistant', text: beginningOf(text) }, now()),
  };
}

function beginningOf(text: string): string {
  return text.slice(0, maxMessageChars).toWellFormed();
}

function isKey(key: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hash, 'hex'), digest(key));
}
