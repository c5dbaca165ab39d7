/**
 * The v2 answer stream (`x-vercel-ai-ui-message-stream`): server-sent events with a JSON object each. Encoder and
 * decoder. Pure.
 */
import { createParser } from 'eventsource-parser';
import { isObject, parseJson, stringAt } from '../base/json.ts';
import {
  type AnswerDecoder,
  type AnswerEncoder,
  type AnswerEvent,
  acceptedReason,
  type EncoderOptions,
  maxPartChars,
  threadsIn,
  toOutcome,
  unshown,
} from './answer-event.ts';
import { messageIn } from './api.ts';
import { createToolCalls, toSearchOutput, toSource } from './search-call.ts';

/** The response headers of a v2 stream. */
const uiMessageStreamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
  'x-vercel-ai-ui-message-stream': 'v1',
} as const;

/** Writes one answer as v2: `start`, steps with text blocks, `finish` with the thread as metadata, `[DONE]`. */
export function createUiMessageStreamEncoder(options: EncoderOptions): AnswerEncoder {
  let started = false;
  let stepOpen = false;
  let threadId: string | undefined;
  let sources = 0;
  const open = new Set<number>();

  function start(): string {
    if (started) return '';
    started = true;
    return chunk({ type: 'start', messageId: options.messageId });
  }

  function endStep(): string {
    if (!stepOpen) return '';
    stepOpen = false;
    const ends = [...open].map((block) => chunk({ type: 'text-end', id: `text-${block}` }));
    open.clear();
    return `${ends.join('')}${chunk({ type: 'finish-step' })}`;
  }

  function textOf(block: number, delta: string): string {
    const id = `text-${block}`;
    const begin = open.has(block) ? '' : chunk({ type: 'text-start', id });
    open.add(block);
    return begin + chunk({ type: 'text-delta', id, delta });
  }

  function finish(reason: string | undefined): string {
    const finishReason = reason !== undefined && { finishReason: acceptedReason(reason) };
    const messageMetadata = threadId !== undefined && { messageMetadata: { threadId } };
    return endStep() + chunk({ type: 'finish', ...finishReason, ...messageMetadata });
  }

  function body(event: AnswerEvent): string {
    switch (event.type) {
      case 'step': {
        const before = endStep();
        stepOpen = true;
        return before + chunk({ type: 'start-step' });
      }
      case 'text':
        return textOf(event.block, event.text);
      case 'search':
        return chunk({
          type: 'tool-input-available',
          toolCallId: event.call,
          toolName: 'search',
          input: { query: event.query ?? '' },
        });
      case 'found':
        return chunk({ type: 'tool-output-available', toolCallId: event.call, output: toSearchOutput(event.pages) });
      case 'ask':
        return chunk({
          type: 'tool-input-available',
          toolCallId: 'ask-1',
          toolName: 'askClarifyingQuestion',
          input: {
            question: event.question,
            options: event.options.map((option) => ({ label: option, value: option })),
          },
        });
      case 'source': {
        const { path: url, title } = event.page;
        return chunk({
          type: 'source-url',
          sourceId: `source-${++sources}`,
          url,
          ...(title !== undefined && { title }),
        });
      }
      case 'outcome':
        return chunk({
          type: 'data-outcome',
          data: { outcome: event.outcome, ...(event.model && { model: true }) },
          transient: true,
        });
      case 'thread':
        threadId = event.id;
        return '';
      case 'error':
        return chunk({ type: 'error', errorText: event.message });
      case 'abort':
        return chunk({ type: 'abort' });
      case 'finish':
        return finish(event.reason);
      case 'reset':
      case 'contact':
      case 'unshown':
      case 'thinking':
        // Older clients fail on reset-step, and reasoning is not shown.
        return '';
    }
  }

  return {
    headers: uiMessageStreamHeaders,
    keepAlive: ': keep-alive\n\n',
    encode: (event) => start() + body(event),
    end: () => `${start()}data: [DONE]\n\n`,
  };
}

function chunk(payload: object): string {
  return `data: ${JSON.stringify(payload)}\n\n`;
}

