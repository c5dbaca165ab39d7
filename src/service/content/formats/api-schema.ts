/**
 * A schema as text: its type with limits and values, its fields as a list, an example. Pure. References may lead in
 * circles and to everything: depth and number of fields are bounded, and a schema with a page of its own is linked below that.
 */
import { isObject, stringAt, valueAt } from '../../../kit/base/json.ts';
import { codeSpan } from '../markdown/code-spans.ts';

export interface Schemas {
  /** The value that a reference stands for; other values are returned as they are. undefined: it leads nowhere. */
  resolve(this: void, value: unknown): unknown;
  /** The page of a schema by its name. */
  linkTo(this: void, name: string): string | undefined;
}

/** Many pages may refer to the same large object: its fields are listed once. */
const knownEntries = new WeakMap<object, readonly (readonly [name: string, value: unknown])[]>();
const knownNames = new WeakMap<object, ReadonlySet<unknown>>();

/** The fields of an object; none for other values. */
export function entriesOf(value: unknown): readonly (readonly [name: string, value: unknown])[] {
  if (!isObject(value)) return [];
  const entries = knownEntries.get(value) ?? Object.entries(value);
  knownEntries.set(value, entries);
  return entries;
}

function namesIn(value: unknown): ReadonlySet<unknown> {
  if (!Array.isArray(value)) return new Set();
  const names = knownNames.get(value) ?? new Set<unknown>(value);
  knownNames.set(value, names);
  return names;
}

const maxNameChars = 300;

/** A name, as code in a sentence. */
export function code(name: string): string {
  return codeSpan(name.slice(0, maxNameChars));
}

const maxSampleDepth = 6;
const maxSampleFields = 40;
const maxSampleChars = 500;

/** A copy of at most so many values, for showing it. */
export function bounded(value: unknown, maxValues: number): unknown {
  let left = maxValues;
  return copied(value, 0);

  function copied(part: unknown, depth: number): unknown {
    left -= 1;
    if (left < 0 || depth > maxSampleDepth) return undefined;
    if (typeof part === 'string') return part.length > maxSampleChars ? `${part.slice(0, maxSampleChars)}…` : part;
    if (Array.isArray(part)) return part.slice(0, maxSampleFields).map((one: unknown) => copied(one, depth + 1));
    if (!isObject(part)) return part;
    const entries = entriesOf(part).slice(0, maxSampleFields);
    return Object.fromEntries(entries.map(([name, one]) => [name, copied(one, depth + 1)]));
  }
}

const maxDepth = 3;
const maxFields = 150;
const maxValues = 30;
const maxChoices = 20;
const maxTypeChars = 2_000;

/** `string (date-time)`, `array of [Pet](schema-pet)`, with its limits, values and default. Empty: anything. */
export function textOfType(value: unknown, schemas: Schemas, depth = 0): string {
  const name = referenceName(value);
  const page = name === undefined ? undefined : schemas.linkTo(name);
  if (name !== undefined && page !== undefined) return `[${code(name)}](${page})`;
  const schema = schemas.resolve(value);
  if (!isObject(schema)) return name === undefined ? '' : code(name);
  const text = [typeOf(schema, schemas, depth), ...limitsOf(schema)].filter((part) => part !== '').join(', ');
  if (text.length <= maxTypeChars) return text;
  const head = text.slice(0, maxTypeChars);
  const end = Math.max(head.lastIndexOf(' or '), head.lastIndexOf(', '));
  const shown = end === -1 ? head : head.slice(0, end);
  // A value may hold these words itself.
  const isInCode = shown.split('`').length % 2 === 0;
  return `${isInCode ? shown.slice(0, shown.lastIndexOf('`')).replace(/[ ,[]+$/, '') : shown}…`;
}

