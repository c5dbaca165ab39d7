/**
 * Asks questions that had no good answer again after a deployment, and posts in the deployment's thread how many have one now,
 * if any have. Their askers are not notified. Each counts as one question towards the monthly budgets. A process that takes over
 * continues after those already asked.
 */
import { setImmediate } from 'node:timers/promises';
import { retry } from '../../../kit/base/retry.ts';
import { type AskedQuestion, newestOf, readableByAll } from '../model/asked-question.ts';
import type { ThreadRef } from '../model/conversation.ts';
import type { AskableQuestion, Reask, ReaskedQuestion } from '../model/deployment.ts';
import { AssistantError } from '../model/errors.ts';
import { withoutPeople } from '../model/people.ts';
import { emptyReply, fold, type Reply } from '../model/reply.ts';
import { findWording } from '../people/find-wording.ts';
import { seenFrom } from '../people/seen-from.ts';
import type { Ask } from '../ports/assistant.ts';
import type { Route } from '../ports/routing.ts';
import { budgetsOf, type WatchBudget } from '../questions/limits.ts';
import type { PlatformRuntime } from '../runtime.ts';
import { chooseQuestions, citesAny, toFiles } from './choose-questions.ts';
import { announceReask } from './end-notes.ts';
import { type DeployRules, projectNamed } from './projects.ts';

/** How many questions are asked again per deployment. */
const maxAsked = 20;
const maxAgeMs = 30 * 24 * 3_600_000;
/** How many of the newest questions are read; more would take seconds. */
const maxConsidered = 5_000;
/** How many candidates are examined; some may belong to other projects. */
const maxExamined = 200;
/** The longest rate limit of the assistant to wait for. */
const maxWaitMs = 60_000;
const maxAttempts = 3;
/** How many processes may start on a deployment's questions before they are given up. */
const maxOwners = 5;
/** Stands in for the asker, since no person asks these questions. */
const asker = 'docent:reask';

export interface ReaskOptions extends PlatformRuntime {
  readonly rules: DeployRules;
  readonly watchBudget: WatchBudget;
  /** Aborts when the process is about to end; the next owner continues. */
  readonly signal: AbortSignal;
}

/** Resolves when no question is left, or when it is handed over. Fails with StoreError or ClaimLostError. */
export async function reask(claimed: Reask, options: ReaskOptions): Promise<void> {
  const { store, clock, signal, logger } = options;
  if (claimed.tries > maxOwners) {
    logger.warn({ tries: claimed.tries }, 'questions not asked again after a deployment');
    return store.endReask(claimed, answeredOf(claimed.asked), clock.now());
  }
  const asked = [...claimed.asked];
  const found = await findCandidates(claimed, options);
  let { isAll } = found;
  for await (const { question, askable } of questionsOf(claimed, found.candidates, options)) {
    const reply = asked.length < maxAsked ? await askAgain(question, askable, options) : undefined;
    if (signal.aborted) return;
    isAll &&= typeof reply === 'object';
    if (reply === 'over_budget') continue;
    if (!reply) break;
    const isAnswered = isAnsweredNow(reply, question, askable, claimed.pages);
    asked.push({ turn: question.turn, isAnswered, ...(question.link && { link: question.link }) });
    await store.saveReask(claimed, asked);
  }
  const answered = answeredOf(asked);
  logger.info({ asked: asked.length, answered: answered.length }, 'questions asked again after a deployment');
  await say(claimed, asked, isAll, options);
  if (signal.aborted) return;
  // Our own documentation service stores questions. Deletes these copies, since the askers may want to be forgotten.
  if (asked.length > 0) await options.routing.forget(options.fingerprint(asker));
  await store.endReask(claimed, answered, clock.now());
}

function answeredOf(asked: readonly ReaskedQuestion[]): readonly string[] {
  return asked.flatMap(({ turn, isAnswered }) => (isAnswered ? [turn] : []));
}

interface Chosen {
  readonly question: AskedQuestion;
  readonly askable: AskableQuestion;
}

interface Candidates {
  readonly candidates: readonly AskedQuestion[];
  /** Whether no question was left out because there were too many. */
  readonly isAll: boolean;
}

/** Questions that have neither been asked again yet nor been found answered after an earlier deployment. */
async function findCandidates({ deployment, asked, pages }: Reask, options: ReaskOptions): Promise<Candidates> {
  const { store, clock } = options;
  const since = clock.now() - maxAgeMs;
  const done = new Set([...(await store.answeredAfterReask(since)), ...asked.map(({ turn }) => turn)]);
  // If workspaces are kept apart, the post must not link to another one.
  const seen = await seenFrom(deployment.request.thread, options);
  const { asked: all, newestOnly } = newestOf(await store.askedSince(since, maxConsidered + 1, seen), maxConsidered);
  // Everybody in the deployment's thread sees links to them.
  const readable = readableByAll(all, options.routing);
  const candidates = chooseQuestions(
    readable.filter(({ turn }) => !done.has(turn)),
    pages,
  );
  return {
    candidates: candidates.slice(0, maxExamined),
    isAll: newestOnly === undefined && candidates.length <= maxExamined,
  };
}

