/**
 * Reads a request body field by field, and collects all problems, as Discord reports them (code 50035).
 * Source: developer docs "Reference: Error Messages", read 2026-11-21.
 */
import { isObject, type Json, type JsonObject } from '../../json.ts';
import { type Problem, refuseProblems } from '../world/refusal.ts';

/** The path of a field: `["components", 0, "label"]`. */
export type Path = readonly (string | number)[];

/** Lengths in code points. */
export interface TextRule {
  readonly required?: boolean;
  readonly min?: number;
  readonly max?: number;
}

export type Form = ReturnType<typeof createForm>;

/** Each reader returns the value, or returns undefined and adds a problem; `done` refuses if there are any. */
export function createForm(sent: Json | undefined) {
  const fields: JsonObject = isObject(sent) ? sent : {};
  const problems: Problem[] = [];
  if (sent !== undefined && !isObject(sent))
    problems.push({ path: [], code: 'MODEL_TYPE_CONVERT', message: 'Only dictionaries may be used in a ModelType' });
  return { fields, problems, text, integer, boolean, choice, object, objects, ids, problem, done, unknown };

  function problem(path: Path, code: string, message: string): undefined {
    problems.push({ path, code, message });
    return undefined;
  }

  /** Counted in code points. */
  function text(name: string, { required = false, min = 0, max }: TextRule): string | undefined {
    const value = fields[name];
    if (value === undefined || value === null)
      return required ? problem([name], 'BASE_TYPE_REQUIRED', 'This field is required') : undefined;
    if (typeof value !== 'string' && typeof value !== 'number')
      return problem([name], 'STRING_TYPE_CONVERT', `Could not interpret "${JSON.stringify(value)}" as string.`);
    const text = String(value);
    checkLength([name], text, min, max);
    return text;
  }

  function checkLength(path: Path, value: string, min: number, max: number | undefined): void {
    const length = [...value].length;
    if (max !== undefined && min > 0 && (length < min || length > max))
      problem(path, 'BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`);
    else if (max !== undefined && length > max)
      problem(path, 'BASE_TYPE_MAX_LENGTH', `Must be ${max} or fewer in length.`);
  }

  function integer(name: string): number | undefined {
    const value = fields[name];
    if (value === undefined || value === null) return undefined;
    const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
    if (Number.isInteger(number)) return number;
    return problem([name], 'NUMBER_TYPE_COERCE', `Value "${JSON.stringify(value)}" is not int.`);
  }

  function boolean(name: string): boolean | undefined {
    const value = fields[name];
    if (value === undefined || value === null) return undefined;
    return typeof value === 'boolean'
      ? value
      : problem([name], 'BOOLEAN_TYPE_CONVERT', 'Must be either true or false.');
  }

  function choice(name: string, choices: readonly number[]): number | undefined {
    const value = integer(name);
    if (value === undefined || choices.includes(value)) return value;
    return problem([name], 'BASE_TYPE_CHOICES', `Value must be one of {${choices.join(', ')}}.`);
  }

  function object(name: string, { required = false }: { readonly required?: boolean } = {}): JsonObject | undefined {
    const value = fields[name];
    if (isObject(value)) return value;
    return required ? problem([name], 'BASE_TYPE_REQUIRED', 'This field is required') : undefined;
  }

  function objects(name: string, max: number): readonly JsonObject[] | undefined {
    const value = fields[name];
    if (value === undefined || value === null) return undefined;
    if (!Array.isArray(value) || !value.every(isObject))
      return problem([name], 'LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType');
    if (value.length > max) problem([name], 'BASE_TYPE_MAX_LENGTH', `Must be ${max} or fewer in length.`);
    return value;
  }

  function ids(name: string, max: number): readonly string[] | undefined {
    const value = fields[name];
    if (value === undefined || value === null) return undefined;
    if (!Array.isArray(value)) return problem([name], 'LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType');
    const ids = value.map(String);
    for (const [index, id] of ids.entries())
      if (!/^\d+$/.test(id)) problem([name, index], 'NUMBER_TYPE_COERCE', `Value "${id}" is not snowflake.`);
    if (ids.length > max) problem([name], 'BASE_TYPE_MAX_LENGTH', `Must be ${max} or fewer in length.`);
    return ids;
  }

  /** Fields other than these. Discord ignores them, but they are probably typing errors. */
  function unknown(names: readonly string[]): string[] {
    return Object.keys(fields).filter((name) => !names.includes(name) && fields[name] !== undefined);
  }

  /** Refuses if there are problems. */
  function done(): void {
    refuseProblems(problems);
  }
}

/** `limit` from the query, or a refusal. */
export function readLimit(query: URLSearchParams, min: number, max: number, otherwise: number): number {
  const form = createForm({ limit: query.get('limit') });
  const limit = form.integer('limit') ?? otherwise;
  if (limit < min) form.problem(['limit'], 'NUMBER_TYPE_MIN', `int value should be greater than or equal to ${min}.`);
  if (limit > max) form.problem(['limit'], 'NUMBER_TYPE_MAX', `int value should be less than or equal to ${max}.`);
  form.done();
  return limit;
}
