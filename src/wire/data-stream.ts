/**
 * The v1 answer stream (`x-vercel-ai-data-stream`): lines `CODE:JSON`. Events in, lines out, and the way back. Pure.
 */

import { isObject, parseJson, stringAt, valueAt } from '../base/json.ts';
import {
  type AnswerDecoder,
  type AnswerEncoder,
  type AnswerEvent,
  acceptedReason,
  type EncoderOptions,
  maxPartChars,
  threadsIn,
} from './answer-event.ts';
import { messageIn } from './api.ts';
import { createLines } from './lines.ts';
import { createToolCalls, toPages, toSearchOutput, toSource } from './search-call.ts';

/** The response headers of a v1 stream. */
const dataStreamHeaders = {
  'content-type': 'text/plain; charset=utf-8',
  'x-accel-buffering': 'no',
  'x-vercel-ai-data-stream': 'v1',
} as const;

const noUsage = { promptTokens: null, completionTokens: null };

/** Writes one answer as v1: `f:` `0:` … `e:`, then the thread as a `2:` item, then `d:`. */
export function createDataStreamEncoder(options: EncoderOptions): AnswerEncoder {
  let stepOpen = false;
  let thread = '';
  let sources = 0;

  function endStep(finishReason: string): string {
    if (!stepOpen) return '';
    stepOpen = false;
    return line('e', { finishReason, usage: noUsage, isContinued: false });
  }

  function encode(event: AnswerEvent): string {
    switch (event.type) {
      case 'step': {
        const before = endStep('tool-calls');
        stepOpen = true;
        return before + line('f', { messageId: options.messageId });
      }
      case 'text':
        return line('0', event.text);
      case 'search':
        return line('9', { toolCallId: event.call, toolName: 'search', args: { query: event.query ?? '' } });
      case 'found':
        return line('a', { toolCallId: event.call, result: toSearchOutput(event.pages) });
      case 'source': {
        const { path: url, title } = event.page;
        return line('h', { sourceType: 'url', id: `source-${++sources}`, url, ...(title !== undefined && { title }) });
      }
      case 'thread':
        thread = line('2', [{ type: 'finish', threadId: event.id }]);
        return '';
      case 'error':
        return line('3', event.message);
      case 'finish': {
        const finishReason = event.reason === undefined ? 'unknown' : acceptedReason(event.reason);
        return endStep(finishReason) + thread + line('d', { finishReason, usage: noUsage });
      }
      case 'abort':
        // v1 has no word for it; a body that just ends reads as a whole answer to the official client.
        return line('3', 'The service stopped the answer.') + encode({ type: 'finish', reason: 'error' });
      case 'reset':
      case 'thinking':
        // v1 has no words for these.
        return '';
    }
  }

  return { headers: dataStreamHeaders, keepAlive: '\n', encode, end: () => '' };
}

function line(code: string, payload: unknown): string {
  return `${code}:${JSON.stringify(payload)}\n`;
}

/** Reads one v1 answer. Codes that say nothing to a reader (files, signatures, tool arguments) give no event. */
export function createDataStreamDecoder(): AnswerDecoder {
  const lines = createLines(maxPartChars);
  const calls = createToolCalls();
  let begun = false;
  let block = 0;
  let blockHasText = false;
  /** Text comes as `0:` lines or inside data items; where both come, the lines are the answer, as for official clients. */
  let textIn: 'none' | 'items' | 'lines' = 'none';
  let finished = false;
  /** A data item said `finish`. Only at the end of the body is it known that no text came after it. */
  let finishItem: AnswerEvent | undefined;
  let skipped = 0;

  function skip(): readonly AnswerEvent[] {
    skipped += 1;
    return [];
  }

  function readLine(line: string): readonly AnswerEvent[] {
    if (line.trim() === '') return [];
    if (line.startsWith('{')) return readItem(parseJson(line)) ?? skip();
    const [, code, json = ''] = /^([0-9a-z]|data):(.*)$/su.exec(line) ?? [];
    const payload = parseJson(json);
    if (code === undefined || payload === undefined) return skip();
    return readPart(code, payload) ?? skip();
  }

  /** undefined: not a part that we know. */
  function readPart(code: string, payload: unknown): readonly AnswerEvent[] | undefined {
    switch (code) {
      case '0':
        return typeof payload === 'string' ? readText(payload, 'lines') : undefined;
      case '2':
      case '8':
        return (Array.isArray(payload) ? payload : [payload]).flatMap((item) => readItem(item) ?? []);
      case 'data':
        return readItem(payload);
      case '3':
        return [{ type: 'error', message: typeof payload === 'string' ? payload : (messageIn(payload) ?? '') }];
      case '5':
        return threadsIn(payload);
      case '9':
      case 'b':
        return calls.begin(payload);
      case 'a':
        return calls.end(payload, valueAt(payload, 'result'));
      case 'd':
        finished = true;
        return [...threadsIn(payload), toFinish(payload)];
      case 'e':
        endStep(payload);
        return threadsIn(payload);
      case 'f':
        return [...threadsIn(payload), { type: 'step' }];
      case 'g':
        return [{ type: 'thinking' }];
      case 'h':
        return toSource(payload);
      case 'c':
      case 'i':
      case 'j':
      case 'k':
        return [];
      default:
        return undefined;
    }
  }

  function readText(text: string, from: 'items' | 'lines'): readonly AnswerEvent[] {
    if (textIn === 'lines' && from === 'items') return [];
    const drop: AnswerEvent[] = [];
    if (textIn === 'items' && from === 'lines') {
      drop.push({ type: 'reset', block: 0 });
      block = 0;
    }
    textIn = from;
    finishItem = undefined;
    blockHasText = true;
    return [...drop, { type: 'text', block, text }];
  }

  /** The text of a continued step goes on in the same block. */
  function endStep(payload: unknown): void {
    if (!blockHasText || valueAt(payload, 'isContinued') === true) return;
    block += 1;
    blockHasText = false;
  }

  /** A data item or annotation, an object or its JSON as a string. Items of a site's own are no business of ours. */
  function readItem(item: unknown): readonly AnswerEvent[] | undefined {
    const value = typeof item === 'string' ? parseJson(item) : item;
    if (!isObject(value)) return undefined;
    return [...threadsIn(value), ...readTypedItem(value)];
  }

  function readTypedItem(value: Readonly<Record<string, unknown>>): readonly AnswerEvent[] {
    switch (value.type) {
      case 'text-delta':
        return typeof value.textDelta === 'string' ? readText(value.textDelta, 'items') : [];
      case 'sources':
        return toPages(value.sources).map((page) => ({ type: 'source', page }));
      case 'tool-call':
        return calls.begin(value) ?? [];
      case 'tool-result':
        return calls.end(value, value.result);
      case 'error':
        return [{ type: 'error', message: stringAt(value, 'error') ?? messageIn(value) ?? '' }];
      case 'finish':
        finishItem = toFinish(value);
        return [];
      default:
        return [];
    }
  }

  return {
    push(text) {
      const fresh = begun ? text : text.replace(/^\uFEFF/, '');
      begun ||= text !== '';
      return lines.push(fresh).flatMap(readLine);
    },
    end() {
      const last = lines.end().flatMap(readLine);
      return !finished && finishItem ? [...last, finishItem] : last;
    },
    get skipped() {
      return skipped + lines.skipped;
    },
  };
}

function toFinish(payload: unknown): AnswerEvent {
  const reason = stringAt(payload, 'finishReason');
  return { type: 'finish', ...(reason !== undefined && { reason }) };
}
