/**
 * Turns the events of an answer stream into Parts for the core, and decides at the end whether the answer is complete.
 */
import {
  type Answer,
  type Block,
  blockIndex,
  emptyAnswer,
  foldAnswer,
  isComplete,
  textOf,
} from '../../kit/wire/answer.ts';
import type { AnswerEvent, Page } from '../../kit/wire/answer-event.ts';
import type { AssistantThread } from '../core/model/conversation.ts';
import { AssistantError } from '../core/model/errors.ts';
import type { Part } from '../core/model/reply.ts';
import type { Source } from '../core/model/source.ts';
import { toOneLine } from '../core/model/suggestions.ts';
import { type AnswerText, createAnswerText } from './answer-text.ts';
import type { ToUrl } from './page-urls.ts';

/** How many lines or events could not be read, and how many of them may have been text. */
export interface Unread {
  readonly skipped: number;
  readonly broken: number;
}

const allRead: Unread = { skipped: 0, broken: 0 };

/** Reads one answer. */
export interface PartReader {
  /** Returns the parts of these events. Text of several events becomes one part. */
  read(events: readonly AnswerEvent[]): readonly Part[];
  /** Call when the stream is over. Returns what was held back, and a `finish` if the answer is complete. */
  end(unread?: Unread): readonly Part[];
  /** Why the answer is incomplete, once the stream is over. */
  failure(unread?: Unread): AssistantError | undefined;
}

/** The thread's id and key in the response's headers, if present. */
export interface HeaderThread {
  readonly id?: string | undefined;
  readonly key?: string | undefined;
}

/** `toUrl` makes the URLs of pages and links absolute. */
export function createPartReader(toUrl: ToUrl, header: HeaderThread): PartReader {
  return new EventPartReader(toUrl, header);
}

class EventPartReader implements PartReader {
  readonly #toUrl: ToUrl;
  readonly #header: HeaderThread;
  #answer: Answer = emptyAnswer;
  #text: AnswerText;
  #hasText = false;
  #threadId: string | undefined;
  #eventCount = 0;
  #parts: Part[] = [];
  /** The questions back, by their words, with their options; and where people help. */
  readonly #asks = new Map<string, readonly string[]>();
  readonly #contacts = new Map<string, Source>();
  #hasUnshown = false;
  /** A piece arrived in the middle of the text, or text or sources were withdrawn: everything must be sent again. */
  #isStale = false;
  #resendBudget = initialResendChars;

  constructor(toUrl: ToUrl, header: HeaderThread) {
    this.#toUrl = toUrl;
    this.#header = header;
    this.#text = createAnswerText(toUrl);
    this.#threadId = header.id;
  }

