/**
 * Turns an OpenAPI 3 or Swagger 2 description into pages: one about the API, one for each operation and each schema. Pure.
 * Sources: spec.openapis.org/oas/v3.1.1, swagger.io/specification/v2.
 * References may lead in circles, and a schema may hold all others: depth, lines and lengths of a page are bounded.
 */
import { isObject, stringAt, valueAt } from '../../../kit/base/json.ts';
import { fenced } from '../markdown/marks/mark.ts';
import { type ApiPage, boundedLookups, createApiPages, resolved, slug } from './api-pages.ts';
import { code, entriesOf, exampleOf, type Schemas, textOfType } from './api-schema.ts';
import {
  boundedText,
  joined,
  jsonFence,
  listOf,
  oneLine,
  paragraphs,
  schemeText,
  section,
  securityLines,
  shortJson,
  tagLines,
  topFields,
} from './api-text.ts';

export function* openApiPages(api: Readonly<Record<string, unknown>>): Iterable<ApiPage> {
  const shared = createApiPages(api, valueAt(api, 'components', 'schemas') ?? api.definitions);
  const { operations, dropped } = operationsOf(api);
  const names = operations.map(({ name }) => shared.unique(name));
  yield { ...homePage(api, operations, names), dropped };
  for (const [at, one] of operations.entries()) yield operationPage(api, one, shared.schemas(), names[at] ?? '');
  yield* shared.schemaPages();
}

/** Parameters, operations on the first page. */
const maxListed = 200;
/** To find the operations with their parameters. */
const maxOperationLookups = 500_000;

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

function homePage(
  api: Readonly<Record<string, unknown>>,
  operations: readonly Operation[],
  names: readonly string[],
): ApiPage {
  const title = stringAt(api, 'info', 'title') ?? 'API';
  const schemes = entriesOf(valueAt(api, 'components', 'securitySchemes') ?? api.securityDefinitions);
  const listed = operations.slice(0, maxListed).map(({ method, path, value }, at) => {
    const summary = stringAt(value, 'summary');
    return `- [${code(`${method} ${path}`)}](${names[at] ?? ''})${summary === undefined ? '' : `: ${oneLine(summary)}`}`;
  });
  const left = operations.length - listed.length;
  const version = stringAt(api, 'info', 'version');
  const markdown = joined([
    boundedText(stringAt(api, 'info', 'summary')),
    boundedText(stringAt(api, 'info', 'description')),
    version === undefined ? undefined : `Version of the API: ${version}`,
    section(
      'Servers',
      serversOf(api).map((server) => `- ${code(server)}`),
    ),
    section(
      'Authentication',
      schemes.map(([name, scheme]) => `- ${code(name)}: ${schemeText(resolved(api, scheme))}`),
    ),
    section('Tags', tagLines(api.tags)),
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
    summary === undefined ? undefined : `**${oneLine(summary).replace(/\.$/, '')}.** ${code(`${method} ${path}`)}`,
    summary === undefined ? code(`${method} ${path}`) : undefined,
    value.deprecated === true ? '**Deprecated:** Do not use it in new code.' : undefined,
    isWebhook ? 'A webhook: the API sends this request to you.' : undefined,
    description === summary ? undefined : boundedText(description),
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
    title: oneLine(`${method} ${path}`),
    description: summary === undefined ? '' : oneLine(summary),
    keywords,
    markdown,
  };
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
      .map(([type]) => code(type));
    return {
      about: joined([`${types.join(', ')} (${required})`, boundedText(stringAt(body, 'description'))]),
      fields: media ? topFields(media.schema, schemas) : [],
      mediaType: media?.type ?? '',
      example: media ? (exampleIn(media.value, schemas) ?? exampleOf(media.schema, schemas)) : undefined,
    };
  }
  const whole = parameters.find((one) => stringAt(one, 'in') === 'body');
  if (whole !== undefined) {
    const schema = valueAt(whole, 'schema');
    return {
      about: boundedText(stringAt(whole, 'description')) ?? '',
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
      boundedText(stringAt(response, 'description')),
      headers.map(([name, one]) => headerLine(name, schemas.resolve(one), schemas)).join('\n'),
      schema === undefined
        ? undefined
        : isGood
          ? joined(paragraphs(topFields(schema, schemas)))
          : textOfType(schema, schemas),
      example === undefined ? undefined : jsonFence(example),
    ]);
  });
  return ['## Responses', ...parts];
}

function headerLine(name: string, header: unknown, schemas: Schemas): string {
  const type = textOfType(valueAt(header, 'schema') ?? header, schemas);
  const about = stringAt(header, 'description');
  return `- Header ${code(name)}${type === '' ? '' : ` (${type})`}${about === undefined ? '' : `: ${oneLine(about)}`}`;
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
  return `- ${code(stringAt(parameter, 'name') ?? '')} (${facts.join(', ')})${about === undefined ? '' : `: ${oneLine(about)}`}`;
}

function securityOf(api: unknown, operation: unknown): readonly string[] {
  const schemes = valueAt(api, 'components', 'securitySchemes') ?? valueAt(api, 'securityDefinitions');
  const wanted = valueAt(operation, 'security') ?? valueAt(api, 'security');
  return securityLines(wanted, (name) => resolved(api, valueAt(schemes, name)));
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
