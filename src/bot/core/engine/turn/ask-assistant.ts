/**
 * Answers a turn's question with a kept answer, or sends it to the assistant with the conversation before it. A failed request
 * is retried if that can help, but only before the first text, since every question costs money.
 */
import { keptAnswerTo } from '../../kept/find-kept.ts';
import { giveKept } from '../../kept/give-kept.ts';
import type { AssistantThread, Exchange, ThreadRef, Turn } from '../../model/conversation.ts';
import { maxQuestionChars } from '../../model/conversation.ts';
import { AssistantError, failuresOfService } from '../../model/errors.ts';
import type { Part } from '../../model/reply.ts';
import type { Source } from '../../model/source.ts';
import type { Ask, AskMessage, Assistant } from '../../ports/assistant.ts';
import type { Platform } from '../../ports/platform.ts';
import type { Routing } from '../../ports/routing.ts';
import type { Store } from '../../ports/store.ts';
import type { PlatformRuntime } from '../../runtime.ts';

/** Earlier questions to send along; with their answers, twice as many messages. */
const maxExchanges = 10;
/** The longest rate limit to wait for, during which the reader sees the working indicator. */
const maxRetryMs = 20_000;
const maxRequests = 3;
/** Discards the parts of earlier requests. */
const startOver: Part = { type: 'replace', text: '', sources: [] };

/** Ends without an error when the signal aborts. Fails with AssistantError, StoreError or ClaimLostError. */
export async function* askAssistant(
  turn: Turn,
  options: PlatformRuntime,
  signal: AbortSignal,
  along: Pick<Ask, 'context' | 'files' | 'pictures'> = {},
): AsyncIterable<Part> {
  const { routing, store, clock } = options;
  const chosen = chooseSite(turn, turn.conversation.assistantThread, routing);
  const kept = await keptAnswerTo(turn, chosen, options);
  if (kept) return yield* giveKept(kept, chosen.assistant, options, signal);
  let thread = turn.conversation.assistantThread;
  for (let request = 1; ; request += 1) {
    let hasText = false;
    try {
      const ask = await toAsk(turn, options);
      // Chosen at the last moment, since a site may be removed in the meantime.
      const { assistant, site, ...rest } = chooseSite(turn, thread, routing);
      thread = rest.thread;
      for await (const part of assistant.ask({ ...ask, ...rest, ...along }, signal)) {
        if (part.type === 'thread') thread = await saveThread(turn, thread, { ...part.thread, site }, store);
        hasText ||= (part.type === 'text' || part.type === 'replace') && part.text !== '';
        yield part;
      }
      return;
    } catch (error) {
      if (!(error instanceof AssistantError) || hasText) throw error;
      const isThreadGone = error.code === 'not_found' && thread !== undefined;
      const waitMs = isThreadGone ? 0 : retryAfterMs(error);
      if (request === maxRequests || waitMs === undefined) {
        yield* nearestPages(turn, error, options, signal);
        throw error;
      }
      if (isThreadGone) thread = await saveThread(turn, thread, undefined, store);
      else await clock.wait(waitMs, signal);
      if (signal.aborted) return;
      yield startOver;
    }
  }
}

/** The assistant that would be asked now. */
export function assistantFor(turn: Turn, routing: Routing): Assistant {
  return chooseSite(turn, turn.conversation.assistantThread, routing).assistant;
}

/** A conversation stays with the site that created its thread, and starts over if that site no longer exists. */
function chooseSite(
  { question }: Turn,
  thread: AssistantThread | undefined,
  routing: Routing,
): { readonly assistant: Assistant; readonly site: string } & Pick<Ask, 'thread' | 'filter'> {
  const { site, assistant, filter } = routing.routeFor(question.thread);
  const made = thread?.site ?? site;
  if (thread && made !== site) {
    const kept = routing.assistantOf(made);
    return kept ? { site: made, assistant: kept, thread } : { site, assistant, ...(filter && { filter }) };
  }
  return { site, assistant, ...(thread && { thread }), ...(filter && { filter }) };
}

/** How long to wait before a retry; undefined if a retry cannot help. */
function retryAfterMs(error: AssistantError): number | undefined {
  const waitMs = error.waitMs ?? 2_000;
  const mayPass = error.code === 'rate_limited' || error.code === 'unavailable';
  return mayPass && waitMs <= maxRetryMs ? waitMs : undefined;
}

/**
 * The pages nearest to the question, for when the assistant failed but its search works, or the site, for when the answer can
 * only be shown there. Never replaces shown text.
 */
async function* nearestPages(
  turn: Turn,
  { code }: AssistantError,
  options: PlatformRuntime,
  signal: AbortSignal,
): AsyncIterable<Part> {
  if (turn.answer !== '' || turn.earlier) return;
  const { siteUrl } = options.routing.routeFor(turn.question.thread);
  if (code === 'not_shown' && siteUrl !== undefined)
    yield { type: 'nearest', sources: [toSite(siteUrl)], isSite: true };
  if (!failuresOfService.has(code)) return;
  const sources = await nearestTo(turn, options, signal);
  if (sources.length > 0) yield { type: 'nearest', sources };
}

/** The pages that a search finds for the question; none if it cannot search. */
export async function nearestTo(
  turn: Turn,
  { routing, platform }: PlatformRuntime,
  signal: AbortSignal,
): Promise<readonly Source[]> {
  const { question, id, conversation } = turn;
  const { assistant, filter } = chooseSite(turn, conversation.assistantThread, routing);
  const message: AskMessage = { id, role: 'user', text: question.text, at: question.askedAt };
  const asked = await withNames(message, conversation.thread, platform);
  const found = (await assistant.search?.({ messages: [asked], ...(filter && { filter }) }, signal)) ?? [];
  return found.map(({ digest: _, ...page }) => page);
}

function toSite(url: string): Source {
  return { path: url, url, title: new URL(url).host };
}

/** The service sends a thread's key only once, so a later part without a key keeps the known one. */
async function saveThread(
  turn: Turn,
  known: AssistantThread | undefined,
  thread: AssistantThread | undefined,
  store: Store,
): Promise<AssistantThread | undefined> {
  const key = thread?.key ?? (thread?.id === known?.id ? known?.key : undefined);
  if (thread && thread.id === known?.id && key === known.key && thread.site === known.site) return known;
  const saved = thread && { ...thread, ...(key && { key }) };
  await store.saveAssistantThread(turn, saved);
  return saved;
}

/** The question with the exchanges before it. */
async function toAsk(turn: Turn, options: PlatformRuntime): Promise<Omit<Ask, 'thread' | 'filter'>> {
  const { question, id } = turn;
  const earlier = await options.store.history(turn, maxExchanges);
  const messages: readonly AskMessage[] = [
    ...earlier.toReversed().flatMap(toMessages),
    { id, role: 'user', text: question.text, at: question.askedAt },
  ];
  return {
    fp: options.fingerprint(question.asker),
    messages: await Promise.all(
      messages.map((message) => withNames(message, turn.conversation.thread, options.platform)),
    ),
  };
}

function toMessages({ turnId, question, answer, askedAt }: Exchange): readonly AskMessage[] {
  if (question.length > maxQuestionChars) return [];
  const asked = { id: turnId, role: 'user', text: question, at: askedAt } as const;
  return answer === '' ? [asked] : [asked, { id: `${turnId}-answer`, role: 'assistant', text: answer, at: askedAt }];
}

async function withNames(message: AskMessage, thread: ThreadRef, { profiles }: Platform): Promise<AskMessage> {
  if (!profiles || message.role !== 'user') return message;
  return { ...message, text: await profiles.resolveNames(message.text, thread) };
}
