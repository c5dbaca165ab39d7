/**
 * What the tools do with one site for one caller. The quotas, the filter by the key and the answers are those of the HTTP
 * operations.
 */
import { emptyAnswer, foldAnswer, isComplete, textOf } from '../../kit/wire/answer.ts';
import { defaultRetrievalPageSize } from '../../kit/wire/api.ts';
import type { FeedbackReason } from '../../kit/wire/feedback-reason.ts';
import { toNearestPages } from '../answers/extractive-responder.ts';
import { type Filter, fits } from '../content/page-metadata.ts';
import { type AnswerOptions, answerEvents } from '../http/assistant-route.ts';
import { markdownOf } from '../http/docs-routes.ts';
import { type Quotas, toQuotaRefusal } from '../http/quotas.ts';
import { filterOf, Refusal, servedBy } from '../http/requests.ts';
import { createUlid } from '../ids.ts';
import type { Caller } from '../keys.ts';
import type { Site } from '../projects/site.ts';
import { pageAt } from '../search/ranking/corpus.ts';
import { hybridSearch } from '../search/ranking/hybrid.ts';
import type { ServiceStore } from '../store/store.ts';

export interface DocsOptions extends AnswerOptions {
  readonly quotas: Quotas;
  readonly store: Pick<ServiceStore, 'saveProblem'>;
  readonly turn: () => Promise<void>;
  /** The person who asks. Default: the caller's id. */
  readonly fp?: string;
}

/** Somebody tells that the docs, or an answer from them, did not help. */
export interface ReportedProblem extends Filter {
  readonly question: string;
  readonly problem: string;
  readonly reason: FeedbackReason;
  /** Their addresses. */
  readonly pages: readonly string[];
}

/** Each returns Markdown and fails with Refusal. */
export interface DocsOperations {
  search(asked: Filter & { readonly query: string }): Promise<string>;
  /** `from`: how many characters to leave out at the beginning. */
  readPage(asked: Filter & { readonly page: string; readonly from: number }): Promise<string>;
  /** `left` aborts when the asker leaves. `onText` gets the answer piece by piece. */
  ask(
    asked: Filter & { readonly question: string },
    left: AbortSignal,
    onText: (text: string) => Promise<void>,
  ): Promise<string>;
  report(problem: ReportedProblem): Promise<string>;
}

/** How many pages a search returns. */
const maxFound = 8;
/** Of one result; a longer page is read in parts. */
const maxPageChars = 40_000;

export function createDocsOperations(site: Site, caller: Caller, options: DocsOptions): DocsOperations {
  const { quotas, store, threads, turn, fp = caller.id } = options;
  const { domain } = site;

  async function countQuestion(): Promise<void> {
    const exceeded = await quotas.countQuestion(caller);
    if (exceeded) throw toQuotaRefusal(exceeded);
  }

  /** A page at its own address, in whatever version and language it is. */
  function readable(address: string, filter: Filter) {
    const reading = servedBy(site);
    const seen = filterOf(caller, filter);
    const found = pageAt(address, reading, ({ facets }) => fits(facets, seen));
    if (found) return { reading, ...found };
    throw new Refusal(404, `There is no page ${JSON.stringify(address)}: search finds the addresses of pages.`);
  }

  return {
    async search({ query, ...filter }) {
      const reading = servedBy(site);
      await turn();
      const asked = { question: query, before: [], limit: maxFound, filter: filterOf(caller, filter) };
      const found = toNearestPages(await hybridSearch(reading, asked), reading);
      if (found.length === 0) return 'No page was found.';
      return found.map(({ title, path, snippet }) => `# ${title}\n\nPage: ${path}\n\n${snippet}`).join('\n\n---\n\n');
    },
    async readPage({ page: address, from, ...filter }) {
      const { page, reading } = readable(address, filter);
      const text = markdownOf(page, reading);
      const part = text.slice(from, from + maxPageChars).toWellFormed();
      const next = from + part.length;
      return next < text.length ? `${part}\n\n… The page goes on: read it from ${next}.` : part;
    },
    async ask({ question, ...filter }, left, onText) {
      const reading = servedBy(site);
      await countQuestion();
      const place = { domain, owner: caller.id, organization: caller.organization, groups: caller.groups };
      const asked = { question, before: [], history: [], limit: defaultRetrievalPageSize };
      const request = { ...asked, filter: filterOf(caller, filter) };
      let answer = emptyAnswer;
      const exchange = { request, fp, reading, thread: threads.create(place, []) };
      for await (const event of answerEvents(exchange, left, options)) {
        answer = foldAnswer(answer, event);
        if (event.type === 'text') await onText(event.text);
      }
      const text = textOf(answer);
      if (!isComplete(answer))
        throw new Refusal(503, [text, answer.error ?? 'The answer broke off.'].join('\n\n').trim());
      const sources = answer.pages.map(({ title, path }) => `- ${title ?? path}: ${path}`);
      return sources.length === 0 ? text : `${text}\n\nSources:\n${sources.join('\n')}`;
    },
    async report({ question, problem, reason, pages: addresses, ...filter }) {
      const pages = addresses.map((address) => readable(address, filter).page.path);
      await countQuestion();
      const at = Date.now();
      const { organization } = caller;
      await store.saveProblem({
        id: createUlid(at),
        domain,
        organization,
        question,
        reason,
        comment: problem,
        pages,
        at,
      });
      return 'The problem was reported to the team behind these docs.';
    },
  };
}
