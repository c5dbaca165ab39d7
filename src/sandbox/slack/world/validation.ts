/**
 * Arguments of Web API calls, validated: form fields (strings) or JSON values -> typed arguments, or a Refusal with Slack's
 * error word.
 */
import type { Json, JsonObject } from './state.ts';

/** Slack's answer "ok: false": the error word, and what goes beside it. */
export class Refusal extends Error {
  readonly word: string;
  readonly beside: JsonObject;
  constructor(word: string, beside: JsonObject = {}) {
    super(word);
    this.word = word;
    this.beside = beside;
  }
}

interface Kinds {
  string: string;
  number: number;
  boolean: boolean;
  object: JsonObject;
  objects: readonly JsonObject[];
  strings: readonly string[];
}

/** A kind, with `!` when the argument must be there. */
export type Rule = keyof Kinds | `${keyof Kinds}!`;
export type Rules = { readonly [name: string]: Rule };
export type Checked<R extends Rules> = {
  readonly [Name in keyof R]: R[Name] extends `${infer Kind extends keyof Kinds}!`
    ? Kinds[Kind]
    : R[Name] extends keyof Kinds
      ? Kinds[R[Name]] | undefined
      : never;
};

/** Fails with `invalid_arguments` and the reasons that Slack gives beside it. */
export function check<R extends Rules>(rules: R, sent: JsonObject): Checked<R> {
  const checked: Record<string, unknown> = {};
  for (const [name, rule] of Object.entries(rules)) {
    const value = sent[name];
    if (value === undefined || value === null || (value === '' && rule.endsWith('!'))) {
      if (rule.endsWith('!')) throw invalid(`[ERROR] missing required field: ${name}`);
      continue;
    }
    checked[name] = read(rule.replace('!', ''), name, value);
  }
  // The loop above gave each name the kind that its rule names; the compiler cannot follow that through Object.entries.
  return checked as Checked<R>;
}

/** Names that the method does not know. Slack ignores them; whoever sent them has mistyped something. */
export function unknownNames(rules: Rules, sent: JsonObject): string[] {
  return Object.keys(sent).filter((name) => !(name in rules) && name !== 'token' && name !== 'team_id');
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function read(kind: string, name: string, value: Json): unknown {
  if (kind === 'string') return typeof value === 'string' ? value : refuse(name, 'string');
  if (kind === 'number') return readNumber(name, value);
  if (kind === 'boolean') return readBoolean(name, value);
  const parsed = typeof value === 'string' ? readJson(name, value) : value;
  if (kind === 'object') return isObject(parsed) ? parsed : refuse(name, 'object');
  if (!Array.isArray(parsed)) return refuse(name, 'array');
  const fits = kind === 'strings' ? parsed.every((item) => typeof item === 'string') : parsed.every(isObject);
  return fits ? parsed : refuse(name, 'array');
}

function readNumber(name: string, value: Json): number {
  const number = Number(value);
  return Number.isInteger(number) ? number : refuse(name, 'integer');
}

function readBoolean(name: string, value: Json): boolean {
  if (value === true || value === 'true' || value === '1' || value === 1) return true;
  if (value === false || value === 'false' || value === '0' || value === 0) return false;
  return refuse(name, 'boolean');
}

function readJson(name: string, text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(
      name === 'blocks' ? 'invalid_blocks_format' : 'invalid_arguments',
      reasons(`[ERROR] invalid JSON: ${name}`),
    );
  }
}

function refuse(name: string, wanted: string): never {
  throw invalid(`[ERROR] must be a ${wanted}: ${name}`);
}

function invalid(reason: string): Refusal {
  return new Refusal('invalid_arguments', reasons(reason));
}

function reasons(reason: string): JsonObject {
  return { response_metadata: { messages: [reason] } };
}
