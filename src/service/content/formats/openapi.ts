/**
 * Turns an OpenAPI 3 or Swagger 2 description into pages: one about the API, one for each operation and each schema. Pure.
 * Sources: spec.openapis.org/oas/v3.1.1, swagger.io/specification/v2.
 * References may lead in circles, and a schema may hold all others: depth, lines and lengths of a page are bounded.
 */
import { parse as parseYaml } from 'yaml';
import { isObject, parseJson, stringAt, valueAt } from '../../../kit/base/json.ts';
import { fenced } from '../markdown/marks/mark.ts';
import type { Convert } from './format.ts';
import { bounded as boundedValue, entriesOf, exampleOf, fieldsOf, type Schemas, textOfType } from './openapi-schema.ts';

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

export const fromApi: Convert = async (source, { file }) => {
  const pages = toApiPages(source, file.toLowerCase().endsWith('.json'));
  if (pages === undefined) return { reason: 'It is not an API description that can be read.' };
  const parts = pages.map(({ name, title, description, keywords, markdown, dropped }) => ({
    name,
    markdown,
    ...(dropped && { dropped }),
    front: { title, ...(description !== '' && { description }), ...(keywords.length > 0 && { keywords }) },
  }));
  return { markdown: '', parts };
};

/** undefined: it is not a description that can be read. */
export function toApiPages(source: string, isJson: boolean): readonly ApiPage[] | undefined {
  const api = isJson ? parseJson(source) : yamlOf(source);
  if (!isObject(api) || (api.openapi === undefined && api.swagger === undefined)) return undefined;
  const names = new Set<string>();
  /** The next for a name that is taken. */
  const numbers = new Map<string, number>();
  const unique = (wanted: string): string => {
    let name = wanted;
    let number = numbers.get(wanted) ?? 2;
    for (; names.has(name); number += 1) name = `${wanted}-${number}`;
    names.add(name);
    numbers.set(wanted, number);
    return name;
  };
  const declared = valueAt(api, 'components', 'schemas') ?? api.definitions;
  const schemaNames = new Map(
    Object.keys(isObject(declared) ? declared : {}).map((name) => [name, unique(`schema-${slug(name)}`)]),
  );
  const { operations, dropped } = operationsOf(api);
  const linkTo = (name: string): string | undefined => schemaNames.get(name);
  const schemasOfPage = boundedLookups(api, linkTo, maxLookups);
  const pages = operations.map((operation) => operationPage(api, operation, schemasOfPage(), unique(operation.name)));
  const schemaPages = [...schemaNames].map(([name, file]) =>
    schemaPage(name, file, valueAt(declared, name), schemasOfPage()),
  );
  const home = homePage(api, operations, pages);
  return [{ ...home, dropped }, ...pages, ...schemaPages].map((page) => ({
    ...page,
    markdown: page.markdown.slice(0, maxPageChars),
  }));
}

const maxPageChars = 300_000;
/** How many values a page may look up: the largest real ones take some thousands. And all pages of a description together. */
const maxPageLookups = 10_000;
const maxLookups = 5_000_000;
/** To find the operations with their parameters. */
const maxOperationLookups = 500_000;

function boundedLookups(api: unknown, linkTo: Schemas['linkTo'], max: number): () => Schemas {
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

function yamlOf(source: string): unknown {
  try {
    return parseYaml(source, { logLevel: 'error', prettyErrors: false, uniqueKeys: false });
  } catch {
    // The parser's message quotes the file.
    return undefined;
  }
}

/** `/pets/{id}` -> `pets-id` */
function slug(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}._~]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 150);
}

/** References to references end here. */
const maxHops = 10;
const maxReferenceChars = 1_000;
/** Parameters, operations on the first page. */
const maxListed = 200;

/** The value that a reference in this description stands for; undefined if it leads nowhere, in circles or elsewhere. */
function resolved(api: unknown, value: unknown): unknown {
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

interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly isWebhook: boolean;
  readonly value: Readonly<Record<string, unknown>>;
  /** Those of the path, too. */
  readonly parameters: readonly unknown[];
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];
const maxOperations = 5_000;

