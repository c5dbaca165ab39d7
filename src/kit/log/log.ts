/**
 * The log: pino, one JSON object per line, fields first and then a fixed phrase.
 *
 * User messages, answers, tokens, and URLs that may contain one are removed at every level, in three steps: fields with
 * private names and secrets in other fields are removed at any depth, errors are reduced to harmless properties, and each
 * finished line is searched for known secrets, addresses, and tokens in a broader sense.
 */
import pino from 'pino';
import { logLevels, type RootLogger } from '../base/logger.ts';
import { replaceSecrets } from '../masking/secret-shapes.ts';

export interface LogOptions {
  /** One of `logLevels`; anything else means `info`. */
  readonly level: string;
  /** Values to remove from every line; the list may grow. */
  readonly secrets?: readonly string[];
  /** Replaces standard output. Receives whole lines. */
  readonly destination?: { write(line: string): void };
}

export function createLogger({ level, secrets = [], destination }: LogOptions): RootLogger {
  const known = logLevels.find((name) => name === level) ?? 'info';
  const options: pino.LoggerOptions = {
    level: known,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    // Errors are plain objects at this point; pino's serializer would treat some of them as errors.
    serializers: { err: (err) => err },
    hooks: { streamWrite: createScrubber(secrets) },
  };
  return toLogger(destination ? pino(options, destination) : pino(options), createCleaner(known === 'debug'));
}

type Clean = (fields: object) => Record<string, unknown>;

function toLogger(target: pino.Logger, clean: Clean): RootLogger {
  const write = (level: (typeof logLevels)[number]) => (fields: object, phrase: string) => {
    // No interpolation, and an error's message never replaces a missing phrase.
    if (target.isLevelEnabled(level)) target[level](clean(fields), phrase ?? '');
  };
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    child: (fields) => toLogger(target.child(clean(fields)), clean),
  };
}

const removed = '[removed]';
/** Deeper than anything we log; also stops circular references. */
const maxDepth = 6;

/** Fields with these names contain messages, answers, or addresses of private places. */
const privateNames = new Set(
  'address answer attachments blocks body comment content data description email embeds headers input key markdown message messages opens password payload prompt query question raw replyaddress request response summary text title'.split(
    ' ',
  ),
);
const secretEndings = /(?:token|secret|apikey|password|authorization|cookie|credential|signature)s?$/;
/** Names that precede their values in a list, as in Node's `rawHeaders`. */
const secretHeaders = /^(?:(?:proxy-)?authorization|(?:set-)?cookie|x-[\w-]{0,40}(?:key|token|secret|signature))$/i;

function isPrivate(name: string, value: unknown): boolean {
  // Numbers are harmless: a token count is not a secret.
  if (typeof value !== 'string' && typeof value !== 'object') return false;
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  // A thrown value that is not an Error may be a free-form sentence.
  if (plain === 'err' || plain === 'error') return typeof value === 'string' && !isCode(value);
  return privateNames.has(plain) || secretEndings.test(plain);
}

function isSecretHeader(name: unknown): boolean {
  return typeof name === 'string' && secretHeaders.test(name);
}

/** Returns a function that copies an object without private fields and with errors reduced to harmless properties. */
function createCleaner(withStacks: boolean): Clean {
  return (fields) => cleanFields(fields instanceof Error ? { err: fields } : fields, 0);

  function cleanFields(fields: object, depth: number): Record<string, unknown> {
    const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
    return Object.fromEntries(
      entries.map(([name, value]) => [name, isPrivate(name, value) ? removed : cleanValue(value, depth + 1)]),
    );
  }

  function cleanValue(value: unknown, depth: number): unknown {
    if (typeof value === 'bigint') return Number(value);
    if (typeof value === 'string') return replaceSecrets(value, removed);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > maxDepth) return removed;
    if (value instanceof Error) return toPlainError(value, withStacks, depth);
    if (Array.isArray(value)) {
      return value.map((item, at) => (isSecretHeader(value[at - 1]) ? removed : cleanValue(item, depth + 1)));
    }
    // Objects with toJSON, such as URL and Buffer, would serialize to something we cannot check.
    if ('toJSON' in value) return value instanceof Date ? value.toISOString() : removed;
    return cleanFields(value, depth);
  }
}

/** Errors whose messages are built only from a code. */
const ownErrors = new Set(['PlatformError', 'AssistantError', 'DeployError', 'StoreError', 'ConfigError']);

