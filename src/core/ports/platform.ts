/** A chat platform, and what the core offers it. Types only. */

import type { Body } from '../model/body.ts';
import type { DeploymentRequest, MessageRef, OpenNotice, Question, ThreadRef } from '../model/conversation.ts';

/** Whether a connection works, by signs that cannot lie. `dead`: it will not come back by itself. */
export interface Health {
  readonly state: 'starting' | 'ready' | 'reconnecting' | 'dead';
  /** One plain sentence for the operator: what is wrong and what to do. No secret in it. */
  readonly detail?: string;
}

/**
 * At most `limit` actions within any `windowMs`, and at most `burst` of them at once, counted over everybody who names
 * the same bucket.
 */
export interface Budget {
  readonly bucket: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly burst: number;
  /** The burst that may be there, when its size is not published: tried with care. */
  readonly maxBurst?: number;
  /** Names the budgets whose bursts are the same share of their windows: what is learnt of one holds for all. */
  readonly burstGroup?: string;
  /** The other side counts by when calls arrive, not by when they are sent, and some travel longer: we keep clear of it. */
  readonly countedOnArrival?: boolean;
  /** Words in the middle are spread over the window, so that it lasts; missing: they go as soon as they may. */
  readonly spread?: boolean;
  /** Who has waited so long need not heed it any more; missing: everybody does. */
  readonly maxHoldMs?: number;
  /** Spent by all processes together, since they write in the same place at the same time. */
  readonly shared?: boolean;
  /**
   * Asked for what the other side told last, where it tells; undefined while nothing is known. No room is kept for last
   * words then: such windows are short.
   */
  readonly reported?: () => ReportedLimit | undefined;
}

/** How much of a window is left. Times are milliseconds since 1970; what was sent after `at` is not counted in it. */
export interface ReportedLimit {
  readonly remaining: number;
  readonly resetAt: number;
  readonly reportedAt: number;
}

/** What a platform lets us do to a thread, and each costs of a budget. */
export type PlatformAction =
  | 'open'
  | 'post'
  | 'edit'
  | 'remove'
  | 'working'
  | keyof Pick<Streaming, 'begin' | 'append' | 'end'>;

/**
 * Messages that grow, where a platform has them: cheaper than edits. One call at a time for each message. Also fails with
 * `not_streaming`, when the message takes no more or may not be begun, and `stopped`, when the reader wants no more of it.
 */
export interface Streaming {
  /** Whether a message may be begun so now; a refusal is remembered. */
  canBegin(thread: ThreadRef): boolean;
  /** How long after its beginning a message should be ended, in milliseconds. */
  readonly maxDurationMs: number;
  /** Markdown as it is written into such a message. If one begins with another, so does what is written. Pure. */
  text(markdown: string): string;
  /** `reader`: who asked. */
  begin(thread: ThreadRef, text: string, reader: string, key: string): Promise<MessageRef>;
  append(thread: ThreadRef, message: MessageRef, added: string): Promise<void>;
  /** Adds the last words, and what stands under them; then the message is like any other. */
  end(thread: ThreadRef, message: MessageRef, added: string, body: Body, key: string): Promise<void>;
}

/** Where something is written. */
export type Place = Pick<ThreadRef, 'platform' | 'channel' | 'thread'>;

/** What the core gives a platform to call. Each resolves only when the thing is stored, so acknowledge after it. */
export interface Handlers {
  /** Fails with StoreError: then do not acknowledge, the platform delivers again. */
  question(question: Question): Promise<'accepted' | 'duplicate' | 'not_ours'>;
  /** The sentence is for the requester alone; what all may see is posted into the request's thread. */
  deployment(request: DeploymentRequest): Promise<{ readonly accepted: boolean; readonly sentence: string }>;
  /** A reader wants no more of what is being written there. Never fails. */
  stop?(place: Place): Promise<void>;
  /**
   * Until when all that was said has been taken, by places that the platform names as it likes, in milliseconds since 1970:
   * so that a platform which does not deliver again can read what it missed. Both fail with StoreError.
   */
  readonly readCursors?: {
    load(): Promise<ReadonlyMap<string, number>>;
    save(until: ReadonlyMap<string, number>): Promise<void>;
  };
  /** The platform's shards, which processes share out. Both fail with StoreError. */
  readonly shards?: {
    /**
     * To be called every few seconds: what this process holds is renewed, and one more of `count` shards may become its own,
     * `apartMs` after the last one that any process took.
     */
    lease(count: number, apartMs: number): Promise<ShardLease>;
    release(shards: readonly number[]): Promise<void>;
  };
}

/** Shards that this process holds until then, and nobody else; `wanted`: those of them that it should release. */
export interface ShardLease {
  readonly shards: readonly number[];
  readonly toRelease: readonly number[];
  /** By the process's clock, milliseconds since 1970. */
  readonly until: number;
}

/**
 * Slack or Discord. Every method but `start` may be called only between start and stop, and fails with PlatformError
 * and nothing else. Methods do not wait for rate limits and do not repeat: a limit is `rate_limited` with `waitMs`.
 */
export interface Platform {
  /** `slack` or `discord`. */
  readonly name: string;
  /** Connects and listens. Resolves when connected; fails with ConfigError when credentials or rights are refused. */
  start(handlers: Handlers): Promise<void>;
  /** Takes no more events, closes the connections for real. What is posted afterwards fails. */
  stop(): Promise<void>;
  health(): Health;
  /** How long its connection has given no sign of life, in milliseconds; undefined where it has none, or not yet. */
  silentMs?(): number | undefined;
  /**
   * Makes the thread that a question asked for (`question.opens`). A second call for the same question gives the same
   * thread. Where it may not be made, it gives the nearest place that may be answered in, and why.
   */
  open(question: Question): Promise<{ readonly thread: ThreadRef; readonly notice?: OpenNotice }>;
  /**
   * Posts a new message. `key`, which ends in a colon and the message's place in its reply, is the same whenever the same
   * message is posted again: it is then not made twice, but brought to this body. `since`: it may be there already, made
   * after that time by this process or by one that died.
   */
  post(thread: ThreadRef, body: Body, key: string, since?: number): Promise<MessageRef>;
  edit(thread: ThreadRef, message: MessageRef, body: Body): Promise<void>;
  /** Removing what is gone already is no failure. */
  remove(thread: ThreadRef, message: MessageRef): Promise<void>;
  /** Shows, or no longer shows, that we are at work. */
  working(thread: ThreadRef, on: boolean): Promise<void>;
  /** How long a sign of work lasts before it must be given again. */
  readonly workingLastsMs: number;
  /** The sign goes by itself and need not be taken away. */
  readonly workingClearsItself?: boolean;
  /** Whether the body, rendered, is within the platform's limits of one message. Pure. */
  fits(body: Body): boolean;
  /** What one action costs; the narrowest budget first. Pure. */
  budgets(action: PlatformAction, thread: ThreadRef): readonly Budget[];
  /** Whether a thread can show a reply growing; if not, it is posted once, settled. Pure. */
  isLive(thread: ThreadRef): boolean;
  readonly streaming?: Streaming;
  /**
   * A question's text with people by their names, where questions come with ids in their place: names may take a second
   * to find, and what is asked meanwhile must not overtake it. Never fails.
   */
  resolveNames?(text: string): Promise<string>;
  /** Whether the requester belongs to a group that the allow list names (`slack:S…`). */
  isMember?(request: DeploymentRequest, group: string): Promise<boolean>;
}
