/**
 * The docs of a folder, searched and answered from without a service: what `docent eval` measures. Ranks and answers are
 * those of the extractive responder; with an embedding model, every section is embedded first.
 */
import type { Logger } from '../base/logger.ts';
import { openServiceStore } from '../store/service/store.ts';
import { toAnswer } from './answers/answer.ts';
import type { OnProgress } from './content/pages.ts';
import { DocsServerError } from './errors.ts';
import { type ModelEnv, readEmbeddingSettings } from './model-endpoint/settings.ts';
import { openCorpus, type Reading } from './search/ranking/corpus.ts';
import type { Embedder } from './search/ranking/embeddings.ts';
import { hybridSearch } from './search/ranking/hybrid.ts';

export interface EvaluationOptions {
  readonly docsDir: string;
  /** Names the embedding model, if any. */
  readonly env: ModelEnv;
  readonly logger: Logger;
  readonly onProgress?: OnProgress;
  readonly onEmbedded?: OnProgress;
}

/** What the docs answer to one question. */
export interface EvaluatedAnswer {
  /** Site paths as the search ranks them, best first. */
  readonly ranked: readonly string[];
  readonly text: string;
  /** Site paths that the answer names as its sources; none when the docs do not answer. */
  readonly sources: readonly string[];
  readonly tookMs: number;
}

/** Docs ready to be asked. */
export interface Evaluation extends AsyncDisposable {
  /** Site paths of all pages. */
  readonly pages: readonly string[];
  readonly embeddingModel: string | undefined;
  /** How often the embedding model did not answer. */
  embeddingFailures(): number;
  /** `ranks`: how many pages are ranked. */
  ask(question: string, ranks: number): Promise<EvaluatedAnswer>;
}

/** Fails with DocsServerError: config_wrong, folder_missing, folder_empty, model_failed. */
export async function openEvaluation(options: EvaluationOptions): Promise<Evaluation> {
  const { docsDir, logger, onProgress } = options;
  await using stack = new AsyncDisposableStack();
  const model = readEmbeddingSettings(options.env);
  const failures = { count: 0 };
  const embedder = model && (await openEmbedder(model, failures, options, stack));
  const corpus = await openCorpus({ docsDir, siteUrl: undefined, logger, onProgress, embedder });
  const reading = corpus.current();
  if (reading.semanticIndex && !(await reading.semanticIndex.isComplete))
    throw new DocsServerError('model_failed', modelFailed);
  // The first question pays for what the engine compiles.
  await ask(reading, 'warm up', 1);
  const opened = stack.move();
  return {
    pages: reading.pages.map((page) => page.path),
    embeddingModel: model?.model,
    embeddingFailures: () => failures.count,
    ask: (question, ranks) => ask(reading, question, ranks),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const modelFailed =
  'The embedding model did not answer; check DOCENT_MODEL_URL, DOCENT_EMBEDDING_MODEL and DOCENT_MODEL_KEY.';
/** Nobody waits for an answer here. */
const queryMs = 30_000;

async function openEmbedder(
  model: NonNullable<ReturnType<typeof readEmbeddingSettings>>,
  failures: { count: number },
  { logger, onEmbedded }: EvaluationOptions,
  stack: AsyncDisposableStack,
): Promise<Embedder> {
  const { createEmbedder } = await import('./search/ranking/embeddings.ts');
  const store = await openServiceStore('sqlite::memory:');
  stack.defer(() => store.close());
  const metrics = {
    count(_: string, { result }: { readonly result: string }) {
      if (result !== 'ok') failures.count += 1;
    },
  };
  const embedder = createEmbedder(model, { store, logger, metrics, onProgress: onEmbedded, queryMs, restMs: 0 });
  stack.defer(() => embedder.stop());
  return embedder;
}

/** An answer draws on as many pages as the assistant operation takes by default. */
const pagesOfAnswer = 5;

async function ask(reading: Reading, question: string, ranks: number): Promise<EvaluatedAnswer> {
  const startedAt = performance.now();
  const found = await hybridSearch(reading, { question, before: [], limit: ranks });
  const answer = toAnswer({ ...found, pages: found.pages.slice(0, pagesOfAnswer) }, (page) => page.path);
  return {
    ranked: found.pages.map((hit) => hit.page.path),
    text: answer.text,
    sources: answer.sources.map((source) => source.page.path),
    tookMs: performance.now() - startedAt,
  };
}