/**
 * Name, code, status, the missing scope, our own message, and the same of the cause. Messages of libraries are left out,
 * because they quote their input; only the locations of a stack are kept.
 */
function toPlainError(error: Error, withStack: boolean, depth: number): object {
  const facts = new Map<string, unknown>(Object.entries(error));
  const code = facts.get('code');
  const status = facts.get('status') ?? facts.get('statusCode');
  // The message precedes the stack's locations and may contain lines that look like them.
  const stack = error.stack?.replace(error.message, '') ?? '';
  const places = stack.split('\n').filter((line) => /^\s+at /.test(line));
  const data = facts.get('data');
  const { cause } = error;
  return {
    name: /^\w{1,60}/.exec(error.name)?.[0] ?? 'Error',
    ...(isCode(code) && { code }),
    ...(isCode(status) && { status }),
    ...wordsOf(data),
    ...(ownErrors.has(error.name) && { message: error.message }),
    ...(withStack && { stack: places.map((place) => place.trim()) }),
    ...(!withStack && places[0] && { at: places[0].trim().slice('at '.length) }),
    ...(cause instanceof Error && depth < maxDepth && { cause: toPlainError(cause, withStack, depth + 1) }),
  };
}

/** Whether a value is a number or a word such as `ECONNRESET`, and not a sentence. */
function isCode(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^\w{1,60}$/.test(value));
}

/** The platform's own error code, for instance `not_in_channel`, and the scope that the call needs. */
function wordsOf(data: unknown): { readonly reason?: string; readonly needed?: string } {
  if (typeof data !== 'object' || data === null) return {};
  const facts = new Map<string, unknown>(Object.entries(data));
  const [reason, needed] = [facts.get('error'), facts.get('needed')];
  return {
    ...(typeof reason === 'string' && isCode(reason) && { reason }),
    ...(typeof needed === 'string' && /^[\w:.,]{1,60}$/.test(needed) && { needed }),
  };
}

/** Slack and Discord tokens, Authorization values, and keys with common prefixes, also of letters alone. */
const secretShapes =
  /\b(?:xox[a-z](?:\.xox[a-z])?|xapp)-[\w-]+|\b[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}|\b(?:Bearer|Bot|Basic) [\w.~+/=-]{20,}|\b(?:mint|docs|deploy|docent|sk|pk)_[\w-]{16,}/gi;
/** Header lines, up to the end of the string. */
const cookieLines = /\b((?:set-)?cookie2?: ?)(?:[^"\\]|\\[^rn])+/gi;
/** The ID and token in a path of Discord, which may be logged without its host. */
const tokenPaths = /(?<=\/(?:webhooks|interactions)\/)[^\s"\\/?#]+\/[^\s"\\/?#]+/g;
/** Pages that our own messages link to, which are kept. */
const advice = /^https:\/\/(?:api\.slack\.com\/apps|discord\.com\/developers\/)[\w/-]*$/;
/** URLs, of which only scheme and host are kept: tokens occur in the user part, the path and the query. */
const addresses = /\b(https?|wss?|postgres(?:ql)?):\/\/(?:[^\s"\\/?#]*@)?([^\s"\\/?#@]*)([/?#][^\s"\\]*)?/gi;

/** Shorter values would match inside words and are not secrets. */
const minSecretChars = 8;

/** Searches for the secrets as they are escaped in JSON. */
function createScrubber(secrets: readonly string[]): (line: string) => string {
  let count = 0;
  let values: readonly string[] = [];
  return (line) => {
    if (secrets.length !== count) {
      count = secrets.length;
      values = secrets
        .filter((secret) => secret.length >= minSecretChars)
        .map((secret) => JSON.stringify(secret).slice(1, -1));
    }
    let clean = line;
    for (const value of values) clean = clean.replaceAll(value, removed);
    return clean
      .replace(addresses, (all, scheme, host, rest) => {
        const [page = ''] = /^:[^,;:”)]*/.exec(all.slice(scheme.length)) ?? [];
        if (advice.test(scheme + page.replace(/\.$/, ''))) return all;
        return `${scheme}://${host}${rest ? '/…' : ''}`;
      })
      .replace(tokenPaths, removed)
      .replace(cookieLines, `$1${removed}`)
      .replace(secretShapes, removed);
  };
}
