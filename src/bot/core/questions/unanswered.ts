/** What a question gets that the docs do not answer. Pure. */
import type { Question } from '../model/conversation.ts';
import type { Route } from '../ports/routing.ts';

/** silent: nothing. pages: the nearest pages. say: the words of the assistant. */
export type Unanswered = 'silent' | 'pages' | 'say';

/** Towards a person who asked Docent, nothing is silent: the setting is for questions that were addressed to nobody. */
export function unansweredIn({ addressed, reading }: Question, { unanswered }: Pick<Route, 'unanswered'>): Unanswered {
  if (reading?.isPost) return unanswered ?? 'pages';
  return addressed === 'auto' ? (unanswered ?? 'silent') : 'say';
}
