/**
 * What a page of reStructuredText knows about itself while it is read: the names that it defines, and what is missing.
 * Sources: docutils.sourceforge.io/docs/ref/rst/restructuredtext.html; docutils, nodes.py, set_id; sphinx/util/nodes.py.
 */

import type { Work } from '../../../../kit/base/time-slices.ts';
import { docutilsId } from '../../markdown/anchors.ts';
import type { Label } from '../format.ts';

/** A block of a page; its texts are reStructuredText with inline markup. */
export type Node =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string; readonly id: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string; readonly language: string; readonly title: string }
  /** Markdown as it is. */
  | { readonly kind: 'markdown'; readonly text: string }
  /** `start` is undefined in a list without numbers. */
  | { readonly kind: 'list'; readonly start: number | undefined; readonly items: readonly (readonly Node[])[] }
  | { readonly kind: 'terms'; readonly items: readonly Term[] }
  | { readonly kind: 'note'; readonly title: string; readonly nodes: readonly Node[] }
  | { readonly kind: 'table'; readonly title: string; readonly heads: number; readonly rows: readonly Row[] };

/** Its cells. */
export type Row = readonly (readonly Node[])[];

/** A term with its definition. */
export interface Term {
  readonly term: string;
  readonly nodes: readonly Node[];
}

/** Where blocks stand. */
export interface BlockPlace {
  readonly page: RstPage;
  /** The file that they are from: includes are relative to it. */
  readonly file: string;
  /** How many blocks they are in. */
  readonly depth: number;
  /** Sections may begin here: not in lists and notes. */
  readonly hasSections: boolean;
  /** The object of an API that they describe. */
  readonly object?: string | undefined;
}

/** Blocks in deeper ones are read as text: each depth reads the lines once more. */
export const maxBlockDepth = 30;

/** Reads the blocks of a note, a cell, a file. */
export type ReadBlocks = (lines: readonly string[], place: BlockPlace) => Work<Node[]>;

/** A directive in its parts. */
export interface Directive {
  readonly name: string;
  /** May have several lines. */
  readonly args: string;
  readonly options: ReadonlyMap<string, string>;
  readonly content: readonly string[];
}

/** Where a link by its name leads. */
export type Target =
  | { readonly kind: 'uri'; readonly uri: string }
  | { readonly kind: 'anchor'; readonly anchor: string }
  | { readonly kind: 'alias'; readonly name: string };

export interface PageSettings {
  readonly file: string;
  /** The folder that rooted names of documents begin in. */
  readonly root: string;
  /** The values of the site's variables. */
  readonly variables: ReadonlyMap<string, string>;
  /** The text of a file by its path as written in another one. undefined: it is not there. */
  find(path: string, from: string): { readonly path: string; readonly text: string } | undefined;
}

/** A label whose title is not rendered yet. */
interface OpenLabel {
  readonly name: string;
  readonly anchor: string;
  readonly title: string;
}

const maxLabels = 500;
/** The maximum length of all that a page includes. */
const maxIncludedChars = 1_000_000;

export class RstPage {
  readonly targets = new Map<string, Target>();
  /** Where links without a name lead, in order. */
  readonly anonymous: Target[] = [];
  readonly substitutions = new Map<string, string>();
  readonly roles = new Map<string, string>();
  readonly missing: string[] = [];
  readonly dropped: string[] = [];
  /** Fields that stand for front matter. */
  readonly front: Record<string, string> = {};
  readonly settings: PageSettings;
  /** What single backticks mean. */
  defaultRole = '';
  /** The language of code that names none. */
  language = '';
  module = '';
  program = '';
  /** The level of the section that is being read. */
  level = 0;
  #included = 0;
  readonly #styles: string[] = [];
  readonly #labels: OpenLabel[] = [];
  readonly #ids = new Set<string>();
  #numbers = 0;
  /** Targets that stand before the element that they name. */
  #pending: { readonly name: string; readonly anchor: string; readonly isLabel: boolean }[] = [];

  constructor(settings: PageSettings) {
    this.settings = settings;
  }

