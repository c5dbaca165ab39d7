/**
 * The Assistant over a documentation API: one HTTP request per question, never retried here.
 */

import { createHash, createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { parseJson } from '../../kit/base/json.ts';
import { maskSensitive } from '../../kit/masking/mask.ts';
import { createAnswerReader } from '../../kit/wire/answer-reader.ts';
import {
  type ApiVersion,
  defaultRetrievalPageSize,
  messagePath,
  searchPath,
  threadIdHeader,
  threadKeyHeader,
} from '../../kit/wire/api.ts';
import { type Picture, toFilePart } from '../../kit/wire/pictures.ts';
import { readSearchResults } from '../../kit/wire/search-call.ts';
import { AssistantError } from '../core/model/errors.ts';
import type { Part } from '../core/model/reply.ts';
import type { FoundPage } from '../core/model/source.ts';
import type { Ask, AskMessage, Assistant } from '../core/ports/assistant.ts';
import { type ForgetResult, forgetAt } from './forget.ts';
import { createHttp, type Http, HttpFailure, type HttpResponse, type Limits, textOf } from './http.ts';
import { createToUrl, linkedPath } from './page-urls.ts';
import { createPartReader, toThreadPart } from './stream-parts.ts';
import { createVersions, mayLackPath } from './versions.ts';

/** Which assistant to ask, and how. */
export interface AssistantOptions extends Limits {
  /** Base URL; may have a path. */
  readonly url: string;
  readonly domain: string;
  readonly apiKey: string;
  /** `auto`: v2 where the service has it, else v1. */
  readonly apiVersion: ApiVersion | 'auto';
  readonly retrievalPageSize?: number | undefined;
  /** Narrows the search; sent as it is. */
  readonly filter?: object | undefined;
  /** The docs site's URL, which makes relative sources and links absolute. */
  readonly siteUrl?: string | undefined;
  /** `off` sends e-mail addresses, secrets and card numbers as they were written. */
  readonly masking?: 'off' | undefined;
  /** Whether pictures are sent, which cannot be masked. Only v2 carries them. */
  readonly pictures?: boolean | undefined;
}

/** The result of `check`: `unauthorized` refers to the key, `not_found` to the domain. */
export type AssistantCheck = 'ready' | 'unreachable' | 'unauthorized' | 'not_found';

/** An assistant that holds connections. */
export interface DocsAssistant extends Assistant {
  /**
   * Checks URL, key and domain within 5 s, with a request that contains no question, which services reject at no cost.
   * Never fails.
   */
  check(): Promise<AssistantCheck>;
  /** The version of the API in use; undefined until `auto` has found it. */
  readonly version: ApiVersion | undefined;
  /** Whether a server responds at the URL within 5 s, whatever the response. Never fails. */
  isThere(): Promise<boolean>;
  /** Asks the service to delete everything about this fingerprint, within 5 s. Never fails. */
  forget(fp: string): Promise<ForgetResult>;
  /** Closes the connections; requests in progress fail. */
  close(): Promise<void>;
}

const checkLimitMs = 5_000;

/** The response to a question, and the version in which it was sent. */
interface Sent {
  readonly response: HttpResponse;
  readonly version: ApiVersion;
}

/** The assistant of one domain. `not_found` for an ask with a thread may mean that the thread is gone. */
export function createAssistant(options: AssistantOptions): DocsAssistant {
  const { domain, retrievalPageSize = defaultRetrievalPageSize, filter, siteUrl, masking, pictures = false } = options;
  const http = createHttp({ ...options, baseUrl: options.url, key: options.apiKey });
  const versions = createVersions(http, domain, options.apiVersion);
  const toUrl = createToUrl(siteUrl);

  async function* ask(question: Ask, signal: AbortSignal): AsyncGenerator<Part> {
    if (signal.aborted) return;
    try {
      yield* answer(await send(question, signal), question, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof AssistantError && error.code === 'malformed') versions.doubt();
      throw error instanceof HttpFailure ? toAssistantError(error) : error;
    }
  }

  /** If the service seems to lack the path, its versions are found again, and a question is sent to another one. */
  async function send(question: Ask, signal: AbortSignal): Promise<Sent> {
    const version = await versions.find(signal);
    try {
      return await sendIn(version, question, signal);
    } catch (error) {
      if (options.apiVersion !== 'auto' || !(error instanceof HttpFailure) || !mayLackPath(error)) throw error;
      versions.doubt();
      const now = await versions.find(signal);
      if (now === version) throw error;
      return sendIn(now, question, signal);
    }
  }

  async function sendIn(version: ApiVersion, question: Ask, signal: AbortSignal): Promise<Sent> {
    const own = { apiVersion: version, retrievalPageSize, filter, siteUrl, masking, pictures: showsPictures(version) };
    const body = toAskBody(question, own);
    return { response: await http.send({ method: 'POST', path: messagePath(version, domain), body, signal }), version };
  }

  function showsPictures(version: ApiVersion): boolean {
    return pictures && version === 'v2';
  }

  async function* answer({ response, version }: Sent, question: Ask, signal: AbortSignal): AsyncGenerator<Part> {
    const thread = { id: response.header(threadIdHeader), key: response.header(threadKeyHeader) };
    const reader = createAnswerReader(response.header);
    const parts = createPartReader(toUrl, thread);
    let broken: HttpFailure | undefined;
    try {
      if (question.pictures?.length && !showsPictures(version)) yield { type: 'pictures_unseen' };
      if (thread.id !== undefined) {
        yield toThreadPart({ id: thread.id, ...(thread.key !== undefined && { key: thread.key }) });
      }
      for await (const bytes of inPieces(response.body)) {
        for (const part of parts.read(reader.push(bytes))) yield part;
        if (reader.encoding === 'none') throw new AssistantError('malformed');
      }
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error;
      broken = error;
    } finally {
      response.leave();
    }
    if (signal.aborted) return;
    yield* parts.read(reader.end());
    yield* parts.end(reader);
    if (reader.encoding === 'none') throw new AssistantError('malformed');
    const failure = parts.failure(reader);
    // A failure after the end of the answer does not matter.
    if (failure) throw broken ?? failure;
  }

  /** Any response counts, because there need not be a page at the root. */
  async function isThere(): Promise<boolean> {
    try {
      const response = await http.send({ method: 'GET', path: '/', signal: AbortSignal.timeout(checkLimitMs) });
      response.leave();
      return true;
    } catch (error) {
      return error instanceof HttpFailure && error.status !== undefined && error.status < 500;
    }
  }

  async function check(): Promise<AssistantCheck> {
    try {
      await versions.check(AbortSignal.timeout(checkLimitMs));
      return 'ready';
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error;
      if (error.code === 'unauthorized' || error.code === 'not_found') return error.code;
      return error.code === 'unavailable' || error.code === 'timed_out' || error.code === 'cut_off'
        ? 'unreachable'
        : 'ready';
    }
  }

  const forget = (fp: string): Promise<ForgetResult> => forgetAt(http, options.domain, fp);

  function search(question: Pick<Ask, 'messages' | 'filter'>, signal: AbortSignal): Promise<readonly FoundPage[]> {
    const query = maskedBy(masking)(question.messages.at(-1)?.text ?? '');
    const narrowed = (filter || question.filter) && { filter: { ...filter, ...question.filter } };
    return searchAt(http, options, { query, ...narrowed }, signal);
  }

  return {
    ask,
    search,
    check,
    isThere,
    forget,
    get version() {
      return versions.known;
    },
    get takesPictures() {
      // An unknown version may turn out to be v2, and the picture cannot be fetched later.
      return showsPictures(versions.known ?? 'v2');
    },
    close: http.close,
  };
}

/** Few enough bytes to be decoded in a few milliseconds, whatever they contain. */
const pieceBytes = 4_096;

/** Reads the body in slices and yields to other work in between, however fast it arrives. */
async function* inPieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let sincePause = 0;
  for await (const bytes of body) {
    for (let from = 0; from < bytes.length; from += pieceBytes) {
      const piece = bytes.subarray(from, from + pieceBytes);
      if (sincePause + piece.length > pieceBytes) {
        await setImmediate();
        sincePause = 0;
      }
      sincePause += piece.length;
      yield piece;
    }
  }
}

