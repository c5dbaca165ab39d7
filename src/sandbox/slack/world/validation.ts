/** Arguments of Web API calls: form fields (strings) or JSON values -> typed arguments, or a Refusal with Slack's error code. */
import { isObject, type Json, type JsonObject } from '../../json.ts';

/** Slack's response `"ok": false`. */
export class Refusal extends Error {
  readonly code: string;
  /** Fields in addition to the code. */
  readonly details: JsonObject;
  constructor(code: string, details: JsonObject = {}) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

interface Types {
  string: string;
  number: number;
  boolean: boolean;
  object: JsonObject;
  objects: readonly JsonObject[];
  strings: readonly string[];
}

/** `!` marks a required argument. */
export type ArgumentType = keyof Types | `${keyof Types}!`;
export type ArgumentTypes = { readonly [name: string]: ArgumentType };
export type Arguments<T extends ArgumentTypes> = {
  readonly [Name in keyof T]: T[Name] extends `${infer Type extends keyof Types}!`
    ? Types[Type]
    : T[Name] extends keyof Types
      ? Types[T[Name]] | undefined
      : never;
};

/** Fails with `invalid_arguments` and Slack's reasons. */
export function parseArguments<T extends ArgumentTypes>(types: T, sent: JsonObject): Arguments<T> {
  const parsed: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(types)) {
    const value = sent[name];
    if (value === undefined || value === null || (value === '' && type.endsWith('!'))) {
      if (type.endsWith('!')) throw invalid(`[ERROR] missing required field: ${name}`);
      continue;
    }
    parsed[name] = parseValue(type.replace('!', ''), name, value);
  }
  // The loop above gave each argument its type; the compiler cannot follow that through Object.entries.
  return parsed as Arguments<T>;
}

/** Arguments that the method does not have. Slack ignores them, but they are most likely typing errors. */
export function unknownNames(types: ArgumentTypes, sent: JsonObject): string[] {
  return Object.keys(sent).filter((name) => !(name in types) && name !== 'token' && name !== 'team_id');
}

function parseValue(type: string, name: string, value: Json): unknown {
  if (type === 'string') return typeof value === 'string' ? value : refuse(name, 'string');
  if (type === 'number') return parseInteger(name, value);
  if (type === 'boolean') return parseBoolean(name, value);
  const parsed = typeof value === 'string' ? parseJson(name, value) : value;
  if (type === 'object') return isObject(parsed) ? parsed : refuse(name, 'object');
  if (!Array.isArray(parsed)) return refuse(name, 'array');
  const fits = type === 'strings' ? parsed.every((item) => typeof item === 'string') : parsed.every(isObject);
  return fits ? parsed : refuse(name, 'array');
}

function parseInteger(name: string, value: Json): number {
  const number = Number(value);
  return Number.isInteger(number) ? number : refuse(name, 'integer');
}

function parseBoolean(name: string, value: Json): boolean {
  if (value === true || value === 'true' || value === '1' || value === 1) return true;
  if (value === false || value === 'false' || value === '0' || value === 0) return false;
  return refuse(name, 'boolean');
}

function parseJson(name: string, text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    const code = name === 'blocks' ? 'invalid_blocks_format' : 'invalid_arguments';
    throw new Refusal(code, reasons(`[ERROR] invalid JSON: ${name}`));
  }
}

function refuse(name: string, expected: string): never {
  throw invalid(`[ERROR] must be a ${expected}: ${name}`);
}

function invalid(reason: string): Refusal {
  return new Refusal('invalid_arguments', reasons(reason));
}

function reasons(reason: string): JsonObject {
  return { response_metadata: { messages: [reason] } };
}
