/**
 * `docent.yaml`: text -> checked rules, or all problems together, each with line, column and reason. Pure. Ids need no quotes:
 * whole numbers too large for a double, such as Discord's ids, keep all of their digits.
 */
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import type { z } from 'zod';
import { nearestOf } from '../nearest.ts';
import { allSettings, type RoutingFile, routingFileSchema } from './schema.ts';

/** The file after reading. */
export interface LoadedRouting {
  readonly file: RoutingFile;
  /** The sites that the file's rules name. */
  readonly namedSites: readonly string[];
  /** `docent.yaml, line 3, column 5: reason`: the position of the field, or of its nearest existing parent. */
  problem(path: readonly PropertyKey[], reason: string): string;
}

/** The rules, or all problems: `docent.yaml, line 3, column 5: …`. */
export type RoutingResult =
  | { readonly ok: true; readonly routing: LoadedRouting }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The routing without a file. */
export const noRouting: LoadedRouting = {
  file: routingFileSchema.parse({}),
  namedSites: [],
  problem: (_, reason) => reason,
};

const otherFile =
  'this is a docs.yaml, the configuration of the documentation service (docent serve --config); the bot reads a docent.yaml, whose fields docs/routing.md lists';

/** `fileName`: the name used in problems. */
export function loadRouting(text: string, fileName = 'docent.yaml'): RoutingResult {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, logLevel: 'error', stringKeys: true, merge: true });
  const at = (offset: number, reason: string): string => `${fileName}, ${toPosition(lines, offset)}: ${reason}`;
  const [broken] = document.errors;
  if (broken) return refused(at(broken.pos[0], `this is not valid YAML (${reasonOf(broken)})`));
  keepDigits(document);
  const content = contentOf(document);
  if (content instanceof ReferenceError) return refused(at(0, content.message));
  if (isServiceFile(content)) return refused(at(0, otherFile));
  const read = routingFileSchema.safeParse(content, { error: toMessage });
  if (!read.success) {
    const found = read.error.issues
      .flatMap(toFaults)
      .map(({ path, reason }) => ({ offset: offsetOf(document, path), reason }));
    return refused(...found.toSorted((a, b) => a.offset - b.offset).map(({ offset, reason }) => at(offset, reason)));
  }
  const file = read.data;
  const namedSites = allSettings(file).flatMap(({ settings }) => settings.site ?? []);
  const problem = (path: readonly PropertyKey[], reason: string): string => at(offsetOf(document, path), reason);
  return { ok: true, routing: { file, namedSites, problem } };
}

function refused(...problems: readonly string[]): RoutingResult {
  return { ok: false, problems };
}

/** Only this step detects an alias without an anchor, or too many aliases. */
function contentOf(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 }) ?? {};
  } catch (error) {
    if (error instanceof ReferenceError) return error;
    throw error;
  }
}

/** Keeps large numbers as they were typed, where a text or id is expected. */
function keepDigits(document: Document): void {
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'number' && !Number.isSafeInteger(node.value) && /^\d+$/.test(node.source ?? '')) {
        node.value = node.source;
      }
    },
  });
}

/** Recognises the documentation service's file: by its own fields, or because its projects are a list. */
function isServiceFile(content: unknown): boolean {
  if (typeof content !== 'object' || content === null) return false;
  if ('projects' in content && Array.isArray(content.projects)) return true;
  return ['cors', 'requireThreadKey', 'dataDir'].some((key) => key in content);
}

interface Fault {
  readonly path: readonly PropertyKey[];
  readonly reason: string;
}

/** One problem per unknown field; zod reports them together. */
function toFaults(issue: z.core.$ZodIssue): readonly Fault[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    const known = fieldsAt(routingFileSchema, path);
    return issue.keys.map((key) => ({ path: [...path, key], reason: noField(key, path) + nearestNamed(key, known) }));
  }
  const reason = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message;
  const hint = issue.code === 'custom' && issue.params ? nearestNamed(issue.params.unknown, issue.params.known) : '';
  return [{ path, reason: `${fieldName(path)}${reason}${hint}` }];
}

function noField(key: string, path: readonly PropertyKey[]): string {
  return `there is no field “${key}”${path.length === 0 ? '' : ` in ${path.map(String).join('.')}`}`;
}

function fieldName(path: readonly PropertyKey[]): string {
  return path.length === 0 ? '' : `${path.map(String).join('.')}: `;
}

/** Longer lists are unreadable in a log. */
const maxNamed = 30;

function nearestNamed(name: string, known: readonly string[]): string {
  const nearest = nearestOf(name, known);
  if (nearest !== undefined) return `; did you mean “${nearest}”?`;
  if (known.length > maxNamed) return '';
  return known.length === 0 ? '' : `; available: ${known.join(', ')}`;
}

/** The fields of the object at this path of the schema. */
function fieldsAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly string[] {
  // zod's internal description of a schema, for the kinds that our schema consists of.
  const { def } = schema._zod as { readonly def: SchemaDef };
  if (def.innerType) return fieldsAt(def.innerType, path);
  const [first, ...rest] = path;
  if (first === undefined) return Object.keys(def.shape ?? {});
  const next = def.shape?.[String(first)] ?? def.valueType ?? def.element;
  return next ? fieldsAt(next, rest) : [];
}

interface SchemaDef {
  readonly innerType?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
}

const expectations: Readonly<Record<string, string>> = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'named fields',
  record: 'named fields',
};

/** undefined means zod's own message. */
function toMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') {
    const isPlainScalar = issue.expected === 'string' && ['number', 'boolean'].includes(typeof issue.input);
    return `expected ${expectations[issue.expected] ?? issue.expected}${isPlainScalar ? ': put it in quotes' : ''}`;
  }
  if (issue.code === 'invalid_value') return `expected ${oneOf(issue.values.map(String))}`;
  if (issue.code === 'too_small') return `expected at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `expected at most ${issue.maximum}`;
  return undefined;
}

/** `a, b or c` */
function oneOf(words: readonly string[]): string {
  return words.join(', ').replace(/, (?=[^,]*$)/, ' or ');
}

/** The offset of the key at the end of the path, or of the part of the path that exists. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const step of path) {
    const pair = isMap(node)
      ? node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
      : undefined;
    node = isSeq(node) ? node.items[Number(step)] : pair?.value;
    const found = startOf(pair?.key) ?? startOf(node);
    if (found === undefined) break;
    offset = found;
  }
  return offset;
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

function toPosition(lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset);
  return `line ${Math.max(1, line)}, column ${Math.max(1, col)}`;
}

/** Strips the position and the excerpt, which the library adds to its message. */
function reasonOf(error: Error): string {
  return error.message.replace(/ at line \d[\s\S]*$/, '');
}
