/**
 * A format of documentation besides Markdown: how its files are told, and what turns them into the Markdown of a page. The
 * reader knows no format by name.
 */
import type { Front } from '../front-matter.ts';

/** A page's file as Markdown, in which no marks of a generator are looked for any more. */
export interface Converted {
  /** All code is in fences. A heading may have its own anchor: `## Title {#anchor}`. A link may name a label: `(label:name)`. */
  readonly markdown: string;
  /** Title, description, keywords and the like in the text, by the names that they have in front matter, which goes before. */
  readonly front?: Front;
  /** undefined: those of its headings that have an anchor of their own. */
  readonly labels?: readonly Label[];
  /** Includes that were not found, as written. */
  readonly missing?: readonly string[];
  /** What nothing can be shown for, as written. */
  readonly dropped?: readonly string[];
  /** What of the page could not be read, as a sentence. */
  readonly problem?: string;
  /** The pages of a file that holds several; the file is none itself then. */
  readonly parts?: readonly Part[];
}

/** One of several pages that a file holds. */
export interface Part {
  /** Unique in the file, without slashes. `index` is the page of the whole file. */
  readonly name: string;
  readonly markdown: string;
  readonly front: Front;
  /** What of the file no page shows; on the page of the whole file. */
  readonly dropped?: readonly string[];
}

/** A page that cannot be read, and why, as a sentence. */
export interface Unreadable {
  readonly reason: string;
}

/** A name that other pages may link to. */
export interface Label {
  readonly name: string;
  /** Empty: the beginning of the page. */
  readonly anchor: string;
  /** The heading, or what a link without words of its own shows. */
  readonly title: string;
}

/** What a page is converted with. Paths are relative to the docs folder, with forward slashes. */
export interface FormatPlace {
  readonly file: string;
  /** The text of an include. undefined: there is none, or it must not be shown to all readers of the page. */
  read(path: string): Promise<string | undefined>;
  /** Folders where the site looks for includes, besides that of the page. */
  readonly folders: readonly string[];
  /** The values of the site's variables, by name. */
  readonly variables: ReadonlyMap<string, string>;
}

/**
 * `source` is the text after the front matter. Takes time and memory in proportion to the source, or gives up. An error is
 * reported as a bug of the reader.
 */
export type Convert = (source: string, place: FormatPlace, front: Front) => Promise<Converted | Unreadable>;

export interface Format {
  /** The ends of its files' names, in lower case, with the dot. */
  readonly endings: readonly string[];
  /** Other files end alike: whether one is a page, from its beginning and its name. */
  isPage?(this: void, head: string, file: string): boolean;
  /** What its converter gives is Markdown as authors write it, with front matter, includes and marks still in it. */
  readonly isSource?: true;
  /** A file holds several pages. Their names are those of files below it: `api.json/get-pets`. */
  readonly hasParts?: true;
  /** Larger files are not read; by default, those of 5 MB. */
  readonly maxBytes?: number;
  /** What convert-in-thread calls. It need not pause. */
  load(this: void): Promise<Convert>;
}
