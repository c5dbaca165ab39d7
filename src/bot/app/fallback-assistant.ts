/**
 * A site's assistant with a fallback: when the first one fails before its first text, the second one answers, and keeps
 * answering until the first one has not failed for five minutes.
 */
import type { Clock } from '../../kit/base/clock.ts';
import type { Logger } from '../../kit/base/logger.ts';
import { AssistantError, failuresOfService } from '../core/model/errors.ts';
import type { Part } from '../core/model/reply.ts';
import type { Source } from '../core/model/source.ts';
import type { Ask, Assistant } from '../core/ports/assistant.ts';
import type { Metrics } from '../core/ports/telemetry.ts';

export interface FallbackOptions {
  /** The site of the first assistant. */
  readonly site: string;
  /** The site of the second assistant. */
  readonly secondSite: string;
  readonly first: Assistant;
  readonly second: Assistant;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** The first assistant is tried again after this long without a failure. */
const calmMs = 5 * 60_000;

/** Discards what the failed assistant returned. */
const startOver: Part = { type: 'replace', text: '', sources: [] };

export class FallbackAssistant implements Assistant {
  readonly #options: FallbackOptions;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(options: FallbackOptions) {
    this.#options = options;
  }

  /** The account of the assistant that is tried first at the moment. */
  get account(): string | undefined {
    const { first, second } = this.#options;
    return this.#isDown() ? second.account : first.account;
  }

  get service(): string | undefined {
    const { first, second } = this.#options;
    return this.#isDown() ? second.service : first.service;
  }

  get accountSite(): string {
    const { site, secondSite } = this.#options;
    return this.#isDown() ? secondSite : site;
  }

  get takesPictures(): boolean {
    const { first, second } = this.#options;
    return (this.#isDown() ? second : first).takesPictures ?? false;
  }

  /** If both fail, it fails with the first one's error, which is about the docs' own assistant. */
  async *ask(question: Ask, signal: AbortSignal): AsyncGenerator<Part> {
    const { first, second } = this.#options;
    const isDown = this.#isDown();
    // While the first one counts as down, it is only a last resort: it may be back.
    if (isDown) {
      if (!(yield* untilText(askSecond(second, question, signal)))) return;
      yield startOver;
    }
    const failure = yield* untilText(first.ask(question, signal));
    if (!failure) return;
    if (!failuresOfService.has(failure.code)) throw failure;
    this.#note(failure);
    if (isDown) throw failure;
    yield startOver;
    if (yield* untilText(askSecond(second, question, signal))) throw failure;
  }

  /** The nearest pages of the first one's docs, or else of the second one's. */
  async search(question: Pick<Ask, 'messages' | 'filter'>, signal: AbortSignal): Promise<readonly Source[]> {
    const { first, second } = this.#options;
    const found = (await first.search?.(question, signal)) ?? [];
    return found.length > 0 ? found : ((await second.search?.({ messages: question.messages }, signal)) ?? []);
  }

  /** Whether this instance, with what it knows of failures, is for these two assistants. */
  isOf(first: Assistant, second: Assistant): boolean {
    return this.#options.first === first && this.#options.second === second;
  }

  #isDown(): boolean {
    return this.#options.clock.now() - this.#failedAt < calmMs;
  }

  #note(error: AssistantError): void {
    const { clock, logger, metrics, site } = this.#options;
    this.#failedAt = clock.now();
    logger.warn({ site, code: error.code, status: error.status, err: error }, 'assistant failed, fallback asked');
    metrics.count('fallbacks', { site, code: error.code });
  }
}

/** Returns the failure of an answer that had no text. A later failure throws, since what is shown stays. */
async function* untilText(parts: AsyncIterable<Part>): AsyncGenerator<Part, AssistantError | undefined> {
  let hasText = false;
  try {
    for await (const part of parts) {
      hasText ||= isText(part);
      yield part;
    }
    return undefined;
  } catch (error) {
    if (hasText || !(error instanceof AssistantError)) throw error;
    return error;
  }
}

/**
 * Leaves out the thread id, which is only valid at the service that created it (earlier messages provide the context), and
 * the filter, which applies to the first one's docs only.
 */
async function* askSecond(assistant: Assistant, question: Ask, signal: AbortSignal): AsyncGenerator<Part> {
  const { thread: _, filter: __, ...ask } = question;
  let isMarked = false;
  for await (const part of assistant.ask(ask, signal)) {
    if (part.type === 'thread') continue;
    if (isText(part) && !isMarked) {
      yield { type: 'fallback' };
      isMarked = true;
    }
    yield part;
  }
}

function isText(part: Part): boolean {
  return (part.type === 'text' || part.type === 'replace') && part.text !== '';
}
