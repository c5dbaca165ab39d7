/** What a crawl found, and what it left out, in sentences for the operator. Pure. */

/** What the site offers that lists its pages. */
export type FoundBy = 'llms-full.txt' | 'llms.txt' | 'sitemap' | 'links';

export interface CrawlReport {
  readonly foundBy: FoundBy;
  readonly pages: number;
  /** How many of them the site said are as before. */
  readonly unchanged: number;
  /** Addresses by what became of them, as the beginning of a sentence: `Left out, not found`. */
  readonly notes: ReadonlyMap<string, readonly string[]>;
  /** Why the crawl ended before all addresses were read, as a clause. */
  readonly stopped?: string | undefined;
}

const ways: Readonly<Record<FoundBy, string>> = {
  'llms-full.txt': 'in its llms-full.txt',
  'llms.txt': 'in its llms.txt',
  sitemap: 'in its sitemap',
  links: 'by following links',
};

export function reportLines({ foundBy, pages, unchanged, notes, stopped }: CrawlReport): readonly string[] {
  const same = unchanged === 0 ? '' : `, ${unchanged} of them unchanged`;
  return [
    `${pages} ${pages === 1 ? 'page' : 'pages'} found ${ways[foundBy]}${same}.`,
    ...(stopped === undefined ? [] : [`The crawl ended early: ${stopped}.`]),
    ...[...notes].map(([what, addresses]) => `${what}: ${addresses.length} (${addresses[0]}).`),
  ];
}