function operationsOf(api: Readonly<Record<string, unknown>>): {
  readonly operations: readonly Operation[];
  readonly dropped: readonly string[];
} {
  const entries = [
    ...entriesOf(api.paths).map((entry) => [...entry, false] as const),
    ...entriesOf(api.webhooks).map((entry) => [...entry, true] as const),
  ];
  const operations: Operation[] = [];
  const dropped: string[] = [];
  const schemasOfPath = boundedLookups(api, () => undefined, maxOperationLookups);
  // Any number of paths may refer to one large item.
  for (const [path, item, isWebhook] of entries) {
    const { resolve } = schemasOfPath();
    const found = operations.length < maxOperations ? resolve(item) : undefined;
    if (found === undefined) {
      dropped.push(path);
      continue;
    }
    const shared = listOf(valueAt(found, 'parameters')).slice(0, maxListed).map(resolve);
    // The item may be a reference to an object with any number of fields.
    for (const method of methods) {
      const value = valueAt(found, method);
      if (!isObject(value) || value['x-hidden'] === true || value['x-internal'] === true) continue;
      const own = listOf(value.parameters).slice(0, maxListed).map(resolve);
      const named = new Set(own.map(parameterKey));
      const parameters = [...own, ...shared.filter((one) => !named.has(parameterKey(one)))];
      const name = `${method}-${slug(path)}`;
      operations.push({ name, method: method.toUpperCase(), path, isWebhook, value, parameters });
    }
  }
  return { operations, dropped };
}

