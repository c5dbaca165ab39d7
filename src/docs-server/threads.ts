/**
 * Threads of the assistant operation: what was asked and answered in each. In: ids, keys, exchanges. Out: the record of
 * a thread for whoever may continue it. This one keeps them in memory, the oldest go first.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** One question of a thread and its answer. */
export interface Exchange {
  readonly question: string;
  readonly answer: string;
}

/** A thread as it was just opened; the key is told once. */
export interface OpenedThread {
  readonly id: string;
  readonly key: string;
}

/** What is kept of threads. `owner` is the Bearer key's name: a thread is continued with the key that opened it. */
export interface Threads {
  open(owner: string): Promise<OpenedThread>;
  /** Exchanges, oldest first. undefined: no such thread of this owner, or a wrong thread key. A missing key is no wrong one. */
  find(id: string, owner: string, key: string | undefined): Promise<readonly Exchange[] | undefined>;
  keep(id: string, exchange: Exchange): Promise<void>;
}

const maxThreads = 10_000;
const maxExchanges = 20;

/** Threads that live as long as the process. */
export function createMemoryThreads(now: () => number = Date.now): Threads {
  const threads = new Map<string, { readonly owner: string; readonly key: Buffer; exchanges: readonly Exchange[] }>();
  return {
    async open(owner) {
      const opened = { id: createUlid(now()), key: randomBytes(24).toString('base64url') };
      threads.set(opened.id, { owner, key: digest(opened.key), exchanges: [] });
      const [oldest] = threads.keys();
      if (threads.size > maxThreads && oldest !== undefined) threads.delete(oldest);
      return opened;
    },
    async find(id, owner, key) {
      const thread = threads.get(id);
      if (thread?.owner !== owner) return undefined;
      return key === undefined || timingSafeEqual(thread.key, digest(key)) ? thread.exchanges : undefined;
    },
    async keep(id, exchange) {
      const thread = threads.get(id);
      if (thread) thread.exchanges = [...thread.exchanges, exchange].slice(-maxExchanges);
    },
  };
}

/** What is compared and named in place of a secret. */
export function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 26 characters that sort by time: 48 bits of milliseconds, 80 random bits. Source: github.com/ulid/spec, read 2026-11-21. */
export function createUlid(now: number): string {
  const time = Array.from({ length: 10 }, (_, at) => crockford.charAt(Math.floor(now / 32 ** (9 - at)) % 32));
  const random = [...randomBytes(16)].map((byte) => crockford.charAt(byte % 32));
  return [...time, ...random].join('');
}