  read(events: readonly AnswerEvent[]): readonly Part[] {
    this.#parts = [];
    this.#eventCount += events.length;
    for (const event of events) {
      // It says the outcome in words, which the core does in its own.
      if (event.type === 'text' && this.#answer.outcome !== undefined) continue;
      const before = this.#answer;
      this.#answer = foldAnswer(before, event);
      this.#show(event, before);
    }
    if (this.#isStale && this.#resendBudget >= charsOf(this.#answer)) this.#resend();
    return this.#parts;
  }

  end({ broken } = allRead): readonly Part[] {
    this.#parts = [];
    if (this.#isStale) this.#resend();
    this.#addText(this.#text.end());
    if (isComplete(this.#answer)) this.#addAsks();
    if (!isComplete(this.#answer) || !this.#hasText) return this.#parts;
    const { outcome, isByModel } = this.#answer;
    if (outcome !== undefined) this.#parts.push({ type: 'outcome', outcome, ...(isByModel && { model: true }) });
    const texts = readSuggestions(this.#text.suggestions());
    const [choices] = this.#asks.size === 1 ? this.#asks.values() : [];
    if (choices) this.#parts.push({ type: 'choices', texts: choices });
    else if (texts.length > 0) this.#parts.push({ type: 'suggestions', texts });
    const reason = this.#answer.finishReason ?? 'stop';
    this.#parts.push({ type: 'finish', reason, ...(broken > 0 && { unread: true }) });
    return this.#parts;
  }

  failure({ skipped, broken } = allRead): AssistantError | undefined {
    const { error, finishReason, aborted } = this.#answer;
    if (isComplete(this.#answer)) {
      if (this.#hasText) return undefined;
      const hasUnshown = this.#hasUnshown || skipped > 0;
      return new AssistantError(broken > 0 ? 'malformed' : hasUnshown ? 'not_shown' : 'empty');
    }
    if (this.#eventCount === 0 && skipped > 0) return new AssistantError('malformed');
    if (error === undefined && finishReason !== 'error' && !aborted) return new AssistantError('cut_off');
    const words = error ?? (aborted ? 'the service stopped the answer' : 'the service failed');
    return new AssistantError(this.#hasText ? 'cut_off' : 'unavailable', { cause: new Error(words) });
  }

  #show(event: AnswerEvent, before: Answer): void {
    switch (event.type) {
      case 'text':
        this.#showText(event, before);
        return;
      case 'reset':
        this.#isStale = true;
        return;
      case 'search':
        this.#parts.push(event);
        return;
      case 'found':
        this.#parts.push({
          type: 'search',
          call: event.call,
          pages: event.pages.slice(0, maxFoundPages).map(this.#toSource),
        });
        this.#addSources(before);
        return;
      case 'source':
        this.#addSources(before);
        if (before.cited.length === 0) this.#parts.push({ type: 'cited' });
        return;
      case 'outcome':
        this.#addSources(before);
        return;
      case 'thread':
        this.#addThread(event);
        return;
      case 'ask':
        if (this.#asks.size < maxAsks) this.#asks.set(event.question, event.options);
        return;
      case 'contact': {
        const source = this.#toSource(event.page);
        if (source.url !== undefined && this.#contacts.size < maxAsks) this.#contacts.set(source.url, source);
        return;
      }
      case 'unshown':
        this.#hasUnshown = true;
        return;
      case 'step':
      case 'thinking':
      case 'error':
      case 'abort':
      case 'finish':
        // These matter only at the end, or not at all to a reader.
        return;
    }
  }

  #showText(event: Extract<AnswerEvent, { type: 'text' }>, before: Answer): void {
    const index = blockIndex(event);
    this.#resendBudget += resendCharsPerChar * event.text.length;
    this.#isStale ||= index < before.blocks.length - 1;
    if (this.#isStale) return;
    this.#addText(this.#text.push(gapBefore(this.#answer.blocks, index, before.blocks) + event.text));
  }

  #addText(piece: string): void {
    if (piece === '') return;
    this.#hasText ||= piece.trim() !== '';
    const last = this.#parts.at(-1);
    if (last?.type === 'text') this.#parts[this.#parts.length - 1] = { type: 'text', text: last.text + piece };
    else this.#parts.push({ type: 'text', text: piece });
  }

  /** What the text does not say already: questions back with their options, and a line for each place that helps. */
  #addAsks(): void {
    const said = lettersOf(textOf(this.#answer));
    const isSaid = (words: string): boolean => said.includes(lettersOf(words));
    for (const [question, options] of this.#asks) {
      const missing = options.filter((option) => !isSaid(option));
      const lines = missing.length === 0 ? [] : options.map((option) => `- ${literal(option)}`);
      this.#addParagraph(isSaid(question) ? '' : literal(question));
      this.#addParagraph(lines.join('\n'));
    }
    const text = textOf(this.#answer);
    for (const { url = '', title } of this.#contacts.values()) {
      if (!text.includes(url)) this.#addParagraph(title === undefined ? `<${url}>` : `[${literal(title)}](<${url}>)`);
    }
  }

  #addParagraph(text: string): void {
    if (text !== '') this.#addText(`${this.#hasText ? '\n\n' : ''}${text}`);
  }

  #addSources(before: Answer): void {
    const { pages } = this.#answer;
    if (pages === before.pages) return;
    const paths = new Set(pages.map(({ path }) => path));
    this.#isStale ||= before.pages.some(({ path }) => !paths.has(path));
    const known = new Set(before.pages);
    for (const page of pages) if (!known.has(page)) this.#parts.push({ type: 'source', source: this.#toSource(page) });
  }

  #resend(): void {
    const { blocks, pages } = this.#answer;
    this.#isStale = false;
    this.#resendBudget -= charsOf(this.#answer);
    this.#text = createAnswerText(this.#toUrl);
    const whole = this.#text.push(blocks.map((block, index) => gapBefore(blocks, index) + block.text).join(''));
    this.#hasText = whole.trim() !== '';
    this.#parts = this.#parts.filter(({ type }) => type !== 'text' && type !== 'source' && type !== 'replace');
    this.#parts.push({ type: 'replace', text: whole, sources: pages.map((page) => this.#toSource(page)) });
  }

  /** The id in the body takes precedence over the header's; the header's key belongs to the thread of this answer. */
  #addThread({ id, key = this.#header.key }: { readonly id: string; readonly key?: string }): void {
    if (id === this.#threadId && key === this.#header.key) return;
    this.#threadId = id;
    this.#parts.push(toThreadPart({ id, ...(key !== undefined && { key }) }));
  }

  readonly #toSource = ({ path, title }: Page): Source => {
    const url = this.#toUrl(path);
    return { path, ...(title !== undefined && { title }), ...(url !== undefined && { url }) };
  };
}

/** More questions back, or places that help, are not read. */
const maxAsks = 5;

/** Without marks and spaces, to tell whether a text contains these words. */
function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}

/** One line that means itself in Markdown: a service's label is no text of the answer. */
function literal(text: string): string {
  return toOneLine(text).replaceAll(/[\\`*_~[\]<>!#|]/g, '\\$&');
}

/** Pages that are listed in the step of one search; all of them are sources. */
const maxFoundPages = 20;

/**
 * Sending a text again costs its whole length, however little is new. An answer may resend `initialResendChars` characters,
 * plus `resendCharsPerChar` for each character that arrives: blocks that arrive interleaved are resent once enough has
 * arrived.
 */
const initialResendChars = 100_000;
const resendCharsPerChar = 20;

function charsOf({ blocks }: Answer): number {
  return blocks.reduce((sum, block) => sum + block.text.length, 0);
}

/** Makes the part that names the thread. */
export function toThreadPart(thread: AssistantThread): Part {
  return { type: 'thread', thread };
}

/**
 * The separator before a block's first piece: a paragraph break between two steps, which would otherwise run together
 * (“Let me look.Here it is.”). Blocks of the same step may be parts of one sentence.
 */
function gapBefore(blocks: readonly Block[], index: number, before: readonly Block[] = []): string {
  const block = blocks[index];
  const earlier = blocks.slice(0, index).findLast(({ text }) => text !== '');
  const isFirstPiece = (before[index]?.text ?? '') === '';
  if (!block || !earlier || !isFirstPiece || block.text === '' || block.step === earlier.step) return '';
  return /\s$/.test(earlier.text) || /^\s/.test(block.text) ? '' : '\n\n';
}

/** Usually `(Text)[/path]`, but also an ordinary link or no link at all. A list marker may precede it. */
const line = /^[>\s]*(?:[-*]|\d{1,2}[.)])?\s*(?:\((.{1,300})\)\[[^\]]*\]|\[(.{1,300})\]\([^)]*\)|(.+))$/s;

/**
 * Returns the texts in order. Link targets are dropped: each text is asked as a question, and its answer has sources.
 */
export function readSuggestions(block: string): readonly string[] {
  return block.split('\n').flatMap((words) => {
    const [, inverted, linked, bare] = line.exec(words.trim()) ?? [];
    const text = inverted ?? linked ?? bare;
    return text === undefined ? [] : [text];
  });
}
