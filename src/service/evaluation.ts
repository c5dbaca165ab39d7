/**
 * Searches and answers from the docs of a folder without a service, for `docent eval`. Ranks are those of the search;
 * with an embedding model, every section is embedded first. Answers are those of the extractive responder or of a language model.
 */
import { type Clock, systemClock } from '../kit/base/clock.ts';
import type { Logger } from '../kit/base/logger.ts';
import type { Env } from '../kit/settings/reader.ts';
import { emptyAnswer, foldAnswer, textOf } from '../kit/wire/answer.ts';
import { toAnswer } from './answers/answer.ts';
import { createExtractResponder } from './answers/extractive-responder.ts';
import type { Responder } from './answers/responder.ts';
import type { OnProgress } from './content/pages.ts';
import { DocsServerError } from './errors.ts';
import { createRetryingFetch } from './model-endpoint/retrying-fetch.ts';
import { readEmbeddingSettings, readModelSettings } from './model-endpoint/settings.ts';
import { openCorpus, type Reading } from './search/ranking/corpus.ts';
import type { Embedder } from './search/ranking/embeddings.ts';
import { hybridSearch } from './search/ranking/hybrid.ts';
import {
  type LabelledQuestion,
  type SynonymCandidate,
  synonymCandidates,
  type ThreadQuestion,
  type UnsaidWord,
  unsaidWords,
} from './search/ranking/synonym-candidates.ts';
import { openServiceStore } from './store/store.ts';

export interface EvaluationOptions {
  readonly docsDir: string;
  /** Names the embedding model, if any. */
  readonly env: Env;
  readonly logger: Logger;
  readonly onProgress?: OnProgress;
  readonly onEmbedded?: OnProgress;
  /** Whether the language model of `env` answers, and the file that records its responses, if any. */
  readonly model?: { readonly recording: string | undefined } | undefined;
}

/** The answer to one question. */
export interface EvaluatedAnswer {
  /** Site paths as the search ranks them, best first. */
  readonly ranked: readonly string[];
  readonly text: string;
  /** Site paths that the answer names as its sources; none when the docs do not answer. */
  readonly sources: readonly string[];
  readonly tookMs: number;
}

/** One way to answer questions: by words, with embeddings, or with a language model. */
export interface EvaluatedWay {
  readonly name: string;
  /** `ranks`: how many pages are ranked. `history`: what was said before, a question first. */
  ask(question: string, ranks: number, history?: readonly string[]): Promise<EvaluatedAnswer>;
}

/** What a language model answered, and what that took. */
export interface ModelSpending {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** How many answers there were of each kind. */
  readonly results: Readonly<Record<string, number>>;
}

/** Docs that are ready to answer. */
export interface Evaluation extends AsyncDisposable {
  /** Site paths of all pages. */
  readonly pages: readonly string[];
  /**
   * The ways to answer: with everything that the environment configures first, then without the language model, then
   * without the embedding model.
   */
  readonly ways: readonly [EvaluatedWay, ...(readonly EvaluatedWay[])];
  /** Synonyms that would rank right pages higher, tried one by one. */
  synonymCandidates(questions: readonly LabelledQuestion[]): readonly SynonymCandidate[];
  /** Words that the docs never use, from questions in two threads or more. */
  unsaidWords(questions: readonly ThreadQuestion[]): readonly UnsaidWord[];
  /** Of the language model so far; undefined if none answers. */
  spending(): ModelSpending | undefined;
  /** How often each model failed. */
  failures(): { readonly embedding: number; readonly language: number };
}

