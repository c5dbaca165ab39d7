/** What a project says about the website that its docs are read from, and what holds if it says nothing. Pure. */

export interface CrawlSettings {
  readonly url: string;
  readonly maxPages: number;
  /** Of all pages together, decompressed. */
  readonly maxMegabytes: number;
  /** Between the beginnings of two requests; robots.txt may ask for more. */
  readonly delayMs: number;
  /** Whether addresses of this machine and its network are read, too. */
  readonly privateAddresses: boolean;
}

export const defaultCrawl = { maxPages: 2_000, maxMegabytes: 500, delayMs: 100, privateAddresses: false } as const;

/** How often a website is read again. */
export const crawlHours = 24;

/** What is wrong with the address of a website, as one sentence. */
export function siteProblem(address: string): string | undefined {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return 'url must be an address: https://docs.example.com/.';
  if (url.username !== '' || url.password !== '') return 'url must be an address without user and password.';
  return undefined;
}