/** Redirects, wrong methods, conflicts and media types: rephrasing does not help, the settings must be checked. */
function isForMaintainers(status: number | undefined): boolean {
  return status !== undefined && ((status >= 300 && status < 400) || [405, 409, 415].includes(status));
}

function toAssistantError({ code, status, waitMs, cause, message }: HttpFailure): AssistantError {
  return new AssistantError(isForMaintainers(status) ? 'malformed' : code, {
    ...(waitMs !== undefined && { waitMs }),
    ...(status !== undefined && { status }),
    cause: cause ?? new Error(message),
  });
}

/** The maximum number of messages in a request, and of characters in all of them. */
export const maxMessages = 20;
export const maxMessagesChars = 40_000;

/** Options that apply to every request to an assistant. */
export interface RequestOptions {
  readonly apiVersion: ApiVersion;
  readonly retrievalPageSize: number;
  /** Narrows the search; sent as it is. */
  readonly filter?: object | undefined;
  /** The docs site's URL: a link to one of its pages in the question tells which page it is about. */
  readonly siteUrl?: string | undefined;
  /** `off` sends everything as it was written. */
  readonly masking?: 'off' | undefined;
  /** Whether pictures are sent. */
  readonly pictures?: boolean | undefined;
}

/** `threadKey` is sent only with `threadId`. Fields that are not set are left out, which is the same as null. */
export function toAskBody(ask: Ask, options: RequestOptions): object {
  const { thread, context, files = [] } = ask;
  const pictures = options.pictures ? (ask.pictures ?? []) : [];
  const mask = maskedBy(options.masking);
  const items = [
    ...(context === undefined ? [] : [{ type: 'textSelection', value: mask(context) }]),
    ...files.map(({ name, text }) => ({ type: 'code', value: mask(text), path: mask(name) })),
  ];
  const messages = recentMessages(ask.messages).map((message) => ({ ...message, text: mask(message.text) }));
  const currentPath = linkedPath(messages.at(-1)?.text ?? '', options.siteUrl);
  const masked = (picture: Picture): Picture => ({ ...picture, name: mask(picture.name) });
  return {
    fp: ask.fp,
    messages: messages.map((message, at) =>
      toMessage(message, options.apiVersion, at === messages.length - 1 ? pictures.map(masked) : []),
    ),
    ...(thread && { threadId: thread.id }),
    ...(thread?.key !== undefined && { threadKey: thread.key }),
    ...(items.length > 0 && { context: items }),
    ...(currentPath !== undefined && { currentPath }),
    retrievalPageSize: options.retrievalPageSize,
    ...((options.filter || ask.filter) && { filter: { ...options.filter, ...ask.filter } }),
  };
}