/** Fails with DocsServerError: config_wrong, folder_missing, folder_empty, model_failed. */
export async function openEvaluation(options: EvaluationOptions): Promise<Evaluation> {
  const { docsDir, logger, onProgress } = options;
  await using stack = new AsyncDisposableStack();
  const model = readEmbeddingSettings(options.env);
  const failures = { embedding: 0, language: 0 };
  const spent = { inputTokens: 0, outputTokens: 0, results: new Map<string, number>() };
  const answering = options.model && (await openModelWay(options.model, failures, spent, options));
  const embedder = model && (await openEmbedder(model, failures, options, stack));
  const corpus = await openCorpus({ docsDir, siteUrl: undefined, logger, onProgress, embedder });
  const reading = corpus.current();
  if (reading.semanticIndex && !(await reading.semanticIndex.isComplete))
    throw new DocsServerError('model_failed', modelFailed);
  const { semanticIndex, ...byWords } = reading;
  const words: EvaluatedWay = {
    name: 'words',
    ask: (question, ranks, history) => ask(byWords, question, ranks, history),
  };
  // A warm-up question, so that compilation does not count into the first measured one.
  await words.ask('warm up', 1);
  const opened = stack.move();
  const meaning = semanticIndex && {
    name: `words and meaning (${model?.model})`,
    ask: (question: string, ranks: number, history?: readonly string[]) => ask(reading, question, ranks, history),
  };
  const found: Evaluation['ways'] = meaning ? [meaning, words] : [words];
  return {
    pages: reading.pages.map((page) => page.path),
    ways: answering ? [answering(reading), ...found] : found,
    synonymCandidates: (questions) => synonymCandidates(reading.index, questions),
    unsaidWords: (questions) => unsaidWords(reading.index, questions),
    spending: () => answering && { ...spent, results: Object.fromEntries(spent.results) },
    failures: () => failures,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const modelFailed =
  'The embedding model did not answer; check DOCENT_MODEL_URL, DOCENT_EMBEDDING_MODEL and DOCENT_MODEL_KEY.';
/** Generous, since nobody is waiting. */
const queryMs = 30_000;

async function openEmbedder(
  model: NonNullable<ReturnType<typeof readEmbeddingSettings>>,
  failures: { embedding: number },
  { logger, onEmbedded }: EvaluationOptions,
  stack: AsyncDisposableStack,
): Promise<Embedder> {
  const { createEmbedder } = await import('./search/ranking/embeddings.ts');
  const store = await openServiceStore('sqlite::memory:');
  stack.defer(() => store.close());
  const metrics = {
    count(_: string, { result }: { readonly result: string }) {
      if (result !== 'ok') failures.embedding += 1;
    },
  };
  const embedder = createEmbedder(model, { store, logger, metrics, onProgress: onEmbedded, queryMs, restMs: 0 });
  stack.defer(() => embedder.stop());
  return embedder;
}

/** Fails with DocsServerError: config_wrong. */
async function openModelWay(
  { recording }: NonNullable<EvaluationOptions['model']>,
  failures: { language: number },
  spent: { inputTokens: number; outputTokens: number; readonly results: Map<string, number> },
  { env, logger }: EvaluationOptions,
): Promise<(reading: Reading) => EvaluatedWay> {
  const model = readModelSettings(env);
  if (!model) throw new DocsServerError('config_wrong', 'DOCENT_MODEL must name the model that answers.');
  const { createLlmResponder, results } = await import('./llm/llm-responder.ts');
  const proper: readonly string[] = Object.values(results);
  const { createRecordedFetch } = await import('./model-endpoint/recorded-fetch.ts');
  const send = createRetryingFetch(maxBusyMs);
  const turn = async (): Promise<void> => {};
  const respond = createLlmResponder(model, {
    turn,
    logger,
    fallback: createExtractResponder({ turn, pieceDelayMs: 0, stopping: AbortSignal.abort() }),
    send: recording === undefined ? send : createRecordedFetch(recording, send),
    ...(recording !== undefined && { clock: recordedClock }),
    metrics: {
      observe(_, value, { kind }) {
        if (kind === 'input') spent.inputTokens += value;
        else spent.outputTokens += value;
      },
      count(_, { result }) {
        spent.results.set(result, (spent.results.get(result) ?? 0) + 1);
        if (!proper.includes(result)) failures.language += 1;
      },
    },
  });
  return (reading) => ({
    name: `language model (${model.model})`,
    ask: (question, ranks, history) => askModel(respond, reading, question, ranks, history),
  });
}

/** Requests name the date: recorded ones all name the same, so that they are recognised on another day. */
const recordedClock: Clock = { ...systemClock, now: () => Date.UTC(2026, 0, 1) };

/** The longest wait that a busy endpoint may request; generous, too. */
const maxBusyMs = 120_000;

async function askModel(
  respond: Responder,
  reading: Reading,
  question: string,
  ranks: number,
  history: readonly string[] = [],
): Promise<EvaluatedAnswer> {
  const startedAt = performance.now();
  const said = history.map((text, at) => ({ role: at % 2 === 0 ? ('user' as const) : ('assistant' as const), text }));
  const request = { question, before: questionsOf(history), history: said, limit: pagesOfAnswer };
  let answer = emptyAnswer;
  for await (const event of respond(request, reading, new AbortController().signal)) answer = foldAnswer(answer, event);
  const tookMs = performance.now() - startedAt;
  const found = await hybridSearch(reading, { ...request, limit: ranks });
  return {
    ranked: found.pages.map((hit) => hit.page.path),
    text: textOf(answer),
    sources: answer.cited.map(({ path }) => path),
    tookMs,
  };
}

/** As many as the assistant operation uses by default. */
const pagesOfAnswer = 5;

function questionsOf(history: readonly string[]): readonly string[] {
  return history.filter((_, at) => at % 2 === 0);
}

async function ask(
  reading: Reading,
  question: string,
  ranks: number,
  history: readonly string[] = [],
): Promise<EvaluatedAnswer> {
  const startedAt = performance.now();
  const found = await hybridSearch(reading, { question, before: questionsOf(history), limit: ranks });
  const answer = toAnswer({ ...found, pages: found.pages.slice(0, pagesOfAnswer) }, (page) => page.path, { question });
  return {
    ranked: found.pages.map((hit) => hit.page.path),
    text: answer.text,
    sources: answer.sources.map((source) => source.page.path),
    tookMs: performance.now() - startedAt,
  };
}
