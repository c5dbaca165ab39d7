/**
 * Shows a kept answer, and notices when a page that it cites has changed: the service's search for its question then shows
 * something else of that page than when it was kept. That works with every service that can search.
 */
import type { Clock } from '../../../kit/base/clock.ts';
import { dayOf } from '../../../kit/base/wall-clock.ts';
import type { Part } from '../model/reply.ts';
import type { FoundPage } from '../model/source.ts';
import type { Assistant } from '../ports/assistant.ts';
import type { KeptAnswer, KeptAnswers, NamedAnswer } from '../ports/kept-answers.ts';

/** The text comes first: the search, which takes a few seconds at most, only decides the sentence below it. Never fails. */
export async function* giveKept(
  answer: NamedAnswer,
  assistant: Assistant,
  { kept, clock }: { readonly kept?: Pick<KeptAnswers, 'markStale'>; readonly clock: Pick<Clock, 'now'> },
  signal: AbortSignal,
): AsyncGenerator<Part> {
  const { name, keptOn: on, staleSince, pages } = answer;
  yield* toParts(answer);
  if (staleSince !== undefined || pages.every(({ digest }) => digest === undefined)) return;
  if (!isChanged(pages, await pagesFor(answer, assistant, clock.now(), signal))) return;
  await kept?.markStale(name, dayOf(clock.now()));
  yield { type: 'kept', on, isStale: true };
}

/** Without a page, it cites where it was said. */
function* toParts({ question, text, keptOn: on, staleSince, pages, source }: NamedAnswer): Generator<Part> {
  yield { type: 'text', text };
  const said: readonly FoundPage[] = source === undefined ? [] : [{ path: source, url: source, title: question }];
  for (const { digest: _, ...page } of pages.length > 0 ? pages : said) yield { type: 'source', source: page };
  yield { type: 'cited' };
  yield { type: 'kept', on, ...(staleSince !== undefined && { isStale: true }) };
}

/** The pages that a search finds for its question; none if the service cannot search. Takes a few seconds. Never fails. */
export async function pagesFor(
  { question, filter }: Pick<KeptAnswer, 'question' | 'filter'>,
  assistant: Assistant,
  now: number,
  signal: AbortSignal,
): Promise<readonly FoundPage[]> {
  const messages = [{ id: 'kept', role: 'user', text: question, at: now }] as const;
  return (await assistant.search?.({ messages, ...(filter && { filter }) }, signal)) ?? [];
}

/** What a search now shows of the pages is not what it showed when they were kept. A page that it does not find is not known. */
export function isChanged(pages: readonly FoundPage[], found: readonly FoundPage[]): boolean {
  const now = new Map(found.map(({ url, digest }) => [url, digest]));
  return pages.some(({ url, digest }) => digest !== undefined && (now.get(url) ?? digest) !== digest);
}
