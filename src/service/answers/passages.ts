/**
 * Splits a section into passages, the units of which answers are made: paragraphs or sentences, list items, tables or rows, and
 * code, each with the sentence that introduces it and the stems that it contains. Pure.
 */

import { atOnce, type Work } from '../../kit/base/time-slices.ts';
import type { Block, Section } from '../content/markdown/sections.ts';
import { plainText, toMarkdown } from '../content/markdown/sections.ts';
import { type Analyzer, analyzerOf } from '../search/index/analyzer.ts';
import { type Piece, toItems } from './list-items.ts';
import { goesOn, toParagraphs, toSentences } from './sentences.ts';

/** The smallest piece of a page that makes sense in an answer. Its text is Markdown. */
export interface Passage {
  readonly kind: Block['kind'];
  /** A complete numbered list. */
  readonly isSteps: boolean;
  /** Code or steps that are linked instead of shown: nobody reads so much in a chat, and a part of them is of no use. */
  readonly isLong: boolean;
  /** Position of its block in the section; passages of one block belong together. */
  readonly block: number;
  /** How many passages its list or table is split into. */
  readonly parts: number;
  /** Position among them. */
  readonly part: number;
  /** For a piece of a list item: the position of the item's first piece. Otherwise its own position. */
  readonly item: number;
  /** The sentence that introduces its block; shown once, before the block's first passage. May be empty. */
  readonly lead: string;
  /** For code: its file name or version. May be empty. */
  readonly title: string;
  readonly text: string;
  /** It begins with a word that refers to the text before it. */
  readonly pointsBack: boolean;
  /** The stems of lead, title and text, without a table's header, which all rows share. */
  readonly stems: ReadonlySet<string>;
}

/** Passages in order. Numbered lists stay whole, other long lists are split by item, long tables by row. */
export function toPassages(section: Section): readonly Passage[] {
  return atOnce(slicedPassages(section));
}

/** The same in slices, because a section may be a whole long page. `language`: the tag of the page's. */
export function* slicedPassages({ blocks }: Section, language?: string): Work<readonly Passage[]> {
  const { stemsIn } = analyzerOf(language);
  const passages: Passage[] = [];
  let lead = '';
  for (const [at, block] of blocks.entries()) {
    const own = lead;
    lead = '';
    if (block.kind !== 'prose') {
      const isSteps = block.kind === 'list' && block.ordered;
      const pieces = piecesOf(block);
      for (const [part, { text, item }] of pieces.entries()) {
        passages.push({ ...toPassage(block, at, own, text, stemsIn), isSteps, parts: pieces.length, part, item });
        yield;
      }
      continue;
    }
    const sentences = toSentences(block.text);
    const last = sentences.at(-1) ?? '';
    const leading = announces(block.text, last, blocks[at + 1]) ? countLeading(sentences) : 0;
    if (leading > 0) lead = sentences.slice(-leading).join(' ');
    // An introduction that nothing follows is left out.
    const said = sentences.slice(0, sentences.length - (leading || Number(isAnnouncement(last))));
    for (const text of toParagraphs(said)) {
      passages.push(toPassage(block, at, '', text, stemsIn));
      yield;
    }
  }
  return passages;
}

/** The last sentence before code or a table introduces it; before a list, or in a note, only if it ends in a colon. */
function announces(paragraph: string, last: string, next: Block | undefined): boolean {
  if (next === undefined || next.kind === 'prose') return false;
  return isAnnouncement(last) || (next.kind !== 'list' && !/^\*\*[^*]+:\*\*/.test(paragraph));
}

/** An introduction and the sentence that it refers back to are kept together up to this length. */
const maxLeadChars = 160;

/** The start of a sentence that refers to the one before it. */
const speaksOfIt = /^(?:It|Its|They|Their|This|That|These|Those|Also|(?:You|We) can also)\b/;

/** How many of the last sentences introduce what follows. */
function countLeading(sentences: readonly string[]): number {
  const isPointing = sentences.length > 1 && speaksOfIt.test(sentences.at(-1) ?? '');
  return isPointing && sentences.slice(-2).join(' ').length <= maxLeadChars ? 2 : 1;
}

/** It introduces what follows, and says nothing without it. */
export function isAnnouncement(sentence: string): boolean {
  return /(?::[*_]*|\be\.g\.)$/i.test(sentence);
}

function toPassage(block: Block, at: number, lead: string, text: string, stemsIn: Analyzer['stemsIn']): Passage {
  const { kind } = block;
  const title = block.kind === 'code' ? block.title : '';
  const own = kind === 'table' ? rowsOf(text) : text;
  const said = `${plainText(lead)} ${title} ${kind === 'code' ? own : plainText(own)}`;
  const pointsBack = goesOn.test(lead || text);
  return {
    kind,
    isSteps: false,
    isLong: text.length > maxCharsOf(block),
    block: at,
    parts: 1,
    part: 0,
    item: 0,
    lead,
    pointsBack,
    title,
    text,
    stems: new Set(stemsIn(said)),
  };
}

function piecesOf(block: Exclude<Block, { kind: 'prose' }>): readonly Piece[] {
  switch (block.kind) {
    case 'code':
      return [{ text: toMarkdown({ ...block, text: block.text.trimEnd() }), item: 0 }];
    case 'list':
      return isWhole(block) ? [{ text: block.text, item: 0 }] : toItems(block.text);
    case 'table':
      return toRows(block.text).map((text, item) => ({ text, item }));
  }
}

/** Longer code and steps are linked. */
const maxCodeChars = 1_000;
const maxStepsChars = 1_500;

function maxCharsOf(block: Block): number {
  if (block.kind === 'code') return maxCodeChars;
  return block.kind === 'list' && block.ordered ? maxStepsChars : Number.POSITIVE_INFINITY;
}

/** Lists without numbers that are longer than this are split by item. */
const maxListChars = 500;

function isWhole({ ordered, text }: Extract<Block, { kind: 'list' }>): boolean {
  return ordered || text.length <= maxListChars;
}

/** Tables with more text than this are split by row. */
const maxTableChars = 500;
const maxHeadChars = 2_000;

function toRows(table: string): readonly string[] {
  const [head = '', rule = '', ...rows] = table.split('\n').map(withoutPadding);
  const whole = [head, rule, ...rows].join('\n');
  if (plainText(whole).length <= maxTableChars) return [whole];
  // Each row repeats the header, unless the header is longer than an answer.
  if (head.length + rule.length > maxHeadChars) return [whole];
  return rows.map((row) => [head, rule, row].join('\n'));
}

/** The table without its header and delimiter row. */
export function rowsOf(table: string): string {
  return table.split('\n').slice(2).join('\n');
}

/** Removes the padding that aligns columns in the source. */
function withoutPadding(row: string): string {
  return row.replace(/ {2,}/g, ' ').replace(/-{4,}/g, '---');
}
