/** The documentation assistant as the core calls it. Types only. */
import type { Picture } from '../../../kit/wire/pictures.ts';
import type { AssistantThread } from '../model/conversation.ts';
import type { Part } from '../model/reply.ts';
import type { FoundPage } from '../model/source.ts';

/** One question to the assistant, with its conversation. */
export interface Ask {
  /** The asker's fingerprint. */
  readonly fp: string;
  /** Oldest first; the last one is the question. */
  readonly messages: readonly AskMessage[];
  readonly thread?: AssistantThread;
  /** Context that is not part of the question: earlier messages of its thread. */
  readonly context?: string;
  /** Text files attached to it. */
  readonly files?: readonly { readonly name: string; readonly text: string }[];
  /** Pictures attached to it, for an assistant that takes them. */
  readonly pictures?: readonly Picture[];
  /** Narrows the search; its fields take precedence over the assistant's own filter. */
  readonly filter?: Readonly<Record<string, unknown>>;
}

export interface AskMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The documentation assistant. */
export interface Assistant {
  /**
   * Yields the answer's parts as they arrive. Fails with AssistantError; parts yielded before a failure stay valid. When
   * the signal aborts, the request is cancelled and the iteration ends without an error.
   */
  ask(ask: Ask, signal: AbortSignal): AsyncIterable<Part>;
  /** Returns the pages of its docs nearest to a question within a few seconds; none if it cannot search. Never fails. */
  search?(ask: Pick<Ask, 'messages' | 'filter'>, signal: AbortSignal): Promise<readonly FoundPage[]>;
  /** Whether it takes pictures, as far as is known; defaults to no. If it then does not, it yields `pictures_unseen`. */
  readonly takesPictures?: boolean;
  /** The account charged for a question now: the same for all sites with one service and key. Defaults to the site. */
  readonly account?: string | undefined;
  /** The service that is asked now: the same for all sites there, whatever their keys. Defaults to the account. */
  readonly service?: string | undefined;
  /** The name of the site whose key is used; defaults to the site asked. */
  readonly accountSite?: string | undefined;
  /** Whether it can be reached; takes a few seconds at most. Never fails. */
  isThere?(): Promise<boolean>;
}