function parameterKey(parameter: unknown): string {
  return `${stringAt(parameter, 'in')} ${stringAt(parameter, 'name')}`;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const maxTextChars = 20_000;

function homePage(
  api: Readonly<Record<string, unknown>>,
  operations: readonly Operation[],
  pages: readonly ApiPage[],
): ApiPage {
  const title = stringAt(api, 'info', 'title') ?? 'API';
  const tags = listOf(api.tags).flatMap((tag) => {
    const about = stringAt(tag, 'description');
    return about === undefined ? [] : [`- **${stringAt(tag, 'name') ?? ''}**: ${oneLine(about)}`];
  });
  const schemes = entriesOf(valueAt(api, 'components', 'securitySchemes') ?? api.securityDefinitions);
  const listed = operations.slice(0, maxListed).map(({ method, path, value }, at) => {
    const summary = stringAt(value, 'summary');
    return `- [\`${method} ${path}\`](${pages[at]?.name ?? ''})${summary === undefined ? '' : `: ${oneLine(summary)}`}`;
  });
  const left = operations.length - listed.length;
  const version = stringAt(api, 'info', 'version');
  const markdown = joined([
    bounded(stringAt(api, 'info', 'summary')),
    bounded(stringAt(api, 'info', 'description')),
    version === undefined ? undefined : `Version of the API: ${version}`,
    section(
      'Servers',
      serversOf(api).map((server) => `- \`${server}\``),
    ),
    section(
      'Authentication',
      schemes.map(([name, scheme]) => `- \`${name}\`: ${schemeText(resolved(api, scheme))}`),
    ),
    section('Tags', tags),
    section('Operations', [...listed, ...(left > 0 ? [`- and ${left} more`] : [])]),
  ]);
  return { name: 'index', title, description: '', keywords: [], markdown };
}

function operationPage(api: unknown, operation: Operation, schemas: Schemas, name: string): ApiPage {
  const { method, path, value, parameters, isWebhook } = operation;
  const summary = stringAt(value, 'summary');
  const description = stringAt(value, 'description');
  const [server = ''] = serversOf(value).length > 0 ? serversOf(value) : serversOf(api);
  const body = bodyOf(operation, schemas);
  const shown = parameters.filter((one) => stringAt(one, 'in') !== 'body' && stringAt(one, 'in') !== 'formData');
  const tags = listOf(value.tags).filter((tag) => typeof tag === 'string');
  const markdown = joined([
    summary === undefined ? undefined : `**${oneLine(summary).replace(/\.$/, '')}.** \`${method} ${path}\``,
    summary === undefined ? `\`${method} ${path}\`` : undefined,
    value.deprecated === true ? '**Deprecated:** Do not use it in new code.' : undefined,
    isWebhook ? 'A webhook: the API sends this request to you.' : undefined,
    description === summary ? undefined : bounded(description),
    section('Authorization', securityOf(api, value)),
    section(
      'Parameters',
      shown.slice(0, maxListed).map((one) => parameterLine(one, schemas)),
    ),
    section('Request body', paragraphs([body.about, ...body.fields])),
    ...responseSections(value, schemas),
    isWebhook ? undefined : section('Example', [requestExample(api, operation, server + path, body, schemas)]),
  ]);
  const id = stringAt(value, 'operationId');
  const keywords = [summary, id, ...tags].filter((word) => word !== undefined);
  return {
    name,
    title: `${method} ${path}`,
    description: summary === undefined ? '' : oneLine(summary),
    keywords,
    markdown,
  };
}

function schemaPage(name: string, file: string, value: unknown, schemas: Schemas): ApiPage {
  const schema = schemas.resolve(value);
  const example = exampleOf(schema, schemas);
  const markdown = joined([
    bounded(stringAt(schema, 'description')),
    `Schema \`${name}\`: ${textOfType(schema, schemas)}`,
    section('Fields', fieldsOf(schema, schemas)),
    isObject(example) ? section('Example', [fenced(shortJson(example), 'json')]) : undefined,
  ]);
  return { name: file, title: name, description: '', keywords: ['schema'], markdown };
}

interface RequestBody {
  readonly about: string;
  readonly fields: readonly string[];
  readonly mediaType: string;
  readonly example: unknown;
}

const noBody: RequestBody = { about: '', fields: [], mediaType: '', example: undefined };

/** Of OpenAPI 3, or the body and form parameters of Swagger 2. */
function bodyOf({ value, parameters }: Operation, schemas: Schemas): RequestBody {
  const body = schemas.resolve(value.requestBody);
  if (isObject(body)) {
    const media = mediaOf(body);
    const required = body.required === true ? 'required' : 'optional';
    const types = entriesOf(body.content)
      .slice(0, 10)
      .map(([type]) => `\`${type}\``);
    return {
      about: joined([`${types.join(', ')} (${required})`, bounded(stringAt(body, 'description'))]),
      fields: media ? topFields(media.schema, schemas) : [],
      mediaType: media?.type ?? '',
      example: media ? (exampleIn(media.value, schemas) ?? exampleOf(media.schema, schemas)) : undefined,
    };
  }
  const whole = parameters.find((one) => stringAt(one, 'in') === 'body');
  if (whole !== undefined) {
    const schema = valueAt(whole, 'schema');
    return {
      about: bounded(stringAt(whole, 'description')) ?? '',
      fields: topFields(schema, schemas),
      mediaType: 'application/json',
      example: exampleOf(schema, schemas),
    };
  }
  const form = parameters.filter((one) => stringAt(one, 'in') === 'formData');
  return form.length === 0
    ? noBody
    : { ...noBody, about: 'A form.', fields: form.map((one) => parameterLine(one, schemas)) };
}

/** What the whole is, and its fields; the page of a schema has those further down. */
function topFields(schema: unknown, schemas: Schemas): readonly string[] {
  const fields = fieldsOf(schema, schemas, 2);
  return [textOfType(schema, schemas), ...fields].filter((line) => line !== '');
}

interface Media {
  readonly type: string;
  readonly value: unknown;
  readonly schema: unknown;
}

/** JSON before other media types. */
function mediaOf(body: unknown): Media | undefined {
  const all = entriesOf(valueAt(body, 'content')).slice(0, 50);
  const [type, value] = all.find(([one]) => /[/+]json\b/.test(one)) ?? all[0] ?? [];
  return type === undefined ? undefined : { type, value, schema: valueAt(value, 'schema') };
}

function exampleIn(media: unknown, { resolve }: Schemas): unknown {
  const single = valueAt(media, 'example');
  if (single !== undefined) return single;
  const [first] = entriesOf(valueAt(media, 'examples'));
  return first === undefined ? undefined : valueAt(resolve(first[1]), 'value');
}

function responseSections(operation: Readonly<Record<string, unknown>>, schemas: Schemas): readonly string[] {
  const all = entriesOf(operation.responses).slice(0, 30);
  if (all.length === 0) return [];
  let hasExample = false;
  const parts = all.map(([status, value]) => {
    const response = schemas.resolve(value);
    const media = mediaOf(response);
    const schema = media ? media.schema : valueAt(response, 'schema');
    const headers = entriesOf(valueAt(response, 'headers')).slice(0, 20);
    const isGood = /^2|^default/.test(status);
    const example =
      isGood && !hasExample ? ((media && exampleIn(media.value, schemas)) ?? exampleOf(schema, schemas)) : undefined;
    if (example !== undefined) hasExample = true;
    return joined([
      `### ${status}`,
      bounded(stringAt(response, 'description')),
      headers.map(([name, one]) => headerLine(name, schemas.resolve(one), schemas)).join('\n'),
      schema === undefined
        ? undefined
        : isGood
          ? joined(paragraphs(topFields(schema, schemas)))
          : textOfType(schema, schemas),
      example === undefined ? undefined : fenced(shortJson(example), 'json'),
    ]);
  });
  return ['## Responses', ...parts];
}

/** Lines of a list are one paragraph. */
function paragraphs(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex((line) => line.startsWith('- '));
  const list = at === -1 ? [] : [lines.slice(at).join('\n')];
  return [...lines.slice(0, at === -1 ? lines.length : at), ...list].filter((text) => text !== '');
}

function headerLine(name: string, header: unknown, schemas: Schemas): string {
  const type = textOfType(valueAt(header, 'schema') ?? header, schemas);
  const about = stringAt(header, 'description');
  return `- Header \`${name}\`${type === '' ? '' : ` (${type})`}${about === undefined ? '' : `: ${oneLine(about)}`}`;
}

function parameterLine(parameter: unknown, schemas: Schemas): string {
  const [, content] = entriesOf(valueAt(parameter, 'content'))[0] ?? [];
  const schema = valueAt(parameter, 'schema') ?? valueAt(content, 'schema') ?? parameter;
  const place = stringAt(parameter, 'in');
  const facts = [
    ...(place === undefined ? [] : [place === 'formData' ? 'form' : place]),
    textOfType(schema, schemas),
    valueAt(parameter, 'required') === true ? 'required' : '',
    valueAt(parameter, 'deprecated') === true ? 'deprecated' : '',
  ].filter((fact) => fact !== '');
  const about = stringAt(parameter, 'description') ?? stringAt(schemas.resolve(schema), 'description');
  return `- \`${stringAt(parameter, 'name') ?? ''}\` (${facts.join(', ')})${about === undefined ? '' : `: ${oneLine(about)}`}`;
}

function securityOf(api: unknown, operation: unknown): readonly string[] {
  const wanted = valueAt(operation, 'security') ?? valueAt(api, 'security');
  const schemes = valueAt(api, 'components', 'securitySchemes') ?? valueAt(api, 'securityDefinitions');
  const ways = listOf(wanted).slice(0, 20);
  if (ways.length === 0) return [];
  return ways.map((way) => {
    const parts = entriesOf(way)
      .slice(0, 10)
      .map(([name, scopes]) => {
        const wantedScopes = listOf(scopes)
          .slice(0, 30)
          .filter((scope) => typeof scope === 'string');
        const scoped =
          wantedScopes.length === 0 ? '' : ` with the scopes ${wantedScopes.map((one) => `\`${one}\``).join(', ')}`;
        return `\`${name}\`${scoped} (${schemeText(resolved(api, valueAt(schemes, name)))})`;
      });
    return `- ${parts.length === 0 ? 'No authorization' : parts.join(' and ')}`;
  });
}