function typeOf(schema: Readonly<Record<string, unknown>>, schemas: Schemas, depth: number): string {
  const choices = choicesOf(schema);
  if (depth < maxDepth && choices.length > 0) {
    const texts = choices.map((choice) => textOfType(choice, schemas, depth + 1) || 'any');
    return [...new Set(texts)].slice(0, maxChoices).join(' or ');
  }
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter((type) => typeof type === 'string');
  const isNullable = schema.nullable === true && !types.includes('null');
  if (types.includes('array') || schema.items !== undefined) {
    const items = depth < maxDepth ? textOfType(schema.items, schemas, depth + 1) : '';
    return `array${items === '' ? '' : ` of ${items}`}${isNullable || types.includes('null') ? ' or null' : ''}`;
  }
  const [only] = listIn(schema, 'allOf');
  if (types.length === 0 && only !== undefined && depth < maxDepth && !isObject(schema.properties))
    return listIn(schema, 'allOf').length === 1 ? textOfType(only, schemas, depth + 1) : 'object';
  const plain = types.length === 0 ? (isObject(schema.properties) ? 'object' : '') : types.join(' or ');
  const format = stringAt(schema, 'format');
  return `${plain}${format === undefined ? '' : ` (${format})`}${isNullable ? ' or null' : ''}`;
}

function choicesOf(schema: Readonly<Record<string, unknown>>): readonly unknown[] {
  return [...listIn(schema, 'oneOf'), ...listIn(schema, 'anyOf')].slice(0, maxChoices);
}

function listIn(schema: unknown, key: string): readonly unknown[] {
  const value = valueAt(schema, key);
  return Array.isArray(value) ? value : [];
}

const limitNames: readonly (readonly [key: string, text: string])[] = [
  ['minimum', 'at least'],
  ['exclusiveMinimum', 'more than'],
  ['maximum', 'at most'],
  ['exclusiveMaximum', 'less than'],
  ['multipleOf', 'a multiple of'],
];
const sizeNames: readonly (readonly [key: string, text: string])[] = [
  ['minLength', 'characters or more'],
  ['maxLength', 'characters at most'],
  ['minItems', 'items or more'],
  ['maxItems', 'items at most'],
];

function limitsOf(schema: Readonly<Record<string, unknown>>): readonly string[] {
  const values = listIn(schema, 'enum');
  const shown = values.slice(0, maxValues).map((value) => `\`${shortValue(value)}\``);
  const pattern = stringAt(schema, 'pattern');
  return [
    ...(shown.length === 0 ? [] : [`one of ${shown.join(', ')}${values.length > shown.length ? ', …' : ''}`]),
    ...(schema.const === undefined ? [] : [`always \`${shortValue(schema.const)}\``]),
    ...limitNames.flatMap(([key, text]) => (typeof schema[key] === 'number' ? [`${text} ${String(schema[key])}`] : [])),
    ...sizeNames.flatMap(([key, text]) => (typeof schema[key] === 'number' ? [`${String(schema[key])} ${text}`] : [])),
    ...(pattern === undefined || pattern.length > 200 || pattern.includes('`') ? [] : [`pattern \`${pattern}\``]),
    ...(schema.default === undefined ? [] : [`default: \`${shortValue(schema.default)}\``]),
    ...(schema.readOnly === true ? ['read-only'] : []),
    ...(schema.writeOnly === true ? ['write-only'] : []),
  ];
}

export function shortValue(value: unknown): string {
  const text = typeof value === 'string' ? value.slice(0, 200) : (JSON.stringify(bounded(value, 30)) ?? '');
  return text.replaceAll('`', "'").replace(/\s+/g, ' ').slice(0, 200);
}

/** The last part of a reference. */
export function referenceName(value: unknown): string | undefined {
  const reference = stringAt(value, '$ref');
  return reference?.slice(reference.lastIndexOf('/') + 1);
}

