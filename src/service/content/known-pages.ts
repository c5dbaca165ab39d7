/** The pages and links of a docs folder as an earlier reading found them. */
import type { PageLinks } from './inbound-links.ts';
import type { Page } from './page.ts';
import type { Origin } from './page-origin.ts';

/** The pages of an earlier reading, by file. */
export interface KnownPages {
  readonly files: ReadonlyMap<string, { readonly path: string; readonly origin: Origin }>;
  links(file: string): PageLinks;
  page(file: string): Page;
}

/** For a folder that is read for the first time. */
export const nothingKnown: KnownPages = {
  files: new Map(),
  links: () => ({ hrefs: [], cites: [], citedBy: [] }),
  page: (file) => {
    throw new RangeError(`no page ${file}`);
  },
};
