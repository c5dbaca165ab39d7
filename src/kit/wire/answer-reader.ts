/**
 * Reads a response body as an answer stream in either encoding. In: the response headers, then the bytes, split
 * anywhere. Out: events. Pure.
 */
import type { AnswerDecoder, AnswerEvent } from './answer-event.ts';
import type { ApiVersion } from './api.ts';
import { createDataStreamDecoder } from './data-stream.ts';
import { createUiMessageStreamDecoder } from './ui-message-stream.ts';

/** The encoding of a body; `none`: not an answer stream but JSON, a web page or something else. */
export type Encoding = ApiVersion | 'none';

/** Reads one body. */
export interface AnswerReader {
  push(bytes: Uint8Array): readonly AnswerEvent[];
  /** The body has ended. */
  end(): readonly AnswerEvent[];
  /** undefined until enough has arrived to decide. */
  readonly encoding: Encoding | undefined;
  /** How many lines or events were skipped because they were unknown or malformed. */
  readonly skipped: number;
  /** How many of those may have carried text, so that words may be missing. */
  readonly broken: number;
}

/** How much of a body is examined before it counts as not an answer stream. */
const maxSniffedChars = 64 * 1024;

/** `header` returns the value of a response header by its lower-case name. */
export function createAnswerReader(header: (name: string) => string | undefined): AnswerReader {
  // One decoder for the whole body: a character may be split between two chunks. It also strips a byte order mark.
  const utf8 = new TextDecoder();
  let encoding = encodingByHeaders(header);
  let decoder = encoding && createDecoder(encoding);
  const sniff = createSniffer();
  let held = '';

  function read(text: string): readonly AnswerEvent[] {
    if (decoder) return decoder.push(text);
    held += text;
    encoding = sniff(text) ?? (held.length > maxSniffedChars ? 'none' : undefined);
    if (!encoding) return [];
    decoder = createDecoder(encoding);
    return decoder.push(held);
  }

  return {
    push: (bytes) => read(utf8.decode(bytes, { stream: true })),
    end() {
      // An extra line end lets the sniffer decide on an unterminated last line.
      const last = read(`${utf8.decode()}${decoder ? '' : '\n'}`);
      if (!decoder && held.trim() !== '') encoding = 'none';
      return [...last, ...(decoder?.end() ?? [])];
    },
    get encoding() {
      return encoding;
    },
    get skipped() {
      return decoder?.skipped ?? 0;
    },
    get broken() {
      return decoder?.broken ?? 0;
    },
  };
}

const emptyDecoder: AnswerDecoder = { push: () => [], end: () => [], skipped: 0, broken: 0 };

function createDecoder(encoding: Encoding): AnswerDecoder {
  if (encoding === 'v1') return createDataStreamDecoder();
  if (encoding === 'v2') return createUiMessageStreamDecoder();
  return emptyDecoder;
}

/**
 * The marker headers first, then the content type. `text/plain` is v1's, but also the default of many servers, so in
 * that case the lines of the body decide.
 */
function encodingByHeaders(header: (name: string) => string | undefined): Encoding | undefined {
  if (header('x-vercel-ai-data-stream') !== undefined) return 'v1';
  if (header('x-vercel-ai-ui-message-stream') !== undefined) return 'v2';
  const type = header('content-type')?.toLowerCase() ?? '';
  if (type.startsWith('text/event-stream')) return 'v2';
  return /^(application\/([\w.-]+\+)?json|text\/html|application\/xhtml)/.test(type) ? 'none' : undefined;
}

/** Takes text piece by piece and decides at the first line that only one encoding can contain. undefined: undecided. */
function createSniffer(): (text: string) => Encoding | undefined {
  let begun = false;
  let partial = '';
  return (text) => {
    const fresh = begun ? text : text.trimStart();
    if (fresh === '') return undefined;
    if (!begun && /^[{[<]/.test(fresh)) return 'none';
    begun = true;
    const lines = (partial + fresh).split(/\r\n?|\n/);
    // Only the name at the start of a line is needed.
    partial = (lines.at(-1) ?? '').slice(0, maxNameChars);
    for (const [at, line] of lines.entries()) {
      const found = encodingOfLine(line, at < lines.length - 1);
      if (found) return found;
    }
    return undefined;
  };
}

const maxNameChars = 20;

function encodingOfLine(line: string, isWhole: boolean): Encoding | undefined {
  const [name = '', value] = line.split(':', 2);
  if (value === undefined && !isWhole) return undefined;
  if (value !== undefined && /^[0-9a-z]$/.test(name)) return 'v1';
  return /^(data|event|id|retry)$/.test(name) || (value !== undefined && name === '') ? 'v2' : undefined;
}
