/**
 * What the pages of a description of an API have in common: their names, what its references stand for, pages of schemas. Pure.
 * References may lead in circles, and one value may hold all others: what a page looks up is bounded.
 */
import { isObject, stringAt, valueAt } from '../../../kit/base/json.ts';
import { code, exampleOf, fieldsOf, type Schemas, textOfType } from './api-schema.ts';
import { boundedText, joined, jsonFence, oneLine, schemaBlocks, schemaIn, section } from './api-text.ts';

/** A page of the description. */
export interface ApiPage {
  /** Part of its address; unique in its description. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly markdown: string;
  /** Paths of the description that no page shows. */
  readonly dropped?: readonly string[];
}

export interface ApiPages {
  /** The name for a page: the wanted one, with a number if it is taken, also by the first page. */
  unique(this: void, wanted: string): string;
  /** What the next page may look up. */
  schemas(this: void): Schemas;
  /** Made one by one, so that too many are not made in vain. */
  schemaPages(this: void): Iterable<ApiPage>;
}

/** How many values a page may look up: the largest real ones take some thousands. And all pages of a description together. */
const maxPageLookups = 10_000;
const maxLookups = 5_000_000;

/** `declared`: the schemas of the description by name. Each gets a page. */
export function createApiPages(api: unknown, declared: unknown): ApiPages {
  const unique = uniqueNames();
  const names = new Map(
    Object.keys(isObject(declared) ? declared : {}).map((name) => [name, unique(`schema-${slug(name)}`)]),
  );
  const schemas = boundedLookups(api, (name) => names.get(name), maxLookups);
  return {
    unique,
    schemas,
    *schemaPages() {
      for (const [name, file] of names) yield schemaPage(name, file, valueAt(declared, name), schemas());
    },
  };
}

/** Of the first page, which generators also know by other names. */
const homeNames = ['index', '_index', 'readme', '_readme', 'page'];

function uniqueNames(): (wanted: string) => string {
  const names = new Set<string>(homeNames);
  /** The next for a name that is taken. */
  const numbers = new Map<string, number>();
  return (wanted) => {
    const readable = /[\p{L}\p{N}]/u.test(wanted) ? wanted : 'operation';
    // Addresses may be in lower case.
    const key = readable.toLowerCase();
    let name = readable;
    let number = numbers.get(key) ?? 2;
    for (; names.has(name.toLowerCase()); number += 1) name = `${readable}-${number}`;
    names.add(name.toLowerCase());
    numbers.set(key, number);
    return name;
  };
}

/** `/pets/{id}` -> `pets-id` */
export function slug(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}._~]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 150);
}

export function boundedLookups(api: unknown, linkTo: Schemas['linkTo'], max: number): () => Schemas {
  let all = max;
  return () => {
    let left = maxPageLookups;
    const resolve = (value: unknown): unknown => {
      left -= 1;
      all -= 1;
      return left < 0 || all < 0 ? undefined : resolved(api, value);
    };
    return { resolve, linkTo };
  };
}

/** References to references end here. */
const maxHops = 10;
const maxReferenceChars = 1_000;

/** The value that a reference in this description stands for; undefined if it leads nowhere, in circles or elsewhere. */
export function resolved(api: unknown, value: unknown): unknown {
  let at = value;
  for (let hop = 0; hop < maxHops; hop += 1) {
    const reference = stringAt(at, '$ref');
    if (reference === undefined) return at;
    if (!reference.startsWith('#/') || reference.length > maxReferenceChars) return undefined;
    const keys = reference.slice(2).split('/').map(pointerKey);
    at = valueAt(api, ...keys) ?? keys.reduce(inside, api);
  }
  return undefined;
}

/** A step of a JSON pointer, into lists, too. */
function inside(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value[Number(key)];
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function pointerKey(part: string): string {
  const plain = part.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

function schemaPage(name: string, file: string, value: unknown, schemas: Schemas): ApiPage {
  const written = schemaIn(value, schemas);
  const schema = schemas.resolve(written.schema);
  const isOther = written.language !== undefined;
  const example = isOther ? undefined : exampleOf(schema, schemas);
  const markdown = joined([
    boundedText(stringAt(schema, 'description')),
    `Schema ${code(name)}: ${isOther ? written.language : textOfType(schema, schemas)}`,
    ...(isOther ? schemaBlocks(written, schemas) : [section('Fields', fieldsOf(schema, schemas))]),
    isObject(example) ? section('Example', [jsonFence(example)]) : undefined,
  ]);
  return { name: file, title: oneLine(name), description: '', keywords: ['schema'], markdown };
}
