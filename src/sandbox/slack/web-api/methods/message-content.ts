/**
 * What a message may contain, and how it is stored. Content that Slack refuses is a Refusal.
 * Source: reference/methods/chat.postMessage and chat.update, 2026-11-21.
 */

import { isObject, type JsonObject } from '../../../json.ts';
import type { Message } from '../../world/message.ts';
import { botId, botUserId } from '../../world/seed.ts';
import { Refusal } from '../../world/validation.ts';
import { checkBlocks, maxMarkdownChars } from './blocks.ts';

export const contentTypes = { text: 'string', blocks: 'objects', markdown_text: 'string' } as const;
export const authorTypes = { username: 'string', icon_emoji: 'string', icon_url: 'string' } as const;

/** The author of the app's posts. */
export const appAuthor = { user: botUserId, botId } as const;

const maxPostChars = 40_000;
/** The limit of chat.update, and Slack's recommended limit for every message. */
export const maxUpdateChars = 4_000;
const maxMetadataChars = 8_000;

export interface ContentArguments {
  readonly text: string | undefined;
  readonly blocks: readonly JsonObject[] | undefined;
  readonly markdown_text: string | undefined;
}

/** Fails with `no_text`, `msg_too_long`, `markdown_text_conflict`, `invalid_blocks` or `msg_blocks_too_long`. */
export function checkContent(
  { text, blocks, markdown_text: markdown }: ContentArguments,
  use: 'post' | 'update',
): void {
  if (markdown !== undefined && (text !== undefined || blocks !== undefined))
    throw new Refusal('markdown_text_conflict');
  if (!text && !blocks?.length && !markdown) throw new Refusal('no_text');
  if ((text?.length ?? 0) > (use === 'update' ? maxUpdateChars : maxPostChars)) throw new Refusal('msg_too_long');
  if ((markdown?.length ?? 0) > maxMarkdownChars) throw new Refusal('msg_too_long');
  if (blocks) checkBlocks(blocks);
}

/** Text and blocks as stored: `markdown_text` becomes a markdown block, and missing block ids are filled in. */
export function toContent({ text = '', blocks, markdown_text: markdown }: ContentArguments): {
  text: string;
  blocks?: readonly JsonObject[];
} {
  if (markdown !== undefined) return { text: markdown, blocks: [{ type: 'markdown', block_id: 'b0', text: markdown }] };
  return blocks?.length ? { text, blocks: withBlockIds(blocks, 'b') } : { text };
}

export function withBlockIds(blocks: readonly JsonObject[], prefix: string): JsonObject[] {
  return blocks.map((block, index) => ({ block_id: `${prefix}${index}`, ...block }));
}

/** The message without what an update replaces: an update with only text removes the blocks. */
export function withoutContent({ blocks: _, edited: __, ...message }: Message): Message {
  return message;
}

export function checkMetadata(metadata: JsonObject): JsonObject {
  if (typeof metadata.event_type !== 'string' || !isObject(metadata.event_payload))
    throw new Refusal('invalid_metadata_format');
  if (JSON.stringify(metadata).length > maxMetadataChars) throw new Refusal('metadata_too_large');
  return metadata;
}
