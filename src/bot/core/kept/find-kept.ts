/** The kept answer to a question: one from the team goes before the assistant, whatever service that is. */
import { isDeepStrictEqual } from 'node:util';
import { type KeyWords, keyWordsOf, likeness, sameFrom } from '../../../kit/matching/question-likeness.ts';
import type { ThreadRef, Turn } from '../model/conversation.ts';
import { isVisible, type SeenFromOptions, seenFrom } from '../people/seen-from.ts';
import type { KeptAnswers, NamedAnswer } from '../ports/kept-answers.ts';

export interface FindKeptOptions extends SeenFromOptions {
  /** If unset, nothing is kept. */
  readonly kept?: Pick<KeptAnswers, 'all'>;
}

/** What decides who may read a kept answer, besides the place. */
export type Audience = Pick<NamedAnswer, 'site' | 'filter'>;

/**
 * undefined: the assistant answers. A question with files is about them, and who asks again wants another answer. Fails with
 * StoreError.
 */
export async function keptAnswerTo(
  { question, timesAgain }: Pick<Turn, 'question' | 'timesAgain'>,
  audience: Audience,
  options: FindKeptOptions,
): Promise<NamedAnswer | undefined> {
  if (question.files || timesAgain > 0) return undefined;
  return mostAlike(question.text, question.thread, audience, options);
}

/** The one whose question is the most alike, if it is the same question. Fails with StoreError. */
export async function mostAlike(
  asked: string,
  here: Pick<ThreadRef, 'platform' | 'installation'>,
  { site, filter }: Audience,
  { kept, ...options }: FindKeptOptions,
): Promise<NamedAnswer | undefined> {
  const words = keyWordsOf(asked);
  if (!kept || words.length === 0) return undefined;
  const found = (await kept.all())
    .filter((one) => one.site === site && isSameFilter(one.filter, filter) && areMembers(filter, one.groups))
    .map((answer) => ({ answer, alike: likeness(words, wordsOf(answer)) }))
    .filter(({ alike }) => alike >= sameFrom);
  if (found.length === 0) return undefined;
  const seen = await seenFrom(here, options);
  const visible = found.filter(({ answer }) => isVisible(answer.place, seen));
  return visible.toSorted((a, b) => b.alike - a.alike)[0]?.answer;
}

/** While a file is unchanged, its answer is the same object. */
const known = new WeakMap<NamedAnswer, KeyWords>();

function wordsOf(answer: NamedAnswer): KeyWords {
  const words = known.get(answer) ?? keyWordsOf(answer.question);
  known.set(answer, words);
  return words;
}

/** The access groups that a filter in the routing file gives its readers. */
export function groupsOf(filter: Audience['filter']): readonly string[] {
  const groups: unknown = filter?.groups;
  return Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : [];
}

/** A service knows its readers' groups; here only the filter says. */
function areMembers(filter: Audience['filter'], groups: readonly string[]): boolean {
  return groups.every((group) => groupsOf(filter).includes(group));
}

function isSameFilter(one: Audience['filter'] = {}, other: Audience['filter'] = {}): boolean {
  return isDeepStrictEqual(one, other);
}
