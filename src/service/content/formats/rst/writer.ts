/** Writes the nodes of a page as Markdown. Work that may pause. Pure. */
import type { Work } from '../../../../kit/base/time-slices.ts';
import { codeSpan } from '../../markdown/code-spans.ts';
import { cell, codeBlock, listItem, paragraph, table } from '../markdown-text.ts';
import type { Inline } from './inline.ts';
import type { Node, Row, Term } from './page.ts';

export function* writeNodes(nodes: readonly Node[], inline: Inline): Work<readonly string[]> {
  const out: string[] = [];
  for (const node of nodes) {
    yield;
    for (const block of yield* writeNode(node, inline)) if (block !== '') out.push(block);
  }
  return out;
}

function* writeNode(node: Node, inline: Inline): Work<readonly string[]> {
  switch (node.kind) {
    case 'heading': {
      const words = inline.render(node.text, { isLink: true }).replace(/\s+/g, ' ').trim();
      return words === '' ? [] : [`${'#'.repeat(Math.min(6, node.level))} ${words} {#${node.id}}`];
    }
    case 'paragraph':
      return [paragraph(inline.render(node.text))];
    case 'code':
      return [codeBlock(node.text, node.language, node.title)];
    case 'markdown':
      return [node.text];
    case 'list':
      return yield* writeList(node.items, node.start, inline);
    case 'terms':
      return yield* writeTerms(node.items, inline);
    case 'note':
      return labelled(noteLabel(inline.render(node.title)), node.nodes, yield* writeNodes(node.nodes, inline));
    case 'table': {
      const title = node.title === '' ? [] : [strong(inline.render(node.title))];
      return [...title, ...(yield* writeTable(node.rows, node.heads, inline))];
    }
  }
}

function* writeList(
  items: readonly (readonly Node[])[],
  start: number | undefined,
  inline: Inline,
): Work<readonly string[]> {
  const out: string[] = [];
  for (const item of items) {
    const blocks = yield* writeNodes(item, inline);
    const mark = start === undefined ? '- ' : `${start + out.length}. `;
    if (blocks.length > 0) out.push(listItem(mark, blocks));
  }
  return out.length === 0 ? [] : [out.join('\n')];
}

function* writeTerms(items: readonly Term[], inline: Inline): Work<readonly string[]> {
  const out: string[] = [];
  for (const { term, nodes } of items) {
    const name = paragraph(inline.render(term)).replace(/\n/g, ' ');
    const blocks = yield* writeNodes(nodes, inline);
    out.push(listItem('- ', labelled(strong(name), nodes, blocks)));
  }
  return [out.join('\n')];
}

/** A label on the line of the first paragraph. */
function labelled(label: string, nodes: readonly Node[], blocks: readonly string[]): readonly string[] {
  if (label === '' || blocks.length === 0) return label === '' ? blocks : [label];
  const shown = /[?!:.]\**$/.test(label) ? label : `${label}:`;
  const [first = '', ...rest] = blocks;
  return nodes[0]?.kind === 'paragraph' ? [`${shown} ${first}`, ...rest] : [shown, ...blocks];
}

/** `Note` -> `**Note:**` */
function noteLabel(title: string): string {
  const text = title.replace(/\s+/g, ' ').trim();
  return text === '' || /[*`]|[?!:.]$/.test(text) ? strong(text) : `**${text}:**`;
}

function strong(words: string): string {
  const text = paragraph(words).replace(/\n/g, ' ');
  return text === '' || /[*`]/.test(text) ? text : `**${text}**`;
}

function* writeTable(rows: readonly Row[], heads: number, inline: Inline): Work<readonly string[]> {
  if (rows.some((row) => row.some((nodes) => nodes.some(isTooMuchForCell))))
    return yield* writeRows(rows, heads, inline);
  const texts: (readonly string[])[] = [];
  for (const row of rows) {
    yield;
    texts.push(row.map((nodes) => cell(flat(nodes, inline))));
  }
  const head = texts.slice(0, heads);
  const width = head.reduce((most, row) => Math.max(most, row.length), 0);
  const names = Array.from({ length: width }, (_, at) =>
    [...new Set(head.map((row) => row[at] ?? ''))].join(' ').trim(),
  );
  return [table(names, texts.slice(heads))];
}

function isTooMuchForCell(node: Node): boolean {
  if (node.kind === 'table' || node.kind === 'heading') return true;
  if (node.kind === 'code') return node.text.includes('\n');
  return node.kind === 'note' && node.nodes.some(isTooMuchForCell);
}

/** Each row as an item of a list, with the names of its columns. */
function* writeRows(rows: readonly Row[], heads: number, inline: Inline): Work<readonly string[]> {
  const names = (rows[heads - 1] ?? []).map((nodes) => flat(nodes, inline));
  const out: string[] = [];
  for (const row of rows.slice(heads)) {
    const blocks: string[] = [];
    for (const [at, nodes] of row.entries())
      blocks.push(...labelled(noteLabel(names[at] ?? ''), nodes, yield* writeNodes(nodes, inline)));
    if (blocks.length > 0) out.push(listItem('- ', blocks));
  }
  return out.length === 0 ? [] : [out.join('\n')];
}

/** All on one line. */
function flat(nodes: readonly Node[], inline: Inline): string {
  return nodes
    .map((node) => flatNode(node, inline))
    .filter((text) => text !== '')
    .join(' ');
}

function flatNode(node: Node, inline: Inline): string {
  switch (node.kind) {
    case 'paragraph':
    case 'heading':
      return paragraph(inline.render(node.text));
    case 'code':
      return codeSpan(node.text);
    case 'markdown':
      return node.text;
    case 'list':
      return node.items.map((item) => flat(item, inline)).join('; ');
    case 'terms':
      return node.items.map(({ term, nodes }) => `${inline.render(term)}: ${flat(nodes, inline)}`).join('; ');
    case 'note':
      return [inline.render(node.title), flat(node.nodes, inline)].filter((text) => text !== '').join(': ');
    case 'table':
      return node.rows.map((row) => row.map((nodes) => flat(nodes, inline)).join(' ')).join('; ');
  }
}
