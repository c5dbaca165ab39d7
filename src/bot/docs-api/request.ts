/**
 * Builds the body of a request to the assistant: exactly the fields of the API, with e-mail addresses, secrets and card
 * numbers masked. Pure.
 */

import { maskSensitive } from '../../kit/masking/mask.ts';
import type { ApiVersion } from '../../kit/wire/api.ts';
import type { Ask, AskMessage } from '../core/ports/assistant.ts';
import { linkedPath } from './page-urls.ts';

/** The maximum number of messages in a request, and of characters in all of them. */
export const maxMessages = 20;
export const maxMessagesChars = 40_000;

/** Options that apply to every request to an assistant. */
export interface RequestOptions {
  readonly apiVersion: ApiVersion;
  readonly retrievalPageSize: number;
  /** Narrows the search; sent as it is. */
  readonly filter?: object | undefined;
  /** The docs site's URL: a link to one of its pages in the question tells which page it is about. */
  readonly siteUrl?: string | undefined;
  /** `off` sends everything as it was written. */
  readonly masking?: 'off' | undefined;
}

/** `threadKey` is sent only with `threadId`. Fields that are not set are left out, which is the same as null. */
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

/** Returns the function that masks a text before it is sent. */
export function maskedBy(masking: 'off' | undefined): (text: string) => string {
  return masking === 'off' ? (text) => text : maskSensitive;
}

/**
 * The newest messages that fit, always including the question. The oldest one is a user's, because models reject a
 * conversation that begins with an answer. Empty messages are left out.
 */
export function recentMessages(messages: readonly AskMessage[]): readonly AskMessage[] {
  const kept: AskMessage[] = [];
  let chars = 0;
  for (const message of messages.filter(({ text }) => text.trim() !== '').toReversed()) {
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
