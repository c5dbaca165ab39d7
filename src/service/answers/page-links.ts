/** Markdown links to pages, and the language that a page is in. Pure. */
import { languageOf } from '../content/language.ts';
import type { Section } from '../content/markdown/sections.ts';
import type { Page } from '../content/page.ts';
import type { PageHit } from '../search/ranking/search-result.ts';

/** The address of a section, as the answer links it. */
export type Address = (page: Page, section: Section) => string;

/** The titles of the page and of its best section, linked to that. */
export function pageLink({ page, sections: [first] }: Pick<PageHit, 'page' | 'sections'>, address: Address): string {
  return first ? placeLink({ page, section: first.section }, address) : shownTitle(page.title);
}

/** The titles of a page and a section, linked. */
export function placeLink({ page, section }: { page: Page; section: Section }, address: Address): string {
  const title = isOpening(page, section) ? page.title : `${page.title} › ${section.heading}`;
  return `[${shownTitle(title)}](${address(page, section)})`;
}

/** Whether a section begins the page, so that it has no title of its own. */
export function isOpening(page: Page, { level, heading }: Section): boolean {
  return level === 0 || heading === page.title;
}

/** Nobody reads a longer title. */
const maxTitleChars = 200;

/** A title as Markdown. */
export function shownTitle(title: string): string {
  return escapeMarkdown(title.slice(0, maxTitleChars).toWellFormed());
}

export function escapeMarkdown(text: string): string {
  return text.replace(/[[\]*_`\\<]/g, '\\$&');
}

/** As it says itself, else by its words. undefined: it is too short to tell. */
export function languageOfPage({ facets, sections, title }: Page): string | undefined {
  const text = sections.flatMap(({ heading, blocks }) => [heading, ...blocks.map((block) => block.text)]);
  return facets.language ?? languageOf([title, ...text.slice(0, maxTexts)].join('\n'));
}

/** Its beginning tells. */
const maxTexts = 40;
