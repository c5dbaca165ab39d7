/**
 * The v1 answer stream (`x-vercel-ai-data-stream`): `CODE:JSON` lines. Encoder and decoder. Pure.
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
  toOutcome,
  unshown,
} from './answer-event.ts';
import { messageIn } from './api.ts';
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
      case 'outcome':
        return line('8', [event]);
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
        // v1 has no code for this; the official client takes a body that just ends for a complete answer.
        return line('3', 'The service stopped the answer.') + encode({ type: 'finish', reason: 'error' });
      case 'reset':
      case 'ask':
      case 'contact':
      case 'unshown':
      case 'thinking':
        // v1 has no codes for these.
        return '';
    }
  }

  return { headers: dataStreamHeaders, keepAlive: '\n', encode, end: () => '' };
}

function line(code: string, payload: unknown): string {
  return `${code}:${JSON.stringify(payload)}\n`;
}

/** Reads one v1 answer. Codes that mean nothing to a reader (files, signatures, tool arguments) produce no event. */
export function createDataStreamDecoder(): AnswerDecoder {
  return new DataStreamDecoder();
}

/** Lines that may carry text: text parts, and data items on lines of their own. */
const mayCarryText = /^(?:0:|data:|\{)/;

class DataStreamDecoder implements AnswerDecoder {
  readonly #lines = createLines(maxPartChars);
  readonly #calls = createToolCalls();
  #hasBegun = false;
  #block = 0;
  #blockHasText = false;
  /** Text arrives as `0:` lines or inside data items. If it arrives as both, the lines count, as for official clients. */
  #textIn: 'none' | 'items' | 'lines' = 'none';
  #isFinished = false;
  /** Set by a `finish` data item. Only the end of the body shows that no text follows it. */
  #finishItem: AnswerEvent | undefined;
  #skipped = 0;
  #broken = 0;

  push(text: string): readonly AnswerEvent[] {
    const fresh = this.#hasBegun ? text : text.replace(/^\uFEFF/, '');
    this.#hasBegun ||= text !== '';
    return this.#lines.push(fresh).flatMap((line) => this.#readLine(line));
  }

  end(): readonly AnswerEvent[] {
    const last = this.#lines.end().flatMap((line) => this.#readLine(line));
    return !this.#isFinished && this.#finishItem ? [...last, this.#finishItem] : last;
  }

  get skipped(): number {
    return this.#skipped + this.#lines.skipped;
  }

  get broken(): number {
    return this.#broken + this.#lines.skipped;
  }

  #readLine(line: string): readonly AnswerEvent[] {
    if (line.trim() === '') return [];
    const events = line.startsWith('{') ? this.#readItem(parseJson(line)) : this.#readCoded(line);
    if (events === undefined) this.#skipped += 1;
    if (events === undefined && mayCarryText.test(line)) this.#broken += 1;
    return events ?? [];
  }

  #readCoded(line: string): readonly AnswerEvent[] | undefined {
    const [, code, json = ''] = /^([0-9a-z]|data):(.*)$/su.exec(line) ?? [];
    const payload = parseJson(json);
    return code === undefined || payload === undefined ? undefined : this.#readPart(code, payload);
  }

  /** undefined: an unknown part. */
  #readPart(code: string, payload: unknown): readonly AnswerEvent[] | undefined {
    switch (code) {
      case '0':
        return typeof payload === 'string' ? this.#readText(payload, 'lines') : undefined;
      case '2':
      case '8':
        return (Array.isArray(payload) ? payload : [payload]).flatMap((item) => this.#readItem(item) ?? []);
      case 'data':
        return this.#readItem(payload);
      case '3':
        return [{ type: 'error', message: typeof payload === 'string' ? payload : (messageIn(payload) ?? '') }];
      case '5':
        return threadsIn(payload);
      case '9':
      case 'b':
        return this.#calls.begin(payload);
      case 'a':
        return this.#calls.end(payload, valueAt(payload, 'result'));
      case 'd':
        this.#isFinished = true;
        return [...threadsIn(payload), toFinish(payload)];
      case 'e':
        this.#endStep(payload);
        return threadsIn(payload);
      case 'f':
        return [...threadsIn(payload), { type: 'step' }];
      case 'g':
        return [{ type: 'thinking' }];
      case 'h':
        return toSource(payload);
      case 'k':
        return [unshown];
      case 'c':
      case 'i':
      case 'j':
        return [];
      default:
        return undefined;
    }
  }

  #readText(text: string, from: 'items' | 'lines'): readonly AnswerEvent[] {
    if (this.#textIn === 'lines' && from === 'items') return [];
    const drop: AnswerEvent[] = [];
    if (this.#textIn === 'items' && from === 'lines') {
      drop.push({ type: 'reset', block: 0 });
      this.#block = 0;
    }
    this.#textIn = from;
    this.#finishItem = undefined;
    this.#blockHasText = true;
    return [...drop, { type: 'text', block: this.#block, text }];
  }

  /** The text of a continued step continues the same block. */
  #endStep(payload: unknown): void {
    if (!this.#blockHasText || valueAt(payload, 'isContinued') === true) return;
    this.#block += 1;
    this.#blockHasText = false;
  }

  /** A data item or annotation: an object, or its JSON as a string. A site's own items produce no event. */
  #readItem(item: unknown): readonly AnswerEvent[] | undefined {
    const value = typeof item === 'string' ? parseJson(item) : item;
    return isObject(value) ? [...threadsIn(value), ...this.#readTypedItem(value)] : undefined;
  }

  #readTypedItem(value: Readonly<Record<string, unknown>>): readonly AnswerEvent[] {
    switch (value.type) {
      case 'text-delta':
        return typeof value.textDelta === 'string' ? this.#readText(value.textDelta, 'items') : [];
      case 'sources':
        return toPages(value.sources).map((page) => ({ type: 'source', page }));
      case 'tool-call':
        return this.#calls.begin(value) ?? [];
      case 'tool-result':
        return this.#calls.end(value, value.result);
      case 'outcome':
        return toOutcome(value);
      case 'error':
        return [{ type: 'error', message: stringAt(value, 'error') ?? messageIn(value) ?? '' }];
      case 'finish':
        this.#finishItem = toFinish(value);
        return [];
      default:
        return typeof value.type === 'string' && threadsIn(value).length === 0 ? [unshown] : [];
    }
  }
}

