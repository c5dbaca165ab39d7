/**
 * What a site generator knows about a folder of documentation, as one object. The reader asks it and knows no generator by
 * name; each has a file of its own beside this one.
 */

import type { Front } from '../front-matter.ts';
import type { CreateSlugger } from '../markdown/anchors.ts';
import type { Mark } from '../markdown/marks/mark.ts';
import type { Listed } from './navigation.ts';

export interface Generator {
  readonly name: string;
  readonly signs: readonly Sign[];
  /** Reads the generator's own settings. All paths are relative to the folder of these settings. */
  open(site: SiteFolder): Promise<Rules>;
}

/** What in a folder shows that it is built with a generator. */
export interface Sign {
  /** Of a file or folder in it. */
  readonly name: RegExp;
  /** The text of the settings must match. */
  readonly holds?: RegExp;
  /** Where the settings are, if not in the file itself: the first that exists. */
  readonly files?: readonly string[];
  /** Other generators have it too: it counts only if nothing else is found. */
  readonly isWeak?: true;
}

/** The folder with a generator's settings, seen from the folder that is served. */
export interface SiteFolder {
  /** The name of the file that was recognised and its text; both empty if the operator named the generator. */
  readonly sign: string;
  readonly settings: string;
  /** The served folder, relative to this one: empty, `docs`, `../docs`. */
  readonly served: string;
  /** The files of the served folder that may be pages. */
  readonly files: readonly string[];
  read(path: string): Promise<string | undefined>;
  /** The front matter of a page; empty if there is none. */
  readFront(path: string): Promise<Front>;
  /** A setting that cannot be used, as a sentence. */
  report(file: string, reason: string): void;
}

/** How a generator reads one site. Paths are relative to the folder of its settings, with forward slashes. */
export interface Rules {
  /** Why the site publishes no file of this name, in whatever format, as the name of a kind: `excluded by .mintignore`. */
  excluded?(file: string): string | undefined;
  /** Why another file is no page of the site, as the name of a kind: `not listed in SUMMARY.md`. undefined: it is one. */
  leftOut?(file: string): string | undefined;
  /** A page whose front matter says that it is not published on its own; others may include it. */
  isFragment?(front: Front): boolean;
  /** The rooted address of a page, not encoded, with a base path of the generator's own. */
  address(file: string, front: Front): string;
  /** The site may be served under a further path, which its links show. */
  readonly isBaseGuessed?: boolean;
  /** The entry of a page in the site's navigation. */
  listed?(file: string): Listed | undefined;
  facets?(file: string): PlaceFacets;
  readonly anchors: CreateSlugger;
  readonly marks: readonly Mark[];
  /** Folders where an included file is looked for, besides that of the page and that of the settings. */
  readonly includeFolders?: readonly string[];
  /** The values of variables in text, by their name in the generator's templates. */
  readonly variables?: ReadonlyMap<string, string>;
  /** A link may name a page without its folder: `[[Page]]`, `relref "page"`. */
  readonly hasLinksByName?: boolean;
  /** A link may be the name of a heading anywhere: `[](label)`, `[](#label)`. */
  readonly hasLinksByLabel?: boolean;
  /** Ends of the names of pages that are not Markdown: `.rst`. */
  readonly endings?: readonly string[];
}

/** The language and version of a page as its place in the site says. */
export interface PlaceFacets {
  readonly language?: string | undefined;
  readonly version?: string | undefined;
}
