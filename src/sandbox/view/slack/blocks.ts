/** The content of a Slack message or view: blocks, or else text. Source: reference/block-kit/blocks, 2026-11-21. */
import { isObject, type Json, type JsonObject } from '../../json.ts';
import type { Message } from '../../slack/world/message.ts';
import { unescapeText } from '../../slack/world/shapes.ts';
import { emojiOf, emojiToken } from '../emoji.ts';
import { renderInline } from '../inline.ts';
import type { RenderedButton, RenderedNode } from '../rendered.ts';
import { renderGfm } from './gfm.ts';
import { bareLink, link, renderMrkdwn, type SlackNames, slackToken } from './mrkdwn.ts';
import { listOf, renderRichText, textOf } from './rich-text.ts';

export function renderContent({ text, blocks }: Pick<Message, 'text' | 'blocks'>, names: SlackNames): RenderedNode[] {
  return blocks?.length ? renderBlocks(blocks, names) : renderMrkdwn(text, names);
}

/** Blocks of an unknown type are left out. */
export function renderBlocks(blocks: readonly JsonObject[], names: SlackNames): RenderedNode[] {
  return blocks.flatMap((block) => renderers[String(block.type)]?.(block, names) ?? []);
}

type BlockRenderer = (block: JsonObject, names: SlackNames) => RenderedNode[];

const renderers: Readonly<Record<string, BlockRenderer>> = {
  section: (block, names) => [
    ...renderTextObject(block.text, names),
    ...listOf(block.fields).flatMap((field) => renderTextObject(field, names)),
    ...renderButtons(block.accessory === undefined ? [] : [block.accessory]),
  ],
  header: (block) => [{ kind: 'heading', level: 2, children: [{ kind: 'text', text: textOf(block.text) }] }],
  divider: () => [{ kind: 'rule' }],
  context: (block, names) => [
    { kind: 'small', children: listOf(block.elements).flatMap((element) => renderTextObject(element, names)) },
  ],
  actions: (block) => renderButtons(listOf(block.elements)),
  context_actions: (block) => renderButtons(listOf(block.elements)),
  markdown: (block, names) => renderMarkdown(String(block.text ?? ''), names),
  rich_text: (block, names) => listOf(block.elements).flatMap((element) => renderRichText(element, names)),
  table: (block, names) => [
    { kind: 'table', rows: listOf(block.rows).map((row) => listOf(row).map((cell) => renderCell(cell, names))) },
  ],
  task_card: (block) => [{ kind: 'card', children: [taskTitle(block), ...taskSources(block)] }],
  image: (block) => [link(String(block.image_url), String(block.alt_text))],
};

const taskSigns: Readonly<Record<string, string>> = { pending: '○', in_progress: '◌', complete: '✓', error: '✕' };

function taskTitle({ status, title }: JsonObject): RenderedNode {
  const sign = taskSigns[String(status)] ?? '○';
  return { kind: 'paragraph', children: [{ kind: 'text', text: `${sign} ${String(title ?? '')}` }] };
}

/** The chips below a task. */
function taskSources({ sources }: JsonObject): RenderedNode[] {
  const pages = listOf(sources).filter(isObject);
  const links = pages.flatMap(({ url, text }, index): RenderedNode[] => [
    ...(index > 0 ? [{ kind: 'text' as const, text: ' · ' }] : []),
    link(String(url), String(text)),
  ]);
  return links.length > 0 ? [{ kind: 'small', children: links }] : [];
}

/** GFM in which Slack's own tokens are live. */
function renderMarkdown(markdown: string, names: SlackNames): RenderedNode[] {
  const rules = { toText: unescapeText, tokens: [slackToken(names), bareLink, emojiToken], delimiters: [] };
  return renderGfm(markdown, (text) => renderInline(text, rules));
}

function renderTextObject(value: Json | undefined, names: SlackNames): RenderedNode[] {
  if (!isObject(value)) return [];
  const text = String(value.text ?? '');
  if (value.type === 'plain_text') return [{ kind: 'paragraph', children: [{ kind: 'text', text }] }];
  return renderMrkdwn(text, names);
}

function renderCell(cell: Json, names: SlackNames): RenderedNode[] {
  if (!isObject(cell)) return [];
  if (cell.type === 'rich_text') return listOf(cell.elements).flatMap((element) => renderRichText(element, names));
  return [{ kind: 'text', text: String(cell.text ?? '') }];
}

function renderButtons(elements: readonly Json[]): RenderedNode[] {
  const all = elements.filter(isObject);
  const buttons = all.flatMap((element): RenderedButton[] => {
    const id = String(element.action_id ?? textOf(element.text));
    if (element.type === 'feedback_buttons') {
      const pair = [element.positive_button, element.negative_button].filter((button) => isObject(button));
      return pair.map((button) => ({ ...renderButton(button, id), value: String(button.value ?? '') }));
    }
    if (element.type === 'static_select') return renderOptions(element);
    return element.type === 'button' ? [renderButton(element, id)] : [];
  });
  const menu = all.filter(({ type }) => type === 'overflow').flatMap(renderOptions);
  if (buttons.length + menu.length === 0) return [];
  return [{ kind: 'buttons', buttons, ...(menu.length > 0 && { menu }) }];
}

/** A choice is pressed by its label. */
function renderOptions({ options }: JsonObject): RenderedButton[] {
  return listOf(options)
    .filter(isObject)
    .map((option) => renderButton(option, textOf(option.text)));
}

function renderButton({ text, style, url }: JsonObject, id: string): RenderedButton {
  return {
    id,
    text: textOf(text).replace(/:([a-z0-9_+-]+):/g, (whole, name: string) => emojiOf(name) ?? whole),
    style: style === 'primary' || style === 'danger' ? style : 'plain',
    disabled: false,
    ...(typeof url === 'string' ? { url } : {}),
  };
}
