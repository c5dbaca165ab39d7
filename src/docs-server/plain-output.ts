/**
 * Plain Markdown as tags and text are read one after the other. In: tags and text in order. Out: Markdown. Pure but for its own
 * state. What tags say in their attributes is in component-text.
 */
import { toMarkdown } from './component-text.ts';
import type { Literal } from './literals.ts';

/** A tag as it was read; `end` is the position after it. */
export interface Tag {
  readonly name: string;
  readonly closing: boolean;
  readonly empty: boolean;
  readonly attributes: ReadonlyMap<string, Literal>;
  readonly end: number;
}

/** How many steps of the open list were named; code may stand between two of them. */
export interface Steps {
  taken: number;
}

/** Plain Markdown as it grows, and what open tags still owe to it. */
export class Output {
  readonly #steps: Steps;
  readonly #parts: string[] = [];
  readonly #owed: string[] = [];
  readonly #inline: string[] = [];
  #headingId = '';
  #line = '';
  #joins = false;

  constructor(steps: Steps) {
    this.#steps = steps;
  }

  toString(): string {
    return this.#parts.join('');
  }

  text(text: string): void {
    const startsBlock = this.#joins && /^\s*(?:[-*+]|\d+[.)]|\||#)\s/.test(text);
    const shown = this.#joins ? `${startsBlock ? '\n\n' : ' '}${text.trimStart()}` : text;
    if (shown.trim() === '' && this.#joins) return;
    this.#joins = false;
    this.#parts.push(shown);
    const newline = shown.lastIndexOf('\n');
    this.#line = newline === -1 ? this.#line + shown : shown.slice(newline + 1);
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
    if (name in inline) this.text(inline[name] ?? '');
    else if (name === 'summary') this.text('**\n\n');
    else if (/^h[1-6]$/.test(name)) this.text(`${this.#headingId}\n\n`);
    else if (this.#inline.at(-1) === name) this.#inline.pop();
    else if (!this.#inRow()) this.text('\n\n');
  }

  #open(tag: Tag, name: string): void {
    if (name in inline) {
      this.text(inline[name] ?? '');
      return;
    }
    if (name === 'br') this.text(this.#inRow() ? ' ' : '\n');
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
    if (name === 'steps') this.#steps.taken = 0;
    if (name === 'step') this.#steps.taken += 1;
    const said = toMarkdown(name, tag.attributes, this.#steps.taken);
    if (this.#line.trim() !== '' && said.label === '' && said.body === '') {
      // It stands in a sentence, which goes on after it.
      if (!tag.empty) this.#inline.push(name);
      return;
    }
    this.text('\n\n');
    if (said.label !== '') this.#start(said.label);
    if (said.body !== '') this.text(`${said.body}\n\n`);
  }

  /** What follows belongs on the same line, unless it starts a block of its own. */
  #start(label: string): void {
    this.text(label);
    this.#joins = !label.endsWith('\n');
  }

  #inRow(): boolean {
    return /^\s*\|/.test(this.#line);
  }
}

/** HTML that is Markdown by another name. */
const inline: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  i: '_',
  em: '_',
  code: '`',
  span: '',
  sup: '',
  sub: '',
  kbd: '',
  u: '',
  small: '',
  font: '',
  text: '',
  tooltip: '',
};