/** Its fields as lines of a list, nested fields indented. */
export function fieldsOf(value: unknown, schemas: Schemas, levels = maxDepth + 1): readonly string[] {
  const lines: string[] = [];
  addFields(value, '', 0, new Set());
  return lines;

  function addFields(part: unknown, indent: string, depth: number, above: ReadonlySet<unknown>): void {
    const schema = schemas.resolve(part);
    if (!isObject(schema) || depth >= levels || above.has(schema)) return;
    const within = new Set([...above, schema]);
    if (schema.items !== undefined) addFields(schema.items, indent, depth, within);
    for (const one of listIn(schema, 'allOf').slice(0, maxChoices)) addFields(one, indent, depth, within);
    const required = namesIn(schema.required);
    for (const [name, field] of entriesOf(schema.properties)) {
      if (lines.length >= maxFields) {
        if (lines.length === maxFields) lines.push(`${indent}- …`);
        return;
      }
      lines.push(indent + fieldLine(name, field, required.has(name), schemas));
      // What has a page of its own is not repeated in depth.
      if (depth > 0 && schemas.linkTo(referenceName(field) ?? '') !== undefined) continue;
      addFields(field, `${indent}  `, depth + 1, within);
    }
    for (const choice of choicesOf(schema)) {
      const name = referenceName(choice);
      const fields = schemas.resolve(choice);
      if (lines.length >= maxFields || !isObject(valueAt(fields, 'properties')) || schemas.linkTo(name ?? '')) continue;
      lines.push(`${indent}- If it is ${stringAt(fields, 'title') ?? name ?? 'of this form'}:`);
      addFields(choice, `${indent}  `, depth + 1, within);
    }
    if (isObject(schema.additionalProperties) && lines.length < maxFields) {
      const type = textOfType(schema.additionalProperties, schemas);
      if (type !== '') lines.push(`${indent}- any other name: ${type}`);
    }
  }
}

/** The line of a list about a field. */
export function fieldLine(name: string, field: unknown, isRequired: boolean, schemas: Schemas): string {
  const schema = schemas.resolve(field);
  const facts = [
    textOfType(field, schemas),
    isRequired ? 'required' : '',
    valueAt(schema, 'deprecated') === true ? 'deprecated' : '',
  ].filter((fact) => fact !== '');
  const about = stringAt(field, 'description') ?? stringAt(schema, 'description') ?? '';
  const text = about.slice(0, 1_000).replace(/\s+/g, ' ').trim();
  return `- ${code(name)}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}${text === '' ? '' : `: ${text}`}`;
}

const maxExampleFields = 40;

/** As the description gives it, or made of the types. undefined: nothing is known. */
export function exampleOf(value: unknown, schemas: Schemas): unknown {
  let left = maxExampleFields;
  return made(value, 0, new Set());

  function made(part: unknown, depth: number, above: ReadonlySet<unknown>): unknown {
    const schema = schemas.resolve(part);
    if (!isObject(schema) || depth > maxDepth + 1 || above.has(schema)) return undefined;
    const [first] = listIn(schema, 'examples');
    const given = schema.example ?? first ?? schema.default ?? schema.const ?? listIn(schema, 'enum')[0];
    if (given !== undefined) return given;
    const within = new Set([...above, schema]);
    const parts = [...listIn(schema, 'allOf'), ...choicesOf(schema).slice(0, 1)].map((one) => made(one, depth, within));
    const objects = parts.filter(isObject);
    if (isObject(schema.properties) || objects.length > 0)
      return { ...Object.assign({}, ...objects), ...fields(schema, depth, within) };
    if (parts[0] !== undefined) return parts[0];
    if (schema.items !== undefined) {
      const item = made(schema.items, depth + 1, within);
      return item === undefined ? [] : [item];
    }
    const types: readonly unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type];
    const type = types.find((one) => one !== 'null');
    return typeof type === 'string' ? sampleOf(type, stringAt(schema, 'format')) : undefined;
  }

  function fields(
    schema: Readonly<Record<string, unknown>>,
    depth: number,
    within: ReadonlySet<unknown>,
  ): Record<string, unknown> {
    const out: Record<string, unknown> = {};
    for (const [name, field] of entriesOf(schema.properties)) {
      left -= 1;
      if (left < 0) break;
      const sample = made(field, depth + 1, within);
      if (sample !== undefined) out[name] = sample;
    }
    return out;
  }
}

const samples: Readonly<Record<string, unknown>> = {
  'date-time': '2025-01-31T12:00:00Z',
  date: '2025-01-31',
  email: 'user@example.com',
  uuid: '1b4e28ba-2fa1-11d2-883f-0016d3cca427',
  uri: 'https://example.com',
  url: 'https://example.com',
  string: 'string',
  integer: 1,
  number: 1.5,
  boolean: true,
  object: {},
};

function sampleOf(type: string, format: string | undefined): unknown {
  return (type === 'string' && format !== undefined ? samples[format] : undefined) ?? samples[type];
}