function schemeText(scheme: unknown): string {
  const about = stringAt(scheme, 'description');
  const kind = stringAt(scheme, 'type') ?? 'unknown';
  const where = stringAt(scheme, 'in');
  const name = stringAt(scheme, 'name');
  const http = stringAt(scheme, 'scheme');
  const text =
    kind === 'apiKey' && name !== undefined
      ? `API key in the ${where ?? 'header'} \`${name}\``
      : kind === 'http'
        ? `HTTP ${http ?? ''} authentication, header \`Authorization\``
        : kind === 'oauth2'
          ? 'OAuth 2'
          : kind === 'openIdConnect'
            ? 'OpenID Connect'
            : kind;
  return about === undefined ? text : `${text}: ${oneLine(about)}`;
}

function serversOf(api: unknown): readonly string[] {
  const host = stringAt(api, 'host');
  if (host !== undefined) {
    const [scheme = 'https'] = listOf(valueAt(api, 'schemes')).filter((one) => typeof one === 'string');
    return [`${scheme}://${host}${(stringAt(api, 'basePath') ?? '').replace(/\/$/, '')}`];
  }
  return listOf(valueAt(api, 'servers'))
    .slice(0, 20)
    .flatMap((server) => {
      const url = stringAt(server, 'url');
      if (url === undefined || url === '/') return [];
      const filled = url.replace(
        /\{([^{}]{1,100})\}/g,
        (whole, name: string) => stringAt(server, 'variables', name, 'default') ?? whole,
      );
      return [filled.replace(/\/$/, '')];
    });
}