/** The candidates that are about the project's docs. */
async function* questionsOf(
  { deployment }: Reask,
  candidates: readonly AskedQuestion[],
  { store, routing, rules }: ReaskOptions,
): AsyncIterable<Chosen> {
  for (const question of candidates) {
    await setImmediate();
    const askable = await store.findAskable(question.turn);
    if (!askable) continue;
    const { project: named } = routing.routeFor(askable.thread);
    const project = named === undefined ? rules.projects[0] : projectNamed(rules, named);
    if (project?.name === deployment.project) yield { question, askable };
  }
}

/** undefined: no more questions can be asked now. `over_budget`: those of other workspaces or sites may be possible. */
async function askAgain(
  question: AskedQuestion,
  askable: AskableQuestion,
  options: ReaskOptions,
): Promise<Reply | 'over_budget' | undefined> {
  const { routing, clock, signal, logger } = options;
  const route = routing.routeFor(askable.thread);
  if (!(await takeFromBudgets(askable.thread, route, options))) return 'over_budget';
  const ask = toAsk(question, askable, route, options.fingerprint(asker));
  const answer = async (): Promise<Reply | undefined> => {
    let reply = emptyReply;
    for await (const part of route.assistant.ask(ask, signal)) {
      // The answer of the fallback assistant says nothing about the deployment.
      if (part.type === 'fallback') return undefined;
      reply = fold(reply, part);
    }
    return reply;
  };
  try {
    return await retry(answer, { clock, signal, maxAttempts, maxWaitMs, mayPass, pauseMs: () => 2_000 });
  } catch (error) {
    if (!(error instanceof AssistantError)) throw error;
    if (isDueToQuestion(error)) return emptyReply;
    if (mayPass(error) && signal.aborted) return undefined;
    logger.warn({ code: error.code, err: error }, 'questions not asked again after a deployment');
    return undefined;
  }
}

function mayPass(error: unknown): error is AssistantError {
  return error instanceof AssistantError && (error.code === 'rate_limited' || error.code === 'unavailable');
}

const ofQuestion: readonly string[] = ['too_long', 'rejected', 'empty', 'not_shown', 'malformed', 'cut_off'];

/** Whether the failure is due to this question, so that another one may still be answered. */
function isDueToQuestion({ code }: AssistantError): boolean {
  return ofQuestion.includes(code);
}

function toAsk(question: AskedQuestion, { earlier }: AskableQuestion, { filter }: Route, fp: string): Ask {
  const before = earlier.flatMap(({ turnId, question: text, answer, askedAt: at }) => [
    { id: turnId, role: 'user' as const, text: withoutPeople(text), at },
    ...(answer === '' ? [] : [{ id: `${turnId}-answer`, role: 'assistant' as const, text: answer, at }]),
  ]);
  const last = { id: question.turn, role: 'user' as const, text: question.text, at: question.askedAt };
  return { fp, messages: [...before, last], ...(filter && { filter }) };
}

async function takeFromBudgets(thread: ThreadRef, route: Route, options: ReaskOptions): Promise<boolean> {
  const { store, clock, platform } = options;
  const counted = await store.countUse(budgetsOf(thread, route, clock.now()), clock.now());
  if (counted) await options.watchBudget(counted, platform.name);
  return counted !== undefined;
}

/** After an unhelpful answer, the new one must differ, and cite one of the deployed files if those are known. */
function isAnsweredNow(
  reply: Reply,
  question: AskedQuestion,
  { answer }: AskableQuestion,
  pages: readonly string[] | undefined,
): boolean {
  if (reply.sources.length === 0 || reply.text.trim() === '') return false;
  if (question.sources.length === 0) return true;
  return reply.text.trim() !== answer.trim() && (!pages || citesAny(reply.sources, toFiles(pages)));
}

async function say(
  { deployment, tries }: Reask,
  asked: readonly ReaskedQuestion[],
  isAll: boolean,
  options: ReaskOptions,
): Promise<void> {
  if (!asked.some(({ isAnswered }) => isAnswered)) return;
  const { request } = deployment;
  const wording = await findWording({ ...request, person: request.requester }, options);
  await announceReask({ deployment, asked, isAll, wording, isRepeat: tries > 1 }, options);
}