function toFinish(payload: unknown): AnswerEvent {
  const reason = stringAt(payload, 'finishReason');
  return { type: 'finish', ...(reason !== undefined && { reason }) };
}

/** Splits one text. */
interface Lines {
  push(text: string): readonly string[];
  /** The last line, if the text did not end with a line end. */
  end(): readonly string[];
  /** How many lines were skipped because they were too long. */
  readonly skipped: number;
}

/**
 * Lines end with LF; a CR before it is kept. Lines longer than `maxChars` are skipped, so that a broken peer cannot
 * exhaust memory.
 */
function createLines(maxChars: number): Lines {
  let held: string[] = [];
  let heldChars = 0;
  let tooLong = false;
  let skipped = 0;

  function hold(piece: string): void {
    heldChars += piece.length;
    if (heldChars > maxChars) tooLong = true;
    if (tooLong) held = [];
    else held.push(piece);
  }

  function take(): readonly string[] {
    const line = held.join('');
    const whole = !tooLong;
    if (tooLong) skipped += 1;
    held = [];
    heldChars = 0;
    tooLong = false;
    return whole ? [line] : [];
  }

  return {
    push(text) {
      const [first = '', ...others] = text.split('\n');
      hold(first);
      return others.flatMap((piece) => {
        const line = take();
        hold(piece);
        return line;
      });
    },
    end: () => (heldChars > 0 ? take() : []),
    get skipped() {
      return skipped;
    },
  };
}
