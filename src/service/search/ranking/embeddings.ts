/**
 * Semantic search with an embedding model. In: the pages of a reading, then questions. Out: the sections nearest in meaning.
 * Effects: HTTP to an OpenAI-compatible endpoint; vectors are kept in the store, so that each text is embedded once, across
 * restarts and readings.
 *
 * Sections are embedded in the background, a batch at a time, and take part once they are. A failure is logged and counted, and
 * the search falls back to words.
 */
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { embed, embedMany } from 'ai';
import { inSlices, type Work } from '../../../kit/base/time-slices.ts';
import type { Section } from '../../content/markdown/sections.ts';
import type { Page } from '../../content/page.ts';
import type { OnProgress } from '../../content/pages.ts';
import { type ModelError, toModelError } from '../../model-endpoint/failures.ts';
import { createRetryingFetch } from '../../model-endpoint/retrying-fetch.ts';
import { type ModelSettings, toOutgoing } from '../../model-endpoint/settings.ts';
import type { ServiceStore } from '../../store/store.ts';

/** A semantically near section. */
export interface SemanticHit {
  readonly page: Page;
  readonly section: Section;
  /** How many standard deviations it is nearer than the average section: comparable between models. */
  readonly zScore: number;
}

/** The semantic index of one reading of the docs. */
export interface SemanticIndex {
  /** Nearest first; undefined if unavailable right now. Resolves within the time limit of a query, and never fails. */
  nearest(question: string): Promise<readonly SemanticHit[] | undefined>;
  /** The hashes under which the vectors of its sections are stored. */
  hashes(): readonly string[];
  /** Whether every section has a vector; false as soon as the endpoint fails, although it is retried. */
  readonly isComplete: Promise<boolean>;
}

/** Metrics sink. */
export interface EmbeddingMetrics {
  count(name: 'embedding_queries', labels: { readonly result: 'ok' | 'failed' | 'skipped' }): void;
}

export interface EmbeddingOptions {
  readonly store: Pick<ServiceStore, 'vectors' | 'saveVectors'>;
  readonly logger: Readonly<Record<'info' | 'warn' | 'error', (fields: object, phrase: string) => void>>;
  readonly metrics?: EmbeddingMetrics | undefined;
  /** Called for each batch of sections. */
  readonly onProgress?: OnProgress | undefined;
  /** How long a question may take. Default: 300 ms. */
  readonly queryMs?: number | undefined;
  /** The pause after a failure of the endpoint. Default: 30 s. */
  readonly restMs?: number | undefined;
}

/** Pages by position: an array, or an index that reads them from disk. */
export interface PageSource {
  readonly length: number;
  at(position: number): Page | undefined;
}

/** The creator must stop it before closing the store. */
export interface Embedder {
  /** Starts to build the semantic index of these pages. */
  of(pages: PageSource): SemanticIndex;
  stop(): Promise<void>;
}

/** How long a busy endpoint is retried. */
const maxWaitMs = 10_000;
/** Sections of one request to the endpoint. */
const batchSize = 64;
/** Only the beginning of a section is embedded, since models limit their input. */
const maxTextChars = 2_000;
const maxQuestionChars = 8_000;
/** Sections that are further away gain nothing. */
const maxNear = 50;

/** A section, by position, and its vector once it has one. */
interface Entry {
  readonly page: number;
  readonly section: number;
  readonly hash: string;
  vector?: Int8Array | undefined;
}

