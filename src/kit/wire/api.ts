/**
 * Request and response shapes of the documentation API, for clients and servers: the assistant, search, forget and update
 * operations. In: JSON from the network. Out: validated values, or why they are not valid. Pure.
 */
import * as z from 'zod';
import { parseJson, stringAt, valueAt } from '../base/json.ts';

/** The two encodings of the answer's stream; also the version in the assistant's path. */
export type ApiVersion = 'v1' | 'v2';

/** Response header with the thread's id; sent with every answer. */
export const threadIdHeader = 'x-thread-id';

/** Response header with the thread's secret; sent once, with the answer that opens the thread. Never logged. */
export const threadKeyHeader = 'x-thread-key';

/** The path of a question, below the assistant's base address. */
export function messagePath(version: ApiVersion, domain: string): string {
  return `/${version}/assistant/${encodeURIComponent(domain)}/message`;
}

/** The path of the forget operation, below the assistant's base address; hosted services do not have it. */
export function forgetPath(domain: string): string {
  return `/v1/assistant/${encodeURIComponent(domain)}/forget`;
}

/** The path of the search operation, below the assistant's base address. */
export function searchPath(domain: string): string {
  return `/v1/search/${encodeURIComponent(domain)}`;
}

/** The path of the update operation, below the deployment's base address. */
export function updatePath(projectId: string): string {
  return `/v1/project/update/${encodeURIComponent(projectId)}`;
}

/** The path of an update's status unless configured otherwise. */
export const defaultStatusPath = '/v1/project/update-status/{statusId}';

/** The status path with its placeholder filled in. undefined for `.` and `..`, which change the path even when encoded. */
export function statusPath(template: string, statusId: string): string | undefined {
  if (statusId === '.' || statusId === '..') return undefined;
  return template.replaceAll('{statusId}', encodeURIComponent(statusId.toWellFormed()));
}

