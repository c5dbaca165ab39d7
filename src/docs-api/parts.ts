/** Turns the events of an answer's stream into Parts for the core, and tells at its end whether the answer is complete. */
import type { AssistantThread } from '../core/model/conversation.ts';
import { AssistantError } from '../core/model/errors.ts';
import type { Part, Source } from '../core/model/reply.ts';
import { type Answer, type Block, blockIndex, emptyAnswer, foldAnswer, isComplete } from '../wire/answer.ts';
import type { AnswerEvent, Page } from '../wire/answer-event.ts';
import { type AnswerText, createAnswerText } from './answer-text.ts';
import type { ToUrl } from './site.ts';
import { readSuggestions } from './suggestions.ts';

/** Reads one answer. */
export interface PartReader {
  /** The parts of these events. Text of several events is one part. */
  read(events: readonly AnswerEvent[]): readonly Part[];
  /** The stream is over: what was held back, and a `finish` if the answer is complete. */
  end(): readonly Part[];
  /** Why the answer is not complete, once the stream is over. `skipped`: lines or events that could not be read. */
  failure(skipped: number): AssistantError | undefined;
}

/** The thread as the response's headers name it; each may be missing. */
export interface HeaderThread {
  readonly id?: string | undefined;
  readonly key?: string | undefined;
}

/** `toUrl` makes the addresses of pages and links absolute. */
export function createPartReader(toUrl: ToUrl, header: HeaderThread): PartReader {
  let answer: Answer = emptyAnswer;
  let text: AnswerText = createAnswerText(toUrl);
  let hasText = false;
  let status: 'searching' | 'thinking' | undefined;
  let threadId = header.id;
  let eventCount = 0;
  let parts: Part[] = [];
  /** A piece came into the middle of the text, or some of it is void: it has to be told anew. */
  let isStale = false;
  /** How many characters may be told anew. */
  let credit = freeChars;

  function read(events: readonly AnswerEvent[]): readonly Part[] {
    parts = [];
    eventCount += events.length;
    for (const event of events) {
      const before = answer;
      answer = foldAnswer(before, event);
      show(event, before);
    }
    if (isStale && credit >= charsOf(answer)) replace();
    return parts;
  }

  function show(event: AnswerEvent, before: Answer): void {
    switch (event.type) {
      case 'text':
        credit += creditPerChar * event.text.length;
        isStale ||= blockIndex(event) < before.blocks.length - 1;
        if (!isStale) addText(text.push(gapBefore(answer.blocks, blockIndex(event), before.blocks) + event.text));
        return;
      case 'reset':
        isStale = true;
        return;
      case 'found':
      case 'source':
        addSources(before);
        return;
      case 'search':
        addStatus('searching');
        return;
      case 'thinking':
        addStatus('thinking');
        return;
      case 'thread':
        addThread(event);
        return;
      case 'step':
      case 'error':
      case 'abort':
      case 'finish':
        // They count at the end.
        return;
    }
  }

  function addText(piece: string): void {
    if (piece === '') return;
    hasText ||= piece.trim() !== '';
    status = undefined;
    const last = parts.at(-1);
    if (last?.type === 'text') parts[parts.length - 1] = { type: 'text', text: last.text + piece };
    else parts.push({ type: 'text', text: piece });
  }

  function addSources(before: Answer): void {
    if (answer.pages === before.pages) return;
    const known = new Set(before.pages);
    for (const page of answer.pages) if (!known.has(page)) parts.push(toSourcePart(page));
  }

  /** Replays the whole text: a piece was inserted before its end, or some of it was withdrawn. */
  function replace(): void {
    isStale = false;
    credit -= charsOf(answer);
    text = createAnswerText(toUrl);
    const whole = text.push(answer.blocks.map((block, index) => gapBefore(answer.blocks, index) + block.text).join(''));
    hasText = whole.trim() !== '';
    parts = parts.filter((part) => part.type !== 'text' && part.type !== 'source' && part.type !== 'replace');
    parts.push({ type: 'replace', text: whole, sources: answer.pages.map(toSource) });
  }

  function addStatus(now: 'searching' | 'thinking'): void {
    if (status === now) return;
    status = now;
    parts.push({ type: 'status', status: now });
  }

  /** The body's id wins over the header's; the header's key belongs to the thread of this answer. */
  function addThread({ id, key = header.key }: { readonly id: string; readonly key?: string }): void {
    if (id === threadId && key === header.key) return;
    threadId = id;
    parts.push(toThreadPart({ id, ...(key !== undefined && { key }) }));
  }

  function toSource({ path, title }: Page): Source {
    const url = toUrl(path);
    return { path, ...(title !== undefined && { title }), ...(url !== undefined && { url }) };
  }

  function toSourcePart(page: Page): Part {
    return { type: 'source', source: toSource(page) };
  }

  return {
    read,
    end() {
      parts = [];
      if (isStale) replace();
      addText(text.end());
      if (!isComplete(answer) || !hasText) return parts;
      const texts = readSuggestions(text.suggestions());
      if (texts.length > 0) parts.push({ type: 'suggestions', texts });
      parts.push({ type: 'finish', reason: answer.finishReason ?? 'stop' });
      return parts;
    },
    failure(skipped) {
      if (isComplete(answer)) return hasText ? undefined : new AssistantError('empty');
      if (eventCount === 0 && skipped > 0) return new AssistantError('malformed');
      if (answer.error === undefined && answer.finishReason !== 'error' && !answer.aborted) {
        return new AssistantError('cut_off');
      }
      const words = answer.error ?? (answer.aborted ? 'the service stopped the answer' : 'the service failed');
      return new AssistantError(hasText ? 'cut_off' : 'unavailable', { cause: new Error(words) });
    },
  };
}

/**
 * Telling a text anew costs its length, however little came. So much may be told anew in any answer, and so much more for each
 * character that came: an answer whose blocks come mixed, piece by piece, is told anew when there is enough of them.
 */
const freeChars = 100_000;
const creditPerChar = 20;

function charsOf({ blocks }: Answer): number {
  return blocks.reduce((sum, block) => sum + block.text.length, 0);
}

/** The part that names a thread. */
export function toThreadPart(thread: AssistantThread): Part {
  return { type: 'thread', thread };
}

/**
 * The separator before a block's first piece: a paragraph break between two steps, which otherwise would run into one line
 * (“Let me look.Here it is.”). Blocks of one step may be parts of one sentence.
 */
function gapBefore(blocks: readonly Block[], index: number, before: readonly Block[] = []): string {
  const block = blocks[index];
  const earlier = blocks.slice(0, index).findLast((each) => each.text !== '');
  const isFirstPiece = (before[index]?.text ?? '') === '';
  if (!block || !earlier || !isFirstPiece || block.text === '' || block.step === earlier.step) return '';
  return /\s$/.test(earlier.text) || /^\s/.test(block.text) ? '' : '\n\n';
}