export function createEmbedder(settings: ModelSettings, options: EmbeddingOptions): Embedder {
  const { logger, metrics, queryMs = 300, restMs = 30_000 } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const provider = createOpenAICompatible({
    name: 'docs',
    baseURL: settings.url,
    fetch: createRetryingFetch(maxWaitMs),
    ...(settings.key !== undefined && { apiKey: settings.key }),
  });
  const model = provider.embeddingModel(settings.model);
  let failedAt = Number.NEGATIVE_INFINITY;
  let working: Promise<void> = Promise.resolve();

  async function vectorOf(question: string): Promise<Int8Array | undefined> {
    try {
      const value = toOutgoing(question.slice(0, maxQuestionChars).toWellFormed(), settings);
      const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(queryMs)]);
      const { embedding } = await embed({ model, value, maxRetries: 0, abortSignal });
      return toVector(embedding);
    } catch (error) {
      failedAt = performance.now();
      if (!signal.aborted) logger.warn(reasonOf(error), 'question not embedded');
      return undefined;
    }
  }

  /** Runs until all have vectors, retrying whenever the endpoint fails. Fails with StoreError. */
  async function embedAll(pages: PageSource, entries: Entry[], tell: (known: boolean) => void): Promise<void> {
    await inSlices(collectEntries(pages, settings.model, entries));
    const known = await options.store.vectors([...new Set(entries.map(({ hash }) => hash))], Date.now());
    for (const entry of entries) entry.vector = fromText(known.get(entry.hash));
    const missing = entries.filter(({ vector }) => vector === undefined);
    for (let at = 0; at < missing.length && !signal.aborted; ) {
      const batch = missing.slice(at, at + batchSize);
      if (await embedBatch(pages, batch)) at += batch.length;
      else {
        tell(false);
        await setTimeout(restMs, undefined, { signal }).catch(() => undefined);
      }
      options.onProgress?.(at, missing.length);
    }
    tell(!signal.aborted);
    if (!signal.aborted) logger.info({ sections: entries.length, asked: missing.length }, 'sections embedded');
  }

  async function embedBatch(pages: PageSource, batch: readonly Entry[]): Promise<boolean> {
    let embeddings: readonly (readonly number[])[];
    try {
      const values = batch.map(({ page, section }) => textAt(pages, page, section));
      ({ embeddings } = await embedMany({ model, values, maxRetries: 0, abortSignal: signal }));
    } catch (error) {
      if (!signal.aborted) logger.warn(reasonOf(error), 'sections not embedded');
      return false;
    }
    for (const [at, entry] of batch.entries()) entry.vector = toVector(embeddings[at] ?? []);
    await options.store.saveVectors(new Map(batch.map(({ hash, vector }) => [hash, toText(vector)])), Date.now());
    return true;
  }

  async function near(
    pages: PageSource,
    question: string,
    entries: readonly Entry[],
  ): Promise<readonly SemanticHit[] | undefined> {
    const isResting = performance.now() - failedAt < restMs;
    const vector = isResting ? undefined : await vectorOf(question);
    metrics?.count('embedding_queries', { result: isResting ? 'skipped' : vector ? 'ok' : 'failed' });
    return vector && nearest(pages, entries, vector);
  }

  return {
    of(pages) {
      const entries: Entry[] = [];
      // One reading at a time, so that sections which they share are embedded once.
      const { promise: known, resolve: tell } = Promise.withResolvers<boolean>();
      working = working
        .then(() => embedAll(pages, entries, tell))
        .catch((error: unknown) => {
          tell(false);
          logger.error({ err: error }, 'embeddings not kept');
        });
      return {
        nearest: (question) => near(pages, question, entries),
        hashes: () => entries.map(({ hash }) => hash),
        isComplete: known,
      };
    },
    async stop() {
      stopping.abort();
      await working;
    },
  };
}

function* collectEntries(pages: PageSource, model: string, entries: Entry[]): Work<void> {
  for (let page = 0; page < pages.length; page += 1) {
    for (const section of pages.at(page)?.sections.keys() ?? []) {
      const hash = createHash('sha256')
        .update(`${model}\0${textAt(pages, page, section)}`)
        .digest('hex');
      entries.push({ page, section, hash });
    }
    yield;
  }
}

function textAt(pages: PageSource, position: number, at: number): string {
  const page = pages.at(position);
  const section = page?.sections[at];
  if (!page || !section) return '';
  const headings = [...new Set([page.title, ...section.trail, section.heading])].join(' › ');
  return `${headings}\n\n${section.blocks.map((block) => block.text).join('\n\n')}`
    .slice(0, maxTextChars)
    .toWellFormed();
}

function nearest(pages: PageSource, entries: readonly Entry[], asked: Int8Array): readonly SemanticHit[] {
  const known = entries.flatMap(({ page, section, vector }) =>
    vector ? [{ at: page, section, similarity: cosine(vector, asked) }] : [],
  );
  const mean = meanOf(known.map(({ similarity }) => similarity));
  const deviation = Math.sqrt(meanOf(known.map(({ similarity }) => (similarity - mean) ** 2))) || 1;
  return known
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, maxNear)
    .flatMap(({ at, section: place, similarity }) => {
      const page = pages.at(at);
      const section = page?.sections[place];
      return page && section ? [{ page, section, zScore: (similarity - mean) / deviation }] : [];
    });
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0) / Math.max(1, numbers.length);
}

/** Vectors of another length come from another model and never match. */
function cosine(a: Int8Array, b: Int8Array): number {
  if (a.length !== b.length) return 0;
  let [product, ofA, ofB] = [0, 0, 0];
  for (let at = 0; at < a.length; at += 1) {
    const [x, y] = [a[at] ?? 0, b[at] ?? 0];
    product += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  return product / Math.sqrt(ofA * ofB || 1);
}

/** Quantizes to one byte per number: a quarter of the memory, with the same order of neighbours. */
function toVector(numbers: readonly number[]): Int8Array {
  const largest = numbers.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  return Int8Array.from(numbers, (value) => Math.round((value / largest) * 127));
}

function toText(vector: Int8Array = new Int8Array()): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}

function fromText(text: string | undefined): Int8Array | undefined {
  return text === undefined ? undefined : new Int8Array(Buffer.from(text, 'base64'));
}

/** Without the message, which may quote the question. */
function reasonOf(error: unknown): Pick<ModelError, 'code' | 'status'> {
  const { code, status } = toModelError(error);
  return { code, status };
}