/** A path below a base address, which may have a path of its own (`new URL(path, base)` would drop it). */
export function joinUrl(base: string, path: string): string {
  return `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
}

/** An id in a body: any non-empty string. */
const id = z.string().min(1);

/** An optional id; an empty one counts as missing. */
const optionalId = z
  .string()
  .nullish()
  .transform((value) => value || undefined);

/**
 * Validates the last `max` entries of a list, without those that `isIgnored` matches, up to the first invalid one. Zod would
 * collect an issue for each: a hostile megabyte of entries takes half a gigabyte, or overflows the stack.
 */
function parseEntries<T>(
  item: z.ZodType<T>,
  isIgnored: (entry: unknown) => boolean = () => false,
  max = Number.POSITIVE_INFINITY,
): (list: readonly unknown[], context: z.RefinementCtx) => readonly T[] {
  return (list, context) => {
    const entries: T[] = [];
    for (const [at, entry] of list.entries()) {
      if (at < list.length - max || isIgnored(entry)) continue;
      const read = item.safeParse(entry);
      if (!read.success) {
        for (const { message, path } of read.error.issues)
          context.addIssue({ code: 'custom', message, path: [at, ...path] });
        return z.NEVER;
      }
      entries.push(read.data);
    }
    return entries;
  };
}

const list = z.array(z.unknown());

/** A part of a message. Only `text` parts are read; chat hooks also send others back (`step-start`, `tool-…`). */
const messagePart = z.looseObject({ type: z.string(), text: z.unknown().optional() });

const roles = ['user', 'assistant'] as const;

/** Clients of other libraries send the content as a list of parts, some of which may be plain strings. */
const contentPart = z.union([z.string(), messagePart]);

/** A message of either version: v1 has `content`, v2 only `parts`; unknown fields are ignored. */
const message = z
  .looseObject({
    role: z.enum(roles),
    content: z.union([z.string(), list.transform(parseEntries(contentPart))]).nullish(),
    parts: list.transform(parseEntries(messagePart)).nullish(),
  })
  .refine(({ content, parts }) => typeof content === 'string' || content || parts, {
    error: 'content or parts is required',
    path: ['content'],
  });

/** Messages with other roles (system, tool, those of later versions) are ignored. */
function hasOtherRole(entry: unknown): boolean {
  const role = stringAt(entry, 'role');
  return role !== undefined && !roles.some((known) => known === role);
}

/** Narrows the search. Unknown fields are ignored. */
const filter = z.looseObject({
  version: z.string().nullish(),
  language: z.string().nullish(),
  groups: list.transform(parseEntries(z.string())).nullish(),
});

/** The asker's selection. */
const contextItem = z.looseObject({
  type: z.string(),
  value: z.string(),
  path: z.string().nullish(),
  elementId: z.string().nullish(),
});

/** Only the newest messages of a conversation are read. */
const maxMessages = 200;

/** The body of the assistant operation as a server accepts it: required fields and defaults as specified, others ignored. */
export const askBodySchema = z.looseObject({
  fp: id,
  messages: list.min(1).transform(parseEntries(message, hasOtherRole, maxMessages)),
  threadId: optionalId,
  threadKey: optionalId,
  retrievalPageSize: z
    .number()
    .transform(Math.round)
    .pipe(z.number().min(1))
    .nullish()
    .transform((size) => size ?? defaultRetrievalPageSize),
  filter: filter.nullish(),
  context: list.transform(parseEntries(contextItem)).nullish(),
  currentPath: z.string().nullish(),
});

/** The body of the search operation. */
export const searchBodySchema = z.looseObject({
  query: z.string().trim().min(1),
  pageSize: z
    .number()
    .transform(Math.round)
    .pipe(z.number().min(1))
    .nullish()
    .transform((size) => size ?? defaultSearchPageSize),
  filter: filter.nullish(),
});

const defaultSearchPageSize = 10;

/** The body of the forget operation. */
export const forgetBodySchema = z.looseObject({ fp: id });

/** The parameters of the messages operation. */
export const messagesQuerySchema = z.looseObject({
  fp: id,
  /** `next` of the page before. */
  after: z.coerce.number({ error: 'expected the next of a page' }).int().min(0).default(0),
  pageSize: z.coerce.number({ error: 'expected a number' }).transform(Math.round).pipe(z.number().min(1)).default(100),
});

/** A page of the messages operation, oldest first. `next` is missing on the last page. */
export interface MessagesBody {
  readonly messages: readonly {
    readonly threadId: string;
    readonly role: 'user' | 'assistant';
    readonly content: string;
    /** An ISO date, UTC. */
    readonly createdAt: string;
  }[];
  readonly next?: string;
}

/** The response of the forget operation: how many threads were deleted. */
export const forgottenSchema = z.looseObject({ threads: z.number() });

/** How many retrieval results an answer uses unless the request says otherwise. */
export const defaultRetrievalPageSize = 5;

/** A checked request to the assistant. */
export type AskBody = z.infer<typeof askBodySchema>;

/** One message of a checked request. */
export type AskBodyMessage = AskBody['messages'][number];

/** The text of a message: its text parts joined, or its content where they are empty. Other parts are ignored. */
export function messageText({ parts, content }: AskBodyMessage): string {
  return textOf(parts ?? []) || (typeof content === 'string' ? content : textOf(content ?? []));
}

function textOf(parts: readonly z.infer<typeof contentPart>[]): string {
  return parts
    .map((part) =>
      typeof part === 'string' ? part : part.type === 'text' && typeof part.text === 'string' ? part.text : '',
    )
    .join('');
}

const maxStatusIdChars = 500;

/** The body of a 202: the update is queued. The id becomes part of an address. */
export const updateAcceptedSchema = z.looseObject({ statusId: id.max(maxStatusIdChars) });

/** The states of an update that are documented. */
export const updateStates = ['queued', 'in_progress', 'success', 'failure'] as const;

const anyText = z.string().optional().catch(undefined);
const anyList = list.optional().catch(undefined);

/** The body of an update's status. Any field may be missing; one of another type counts as missing. */
export const updateStatusSchema = z.looseObject({
  status: anyText,
  summary: anyText,
  logs: anyList,
  author: z.looseObject({ name: anyText }).nullish().catch(undefined),
  commit: z
    .looseObject({
      sha: anyText,
      ref: anyText,
      message: anyText,
      filesChanged: z.looseObject({ added: anyList, modified: anyList, removed: anyList }).nullish().catch(undefined),
    })
    .nullish()
    .catch(undefined),
});

/** An update's status as a client reads it. */
export type ReadUpdateStatus = z.infer<typeof updateStatusSchema>;

/** An update's status as a service sends it. Times are ISO dates in UTC. */
export interface UpdateStatusBody {
  readonly _id: string;
  readonly projectId: string;
  readonly status: (typeof updateStates)[number];
  readonly createdAt: string;
  readonly endedAt?: string;
  readonly summary?: string;
  readonly logs?: readonly string[];
  readonly source?: string;
  /** The commit's author. */
  readonly author?: { readonly name: string };
  readonly commit?: {
    readonly sha: string;
    readonly ref: string;
    readonly message: string;
    readonly filesChanged: {
      readonly added: readonly string[];
      readonly modified: readonly string[];
      readonly removed: readonly string[];
    };
  };
}

/** The only shape of error body that our own service sends. */
export interface ErrorBody {
  readonly error: string;
  readonly details?: readonly { readonly message: string }[];
}

const maxErrorMessageChars = 300;

/**
 * The message in an error body of any documented shape: `message`, `error.message`, `error` or `details[0].message`, in
 * this order. undefined for anything else; HTML and plain text are never used.
 */
export function errorMessage(body: string): string | undefined {
  return messageIn(parseJson(body));
}

/** The same for an already parsed body. */
export function messageIn(value: unknown): string | undefined {
  const details = valueAt(value, 'details');
  const found =
    stringAt(value, 'message') ??
    stringAt(value, 'error', 'message') ??
    stringAt(value, 'error') ??
    stringAt(Array.isArray(details) ? details[0] : undefined, 'message');
  return found?.slice(0, maxErrorMessageChars).toWellFormed();
}
