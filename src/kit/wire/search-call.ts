/**
 * Encodes and decodes the assistant's tool parts in a stream: searches and the other shapes in which services send pages,
 * questions back with options, places to get help. Pure.
 */
import { isObject, parseJson, stringAt, valueAt } from '../base/json.ts';
import { type AnswerEvent, type Page, unshown } from './answer-event.ts';

/** The output of a search call, as both encodings carry it. */
export function toSearchOutput(pages: readonly Page[]): object {
  return { type: 'search', results: toSearchResults(pages) };
}

/** Pages as the search operation returns them. */
export function toSearchResults(pages: readonly Page[]): readonly object[] {
  return pages.map((page) => ({
    path: page.path,
    metadata: page.title === undefined ? {} : { title: page.title },
    ...(page.snippet !== undefined && { content: page.snippet }),
  }));
}

/** The pages of a list, or of an object with `results`. */
export function readSearchResults(value: unknown): readonly Page[] {
  return toPages(Array.isArray(value) ? value : valueAt(value, 'results'));
}

/** The tool calls of one answer. */
export interface ToolCalls {
  /** A call is announced, possibly twice: first by name, then with its arguments. undefined: it has no id or no name. */
  begin(payload: unknown): readonly AnswerEvent[] | undefined;
  /**
   * A call's output: `{results: […]}`, the bare array, or either as a JSON string. Only the outputs of searches are read.
   */
  end(payload: unknown, output: unknown): readonly AnswerEvent[];
}

/** Remembers the names of one answer's calls. The output of an unannounced call is recognised by its shape. */
export function createToolCalls(): ToolCalls {
  const names = new Map<string, string>();
  return {
    begin(payload) {
      const call = stringAt(payload, 'toolCallId');
      const name = stringAt(payload, 'toolName');
      if (call === undefined || name === undefined) return undefined;
      names.set(call, name);
      const query = stringAt(payload, 'args', 'query') ?? stringAt(payload, 'input', 'query');
      if (isSearch(name)) return [{ type: 'search', call, ...(query !== undefined && { query }) }];
      const input = valueAt(payload, 'args') ?? valueAt(payload, 'input');
      const read = readToolInput(name, input);
      // Announced by its name alone, a call may still turn out to be one that is read.
      return read.length > 0 || input === undefined ? read : [unshown];
    },
    end(payload, output) {
      const call = stringAt(payload, 'toolCallId') ?? '';
      const name = stringAt(payload, 'toolName') ?? names.get(call);
      const value = typeof output === 'string' ? parseJson(output) : output;
      if (name !== undefined && !isSearch(name) && stringAt(value, 'type') !== 'search') return [];
      return [{ type: 'found', call, pages: readSearchResults(value) }];
    },
  };
}

function isSearch(name: string): boolean {
  return /search/i.test(name);
}

/** The pages in a list; entries without an address are skipped. */
export function toPages(list: unknown): readonly Page[] {
  return Array.isArray(list) ? list.map(toPage).filter((page) => page !== undefined) : [];
}

/** The page that a source part cites. undefined: it has no address. */
export function toSource(payload: unknown): readonly AnswerEvent[] | undefined {
  const page = toPage(payload);
  return page && [{ type: 'source', page }];
}

/** One page: `url`, `path` or `link`, and a title at the top level or in its metadata. */
function toPage(entry: unknown): Page | undefined {
  if (!isObject(entry)) return undefined;
  const path = stringAt(entry, 'url') ?? stringAt(entry, 'path') ?? stringAt(entry, 'link');
  if (path === undefined) return undefined;
  const title = stringAt(entry, 'title') ?? stringAt(entry, 'metadata', 'title');
  const snippet = stringAt(entry, 'content');
  return { path, ...(title !== undefined && { title }), ...(snippet !== undefined && { snippet }) };
}

/**
 * Of a question back, and of a place to get help. No vendor documents their shapes; these are the ones that public clients
 * read.
 */
const maxOptions = 25;
const maxQuestionChars = 1_000;
const maxOptionChars = 200;
const maxUrlChars = 2_000;

/** `name`: the tool's. Empty for any other part. */
export function readToolInput(name: string, input: unknown): readonly AnswerEvent[] {
  const asked = [input, ...listAt(input, 'questions').slice(0, maxOptions)].flatMap(toAsk);
  if (asked.length > 0 || !/support|contact|escalat/i.test(name)) return asked;
  const url = stringAt(input, 'url') ?? stringAt(input, 'link') ?? stringAt(input, 'href');
  const title = bounded(stringAt(input, 'title') ?? stringAt(input, 'label'), maxOptionChars);
  return url === undefined || url.length > maxUrlChars
    ? []
    : [{ type: 'contact', page: { path: url, ...(title !== undefined && { title }) } }];
}

function toAsk(value: unknown): readonly AnswerEvent[] {
  const question = bounded(stringAt(value, 'question'), maxQuestionChars);
  const options = listAt(value, 'options')
    .slice(0, maxOptions)
    .flatMap((option) => bounded(labelOf(option), maxOptionChars) ?? []);
  if (question === undefined || options.length === 0) return [];
  return [{ type: 'ask', question, options: [...new Set(options)] }];
}

/** The label is what a reader chooses and says; a value may be an id. */
function labelOf(option: unknown): string | undefined {
  if (typeof option === 'string') return option;
  return isObject(option) ? (stringAt(option, 'label') ?? stringAt(option, 'value')) : undefined;
}

/** On one line. undefined if there is nothing to read. */
function bounded(text: string | undefined, maxChars: number): string | undefined {
  const line = text
    ?.slice(0, maxChars)
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line === '' ? undefined : line;
}

function listAt(value: unknown, key: string): readonly unknown[] {
  const list = valueAt(value, key);
  return Array.isArray(list) ? list : [];
}
