/**
 * Slack's checks of a message's text and blocks; a failed one is a Refusal.
 * Source: reference/block-kit/blocks, reference/methods/chat.postMessage and chat.update, 2026-11-21.
 */

import type { Json, JsonObject } from '../world/state.ts';
import { isObject, Refusal } from '../world/validation.ts';

const maxBlocks = 50;
const maxAllBlocksChars = 13_200;
const maxMarkdownChars = 12_000;
const postTextChars = 40_000;
/** What chat.update takes, and what Slack asks every message to stay within. */
export const textChars = 4_000;

/** Blocks that a message may hold, each with its own check. */
const blockChecks: Readonly<Record<string, (block: JsonObject) => boolean>> = {
  section: (block) => sectionIsRight(block),
  header: (block) => isText(block.text, 150, ['plain_text']),
  divider: () => true,
  context: (block) => isList(block.elements, 1, 10),
  actions: (block) => isList(block.elements, 1, 25) && elementsAreRight(block.elements),
  context_actions: (block) => isList(block.elements, 1, 5),
  markdown: (block) => typeof block.text === 'string' && block.text !== '' && block.text.length <= maxMarkdownChars,
  rich_text: (block) => Array.isArray(block.elements),
  table: (block) => isList(block.rows, 1, 100) && rowsAreRight(block.rows),
  image: (block) => typeof block.image_url === 'string' && typeof block.alt_text === 'string',
};

/** Fails with `no_text`, `msg_too_long`, `markdown_text_conflict`, `invalid_blocks` or `msg_blocks_too_long`. */
export function checkContent(
  content: {
    text?: string | undefined;
    blocks?: readonly JsonObject[] | undefined;
    markdown_text?: string | undefined;
  },
  use: 'post' | 'update',
): void {
  const { text, blocks, markdown_text: markdown } = content;
  if (markdown !== undefined && (text !== undefined || blocks !== undefined))
    throw new Refusal('markdown_text_conflict');
  if (!text && !blocks?.length && !markdown) throw new Refusal('no_text');
  if ((text?.length ?? 0) > (use === 'update' ? textChars : postTextChars)) throw new Refusal('msg_too_long');
  if ((markdown?.length ?? 0) > maxMarkdownChars) throw new Refusal('msg_too_long');
  if (blocks) checkBlocks(blocks);
}

export function checkBlocks(blocks: readonly JsonObject[], most = maxBlocks): void {
  const wrong = blocks.findIndex((block) => !blockChecks[String(block.type)]?.(block) || !idIsRight(block));
  if (blocks.length > most) throw invalidBlocks(`no more than ${most} items allowed [json-pointer:/blocks]`);
  if (wrong >= 0) throw invalidBlocks(`failed to match all allowed schemas [json-pointer:/blocks/${wrong}]`);
  const ids = blocks.flatMap((block) => (typeof block.block_id === 'string' ? [block.block_id] : []));
  if (new Set(ids).size < ids.length) throw invalidBlocks('`block_id` already exists');
  const chars = blocks.reduce((sum, block) => sum + textLength(block), 0);
  const markdown = blocks
    .filter((block) => block.type === 'markdown')
    .reduce((sum, block) => sum + textLength(block), 0);
  if (chars > maxAllBlocksChars || markdown > maxMarkdownChars) throw new Refusal('msg_blocks_too_long');
}

function sectionIsRight(block: JsonObject): boolean {
  const { text, fields } = block;
  if (text === undefined && fields === undefined) return false;
  if (text !== undefined && !isText(text, 3_000)) return false;
  return fields === undefined || (isList(fields, 1, 10) && fields.every((field) => isText(field, 2_000)));
}

function elementsAreRight(elements: readonly Json[]): boolean {
  const ids = elements.flatMap((element) => (isObject(element) && element.action_id ? [element.action_id] : []));
  if (new Set(ids).size < ids.length) return false;
  return elements.every((element) => {
    if (!isObject(element) || typeof element.type !== 'string') return false;
    if (element.type !== 'button') return true;
    return (
      isText(element.text, 75, ['plain_text']) &&
      String(element.value ?? '').length <= 2_000 &&
      String(element.action_id ?? '').length <= 255
    );
  });
}

function rowsAreRight(rows: readonly Json[]): boolean {
  return rows.every((row) => isList(row, 1, 20) && row.every((cell) => isObject(cell)));
}

function isText(value: Json | undefined, maxChars: number, types = ['plain_text', 'mrkdwn']): boolean {
  if (!isObject(value) || !types.includes(String(value.type))) return false;
  return typeof value.text === 'string' && value.text !== '' && value.text.length <= maxChars;
}

function isList(value: Json | undefined, least: number, most: number): value is readonly Json[] {
  return Array.isArray(value) && value.length >= least && value.length <= most;
}

function idIsRight(block: JsonObject): boolean {
  return block.block_id === undefined || (typeof block.block_id === 'string' && block.block_id.length <= 255);
}

/** The characters of every `text` in a block, however deep. */
function textLength(value: Json): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item: Json) => sum + textLength(item), 0);
  if (!isObject(value)) return 0;
  return Object.entries(value).reduce(
    (sum, [key, inner]) => sum + (key === 'text' && typeof inner === 'string' ? inner.length : textLength(inner)),
    0,
  );
}

function invalidBlocks(reason: string): Refusal {
  return new Refusal('invalid_blocks', { errors: [reason], response_metadata: { messages: [`[ERROR] ${reason}`] } });
}
