/**
 * The extractive answer: a quotation of the section that answers, named as such, followed by a line each about further sections;
 * or a refusal (refusal.ts). Markdown. Pure.
 */

import { atOnce, type Work } from '../../kit/base/time-slices.ts';
import type { PageHit, SearchResult } from '../search/ranking/search-result.ts';
import { withoutMark } from './list-items.ts';
import { noticeAbove } from './notices.ts';
import { type Address, isOpening, pageLink, placeLink, shownTitle } from './page-links.ts';
import type { Place } from './passage-candidates.ts';
import { sentencesIn } from './passage-line.ts';
import { maxFurther, maxOverrunChars, type PassageFeatures, selectPassages } from './passage-ranking.ts';
import { type Passage, rowsOf } from './passages.ts';
import { type AskedEdition, isAnswerable, refusalText } from './refusal.ts';
import { wordingIn } from './wording.ts';

/** A section that an answer quotes. */
export type AnswerSource = Place;

/** A complete answer. */
export interface Answer {
  /** Markdown, at most about `maxAnswerChars`. */
  readonly text: string;
  /** The distinct pages that it quotes, best first; empty for a refusal. */
  readonly sources: readonly AnswerSource[];
}

/** How much is quoted. Steps and code may need more. */
export const maxPassageChars = 900;
/** Including steps or code that exceed the budget, its first sentence, and the lines about further sections. */
export const maxAnswerChars = maxPassageChars + maxOverrunChars + 1_500;

/** Options of an answer. */
export interface AnswerOptions {
  /** Default: docs and question in English. */
  readonly edition?: AskedEdition;
  /** Whether this related page is linked at the end. Default: every one is. */
  readonly namesFurther?: (hit: PageHit) => boolean;
  /** As it was asked: a heading that equals it wins. */
  readonly question?: string;
  /** The answers so far, for a follow-up question: what they contain is not repeated. */
  readonly shown?: string;
  /** The weights of the passage features. Default: the fitted ones. */
  readonly weights?: PassageFeatures;
}

const english: AskedEdition = { askedIn: undefined, languages: ['en'] };

/** What the best section says, then lines about further ones; or a refusal. */
export function toAnswer(found: SearchResult, address: Address, options: AnswerOptions = {}): Answer {
  return atOnce(slicedAnswer(found, address, options));
}

/** The same in slices, because the pages may be long. */
export function* slicedAnswer(found: SearchResult, address: Address, options: AnswerOptions = {}): Work<Answer> {
  const { namesFurther = () => true, shown = '', edition = english, question = '' } = options;
  const wording = wordingIn(edition.askedIn);
  if (!isAnswerable(found)) return { text: refusalText(found, address, edition), sources: [] };
  const isAsked = ({ section }: Place): boolean => isHeading(question, section.heading);
  const how = { chars: maxPassageChars, shown, isAsked };
  const selected = yield* selectPassages(found, how, options.weights);
  const { quoted, further } = selected;
  const [best] = quoted;
  if (!best) {
    const sentence = shown === '' ? undefined : wording.noMore;
    return { text: refusalText(found, address, edition, sentence), sources: [] };
  }
  const quotations = quoted.map(({ place, passages }, at) => {
    const isSamePage = at > 0 && place.page === best.place.page;
    const title = isSamePage ? shownTitle(place.section.heading) : placeLink(place, address);
    const more = `[${wording.more}](${address(place.page, place.section)})`;
    const text = joined(passages, more);
    // A link to long steps says nothing by itself.
    const about = text === more ? place.page.description : '';
    return [`**${title}**`, ...(about === '' ? [] : [about]), text].join('\n\n');
  });
  const lines = further.map((each) => `- ${placeLink(each.place, address)}: ${each.line}`);
  const named = [...quoted, ...further].map(({ place }) => place.page);
  const near = found.pages.filter((hit) => !named.includes(hit.page) && namesFurther(hit));
  const more = [...lines, ...near.map((hit) => furtherLine(hit, address))]
    .filter((line) => !shown.includes(line))
    .slice(0, maxFurther);
  const quotation = quotations.join('\n\n');
  const text = [
    ...noticeAbove(quotation, best.place.page, found.terms, edition.askedIn),
    `${wording.fromDocs} ${quotation}`,
    ...(more.length > 0 ? [`${wording.seeAlso}\n${more.join('\n')}`] : []),
  ].join('\n\n');
  const pages = [...new Set(named)];
  const places = [...quoted, ...further].map(({ place }) => place);
  return { text, sources: pages.flatMap((page) => places.find((place) => place.page === page) ?? []) };
}

/** Whether the question is this heading, word for word. */
function isHeading(question: string, heading: string): boolean {
  const asked = wordsOf(question);
  return asked.includes(' ') && asked === wordsOf(heading);
}

/** Longer questions are no headings. */
const maxHeadingChars = 200;

/** Lower-case words without articles and punctuation. */
function wordsOf(text: string): string {
  const words =
    text
      .slice(0, maxHeadingChars)
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.filter((word) => !['a', 'an', 'the'].includes(word)).join(' ');
}

/** A page of which nothing was selected, or its best section, with what it is about. */
function furtherLine(hit: PageHit, address: Address): string {
  const { page, sections } = hit;
  const best = sections[0]?.section ?? page.sections[0];
  const description = best && isOpening(page, best) ? page.description : '';
  const [first] = best?.blocks ?? [];
  const about = description === '' && first?.kind === 'prose' ? first.text : description;
  const line = sentencesIn(about.slice(0, maxAboutChars));
  const link = `- ${pageLink({ page, sections }, address)}`;
  return line === undefined ? link : `${link}: ${line}`;
}

/** Sentences are read of this much. */
const maxAboutChars = 1_000;

/** Splits the text into word-sized pieces, so that readers see it grow. */
export function toPieces(text: string): readonly string[] {
  return text.match(/\s*\S+\s*/g) ?? [];
}

/**
 * Joins sentences of one paragraph by spaces and items of one list by line breaks, and separates blocks by blank lines. `more`:
 * the link that stands for a long block, and below a list or table that is shown in part.
 */
function joined(passages: readonly Passage[], more: string): string {
  let text = '';
  let last: Passage | undefined;
  for (const passage of passages) {
    const isSame = last?.block === passage.block;
    if (isSame && passage.part > passage.item && last?.item === passage.item) {
      text += `${passage.part === last.part + 1 ? ' ' : ' … '}${withoutMark(passage.text)}`;
      last = passage;
      continue;
    }
    if (!isSame) text += isWhole(last, passages) ? '' : `\n\n${more}`;
    if (text !== '') text += isSame ? (passage.kind === 'prose' ? ' ' : '\n') : '\n\n';
    if (!isSame && passage.lead !== '') text += `${passage.lead}\n\n`;
    if (passage.title !== '') text += `\`${passage.title}\`:\n\n`;
    text += isSame && passage.kind === 'table' ? rowsOf(passage.text) : passage.isLong ? more : passage.text;
    last = passage;
  }
  return isWhole(last, passages) ? text : `${text}\n\n${more}`;
}

/** False for a list or table of which only a part is shown: readers would take it for all. */
function isWhole(last: Passage | undefined, passages: readonly Passage[]): boolean {
  if (last === undefined || last.kind === 'prose') return true;
  return passages.filter(({ block }) => block === last.block).length >= last.parts;
}
