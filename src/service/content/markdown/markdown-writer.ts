/**
 * Writes plain Markdown from tags and text in order. The text in attributes is read by component-text.
 */
import { toMarkdown } from './component-text.ts';
import type { Tag } from './tags.ts';

/** The lists that are open at the end of the output; there may be code between two of their items. */
export interface Lists {
  /** How many steps the open list of steps has so far. */
  steps: number;
  /** The indentation in the source of the open items, outermost first. */
  readonly items: number[];
}

/** At the beginning of a page no list is open. */
export function createLists(): Lists {
  return { steps: 0, items: [] };
}

/** The beginning of a line is enough to tell its kind. */
const maxLineChars = 200;
const listMark = /^\s*(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;

/** The Markdown written so far, and the text that open tags will add when they are closed. */
export class Output {
  readonly #lists: Lists;
  readonly #parts: string[] = [];
  readonly #owed: string[] = [];
  readonly #inline: string[] = [];
  #headingId = '';
  /** The beginning of the current line. */
  #line = '';
  #joins = false;

  constructor(lists: Lists) {
    this.#lists = lists;
  }

  toString(): string {
    return this.#parts.join('');
  }

  text(text: string): void {
    const startsBlock = this.#joins && /^\s*(?:(?:[-*+]|\d+[.)]|\||#)\s|```)/.test(text);
    const shown = this.#joins ? `${startsBlock ? '\n\n' : ' '}${text.trimStart()}` : text;
    if (shown.trim() === '' && this.#joins) return;
    this.#joins = false;
    this.#put(shown, (line) => {
      // An indentation that is longer than the kept beginning is only known to be at least that long.
      const indent = line.search(/\S|$/);
      this.#leave(indent);
      if (listMark.test(line)) this.#lists.items.push(indent);
    });
  }

  /** `onLine` is called for each line that is not blank. */
  #put(text: string, onLine: (line: string) => void = () => {}): void {
    this.#parts.push(text);
    for (const [at, piece] of text.split('\n').entries()) {
      if (at > 0) this.#line = '';
      const wasBlank = this.#line.trim() === '';
      if (this.#line.length < maxLineChars) this.#line += piece.slice(0, maxLineChars);
      if (wasBlank && piece.trim() !== '') onLine(this.#line);
    }
  }

  /** Ends the list items that content with this indentation does not belong to. */
  #leave(indent: number): void {
    const { items } = this.#lists;
    items.length = items.findLastIndex((item) => item < indent) + 1;
  }

  tag(tag: Tag): void {
    const name = tag.name.toLowerCase();
    if (name === 'a' || name === 'link') this.#link(tag);
    else if (tag.closing) this.#close(name);
    else if (tag.empty && /^(check|cross|yes|no|x)(icon|mark)?$/.test(name))
      this.text(/^(check|yes)/.test(name) ? '✓' : '✗');
    else this.#open(tag, name);
  }

  #link(tag: Tag): void {
    if (tag.closing) {
      this.text(this.#owed.pop() ?? '');
      return;
    }
    const href = tag.attributes.get('href') ?? tag.attributes.get('to');
    const linked = typeof href === 'string' && !tag.empty;
    if (!tag.empty) this.#owed.push(linked ? `](${href})` : '');
    if (linked) this.text('[');
  }

  #close(name: string): void {
    const mark = inline.get(name);
    if (mark !== undefined) this.text(mark);
    else if (name === 'summary') this.text('**\n\n');
    else if (/^h[1-6]$/.test(name)) this.text(`${this.#headingId}\n\n`);
    else if (this.#inline.at(-1) === name) this.#inline.pop();
    else if (!this.#inRow()) this.text('\n\n');
  }

  #open(tag: Tag, name: string): void {
    const mark = inline.get(name);
    if (mark !== undefined) this.text(mark);
    else if (name === 'br') this.text(this.#inRow() ? ' ' : '\n');
    else if (name === 'summary') this.text('\n\n**');
    else if (/^h[1-6]$/.test(name)) this.#heading(tag, Number(name.charAt(1)));
    else if (name === 'li') this.#start('\n-');
    else if (this.#inRow() || name === 'img') this.text('');
    else this.#component(tag, name);
  }

  #heading({ attributes }: Tag, level: number): void {
    const id = attributes.get('id');
    this.#headingId = typeof id === 'string' ? ` {#${id}}` : '';
    this.text(`\n\n${'#'.repeat(level)} `);
  }

  #component(tag: Tag, name: string): void {
    if (name === 'steps') this.#lists.steps = 0;
    if (name === 'step') this.#lists.steps += 1;
    const { label, body } = toMarkdown(name, tag.attributes, this.#lists.steps);
    const isInSentence = this.#line.trim() !== '';
    if (isInSentence && label === '' && body === '') {
      // The sentence continues after it.
      if (!tag.empty) this.#inline.push(name);
      return;
    }
    const indent = isInSentence ? 0 : this.#line.length;
    this.#leave(indent);
    const margin = this.#lists.items.length > 0 ? ' '.repeat(indent) : '';
    this.#put(`\n\n${margin}${label}`);
    this.#joins = label !== '' && !label.endsWith('\n');
    if (listMark.test(label)) this.#lists.items.push(indent);
    if (body !== '') this.#writeBody(body.replace(/\n(?=.)/g, `\n${margin}`));
  }

  /** Text after the label goes on the same line, unless it starts a block of its own. */
  #start(label: string): void {
    this.text(label);
    this.#joins = !label.endsWith('\n');
  }

  /** Writes the component's own text under its label; it is not a line of the source. */
  #writeBody(body: string): void {
    this.#put(this.#joins ? `${listMark.test(body) ? '\n\n' : ' '}${body}\n\n` : `${body}\n\n`);
    this.#joins = false;
  }

  #inRow(): boolean {
    return /^\s*\|/.test(this.#line);
  }
}

/** HTML elements with an equivalent in Markdown. */
const inline: ReadonlyMap<string, string> = new Map([
  ['b', '**'],
  ['strong', '**'],
  ['i', '_'],
  ['em', '_'],
  ['code', '`'],
  ['span', ''],
  ['sup', ''],
  ['sub', ''],
  ['kbd', ''],
  ['u', ''],
  ['small', ''],
  ['font', ''],
  ['text', ''],
  ['tooltip', ''],
  // Their attributes explain a word of the sentence.
  ...['abbr', 'dfn', 'cite', 'time', 'data', 'bdi', 'bdo', 'mark', 'ins', 'label', 'var'].map(
    (name) => [name, ''] as const,
  ),
  ['q', '"'],
  ['samp', '`'],
]);
