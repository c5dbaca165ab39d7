/**
 * The extractive answer: Markdown made of the docs' own sentences under the titles of their pages, followed by links to
 * related pages; or a refusal (refusal.ts). Pure.
 */

import { atOnce, type Work } from '../../kit/base/time-slices.ts';
import { isSameLanguage } from '../content/page-metadata.ts';
import type { PageHit, SearchResult } from '../search/ranking/search-result.ts';
import { withoutMark } from './list-items.ts';
import { type Address, escapeMarkdown, pageLink } from './page-links.ts';
import type { Place } from './passage-candidates.ts';
import type { PassageFeatures } from './passage-features.ts';
import { maxOverrunChars, selectPassages } from './passage-ranking.ts';
import { type Passage, rowsOf } from './passages.ts';
import { isAnswerable, isUncertain, refusalText } from './refusal.ts';
import { languageName, type Wording, wordingIn } from './wording.ts';

/** A section that an answer quotes. */
export type AnswerSource = Place;

/** A complete answer. */
export interface Answer {
  /** Markdown, at most about `maxAnswerChars`. */
  readonly text: string;
  /** The distinct pages that it quotes, best first; empty for a refusal. */
  readonly sources: readonly AnswerSource[];
}

/** About as much as people read in a chat. */
const usualAnswerChars = 1_300;
/** Reserved for links to one or two related pages. */
const furtherChars = 100;
/** The budget for passages; steps and code may exceed it. */
export const maxPassageChars = usualAnswerChars - furtherChars;

/** Including steps or code that exceed the budget. */
export const maxAnswerChars = usualAnswerChars + maxOverrunChars;

/** Options of an answer. */
export interface AnswerOptions {
  /** That of the question; default: English. */
  readonly language?: string | undefined;
  /** Whether this related page is linked at the end. Default: every one is. */
  readonly namesFurther?: (hit: PageHit) => boolean;
  /** The answers so far, for a follow-up question: what they contain is not repeated. */
  readonly shown?: string;
  /** The weights of the passage features. Default: the fitted ones. */
  readonly weights?: PassageFeatures;
}

/** The best passages followed by links to related pages; or a refusal. */
export function toAnswer(found: SearchResult, address: Address, options: AnswerOptions = {}): Answer {
  return atOnce(slicedAnswer(found, address, options));
}

/** The same in slices, because the pages may be long. */
export function* slicedAnswer(found: SearchResult, address: Address, options: AnswerOptions = {}): Work<Answer> {
  const { namesFurther = () => true, shown = '', language } = options;
  const wording = wordingIn(language);
  if (!isAnswerable(found)) return { text: refusalText(found, address, wording), sources: [] };
  const titleOf = (place: Place, isFirst: boolean): string => headed(place, isFirst ? address : undefined);
  const opening = openingOf(found, wording, language);
  const chars = maxPassageChars - opening.length;
  const picked = yield* selectPassages(found, { chars, titleOf, shown }, options.weights);
  if (picked.length === 0) {
    const sentence = shown === '' ? undefined : wording.noMore;
    return { text: refusalText(found, address, wording, sentence), sources: [] };
  }
  const pages = new Map(picked.toReversed().map(({ place }) => [place.page, place]));
  const parts = picked.map(({ place, passages }, at) => {
    const isFirst = picked[at - 1]?.place.page !== place.page;
    return `${titleOf(place, isFirst)}\n\n${joined(passages)}`;
  });
  const text = opening + parts.join('\n\n');
  const further = found.pages.filter((hit) => !pages.has(hit.page) && namesFurther(hit));
  const links = further.slice(0, maxFurther).map((hit) => pageLink(hit, address));
  const seeAlso = fitting(links, furtherCharsBelow(text), wording.seeAlso);
  return { text: text + seeAlso, sources: [...pages.values()].toReversed() };
}

/** Says that the best page is in another language than the question, and that the answer is doubtful. */
function openingOf(found: SearchResult, wording: Wording, asked: string | undefined): string {
  const language = found.pages[0]?.page.facets.language;
  const isOther = asked !== undefined && language !== undefined && !isSameLanguage(asked, language);
  const other = isOther ? `_${wording.otherLanguage(languageName(language, asked))}_\n\n` : '';
  return other + (isUncertain(found) ? `${wording.closest}\n\n` : '');
}

/** Splits the text into word-sized pieces, so that readers see it grow. */
export function toPieces(text: string): readonly string[] {
  return text.match(/\s*\S+\s*/g) ?? [];
}

/** How many related pages are linked. */
const maxFurther = 3;

function furtherCharsBelow(text: string): number {
  return Math.max(furtherChars, usualAnswerChars - text.length);
}

/** As many links as fit. */
function fitting(links: readonly string[], chars: number, seeAlso: string): string {
  if (links.length === 0) return '';
  const line = `\n\n${seeAlso} ${links.join(', ')}`;
  return line.length <= chars ? line : fitting(links.slice(0, -1), chars, seeAlso);
}

/** No answer has room for a longer title. Bounded because the length counts with every passage. */
const maxTitleChars = 500;

/** Only the first title of a page is a link. */
function headed({ page, section }: Place, address: Address | undefined): string {
  const isWhole = section.level === 0 || section.heading === page.title;
  if (!address) return `**${shown(isWhole ? page.title : section.heading)}**`;
  const title = isWhole ? page.title : `${page.title} › ${section.heading}`;
  return `**[${shown(title)}](${address(page, section)})**`;
}

function shown(title: string): string {
  return escapeMarkdown(title.slice(0, maxTitleChars).toWellFormed());
}

/**
 * Joins sentences of one paragraph by spaces and items of one list by line breaks, marks omissions, and separates blocks by blank
 * lines.
 */
function joined(passages: readonly Passage[]): string {
  let text = '';
  let last: Passage | undefined;
  for (const passage of passages) {
    const isSame = last?.block === passage.block;
    if (isSame && passage.part > passage.item && last?.item === passage.item) {
      text += `${passage.part === last.part + 1 ? ' ' : ' … '}${withoutMark(passage.text)}`;
      last = passage;
      continue;
    }
    if (!isSame) text += omission(last, passages);
    if (text !== '') text += isSame ? (passage.kind === 'prose' ? ' ' : '\n') : '\n\n';
    if (!isSame && passage.lead !== '') text += `${passage.lead}\n\n`;
    if (passage.title !== '') text += `\`${passage.title}\`:\n\n`;
    const next = isSame && last ? last.part + 1 : 0;
    if (isStep(passage) && passage.part > next) text += isSame ? '\n…\n\n' : '…\n\n';
    text += isSame && passage.kind === 'table' ? rowsOf(passage.text) : passage.text;
    last = passage;
  }
  return text + omission(last, passages);
}

/** An item of a numbered list. Omitted ones are marked where they would be, or readers would take the rest for all. */
function isStep({ kind, text }: Passage): boolean {
  return kind === 'list' && /^\d/.test(text);
}

/** The mark below a list or table that is shown in part. It is not an item of the list. */
function omission(last: Passage | undefined, passages: readonly Passage[]): string {
  if (last === undefined || last.kind === 'prose') return '';
  const shown = isStep(last) ? last.part + 1 : passages.filter(({ block }) => block === last.block).length;
  if (shown >= last.parts) return '';
  return last.kind === 'table' ? '\n| … |' : '\n\n…';
}