/** Returns the function that masks a text before it is sent. */
export function maskedBy(masking: 'off' | undefined): (text: string) => string {
  return masking === 'off' ? (text) => text : maskSensitive;
}

/**
 * The newest messages that fit, always including the question. The oldest one is a user's, because models reject a
 * conversation that begins with an answer. Empty messages are left out.
 */
export function recentMessages(messages: readonly AskMessage[]): readonly AskMessage[] {
  const kept: AskMessage[] = [];
  let chars = 0;
  for (const message of messages.filter(({ text }) => text.trim() !== '').toReversed()) {
    chars += message.text.length;
    if (kept.length > 0 && (kept.length === maxMessages || chars > maxMessagesChars)) break;
    kept.unshift(message);
  }
  const first = kept.findIndex((message) => message.role === 'user');
  return kept.slice(Math.max(0, first));
}

function toMessage({ id, role, text }: AskMessage, version: ApiVersion, pictures: readonly Picture[]): object {
  const parts = [{ type: 'text', text }, ...pictures.map(toFilePart)];
  return version === 'v1' ? { id, role, content: text, parts } : { id, role, parts };
}

export interface SearchOptions {
  readonly domain: string;
  readonly siteUrl?: string | undefined;
}

export interface SearchQuery {
  readonly query: string;
  readonly filter?: object;
}

const limitMs = 5_000;
const maxPages = 5;
/** Enough for five whole pages; anything longer is not a list of results. */
const maxBodyChars = 1024 * 1024;
/** More than any search reads. */
const maxQueryChars = 2_000;

/**
 * Returns distinct pages of the site that can be linked, and none if the service cannot search. Takes at most 5 s, and
 * never fails.
 */
export async function searchAt(
  http: Http,
  { domain, siteUrl }: SearchOptions,
  { query, filter }: SearchQuery,
  signal: AbortSignal,
): Promise<readonly FoundPage[]> {
  const body = { query: query.slice(0, maxQueryChars).toWellFormed(), pageSize: maxPages, ...(filter && { filter }) };
  const ending = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  try {
    const response = await http.send({ method: 'POST', path: searchPath(domain), body, signal: ending });
    const text = await textOf(response, maxBodyChars);
    const pages = text === undefined ? [] : readSearchResults(parseJson(text));
    const toUrl = createToUrl(siteUrl);
    const sources = pages.flatMap(({ path, title, snippet }) => {
      const url = toUrl(path);
      if (!url || !isOn(url, siteUrl)) return [];
      const digest = snippet && createHash('sha256').update(snippet).digest('base64url').slice(0, 16);
      return [{ path, url, ...(title !== undefined && { title }), ...(digest && { digest }) }];
    });
    return [...new Map(sources.toReversed().map((source) => [source.url, source])).values()]
      .toReversed()
      .slice(0, maxPages);
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    return [];
  }
}

/** If the site is not configured, any URL that the service returns is accepted. */
function isOn(url: string, siteUrl: string | undefined): boolean {
  return siteUrl === undefined || new URL(url).origin === new URL(siteUrl).origin;
}

/**
 * The id under which the service knows a person: their own or, with FP_SECRET, a keyed hash, so that it does not learn who
 * asks.
 */
export function fingerprinter(secret: string | undefined): (person: string) => string {
  if (secret === undefined) return (person) => person;
  return (person) => createHmac('sha256', secret).update(person).digest('hex').slice(0, 32);
}
