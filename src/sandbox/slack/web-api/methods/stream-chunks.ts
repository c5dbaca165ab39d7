/**
 * Reads and checks what a chat.*Stream call adds to its message: markdown_text or chunks; tasks become cards.
 * Source: reference/methods/chat.appendStream, 2026-11-21.
 */

import { isObject, type Json, type JsonObject } from '../../../json.ts';
import { Refusal } from '../../world/validation.ts';
import { checkBlocks, maxMarkdownChars } from './blocks.ts';

export const addedTypes = { markdown_text: 'string', chunks: 'objects' } as const;

export interface AddedArguments {
  readonly markdown_text: string | undefined;
  readonly chunks: readonly JsonObject[] | undefined;
}

/** A message's first text decides its mode. */
export type StreamMode = 'chunks' | 'text';

export interface Added {
  /** undefined if the call adds nothing. */
  readonly mode: StreamMode | undefined;
  readonly text: string;
  readonly blocks: readonly JsonObject[];
  /** One per new or changed task. */
  readonly cards: readonly JsonObject[];
  /** Text of tasks, which counts towards the message's size like `text`. */
  readonly hiddenText: string;
}

type Content = Omit<Added, 'mode'>;

const taskStates: readonly unknown[] = ['pending', 'in_progress', 'complete', 'error'];

export function addsText({ markdown_text, chunks }: AddedArguments): boolean {
  return Boolean(markdown_text || chunks?.length);
}

/** Fails with `cannot_provide_both_markdown_text_and_chunks`, `msg_too_long`, `invalid_chunks` or the error of its blocks. */
export function readAdded({ markdown_text: markdown, chunks = [] }: AddedArguments): Added {
  if (markdown && chunks.length > 0) throw new Refusal('cannot_provide_both_markdown_text_and_chunks');
  const mode = markdown ? 'text' : chunks.length > 0 ? 'chunks' : undefined;
  const parts = markdown ? [content({ text: markdown })] : chunks.map(readChunk);
  const text = parts.map((part) => part.text).join('');
  if (text.length > maxMarkdownChars) throw new Refusal('msg_too_long');
  return {
    mode,
    text,
    blocks: parts.flatMap((part) => part.blocks),
    cards: parts.flatMap((part) => part.cards),
    hiddenText: parts.map((part) => part.hiddenText).join(''),
  };
}

function readChunk(chunk: JsonObject): Content {
  const { type, text, blocks, id, title, status, details = '', output = '', sources = [] } = chunk;
  if (type === 'markdown_text' && typeof text === 'string' && text !== '') return content({ text });
  if (type === 'plan_update' && typeof title === 'string') return content({ hiddenText: title });
  if (type === 'blocks' && Array.isArray(blocks) && blocks.every(isObject)) {
    checkBlocks(blocks);
    return content({ blocks });
  }
  const isTask = type === 'task_update' && typeof id === 'string' && typeof title === 'string';
  if (!isTask || !taskStates.includes(status)) throw new Refusal('invalid_chunks');
  if (!Array.isArray(sources) || !sources.every(isPage)) throw new Refusal('invalid_chunks');
  const card = { type: 'task_card', task_id: id, title, status: status ?? null, sources };
  const pages = sources.map((page) => (isObject(page) ? `${page.url}${page.text}` : ''));
  return content({ cards: [card], hiddenText: [title, details, output, ...pages].join('') });
}

function isPage(source: Json): boolean {
  return isObject(source) && source.type === 'url' && typeof source.url === 'string' && typeof source.text === 'string';
}

function content(some: Partial<Content>): Content {
  return { text: '', blocks: [], cards: [], hiddenText: '', ...some };
}