  /** The level of a section with this underline: styles get theirs as they appear. */
  levelOf(style: string): number {
    const known = this.#styles.indexOf(style);
    if (known === -1) this.#styles.splice(this.level, this.#styles.length, style);
    this.level = known === -1 ? this.level + 1 : known + 1;
    return this.level;
  }

  /** The anchor of a heading, and of the targets before it. `text`: without markup. */
  nameHeading(text: string, shown: string): string {
    const base = docutilsId(text);
    const own = this.#claim(text);
    const id = own !== base && this.#pending.some(({ anchor }) => anchor === base) ? base : own;
    const name = normalized(text);
    if (!this.targets.has(name)) this.targets.set(name, { kind: 'anchor', anchor: id });
    this.namePending(shown);
    if (this.settings.variables.has('autosectionlabel')) {
      const document = this.settings.file.replace(/\.[^./]+$/, '');
      for (const label of [name, `${document}:${name}`]) this.addLabel(label, id, shown);
    }
    return id;
  }

  /** The targets before this element are its names. */
  namePending(title: string): void {
    for (const { name, anchor, isLabel } of this.#pending) if (isLabel) this.addLabel(name, anchor, title || name);
    this.#pending = [];
  }

  /** `.. _name:` */
  addInternal(written: string): void {
    const name = normalized(written);
    const anchor = this.#claim(name);
    this.targets.set(name, { kind: 'anchor', anchor });
    this.#pending.push({ name, anchor, isLabel: true });
  }

  /** A name of another kind for the next element, such as that of a setting. */
  addCrossReference(kind: string, name: string): void {
    this.#pending.push({ name: `${kind}:${name}`, anchor: sphinxId(`${kind}-${name}`), isLabel: true });
  }

  /** `.. _name: target`; names directly before it lead there too. */
  addTarget(written: string | undefined, target: Target): void {
    for (const { name } of this.#pending) this.targets.set(name, target);
    this.#pending = [];
    if (written === undefined) {
      this.#nextId();
      this.anonymous.push(target);
    } else {
      this.#claim(written);
      this.targets.set(normalized(written), target);
    }
  }

  addLabel(name: string, anchor: string, title: string): void {
    if (this.#labels.length < maxLabels) this.#labels.push({ name, anchor, title });
    else this.dropped.push(`.. _${name}:`);
  }

  /** References to footnotes and citations have ids of their own, which the numbered ones count; and so have named links. */
  noteInline(text: string): void {
    if (text.length > maxNamedChars || (!text.includes(']_') && !text.includes('>`_'))) return;
    for (const [, name] of text.matchAll(inlineName)) {
      if (name === undefined) this.#nextId();
      else this.#claim(name);
    }
  }

  /** Labels with their titles as Markdown. */
  labels(render: (text: string) => string): readonly Label[] {
    return this.#labels.map(({ name, anchor, title }) => ({ name, anchor, title: render(title) || name }));
  }

  /** Whether an include of this length may still be shown; it is missing otherwise. */
  mayInclude(path: string, chars: number): boolean {
    if (this.#included + chars > maxIncludedChars) {
      this.missing.push(path);
      return false;
    }
    this.#included += chars;
    return true;
  }

  /** The id of a name; a number if another one has it. */
  #claim(name: string): string {
    const base = docutilsId(name);
    const id = base !== '' && !this.#ids.has(base) ? base : this.#nextId();
    this.#ids.add(id);
    return id;
  }

  #nextId(): string {
    do this.#numbers += 1;
    while (this.#ids.has(`id${this.#numbers}`));
    return `id${this.#numbers}`;
  }
}

/** Longer text is generated, and its names are not meant for links. */
const maxNamedChars = 100_000;
const inlineName = /(?<![\w\]])\[[^\s[\]]{1,100}\]_(?!\w)|(?<![\w`:])`([^`<>]{1,300})\s<[^`<>]{1,500}>`_(?![\w_])/g;

/** Names do not differ by case or white space. */
export function normalized(name: string): string {
  return name.replace(/\\(.)/g, '$1').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The ids of Sphinx itself keep case and points. */
export function sphinxId(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\P{ASCII}/gu, '')
    .replace(/[^a-zA-Z0-9._]+/g, '-')
    .replace(/^[-0-9._]+|(?<=[a-zA-Z0-9])[-._]+$/g, '');
}
