/** The line above an answer: the language of the docs where it is another one, or what misspelt words were read as. Pure. */
import { editDistance } from '../../kit/base/edit-distance.ts';
import { isSameLanguage } from '../../kit/base/language-tags.ts';
import type { Page } from '../content/page.ts';
import { analyzerOf, namePartsOf, wordsOf } from '../search/index/analyzer.ts';
import type { Term } from '../search/query/query.ts';
import { languageOfPage } from './page-links.ts';
import { languageName, type ReadAs, wordingIn } from './wording.ts';

/** Empty if there is nothing to say. `quotation`: what the answer quotes, of `page` first. */
export function noticeAbove(
  quotation: string,
  page: Page,
  terms: readonly Term[],
  askedIn: string | undefined,
): readonly string[] {
  const wording = wordingIn(askedIn);
  const language = languageOfPage(page);
  if (askedIn !== undefined && language !== undefined && !isSameLanguage(askedIn, language)) {
    return [`_${wording.otherLanguage(languageName(language, askedIn))}_`];
  }
  const words = wordsReadAs(terms, quotation, page);
  return words.length === 0 ? [] : [`_${wording.readAs(words)}_`];
}

/** More in one line are hard to read. */
const maxWords = 3;

/** The misspelt words that were read as a word of the quotation: one that it lacks did not lead to it. */
function wordsReadAs(terms: readonly Term[], quotation: string, { facets }: Page): readonly ReadAs[] {
  const misspelt = terms.filter(({ meant }) => meant !== undefined);
  if (misspelt.length === 0) return [];
  const { stemOf } = analyzerOf(facets.language);
  const words = [...new Set(wordsOf(quotation).flatMap((word) => [word.toLowerCase(), ...namePartsOf(word)]))];
  const read = misspelt.flatMap(({ text, meant = [] }) => {
    const stems = new Set(meant.map(stemOf));
    const forms = words.filter((word) => stems.has(stemOf(word)));
    const away = (word: string): number => editDistance(text, word, text.length);
    const [nearest] = forms.toSorted((a, b) => away(a) - away(b));
    return nearest === undefined ? [] : [{ asked: text, read: nearest }];
  });
  return read.slice(0, maxWords);
}