/** Known chunks that produce no event. */
const ignoredChunks: readonly string[] = [
  'start',
  'text-end',
  'reasoning-end',
  'reasoning-file',
  'tool-input-delta',
  'tool-input-error',
  'tool-approval-request',
  'tool-approval-response',
  'tool-output-denied',
  'source-document',
  'message-metadata',
  'steering-message',
];

/** Reads one v2 answer. Blocks are numbered in the order in which they start; their pieces may be interleaved. */
export function createUiMessageStreamDecoder(): AnswerDecoder {
  let arrived: AnswerEvent[] = [];
  let skipped = 0;
  let broken = 0;
  const parser = createParser({
    maxBufferSize: maxPartChars,
    onEvent: (event) => arrived.push(...readEvent(event.data)),
    onError(error) {
      if (error.type !== 'max-buffer-size-exceeded') return;
      skipped += 1;
      broken += 1;
      parser.reset();
    },
  });
  const calls = createToolCalls();
  /** The blocks of this step by id. An id that is used again in a later step names a new block. */
  const blocks = new Map<string, number>();
  let nextBlock = 0;
  let stepBlock = 0;

  function feed(text: string): readonly AnswerEvent[] {
    arrived = [];
    parser.feed(text);
    return arrived;
  }

  function readEvent(data: string): readonly AnswerEvent[] {
    if (data === '[DONE]') return [];
    const value = parseJson(data);
    const chunk = isObject(value) ? value : {};
    const type = stringAt(chunk, 'type');
    const events = readChunk(type ?? '', chunk);
    if (!events) skipped += 1;
    if (!events && (value === undefined || type === 'text-delta')) broken += 1;
    return [...threadsIn(chunk), ...(events ?? [])];
  }

  /** undefined: an unknown chunk. */
  function readChunk(type: string, chunk: Readonly<Record<string, unknown>>): readonly AnswerEvent[] | undefined {
    switch (type) {
      case 'start-step':
        blocks.clear();
        stepBlock = nextBlock;
        return [{ type: 'step' }];
      case 'finish-step':
        blocks.clear();
        return [];
      case 'reset-step':
        blocks.clear();
        nextBlock = stepBlock;
        return [{ type: 'reset', block: stepBlock }];
      case 'text-start':
        openBlock(String(chunk.id));
        return [];
      case 'text-delta':
        return readText(chunk);
      case 'reasoning-start':
      case 'reasoning-delta':
        return [{ type: 'thinking' }];
      case 'tool-input-start':
      case 'tool-input-available':
        return calls.begin(chunk);
      case 'tool-output-available':
        // A preliminary output is replaced by a later one.
        return chunk.preliminary === true ? [] : calls.end(chunk, chunk.output);
      case 'tool-output-error':
        return calls.end(chunk, []);
      case 'source-url':
        return toSource(chunk);
      case 'data-outcome':
        return toOutcome(chunk.data);
      case 'error':
        return [{ type: 'error', message: stringAt(chunk, 'errorText') ?? messageIn(chunk) ?? '' }];
      case 'abort':
        return [{ type: 'abort' }];
      case 'finish': {
        const reason = stringAt(chunk, 'finishReason');
        return [{ type: 'finish', ...(reason !== undefined && { reason }) }];
      }
      case 'file':
      case 'custom':
        return [unshown];
      default:
        if (type.startsWith('data-')) return chunk.transient === true || threadsIn(chunk).length > 0 ? [] : [unshown];
        return ignoredChunks.includes(type) ? [] : undefined;
    }
  }

  function openBlock(id: string): number {
    blocks.set(id, nextBlock);
    nextBlock += 1;
    return nextBlock - 1;
  }

  /** A delta for a block that was never opened opens it. */
  function readText(chunk: Readonly<Record<string, unknown>>): readonly AnswerEvent[] | undefined {
    const text = chunk.delta ?? chunk.textDelta;
    if (typeof text !== 'string') return undefined;
    const id = String(chunk.id);
    return [{ type: 'text', block: blocks.get(id) ?? openBlock(id), text }];
  }

  return {
    push: feed,
    // The last event may lack its blank line.
    end: () => feed('\n\n'),
    get skipped() {
      return skipped;
    },
    get broken() {
      return broken;
    },
  };
}
