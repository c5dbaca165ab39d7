/** Slack's checks of the blocks of a message or view. Source: reference/block-kit/blocks, 2026-11-21. */

import { isObject, type Json, type JsonObject } from '../../../json.ts';
import { Refusal } from '../../world/validation.ts';

const maxMessageBlocks = 50;
const maxViewOptions = 100;
const maxOverflowOptions = 5;
const maxAllBlocksChars = 13_200;
export const maxMarkdownChars = 12_000;

/** The check of each block type. */
const blockChecks: Readonly<Record<string, (block: JsonObject) => boolean>> = {
  section: isSection,
  header: (block) => isText(block.text, 150, ['plain_text']),
  divider: () => true,
  context: (block) => isList(block.elements, 1, 10) && block.elements.every(isContextElement),
  actions: (block) => isList(block.elements, 1, 25) && areElements(block.elements),
  context_actions: (block) => isList(block.elements, 1, 5) && block.elements.every(isContextAction),
  markdown: (block) => typeof block.text === 'string' && block.text !== '' && block.text.length <= maxMarkdownChars,
  rich_text: (block) => Array.isArray(block.elements),
  table: (block) => isList(block.rows, 1, 100) && areRows(block.rows),
  input: (block) => isText(block.label, 2_000, ['plain_text']) && isInput(block.element),
  image: (block) => typeof block.image_url === 'string' && typeof block.alt_text === 'string',
};

/** Fails with `invalid_blocks` or `msg_blocks_too_long`. */
export function checkBlocks(blocks: readonly JsonObject[], max = maxMessageBlocks): void {
  const invalid = blocks.findIndex((block) => !blockChecks[String(block.type)]?.(block) || !hasValidId(block));
  if (blocks.length > max) throw invalidBlocks(`no more than ${max} items allowed [json-pointer:/blocks]`);
  if (invalid >= 0) throw invalidBlocks(`failed to match all allowed schemas [json-pointer:/blocks/${invalid}]`);
  const ids = blocks.flatMap((block) => (typeof block.block_id === 'string' ? [block.block_id] : []));
  if (new Set(ids).size < ids.length) throw invalidBlocks('`block_id` already exists');
  const markdownBlocks = blocks.filter((block) => block.type === 'markdown');
  if (textLength(blocks) > maxAllBlocksChars || textLength(markdownBlocks) > maxMarkdownChars)
    throw new Refusal('msg_blocks_too_long');
}

function isSection(block: JsonObject): boolean {
  const { text, fields } = block;
  if (text === undefined && fields === undefined) return false;
  if (text !== undefined && !isText(text, 3_000)) return false;
  return fields === undefined || (isList(fields, 1, 10) && fields.every((field) => isText(field, 2_000)));
}

function areElements(elements: readonly Json[]): boolean {
  const ids = elements.flatMap((element) => (isObject(element) && element.action_id ? [element.action_id] : []));
  if (new Set(ids).size < ids.length) return false;
  return elements.every((element) => {
    if (!isObject(element) || typeof element.type !== 'string') return false;
    if (element.type === 'static_select')
      return isText(element.placeholder, 150, ['plain_text']) && areOptions(element.options, maxViewOptions);
    if (element.type === 'overflow') return areOptions(element.options, maxOverflowOptions);
    if (element.type !== 'button') return true;
    return (
      isText(element.text, 75, ['plain_text']) &&
      String(element.value ?? '').length <= 2_000 &&
      String(element.action_id ?? '').length <= 255
    );
  });
}

function areOptions(options: Json | undefined, max: number): boolean {
  const isOption = (option: Json): boolean =>
    isObject(option) && isText(option.text, 75) && typeof option.value === 'string' && option.value.length <= 150;
  return isList(options, 1, max) && options.every(isOption);
}

function isContextElement(element: Json): boolean {
  return isObject(element) && (element.type === 'image' || isText(element, 3_000));
}

function isContextAction(element: Json): boolean {
  if (!isObject(element) || typeof element.action_id !== 'string') return false;
  if (element.type === 'icon_button') return isText(element.text, 75, ['plain_text']);
  const pair = [element.positive_button, element.negative_button];
  return element.type === 'feedback_buttons' && pair.every(isFeedbackButton);
}

function isFeedbackButton(button: Json | undefined): boolean {
  if (!isObject(button) || !isText(button.text, 75, ['plain_text'])) return false;
  const { value, accessibility_label: label = '' } = button;
  return typeof value === 'string' && value.length <= 2_000 && String(label).length <= 75;
}

/** Only the input elements that Docent uses. */
function isInput(element: Json | undefined): boolean {
  if (!isObject(element) || typeof element.action_id !== 'string') return false;
  if (element.type === 'plain_text_input') return Number(element.max_length ?? 1) <= 3_000;
  if (element.type !== 'radio_buttons' && element.type !== 'static_select') return false;
  return isList(element.options, 1, element.type === 'radio_buttons' ? 10 : maxViewOptions);
}

function areRows(rows: readonly Json[]): boolean {
  return rows.every((row) => isList(row, 1, 20) && row.every((cell) => isObject(cell)));
}

function isText(value: Json | undefined, maxChars: number, types = ['plain_text', 'mrkdwn']): boolean {
  if (!isObject(value) || !types.includes(String(value.type))) return false;
  return typeof value.text === 'string' && value.text !== '' && value.text.length <= maxChars;
}

function isList(value: Json | undefined, min: number, max: number): value is readonly Json[] {
  return Array.isArray(value) && value.length >= min && value.length <= max;
}

function hasValidId(block: JsonObject): boolean {
  return block.block_id === undefined || (typeof block.block_id === 'string' && block.block_id.length <= 255);
}

/** The total length of all `text` in a block, at any depth. */
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
