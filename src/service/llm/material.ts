/**
 * The pages that a language model is shown, as it reads them: whole where they are short, else their best sections with the
 * sections beside them. What is shown is what may be cited. Lengths are in characters of English (text-size.ts). Pure.
 */
import { type Block, type Section, toMarkdown } from '../content/markdown/sections.ts';
import type { Page } from '../content/page.ts';
import { addressOf, type Reading } from '../search/ranking/corpus.ts';
import type { PageHit } from '../search/ranking/search-result.ts';
import { quoted } from './prompt.ts';
import { clipped, fittingLength, sizeOf } from './text-size.ts';

/** A page with that of its text that the model sees. */
export interface ShownPage {
  readonly page: Page;
  readonly text: string;
}

/** More of one page seldom says more about the question. */
const usualPageChars = 8_000;
/** With less than this left, a page would only be named. */
const leastPageChars = 500;

/** The pages that fit, best first. Each gets an equal share; what short ones leave goes to the best. */
export function shownPages(
  hits: readonly Pick<PageHit, 'page' | 'sections'>[],
  reading: Reading,
  maxChars: number,
  maxPageChars = usualPageChars,
): readonly ShownPage[] {
  const some = hits.slice(0, Math.max(1, Math.floor(maxChars / leastPageChars)));
  const share = Math.floor(maxChars / some.length);
  const needs = some.map(({ page }) => Math.min(maxPageChars, lengthOf(page.sections)));
  let spare = maxChars - needs.reduce((sum, need) => sum + Math.min(need, share), 0);
  return some.map((hit, at) => {
    const more = Math.min(spare, Math.max(0, (needs[at] ?? 0) - share));
    spare -= more;
    return { page: hit.page, text: pageText(hit, reading, share + more) };
  });
}

/** Pages as quoted text. */
export function toMaterial(pages: readonly ShownPage[], reading: Reading): string {
  if (pages.length === 0) return 'Nothing was found.';
  return pages
    .map(({ page, text }) => {
      const head = `<page title=${quoted(JSON.stringify(page.title))} address="${addressOf(page, reading)}">`;
      return `${head}\n${text}\n</page>`;
    })
    .join('\n\n');
}

/** All of the page if it is short, else its best sections, those beside them, and the headings of the others. */
export function pageText(
  { page, sections }: Pick<PageHit, 'page' | 'sections'>,
  reading: Reading,
  maxChars: number,
): string {
  const partOf = (section: Section): string => {
    const address = addressOf(page, reading, section.anchor);
    const heading = `## ${[...section.trail, section.heading].join(' › ')} (${address})`;
    return [heading, ...section.blocks.map(readable)].join('\n\n');
  };
  const isShort = lengthOf(page.sections) <= maxChars;
  const best = sections.map(({ section }) => section);
  const room = maxChars - sizeOf(page.description);
  const shown = isShort ? page.sections : chosen(page.sections, best, (section) => sizeOf(partOf(section)), room);
  const isShown = new Set(shown);
  const others = page.sections.filter((section) => !isShown.has(section));
  const lead = page.description === '' ? [] : [page.description];
  return quoted([...upTo(maxChars, [...lead, ...shown.map(partOf)]), ...namesOf(others)].join('\n\n'));
}

/** The best sections that fit, then those after and before them, in the page's order. The very best is always there. */
function chosen(
  all: readonly Section[],
  best: readonly Section[],
  lengthOfPart: (section: Section) => number,
  maxChars: number,
): readonly Section[] {
  const wanted = best.length > 0 ? best : all.slice(0, 1);
  // A model may read a page of thousands of sections.
  const places = new Map(all.map((section, at) => [section, at]));
  const beside = wanted.flatMap((section) => {
    const at = places.get(section) ?? -1;
    return [all[at + 1], all[at - 1]].filter((one) => one !== undefined);
  });
  const kept = new Set<Section>();
  let remaining = maxChars;
  for (const section of [...wanted, ...beside]) {
    if (kept.has(section)) continue;
    const length = lengthOfPart(section);
    if (length > remaining && kept.size > 0) continue;
    kept.add(section);
    remaining -= length;
  }
  return all.filter((section) => kept.has(section));
}

function lengthOf(sections: readonly Section[]): number {
  return sections.reduce((sum, { blocks }) => blocks.reduce((chars, { text }) => chars + sizeOf(text), sum), 0);
}

/** The parts that fit; the first that does not is cut at a line end. */
function upTo(maxChars: number, parts: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let remaining = maxChars;
  for (const part of parts) {
    const size = sizeOf(part);
    if (size > remaining) {
      const end = fittingLength(part, remaining);
      const lines = part.lastIndexOf('\n', end);
      const beginning = part.slice(0, lines > end / 2 ? lines : end).toWellFormed();
      return [...kept, `${beginning}\n(cut here: the page goes on)`];
    }
    kept.push(part);
    remaining -= size;
  }
  return kept;
}

const maxNamesChars = 400;

/** The headings of sections that the model may search for. */
function namesOf(sections: readonly Section[]): readonly string[] {
  if (sections.length === 0) return [];
  const names = sections.slice(0, 40).map(({ heading }) => heading);
  return [`(Not shown of this page: ${clipped(names.join(' · '), maxNamesChars)})`];
}

function readable(block: Block): string {
  return toMarkdown(block).replace(embeddedData, 'data:…');
}

/** An image embedded in the text. */
const embeddedData = /data:[\w+./-]{1,80};base64,[\w+/=]+/g;
