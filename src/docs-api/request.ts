/**
 * The body of a request to the assistant: exactly the fields that the API names, without e-mail addresses, secrets and card
 * numbers. Pure.
 */
import type { Ask, AskMessage } from '../core/ports/assistant.ts';
import { maskSensitive } from '../masking/mask.ts';
import type { ApiVersion } from '../wire/api.ts';
import { linkedPath } from './page-urls.ts';

/** A request carries at most this many messages, and this many characters in all of them. */
export const maxMessages = 20;
export const maxMessagesChars = 40_000;

/** The fields that every request of an assistant has in common. */
export interface RequestOptions {
  readonly apiVersion: ApiVersion;
  readonly retrievalPageSize: number;
  /** Narrows the search; sent as it is. */
  readonly filter?: object | undefined;
  /** The docs site's address: a link to one of its pages in the question says which page it is about. */
  readonly siteUrl?: string | undefined;
  /** `off`: everything is sent as it was written. */
  readonly masking?: 'off' | undefined;
}

/** `threadKey` goes with `threadId` only; what is not set is left out, which means the same as null. */
export function toAskBody(ask: Ask, options: RequestOptions): object {
  const { thread, context, files = [] } = ask;
  const mask = maskedBy(options.masking);
  const items = [
    ...(context === undefined ? [] : [{ type: 'textSelection', value: mask(context) }]),
    ...files.map(({ name, text }) => ({ type: 'code', value: mask(text), path: mask(name) })),
  ];
  const messages = recentMessages(ask.messages).map((message) => ({ ...message, text: mask(message.text) }));
  const currentPath = linkedPath(messages.at(-1)?.text ?? '', options.siteUrl);
  return {
    fp: ask.fp,
    messages: messages.map((message) => toMessage(message, options.apiVersion)),
    ...(thread && { threadId: thread.id }),
    ...(thread?.key !== undefined && { threadKey: thread.key }),
    ...(items.length > 0 && { context: items }),
    ...(currentPath !== undefined && { currentPath }),
    retrievalPageSize: options.retrievalPageSize,
    ...((options.filter || ask.filter) && { filter: { ...options.filter, ...ask.filter } }),
  };
}

/** The text as it is sent. */
export function maskedBy(masking: 'off' | undefined): (text: string) => string {
  return masking === 'off' ? (text) => text : maskSensitive;
}

/**
 * The newest messages that fit, the question always among them. The oldest one is a user's, since models refuse a
 * conversation that begins with an answer; empty messages are left out.
 */
export function recentMessages(messages: readonly AskMessage[]): readonly AskMessage[] {
  const kept: AskMessage[] = [];
  let chars = 0;
  for (const message of messages.filter((each) => each.text.trim() !== '').toReversed()) {
    chars += message.text.length;
    if (kept.length > 0 && (kept.length === maxMessages || chars > maxMessagesChars)) break;
    kept.unshift(message);
  }
  const first = kept.findIndex((message) => message.role === 'user');
  return kept.slice(Math.max(0, first));
}

function toMessage({ id, role, text }: AskMessage, version: ApiVersion): object {
  const parts = [{ type: 'text', text }];
  return version === 'v1' ? { id, role, content: text, parts } : { id, role, parts };
}
