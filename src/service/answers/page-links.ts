/** Markdown links to pages. Pure. */
import type { Section } from '../content/markdown/sections.ts';
import type { Page } from '../content/page.ts';
import type { PageHit } from '../search/ranking/search-result.ts';

/** The address of a section, as the answer links it. */
export type Address = (page: Page, section: Section) => string;

/** The page's title, linked to its best section. */
export function pageLink({ page, sections: [first] }: PageHit, address: Address): string {
  const title = escapeMarkdown(page.title);
  return first ? `[${title}](${address(page, first.section)})` : title;
}

export function escapeMarkdown(text: string): string {
  return text.replace(/[[\]*_`\\]/g, '\\$&');
}
