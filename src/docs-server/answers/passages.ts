/**
 * A section cut into passages: what an answer takes or leaves as a whole. In: a section. Out: paragraphs or sentences,
 * list items, tables and code with the sentence that announces them, in order, each with the stems that it says. Pure.
 */

import type { Block, Section } from '../content/markdown/sections.ts';
import { plainText } from '../content/markdown/sections.ts';
import { stemsIn } from '../search/index/analyzer.ts';

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
  /** It begins with a word for what stands before it. */
  readonly pointsBack: boolean;
  /** Of code: the file that it belongs in, or the version that it is for. May be empty. */
  readonly title: string;
  readonly text: string;
  /** What lead, title and text say. */
  readonly stems: ReadonlySet<string>;
  /** Names that it shows as code, lower case: functions, options, packages. */
  readonly names: ReadonlySet<string>;
}

/** Passages in order. Step lists stay whole, other long lists are cut by item, long tables by row with their head. */
export function toPassages({ blocks }: Section): readonly Passage[] {
  let lead = '';
  return blocks.flatMap((block, at) => {
    const own = lead;
    lead = '';
    if (block.kind !== 'prose') {
      const isSteps = block.kind === 'list' && block.ordered && isWhole(block);
      const texts = textsOf(block);
      return texts.map((text) => ({ ...toPassage(block, at, own, text), isSteps, parts: texts.length }));
    }
    const sentences = toSentences(block.text);
    const last = sentences.at(-1) ?? '';
    const leading = announces(block.text, last, blocks[at + 1]) ? countLeading(sentences) : 0;
    if (leading > 0) lead = sentences.slice(-leading).join(' ');
    // What only announces, and nothing follows that could be shown, is left out.
    const said = sentences.slice(0, sentences.length - (leading || Number(isAnnouncement(last))));
    return toParagraphs(said).map((text) => toPassage(block, at, '', text));
  });
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
  return /:[*_]*$/.test(sentence);
}

function toPassage(block: Block, at: number, lead: string, text: string): Passage {
  const { kind } = block;
  const title = block.kind === 'code' ? block.title : '';
  const said = `${plainText(lead)} ${title} ${kind === 'code' ? text : plainText(text)}`;
  const names = namesIn(kind === 'code' ? text : `${lead} ${text}`, kind);
  const pointsBack = leaning.test(lead || text);
  return {
    kind,
    isSteps: false,
    block: at,
    parts: 1,
    lead,
    pointsBack,
    title,
    text,
    stems: new Set(stemsIn(said)),
    names,
  };
}

/** How a passage begins that is hard to read without the one before it. */
const leaning =
  /^(?:It|Its|This|That|These|Those|They|Their|However|Also|Then|Otherwise|Instead|In this|In that|Similarly|Therefore|So|But|And|Or|If not|If so)\b/;

/** In code only what no plain word looks like: `useChat`, `max-age`, `next/image`. */
function namesIn(text: string, kind: Block['kind']): ReadonlySet<string> {
  const code = kind === 'code' ? text : (text.match(/`[^`]+`/g) ?? []).join(' ');
  const words = code.match(/[\w$@-][\w$./-]{5,}/g) ?? [];
  const names = kind === 'code' ? words.filter((word) => /[a-z][A-Z]|[_@-]|\w[./]\w/.test(word)) : words;
  return new Set(names.map((name) => name.toLowerCase()));
}

function textsOf(block: Exclude<Block, { kind: 'prose' }>): readonly string[] {
  switch (block.kind) {
    case 'code':
      return [`\`\`\`${block.language}\n${block.text.replace(/\s+$/, '')}\n\`\`\``];
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

/** An item above this is cut: first the items inside it, then its end. */
const maxItemChars = 500;
/** One above this is cut by line: nobody wrote it to be read as an item. */
const maxNestedChars = 10_000;

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
  if (text.length > maxNestedChars) return item.map((line) => line.trim()).filter((line) => line !== '');
  const [first = '', ...rest] = item;
  const inner = rest.map((line) => line.replace(/^ {1,4}/, ''));
  return [first, ...(inner.length > 0 ? toItems(inner.join('\n')) : [])];
}

/** A table whose words take more than this is cut by row. */
const maxTableChars = 500;

function toRows(table: string): readonly string[] {
  const [head = '', rule = '', ...rows] = table.split('\n').map(withoutPadding);
  const whole = [head, rule, ...rows].join('\n');
  if (plainText(whole).length <= maxTableChars) return [whole];
  return rows.map((row) => [head, rule, row].join('\n'));
}

/** What lines up the columns for authors only costs room. */
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
  const text = paragraph.replace(/\s*\n\s*/g, ' ');
  const sentences: string[] = [];
  let start = 0;
  for (const { index, 0: end } of text.matchAll(
    /(?<!\b(?:e\.g|i\.e|etc|vs|cf|No|approx))[.!?]['")\]*_]*\s+(?=[\p{Lu}`*_["'(\d])/gu,
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