/** A command, with what is required. */
function requestExample(
  api: unknown,
  operation: Operation,
  address: string,
  body: RequestBody,
  schemas: Schemas,
): string {
  const wanted = operation.parameters.filter((one) => valueAt(one, 'required') === true);
  const sampleFor = (one: unknown): string => {
    const given = valueAt(one, 'example') ?? exampleOf(valueAt(one, 'schema') ?? one, schemas);
    return typeof given === 'string' || typeof given === 'number' ? String(given) : (stringAt(one, 'name') ?? '');
  };
  const query = wanted.filter((one) => stringAt(one, 'in') === 'query').slice(0, 10);
  const asked = query.map((one) => `${stringAt(one, 'name') ?? ''}=${sampleFor(one)}`).join('&');
  const isSecured = securityOf(api, operation.value).some(
    (line) => line.includes('`Authorization`') || line.includes('OAuth'),
  );
  const lines = [
    `curl -X ${operation.method} '${address}${asked === '' ? '' : `?${asked}`}'`,
    ...(isSecured ? ["-H 'Authorization: Bearer <token>'"] : []),
    ...(body.mediaType === '' ? [] : [`-H 'Content-Type: ${body.mediaType}'`]),
    ...(body.example === undefined || !/json/.test(body.mediaType)
      ? []
      : [`-d '${shortJson(body.example).replaceAll("'", "'\\''")}'`]),
  ];
  return fenced(lines.join(' \\\n  '), 'sh');
}

const maxExampleChars = 3_000;

function shortJson(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(boundedValue(value, 300), undefined, 2) ?? '');
  return text.length > maxExampleChars ? `${text.slice(0, maxExampleChars)}…` : text;
}

function section(title: string, lines: readonly string[]): string | undefined {
  if (lines.length === 0) return undefined;
  return [`## ${title}`, ...paragraphs(lines)].join('\n\n');
}

function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
}

function bounded(text: string | undefined): string | undefined {
  return text === undefined ? undefined : text.slice(0, maxTextChars).trim();
}

const maxLineChars = 1_000;

/** For a list item. */
function oneLine(text: string): string {
  const short = text.length > maxLineChars ? `${text.slice(0, maxLineChars)}…` : text;
  return short.replace(/\s+/g, ' ').trim();
}
