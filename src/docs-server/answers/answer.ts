/**
 * The extractive answer: Markdown made of the docs' own sentences, headed by the pages that they come from, with further
 * pages by name; or a refusal (refusal.ts). Pure.
 */

import { atOnce, type Work } from '../../base/time-slices.ts';
import type { PageHit, SearchResult } from '../search/ranking/search-result.ts';
import { withoutMark } from './list-items.ts';
import { type Address, escapeMarkdown, pageLink } from './page-links.ts';
import type { Place } from './passage-candidates.ts';
import type { PassageFeatures } from './passage-features.ts';
import { maxOverrunChars, selectPassages } from './passage-ranking.ts';
import { type Passage, rowsOf } from './passages.ts';
import { isAnswerable, isUncertain, refusalText } from './refusal.ts';

/** Where an answer is taken from. */
export type AnswerSource = Place;

/** An answer, whole. */
export interface Answer {
  /** Markdown, at most about `maxAnswerChars`. */
  readonly text: string;
  /** Distinct pages that it is taken from, best first; none when the docs do not say. */
  readonly sources: readonly AnswerSource[];
}

/** An answer is as long as what one reads in a chat. */
const usualAnswerChars = 1_300;
/** What is kept free for one or two further pages by name. */
const furtherChars = 100;
/** What passages may take of it; steps and code take more. */
export const maxPassageChars = usualAnswerChars - furtherChars;

/** With steps or code that run over. */
export const maxAnswerChars = usualAnswerChars + maxOverrunChars;

/** Above an answer that may be none. */
const closestFound = 'Closest I found:\n\n';

/** How an answer is made. */
export interface AnswerOptions {
  /** Whether it ends with this further page by name. Default: with each. */
  readonly namesFurther?: (hit: PageHit) => boolean;
  /** Answers of the conversation so far, for a question that asks on: what they show is not shown again. */
  readonly shown?: string;
  /** What passages are taken for. Default: the fitted weights. */
  readonly weights?: PassageFeatures;
}

/** The passages that answer, then further pages by name; or the sentence that the docs do not say, or say no more. */
export function toAnswer(found: SearchResult, address: Address, options: AnswerOptions = {}): Answer {
  return atOnce(slicedAnswer(found, address, options));
}

/** The same as work that pauses now and then: what was found may be long pages. */
export function* slicedAnswer(found: SearchResult, address: Address, options: AnswerOptions = {}): Work<Answer> {
  const { namesFurther = () => true, shown = '' } = options;
  if (!isAnswerable(found)) return { text: refusalText(found, address), sources: [] };
  const titleOf = (place: Place, isFirst: boolean): string => headed(place, isFirst ? address : undefined);
  const opening = isUncertain(found) ? closestFound : '';
  const chars = maxPassageChars - opening.length;
  const picked = yield* selectPassages(found, { chars, titleOf, shown }, options.weights);
  if (picked.length === 0) {
    const sentence = shown === '' ? undefined : 'The docs say no more of it.';
    return { text: refusalText(found, address, sentence), sources: [] };
  }
  const pages = new Map(picked.toReversed().map(({ place }) => [place.page, place]));
  const parts = picked.map(({ place, passages }, at) => {
    const isFirst = picked[at - 1]?.place.page !== place.page;
    return `${titleOf(place, isFirst)}\n\n${joined(passages)}`;
  });
  const text = opening + parts.join('\n\n');
  const further = found.pages.filter((hit) => !pages.has(hit.page) && namesFurther(hit));
  const links = further.slice(0, maxFurther).map((hit) => pageLink(hit, address));
  const seeAlso = fitting(links, furtherCharsBelow(text));
  return { text: text + seeAlso, sources: [...pages.values()].toReversed() };
}

/** Word-sized pieces that make up the text, for people to see it grow. */
export function toPieces(text: string): readonly string[] {
  return text.match(/\s*\S+\s*/g) ?? [];
}

/** Pages named that nothing was drawn from. */
const maxFurther = 3;

function furtherCharsBelow(text: string): number {
  return Math.max(furtherChars, usualAnswerChars - text.length);
}

/** As many as there is room for. */
function fitting(links: readonly string[], chars: number): string {
  if (links.length === 0) return '';
  const line = `\n\nSee also: ${links.join(', ')}`;
  return line.length <= chars ? line : fitting(links.slice(0, -1), chars);
}

/** No answer has room for a longer title; how long each is, is looked at with every passage. */
const maxTitleChars = 500;

/** The first title of a page links to it. */
function headed({ page, section }: Place, address: Address | undefined): string {
  const isWhole = section.level === 0 || section.heading === page.title;
  if (!address) return `**${shown(isWhole ? page.title : section.heading)}**`;
  const title = isWhole ? page.title : `${page.title} › ${section.heading}`;
  return `**[${shown(title)}](${address(page, section)})**`;
}

function shown(title: string): string {
  return escapeMarkdown(title.slice(0, maxTitleChars).toWellFormed());
}

/** Sentences of one paragraph flow, items of one list stand under each other with a sign of those left out, blocks are set apart. */
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

/** One of a numbered list, of which readers see that some are missing where these would stand. */
function isStep({ kind, text }: Passage): boolean {
  return kind === 'list' && /^\d/.test(text);
}

/** What stands under a list or a table of which a part is shown: no item, as it says nothing. */
function omission(last: Passage | undefined, passages: readonly Passage[]): string {
  if (last === undefined || last.kind === 'prose') return '';
  const shown = isStep(last) ? last.part + 1 : passages.filter(({ block }) => block === last.block).length;
  if (shown >= last.parts) return '';
  return last.kind === 'table' ? '\n| … |' : '\n\n…';
}
