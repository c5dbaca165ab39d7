/** What a sitemap lists. Source: sitemaps.org/protocol.html. Pure, in linear time. */

export interface Sitemap {
  /** Whether what it lists are further sitemaps. */
  readonly isIndex: boolean;
  /** Absolute, as written: pages, with those in other languages that it names. */
  readonly listed: readonly string[];
}

/** A sitemap may list others, but not without end. */
export const maxSitemaps = 100;

/** Up to 50 MB each, of which most have one. */
export const maxSitemapBytes = 60_000_000;

const place = /<loc>\s*(?:<!\[CDATA\[)?([^<>\s]{1,2000}?)(?:\]\]>)?\s*<\/loc>/g;
const alternate = /<xhtml:link\s([^<>]{1,3000})>/g;

export function parseSitemap(text: string): Sitemap {
  const isIndex = text.includes('<sitemapindex');
  const places = [...text.matchAll(place)].map(([, address = '']) => address);
  const others = isIndex ? [] : [...text.matchAll(alternate)].map(([, attributes = '']) => hrefOf(attributes));
  const listed = [...new Set([...places, ...others])].filter((address) => address !== '');
  return { isIndex, listed: listed.map((address) => address.replaceAll('&amp;', '&')) };
}

function hrefOf(attributes: string): string {
  return /(?:^|\s)href=["']([^"'\s]{1,2000})["']/.exec(attributes)?.[1] ?? '';
}
