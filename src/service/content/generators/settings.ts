/** Reads the settings of generators, which are not ours: what cannot be read is empty. Pure. */
import { parse as parseToml } from 'smol-toml';
import { parseJson } from '../../../kit/base/json.ts';
import { yamlValues } from '../yaml-values.ts';

export type Settings = Readonly<Record<string, unknown>>;

/** TOML, JSON (with comments) or YAML by the file's name. YAML's unknown tags, such as `!!python/name:`, are read as text. */
export function parseSettings(name: string, source: string): Settings {
  try {
    if (name.endsWith('.toml')) return parseToml(source);
    if (name.endsWith('.json')) return recordOf(parseJson(source) ?? parseJson(source.replace(/^[ \t]*\/\/.*$/gm, '')));
    return recordOf(yamlValues(source, { isLenient: true }));
  } catch {
    // The generator itself would refuse them.
    return {};
  }
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A date as `2025-03-04T10:00:00.000Z`, or as it is written; empty for other values. */
export function dateOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : (textOf(value) ?? '');
}

/** The fields of an object; none for other values. */
export function recordOf(value: unknown): Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}

export function textsOf(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((entry) => typeof entry === 'string');
}

/** `name` -> value, and `name.field` -> value, as templates name variables. */
export function variablesOf(settings: unknown, prefix = ''): readonly (readonly [string, string])[] {
  return Object.entries(recordOf(settings)).flatMap(([name, value]) => {
    if (typeof value === 'string' || typeof value === 'number') return [[prefix + name, String(value)] as const];
    return prefix.split('.').length > 3 ? [] : variablesOf(value, `${prefix}${name}.`);
  });
}
