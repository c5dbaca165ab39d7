/**
 * A section cut into passages, the units that an answer takes or leaves as a whole. In: a section. Out: paragraphs or sentences,
 * list items, tables and code with the sentence that announces them, in order, each with the stems that it says. Pure.
 */

import { atOnce, type Work } from '../../base/time-slices.ts';
import type { Block, Section } from '../content/markdown/sections.ts';
import { plainText } from '../content/markdown/sections.ts';
import { stemsIn } from '../search/index/analyzer.ts';
import { type Piece, toItems } from './list-items.ts';
import { goesOn, toParagraphs, toSentences } from './sentences.ts';

/** The smallest piece of a page that can stand in an answer. Its text is Markdown. */
export interface Passage {
  readonly kind: Block['kind'];
  /** A whole list of steps. */
  readonly isSteps: boolean;
  /** Position of its block in the section; passages of one block belong together. */
  readonly block: number;
  /** How many passages a list or a table is cut into. */
  readonly parts: number;
  /** Position among them. */
  readonly part: number;
  /** Of a piece of a list's item: the position of the item's first. Otherwise its own. */
  readonly item: number;
  /** The sentence that announces it: said once before the first passage of its block. May be empty. */
  readonly lead: string;
  /** Of code: the file that it belongs in, or the version that it is for. May be empty. */
  readonly title: string;
  readonly text: string;
  /** It begins with a word that refers to what precedes it. */
  readonly pointsBack: boolean;
  /** The stems of lead, title and text; of a table without its head, which all of its rows share. */
  readonly stems: ReadonlySet<string>;
}

/** Passages in order. Step lists stay whole, other long lists are cut by item, long tables by row with their head. */
export function toPassages(section: Section): readonly Passage[] {
  return atOnce(slicedPassages(section));
}

/** The same as work that may pause after each passage: a section may be all of a long page. */
export function* slicedPassages({ blocks }: Section): Work<readonly Passage[]> {
  const passages: Passage[] = [];
  let lead = '';
  for (const [at, block] of blocks.entries()) {
    const own = lead;
    lead = '';
    if (block.kind !== 'prose') {
      const isSteps = block.kind === 'list' && block.ordered && isWhole(block);
      const pieces = piecesOf(block);
      for (const [part, { text, item }] of pieces.entries()) {
        passages.push({ ...toPassage(block, at, own, text), isSteps, parts: pieces.length, part, item });
        yield;
      }
      continue;
    }
    const sentences = toSentences(block.text);
    const last = sentences.at(-1) ?? '';
    const leading = announces(block.text, last, blocks[at + 1]) ? countLeading(sentences) : 0;
    if (leading > 0) lead = sentences.slice(-leading).join(' ');
    // A sentence that announces something is left out where nothing follows it.
    const said = sentences.slice(0, sentences.length - (leading || Number(isAnnouncement(last))));
    for (const text of toParagraphs(said)) {
      passages.push(toPassage(block, at, '', text));
      yield;
    }
  }
  return passages;
}

/** The last sentence before code or a table belongs to it; before a list, or in a note, it does where it ends in a colon. */
function announces(paragraph: string, last: string, next: Block | undefined): boolean {
  if (next === undefined || next.kind === 'prose') return false;
  return isAnnouncement(last) || (next.kind !== 'list' && !/^\*\*[^*]+:\*\*/.test(paragraph));
}

/** A sentence and the one before it that it points back to lead together up to this length. */
const maxLeadChars = 160;

/** How a sentence begins that speaks of what the one before it named. */
const speaksOfIt = /^(?:It|Its|They|Their|This|That|These|Those|Also|(?:You|We) can also)\b/;

/** How many sentences at the end lead to what follows. */
function countLeading(sentences: readonly string[]): number {
  const isPointing = sentences.length > 1 && speaksOfIt.test(sentences.at(-1) ?? '');
  return isPointing && sentences.slice(-2).join(' ').length <= maxLeadChars ? 2 : 1;
}

function isAnnouncement(sentence: string): boolean {
  return /(?::[*_]*|\be\.g\.)$/i.test(sentence);
}

function toPassage(block: Block, at: number, lead: string, text: string): Passage {
  const { kind } = block;
  const title = block.kind === 'code' ? block.title : '';
  const own = kind === 'table' ? rowsOf(text) : text;
  const said = `${plainText(lead)} ${title} ${kind === 'code' ? own : plainText(own)}`;
  const pointsBack = goesOn.test(lead || text);
  return {
    kind,
    isSteps: false,
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
      return [{ text: `\`\`\`${block.language}\n${block.text.trimEnd()}\n\`\`\``, item: 0 }];
    case 'list':
      return isWhole(block) ? [{ text: block.text, item: 0 }] : toItems(block.text);
    case 'table':
      return toRows(block.text).map((text, item) => ({ text, item }));
  }
}

/** A list of steps above this is cut by step. */
const maxStepsChars = 1_500;
/** A list of anything else above this is cut by item. */
const maxListChars = 500;

function isWhole({ ordered, text }: Extract<Block, { kind: 'list' }>): boolean {
  return text.length <= (ordered ? maxStepsChars : maxListChars);
}

/** A table whose words take more than this is cut by row. */
const maxTableChars = 500;
const maxHeadChars = 2_000;

function toRows(table: string): readonly string[] {
  const [head = '', rule = '', ...rows] = table.split('\n').map(withoutPadding);
  const whole = [head, rule, ...rows].join('\n');
  if (plainText(whole).length <= maxTableChars) return [whole];
  // Each row stands under the head; a head that is longer than an answer stands over none.
  if (head.length + rule.length > maxHeadChars) return [whole];
  return rows.map((row) => [head, rule, row].join('\n'));
}

/** Without the head and the rule under it. */
export function rowsOf(table: string): string {
  return table.split('\n').slice(2).join('\n');
}

/** Padding that aligns the columns for authors is removed. */
function withoutPadding(row: string): string {
  return row.replace(/ {2,}/g, ' ').replace(/-{4,}/g, '---');
}
