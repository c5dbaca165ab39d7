/**
 * A section cut into passages: what an answer takes or leaves as a whole. In: a section. Out: sentences, list items,
 * tables and code, in order, each with the stems that it says. Pure.
 */
import type { Block, Section } from './sections.ts';
import { plainText } from './sections.ts';
import { stemsIn } from './terms.ts';

/** The smallest piece of a page that can stand in an answer. Its text is Markdown. */
export interface Passage {
  readonly kind: Block['kind'];
  /** Position of its block in the section; passages of one block belong together. */
  readonly block: number;
  readonly text: string;
  readonly stems: ReadonlySet<string>;
}

/** A code block longer than this is cut to the lines that matter. */
export const maxCodeChars = 700;

/** Passages in order. Step lists stay whole, other lists are cut by item, tables by row with their head. */
export function toPassages(section: Section): readonly Passage[] {
  return section.blocks.flatMap((block, index) => textsOf(block).map((text) => toPassage(block.kind, index, text)));
}

function toPassage(kind: Block['kind'], block: number, text: string): Passage {
  return { kind, block, text, stems: new Set(stemsIn(kind === 'code' ? text : plainText(text))) };
}

function textsOf(block: Block): readonly string[] {
  switch (block.kind) {
    case 'code':
      return [`\`\`\`${block.language}\n${block.text.replace(/\s+$/, '')}\n\`\`\``];
    case 'list':
      return block.ordered && block.text.length <= maxStepsChars ? [block.text] : toItems(block.text);
    case 'table':
      return toRows(block.text);
    case 'prose':
      return toSentences(block.text);
  }
}

/** A list of steps above this is cut by step. */
const maxStepsChars = 1_000;
/** An item above this is cut: first the items inside it, then its end. */
const maxItemChars = 500;

function toItems(list: string): readonly string[] {
  const items: string[] = [];
  let item: string[] = [];
  for (const line of list.split('\n')) {
    if (/^(?:[-*+]|\d+[.)])\s/.test(line) && item.length > 0) {
      items.push(...fitting(item));
      item = [];
    }
    item.push(line);
  }
  return [...items, ...fitting(item)];
}

function fitting(item: readonly string[]): readonly string[] {
  const text = item.join('\n').trimEnd();
  if (text.length <= maxItemChars) return text === '' ? [] : [text];
  const [first = '', ...rest] = item;
  const inner = rest.map((line) => line.replace(/^ {1,4}/, ''));
  return [first, ...(inner.length > 0 ? toItems(inner.join('\n')) : [])];
}

function toRows(table: string): readonly string[] {
  const [head = '', rule = '', ...rows] = table.split('\n');
  if (table.length <= maxItemChars) return [table];
  return rows.map((row) => [head, rule, row].join('\n'));
}

/** Sentences of a paragraph; a full stop inside code, a link or a number ends none. */
function toSentences(paragraph: string): readonly string[] {
  const text = paragraph.replace(/\s*\n\s*/g, ' ');
  const sentences: string[] = [];
  let start = 0;
  for (const { index, 0: end } of text.matchAll(
    /(?<!\b(?:e\.g|i\.e|etc|vs|cf|No|approx))[.!?:]['")\]*_]*\s+(?=[\p{Lu}`*_["'(\d])/gu,
  )) {
    const cut = index + end.length;
    if (isOpen(text.slice(start, cut))) continue;
    sentences.push(text.slice(start, cut).trim());
    start = cut;
  }
  return [...sentences, text.slice(start).trim()].filter((sentence) => sentence !== '');
}

/** Whether a piece ends inside code, bold text or a link. */
function isOpen(text: string): boolean {
  const count = (mark: string): number => text.split(mark).length - 1;
  return count('`') % 2 === 1 || count('**') % 2 === 1 || count('[') > count(']') || count('(') > count(')');
}
