/** An answer that the team keeps as a page goes before any other to the same question, word for word. */

import { type KeyWords, keyWordsOf, likeness, sameFrom } from '../../kit/matching/question-likeness.ts';
import type { AnswerEvent } from '../../kit/wire/answer-event.ts';
import { toMarkdown } from '../content/markdown/sections.ts';
import type { Page } from '../content/page.ts';
import { addressOf, type Reading } from '../search/ranking/corpus.ts';
import { editionOf, languageOfRequest } from '../search/ranking/editions.ts';
import type { AnswerRequest, Responder } from './responder.ts';
import { wordingIn } from './wording.ts';

export function withKeptAnswers(respond: Responder): Responder {
  return (asked, reading, signal) => {
    const page = asked.pictures ? undefined : keptFor(asked, reading);
    return page ? given(page, asked, reading) : respond(asked, reading, signal);
  };
}

async function* given(page: Page, asked: AnswerRequest, reading: Reading): AsyncGenerator<AnswerEvent> {
  const parts = page.sections.flatMap(({ heading, level, blocks }) => [
    ...(level > 0 ? [`**${heading}**`] : []),
    ...blocks.map(toMarkdown),
  ]);
  const note = wordingIn(languageOfRequest(asked)).fromTeam(page.keptOn ?? '');
  yield { type: 'text', block: 0, text: `${parts.join('\n\n')}\n\n_${note}_` };
  yield { type: 'source', page: { path: addressOf(page, reading), title: page.title } };
  yield { type: 'outcome', outcome: 'answer' };
}

/** Only one that this reader may see. */
function keptFor(asked: AnswerRequest, reading: Reading): Page | undefined {
  const kept = keptIn(reading);
  const words = kept.length === 0 ? [] : keyWordsOf(asked.question);
  const fitting = kept
    .map(({ at, title }) => ({ at, alike: likeness(words, title) }))
    .filter(({ alike }) => alike >= sameFrom)
    .toSorted((a, b) => b.alike - a.alike);
  if (fitting.length === 0) return undefined;
  const { isShown } = editionOf(reading.pages, asked);
  const best = fitting.find(({ at }) => {
    const page = reading.pages[at];
    return page !== undefined && isShown(page);
  });
  return best && reading.index.at(best.at);
}

interface Kept {
  /** Its position in the reading. */
  readonly at: number;
  readonly title: KeyWords;
}

const known = new WeakMap<Reading['pages'], readonly Kept[]>();

function keptIn({ pages }: Reading): readonly Kept[] {
  const found =
    known.get(pages) ??
    pages.flatMap(({ keptOn, title }, at) => (keptOn === undefined ? [] : [{ at, title: keyWordsOf(title) }]));
  known.set(pages, found);
  return found;
}
