/**
 * The log: pino, one JSON object a line. In: a level and the secrets that are known. Out: a logger that takes an object
 * first and a fixed phrase after it. Effects: standard output, or wherever it is told to write.
 *
 * Nothing that people wrote or were told gets out, no token, and no URL that may hold one, at any level. Three nets, the
 * finest last: fields with a telling name are removed at any depth, errors give only what is known to be harmless, and
 * each finished line is searched for secrets by value and by shape.
 */
import pino from 'pino';
import type { RootLogger } from './base/logger.ts';

/** error: someone must act. warn: coped. info: the end of each turn, the life of the process. debug: each action. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const;

export interface LogOptions {
  /** One of `logLevels`; anything else is `info`. */
  readonly level: string;
  /** Values that no line may hold, whatever they look like. */
  readonly secrets?: readonly string[];
  /** Instead of standard output. Gets whole lines. */
  readonly destination?: { write(line: string): void };
}

export function createLogger({ level, secrets = [], destination }: LogOptions): RootLogger {
  const known = logLevels.find((each) => each === level) ?? 'info';
  const options: pino.LoggerOptions = {
    level: known,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    // Errors are plain objects by then; pino would take some for errors and add to them.
    serializers: { err: (err) => err },
    hooks: { streamWrite: createScrubber(secrets) },
  };
  return toLogger(destination ? pino(options, destination) : pino(options), createCleaner(known === 'debug'));
}

type Clean = (fields: object) => Record<string, unknown>;

function toLogger(target: pino.Logger, clean: Clean): RootLogger {
  const write = (level: (typeof logLevels)[number]) => (fields: object, phrase: string) => {
    // A phrase is fixed: nothing is filled into it, and an error's message does not stand in for a missing one.
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
/** Deeper than anything we log; a circle ends here too. */
const maxDepth = 6;

/** Fields by these names hold what people wrote or were told, or the way to a private place. */
const privateNames = new Set(
  'address answer body content cookie data email headers input key markdown messages opens password payload prompt query question raw request response text title'.split(
    ' ',
  ),
);
const secretEndings = /(?:token|secret|apikey|password|authorization|credentials?|signature)s?$/;

function isPrivate(name: string, value: unknown): boolean {
  // Figures tell nothing, so a count of tokens is no secret.
  if (typeof value !== 'string' && typeof value !== 'object') return false;
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  // What was thrown and is no error may be a sentence.
  if (plain === 'err' || plain === 'error') return typeof value === 'string' && !isCode(value);
  return privateNames.has(plain) || secretEndings.test(plain);
}

/** Gives a copy of an object without private fields and with its errors made harmless. */
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
    if (typeof value !== 'object' || value === null) return value;
    if (depth > maxDepth) return removed;
    if (value instanceof Error) return toPlainError(value, withStacks, depth);
    if (Array.isArray(value)) return value.map((each) => cleanValue(each, depth + 1));
    // What prints itself, such as a URL or a Buffer, prints what we cannot look into.
    if ('toJSON' in value) return value instanceof Date ? value.toISOString() : removed;
    return cleanFields(value, depth);
  }
}

/** Errors whose message we wrote, from a code and nothing else. */
const ownErrors = new Set(['PlatformError', 'AssistantError', 'DeployError', 'StoreError', 'ConfigError']);

/**
 * Name, code, status, our own message, and the same of the cause. Other people's messages quote what they choke on, so
 * they stay out; so does all of a stack but its places.
 */
function toPlainError(error: Error, withStack: boolean, depth: number): object {
  const facts = new Map<string, unknown>(Object.entries(error));
  const code = facts.get('code');
  const status = facts.get('status') ?? facts.get('statusCode');
  // The message stands in front of the places, and may itself have lines that look like some.
  const stack = error.stack?.replace(error.message, '') ?? '';
  const places = stack.split('\n').filter((line) => /^\s+at /.test(line));
  const reason = reasonOf(facts.get('data'));
  const { cause } = error;
  return {
    name: /^\w{1,60}/.exec(error.name)?.[0] ?? 'Error',
    ...(isCode(code) && { code }),
    ...(isCode(status) && { status }),
    ...(reason !== undefined && { reason }),
    ...(ownErrors.has(error.name) && { message: error.message }),
    ...(withStack && { stack: places.map((place) => place.trim()) }),
    ...(!withStack && places[0] && { at: places[0].trim().slice('at '.length) }),
    ...(cause instanceof Error && depth < maxDepth && { cause: toPlainError(cause, withStack, depth + 1) }),
  };
}

/** A number or a word such as `ECONNRESET`: no sentence, no quotation. */
function isCode(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^\w{1,60}$/.test(value));
}

/** The platform's own word for its refusal, for instance `not_in_channel`. */
function reasonOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('error' in data)) return undefined;
  return typeof data.error === 'string' && isCode(data.error) ? data.error : undefined;
}

/** Tokens as Slack and Discord make them, what follows a scheme of authorization, keys with the usual beginnings. */
const secretShapes =
  /\b(?:xox[a-z](?:\.xox[a-z])?|xapp)-[\w-]+|\b[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}|\b(?:Bearer|Bot|Basic) [\w.~+/=-]{20,}|\b(?:mint|docs|deploy|docent|sk|pk)_[\w-]{16,}/gi;
/** Pages that our own advice names, which hold nobody's secret. */
const advice = /^https:\/\/(?:api\.slack\.com\/apps|discord\.com\/developers\/)[\w/-]*$/;
/** Of an address only the scheme and the host are harmless: tokens stand in front, in the path and behind. */
const addresses = /\b(https?|wss?|postgres(?:ql)?):\/\/(?:[^\s"\\/?#]*@)?([^\s"\\/?#@]*)([/?#][^\s"\\]*)?/gi;

function createScrubber(secrets: readonly string[]): (line: string) => string {
  // As they stand in a line of JSON. Short ones would tear words apart, and are no secrets.
  const values = secrets.filter((each) => each.length >= 8).map((each) => JSON.stringify(each).slice(1, -1));
  return (line) => {
    let clean = line;
    for (const value of values) clean = clean.replaceAll(value, removed);
    return clean
      .replace(addresses, (all, scheme, host, rest) => {
        const [page = ''] = /^:[^,;:”)]*/.exec(all.slice(scheme.length)) ?? [];
        if (advice.test(scheme + page.replace(/\.$/, ''))) return all;
        return `${scheme}://${host}${rest ? '/…' : ''}`;
      })
      .replace(secretShapes, removed);
  };
}
