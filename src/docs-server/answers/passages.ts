/**
 * A section cut into passages, the units that an answer takes or leaves as a whole. In: a section. Out: paragraphs or sentences,
 * list items, tables and code with the sentence that announces them, in order, each with the stems that it says. Pure.
 */

import { atOnce, type Work } from '../../base/time-slices.ts';
import type { Block, Section } from '../content/markdown/sections.ts';
import { plainText } from '../content/markdown/sections.ts';
import { stemsIn } from '../search/index/analyzer.ts';
import { toItems } from './list-items.ts';

/** The smallest piece of a page that can stand in an answer. Its text is Markdown. */
export interface Passage {
  readonly kind: Block['kind'];
  /** A whole list of steps. */
  readonly isSteps: boolean;
  /** Position of its block in the section; passages of one block belong together. */
  readonly block: number;
  /** How many passages a list or a table is cut into. */
  readonly parts: number;
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
      const texts = textsOf(block);
      for (const text of texts) {
        passages.push({ ...toPassage(block, at, own, text), isSteps, parts: texts.length });
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
  return { kind, isSteps: false, block: at, parts: 1, lead, pointsBack, title, text, stems: new Set(stemsIn(said)) };
}

function textsOf(block: Exclude<Block, { kind: 'prose' }>): readonly string[] {
  switch (block.kind) {
    case 'code':
      return [`\`\`\`${block.language}\n${block.text.trimEnd()}\n\`\`\``];
    case 'list':
      return isWhole(block) ? [block.text] : toItems(block.text);
    case 'table':
      return toRows(block.text);
  }
}

/** A list of steps above this is cut by step. */
const maxStepsChars = 1_000;
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

/** A paragraph up to this long stays whole. */
const maxParagraphChars = 280;

/** A short paragraph whole; a long one by sentence, each with the sentence before it that it points back to. */
function toParagraphs(sentences: readonly string[]): readonly string[] {
  const whole = sentences.join(' ');
  if (whole.length <= maxParagraphChars) return whole === '' ? [] : [whole];
  const texts: string[] = [];
  for (const sentence of sentences) {
    const before = texts.at(-1);
    if (before === undefined || !goesOn.test(sentence) || before.length > maxParagraphChars) texts.push(sentence);
    else texts[texts.length - 1] = `${before} ${sentence}`;
  }
  return texts;
}

/** How a sentence begins that says little by itself. */
const goesOn =
  /^(?:It|Its|This|That|These|Those|They|Their|He|She|However|Also|Additionally|Then|Otherwise|Instead|In this|In that|For example|Similarly|Therefore|So|But|And|Or|If not|If so|Here)\b/;

/** Sentences of a paragraph; a full stop inside code, a link or a number ends none. */
function toSentences(paragraph: string): readonly string[] {
  const text = paragraph
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
  const sentences: string[] = [];
  let start = 0;
  let read = 0;
  let open = closed;
  for (const { index, 0: end } of text.matchAll(
    /(?<!\b(?:e\.g|i\.e|etc|vs|cf|No|approx))[.!?]['")\]*_]*\s+(?=[\p{Lu}`*_["'(\d])/gu,
  )) {
    const cut = index + end.length;
    open = afterText(open, text.slice(read, cut));
    read = cut;
    if (isOpen(open)) continue;
    sentences.push(text.slice(start, cut).trim());
    start = cut;
    open = closed;
  }
  return [...sentences, text.slice(start).trim()].filter((sentence) => sentence !== '');
}

/** How many marks a sentence has so far, and how many more brackets it opened than it closed. */
interface Open {
  readonly ticks: number;
  readonly stars: number;
  readonly brackets: number;
  readonly parentheses: number;
}

const closed: Open = { ticks: 0, stars: 0, brackets: 0, parentheses: 0 };

function afterText({ ticks, stars, brackets, parentheses }: Open, text: string): Open {
  const count = (mark: string): number => text.split(mark).length - 1;
  return {
    ticks: ticks + count('`'),
    stars: stars + count('**'),
    brackets: brackets + count('[') - count(']'),
    parentheses: parentheses + count('(') - count(')'),
  };
}

/** Whether it stands inside code, bold text or a link. */
function isOpen({ ticks, stars, brackets, parentheses }: Open): boolean {
  return ticks % 2 === 1 || stars % 2 === 1 || brackets > 0 || parentheses > 0;
}
