/** The documentation assistant, as the core asks it. Types only. */
import type { AssistantThread } from '../model/conversation.ts';
import type { Part } from '../model/reply.ts';
import type { Source } from '../model/source.ts';

/** One question to the assistant, with its conversation. */
export interface Ask {
  /** The asker's fingerprint. */
  readonly fp: string;
  /** Oldest first; the last one is the question. */
  readonly messages: readonly AskMessage[];
  readonly thread?: AssistantThread;
  /** What belongs to the question and is not part of it. */
  readonly context?: string;
  /** Text files that were attached to it. */
  readonly files?: readonly { readonly name: string; readonly text: string }[];
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
   * The answer's parts as they arrive. Fails with AssistantError; parts yielded before a failure stay valid. When the
   * signal aborts, the request is cancelled and the iteration ends without an error.
   */
  ask(ask: Ask, signal: AbortSignal): AsyncIterable<Part>;
  /** The pages of its docs nearest to a question, within some seconds; none where it cannot search. Never fails. */
  search?(ask: Pick<Ask, 'messages' | 'filter'>, signal: AbortSignal): Promise<readonly Source[]>;
  /** Whose budget a question uses that is asked now: the same for all with one service and key. Missing: its site's. */
  readonly account?: string | undefined;
  /** The name of the site whose key that is; missing: that of the site asked. */
  readonly accountSite?: string | undefined;
  /** Whether it can be reached, within some seconds. Never fails. */
  isThere?(): Promise<boolean>;
}
