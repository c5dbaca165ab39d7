/**
 * Turns an AsyncAPI 2 or 3 description into pages: one about the API, one for each operation, each channel that no operation
 * uses, and each schema. Pure. Sources: asyncapi.com/docs/reference/specification/v3.0.0 and v2.6.0.
 * Actions are those of the described application, but in version 2 those of its clients: `publish` there is `receive` here.
 */
import { isObject, stringAt, valueAt } from '../../../kit/base/json.ts';
import { type ApiPage, createApiPages, resolved, slug } from './api-pages.ts';
import {
  code,
  entriesOf,
  exampleOf,
  fieldLine,
  fieldsOf,
  referenceName,
  type Schemas,
  shortValue,
  textOfType,
} from './api-schema.ts';
import {
  boundedText,
  joined,
  jsonFence,
  listOf,
  oneLine,
  schemaBlocks,
  schemaIn,
  schemeText,
  section,
  securityLines,
  tagLines,
  type WrittenSchema,
} from './api-text.ts';

type Fields = Readonly<Record<string, unknown>>;

export function* asyncApiPages(api: Fields): Iterable<ApiPage> {
  const shared = createApiPages(api, valueAt(api, 'components', 'schemas'));
  const { operations, dropped } = operationsOf(api);
  const names = operations.map(({ name }) => shared.unique(name));
  yield { ...homePage(api, operations, names), dropped };
  for (const [at, one] of operations.entries()) yield operationPage(api, one, shared.schemas(), names[at] ?? '');
  yield* shared.schemaPages();
}

const actions = {
  send: 'The application sends messages to this channel. Subscribe to it to receive them.',
  subscribe: 'The application sends messages to this channel. Subscribe to it to receive them.',
  receive: 'The application receives messages from this channel. Publish to it to send them.',
  publish: 'The application receives messages from this channel. Publish to it to send them.',
  channel: 'The description does not say who sends messages to this channel.',
};

interface Operation {
  readonly action: keyof typeof actions;
  /** As the description names it; undefined: it has no name. */
  readonly id: string | undefined;
  /** Where its messages go. If that is known only at run time, the name of the channel. */
  readonly address: string;
  readonly value: Fields;
  readonly channel: unknown;
  /** Of the page. */
  readonly name: string;
}

/** undefined: the description does not have it. */
interface Found {
  readonly value: Fields | undefined;
  readonly channel: unknown;
  readonly id: string | undefined;
}

const maxOperations = 5_000;
/** Operations on the first page; messages, parameters, servers and facts of bindings on another. */
const maxListed = 200;

function operationsOf(api: Fields): { readonly operations: readonly Operation[]; readonly dropped: readonly string[] } {
  const operations: Operation[] = [];
  const dropped: string[] = [];
  const used = new Set<unknown>();
  const add = (key: string, action: Operation['action'], { value, channel, id }: Found, channelName = key): void => {
    if (value === undefined || operations.length >= maxOperations) return void dropped.push(key);
    used.add(channel);
    if (value['x-hidden'] === true || value['x-internal'] === true) return;
    const address = stringAt(channel, 'address') ?? channelName;
    operations.push({ action, id, address, value, channel, name: slug(id ?? `${action} ${address}`) });
  };
  for (const [key, item] of entriesOf(api.operations)) {
    const value = fieldsIn(api, item);
    const channel = valueAt(value, 'channel');
    const action = stringAt(value, 'action') === 'receive' ? 'receive' : 'send';
    add(key, action, { value, channel: resolved(api, channel), id: key }, referenceName(channel));
  }
  for (const [key, item] of entriesOf(api.channels)) {
    const channel = fieldsIn(api, item);
    for (const action of ['publish', 'subscribe'] as const) {
      const value = valueAt(channel, action);
      if (value === undefined) continue;
      used.add(channel);
      add(key, action, { value: fieldsIn(api, value), channel, id: stringAt(value, 'operationId') });
    }
    if (channel === undefined || !used.has(channel)) add(key, 'channel', { value: channel, channel, id: undefined });
  }
  return { operations, dropped };
}

function fieldsIn(api: unknown, value: unknown): Fields | undefined {
  const found = resolved(api, value);
  return isObject(found) ? found : undefined;
}

function homePage(api: Fields, operations: readonly Operation[], names: readonly string[]): ApiPage {
  const listed = operations.slice(0, maxListed).map((operation, at) => {
    const [title, call, about] = [titleOf(operation), oneLine(callOf(operation)), aboutOf(operation)];
    const link = `[${code(title)}](${names[at] ?? ''})${title === call ? '' : ` (${code(call)})`}`;
    return `- ${link}${about === undefined ? '' : `: ${oneLine(about)}`}`;
  });
  const left = operations.length - listed.length;
  const version = stringAt(api, 'info', 'version');
  const schemes = entriesOf(valueAt(api, 'components', 'securitySchemes')).slice(0, maxListed);
  const markdown = joined([
    boundedText(stringAt(api, 'info', 'description')),
    version === undefined ? undefined : `Version of the API: ${oneLine(version)}`,
    section(
      'Servers',
      serversOf(api, undefined).map((server) => serverLine(api, server)),
    ),
    section(
      'Authentication',
      schemes.map(([name, scheme]) => `- ${code(name)}: ${schemeText(resolved(api, scheme))}`),
    ),
    section('Tags', tagLines(api.tags ?? valueAt(api, 'info', 'tags'))),
    section('Operations', [...listed, ...(left > 0 ? [`- and ${left} more`] : [])]),
  ]);
  return { name: 'index', title: stringAt(api, 'info', 'title') ?? 'API', description: '', keywords: [], markdown };
}

/** `SEND user/signedup` */
function callOf({ action, address }: Operation): string {
  return action === 'channel' ? address : `${action.toUpperCase()} ${address}`;
}

function titleOf(operation: Operation): string {
  return oneLine(stringAt(operation.value, 'title') ?? operation.id ?? callOf(operation));
}

/** In one sentence, if the description has one. */
function aboutOf({ value, channel }: Operation): string | undefined {
  return stringAt(value, 'summary') ?? stringAt(channel, 'summary') ?? stringAt(value, 'description');
}

function operationPage(api: Fields, operation: Operation, schemas: Schemas, name: string): ApiPage {
  const { value, channel, id, action, address } = operation;
  const own = withTraits(value, schemas);
  const texts = new Set(
    [...own, channel].flatMap((one) => [stringAt(one, 'summary'), stringAt(one, 'description')]).map(boundedText),
  );
  const servers = serversOf(api, channel);
  const parameters = entriesOf(valueAt(channel, 'parameters')).slice(0, maxListed);
  const messages = messagesOf(value, channel, schemas);
  const markdown = joined([
    code(callOf(operation)),
    ...texts,
    valueAt(channel, 'address') === null ? 'The address of the channel is known only at run time.' : undefined,
    actions[action],
    section(
      'Servers',
      servers.map((server) => serverLine(api, server)),
    ),
    section('Authorization', securityOf(api, value, servers)),
    section(
      'Parameters',
      parameters.map(([key, one]) => parameterLine(key, schemas.resolve(one), schemas)),
    ),
    section(
      'Protocol',
      [channel, ...own.filter((one) => one !== channel)].flatMap((one) =>
        bindingLines(valueAt(one, 'bindings'), schemas),
      ),
    ),
    messages.length === 0 ? undefined : '## Messages',
    ...messages.map((message) => messageText(message, schemas)),
    ...replySections(value, schemas),
  ]);
  const tags = [value, channel].flatMap((one) => listOf(valueAt(one, 'tags')).map((tag) => stringAt(tag, 'name')));
  const words = [id, address, stringAt(value, 'summary'), ...tags];
  const summary = aboutOf(operation);
  return {
    name,
    title: titleOf(operation),
    description: summary === undefined ? '' : oneLine(summary),
    keywords: [...new Set(words.filter((word) => word !== undefined).map(oneLine))],
    markdown,
  };
}

/** An object and what is written once for several of its kind; its own facts come first. */
function withTraits(value: unknown, { resolve }: Schemas): readonly unknown[] {
  return [value, ...listOf(valueAt(value, 'traits')).slice(0, 20).map(resolve)];
}

interface Server {
  readonly name: string;
  readonly value: unknown;
}

/** Those of a channel, or all. Version 2 names them, version 3 refers to them. */
function serversOf(api: Fields, channel: unknown): readonly Server[] {
  const all = entriesOf(api.servers)
    .slice(0, maxListed)
    .map(([name, one]) => ({ name, value: resolved(api, one) }));
  const wanted = new Set(listOf(valueAt(channel, 'servers')).map((one) => referenceName(one) ?? one));
  return wanted.size === 0 ? all : all.filter(({ name }) => wanted.has(name));
}

function serverLine(api: Fields, { name, value }: Server): string {
  const host = stringAt(value, 'host');
  const url = stringAt(value, 'url') ?? (host === undefined ? undefined : host + (stringAt(value, 'pathname') ?? ''));
  const filled = url
    ?.slice(0, 1_000)
    .replace(
      /\{([^{}]{1,100})\}/g,
      (whole, key: string) => stringAt(resolved(api, valueAt(value, 'variables', key)), 'default') ?? whole,
    );
  const protocol = stringAt(value, 'protocol');
  const version = stringAt(value, 'protocolVersion');
  const about = stringAt(value, 'description') ?? stringAt(value, 'summary');
  const facts = [
    filled === undefined ? undefined : code(filled),
    protocol === undefined ? undefined : `(${joinedWords([protocolName(protocol), version && code(version)])})`,
  ];
  return `- ${code(name)}: ${joinedWords(facts)}${about === undefined ? '' : `: ${oneLine(about)}`}`;
}

function joinedWords(words: readonly (string | undefined)[]): string {
  return words.filter((word) => word !== undefined).join(' ');
}

const protocols: Readonly<Record<string, string>> = {
  amqp: 'AMQP 0-9-1',
  amqp1: 'AMQP 1.0',
  amqps: 'AMQP with TLS',
  anypointmq: 'Anypoint MQ',
  googlepubsub: 'Google Cloud Pub/Sub',
  http: 'HTTP',
  https: 'HTTPS',
  ibmmq: 'IBM MQ',
  jms: 'JMS',
  kafka: 'Kafka',
  'kafka-secure': 'Kafka with TLS',
  mqtt: 'MQTT',
  mqtt5: 'MQTT 5',
  mqtts: 'MQTT with TLS',
  'secure-mqtt': 'MQTT with TLS',
  nats: 'NATS',
  pulsar: 'Pulsar',
  redis: 'Redis',
  sns: 'Amazon SNS',
  solace: 'Solace',
  sqs: 'Amazon SQS',
  stomp: 'STOMP',
  ws: 'WebSocket',
  wss: 'WebSocket with TLS',
};

function protocolName(protocol: string): string {
  return Object.hasOwn(protocols, protocol) ? (protocols[protocol] ?? '') : code(protocol);
}

/** Of the operation, or of its servers. Version 3 refers to schemes, version 2 names them. */
function securityOf(api: Fields, operation: Fields, servers: readonly Server[]): readonly string[] {
  const wanted = Array.isArray(operation.security) ? [operation] : servers.map(({ value }) => value);
  const schemes = valueAt(api, 'components', 'securitySchemes');
  const ways = wanted
    .flatMap((one) => listOf(valueAt(one, 'security')).slice(0, maxListed))
    .map((way) => {
      const name = referenceName(way) ?? stringAt(way, 'type');
      return name === undefined ? way : { [name]: way };
    });
  const lines = securityLines(ways, (name, way) => resolved(api, isObject(way) ? way : valueAt(schemes, name)));
  return [...new Set(lines)];
}

/** In version 3, a parameter is a string, and has no schema. */
function parameterLine(name: string, parameter: unknown, schemas: Schemas): string {
  const schema = valueAt(parameter, 'schema') ?? (isObject(parameter) ? { ...parameter, type: 'string' } : undefined);
  const type = textOfType(schema, schemas);
  const about = stringAt(parameter, 'description') ?? stringAt(schemas.resolve(schema), 'description');
  return `- ${code(name)}${type === '' ? '' : ` (${type})`}${about === undefined ? '' : `: ${oneLine(about)}`}`;
}

/** `- Kafka, \`partitions\`: \`3\`` */
function bindingLines(bindings: unknown, schemas: Schemas): readonly string[] {
  const lines: string[] = [];
  for (const [protocol, value] of entriesOf(schemas.resolve(bindings)).slice(0, 20))
    addFacts(protocolName(protocol), '', schemas.resolve(value), 0);
  return lines;

  function addFacts(protocol: string, path: string, facts: unknown, depth: number): void {
    for (const [key, value] of entriesOf(facts).slice(0, maxListed)) {
      if (lines.length >= maxListed) return;
      if (key === 'bindingVersion' || value === null) continue;
      const name = path + key;
      if (isSchema(value)) {
        lines.push(`- ${protocol}, ${fieldLine(name, value, false, schemas).slice(2)}`);
        lines.push(...fieldsOf(value, schemas, 2).map((line) => `  ${line}`));
      } else if (isObject(value) && depth < 3) addFacts(protocol, `${name}.`, value, depth + 1);
      else lines.push(`- ${protocol}, ${code(name)}: ${code(shortValue(value))}`);
    }
  }
}

function isSchema(value: unknown): boolean {
  return ['type', '$ref', 'enum', 'properties', 'oneOf', 'anyOf', 'allOf'].some((key) => {
    const found = valueAt(value, key);
    return typeof found === 'string' ? key === '$ref' || schemaTypes.has(found) : found !== undefined && key !== 'type';
  });
}

const schemaTypes: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean', 'object', 'array']);

interface Message {
  readonly name: string;
  readonly value: unknown;
}

/** In version 3, those that the operation refers to, or all of its channel; in version 2, one or one of several. */
function messagesOf(value: unknown, channel: unknown, { resolve }: Schemas): readonly Message[] {
  const named = (one: unknown): Message => ({ name: referenceName(one) ?? '', value: resolve(one) });
  const own = valueAt(value, 'messages');
  if (Array.isArray(own)) return own.slice(0, maxListed).map(named);
  const single = valueAt(value, 'message');
  const choices = valueAt(resolve(single), 'oneOf');
  if (Array.isArray(choices)) return choices.slice(0, maxListed).map(named);
  if (single !== undefined) return [named(single)];
  return entriesOf(valueAt(channel, 'messages'))
    .slice(0, maxListed)
    .map(([name, one]) => ({ name, value: resolve(one) }));
}

function messageText({ name, value }: Message, schemas: Schemas): string {
  const all = withTraits(value, schemas);
  const first = (key: string): unknown => all.map((one) => valueAt(one, key)).find((one) => one !== undefined);
  const text = (key: string): string | undefined =>
    all.map((one) => stringAt(one, key)).find((one) => one !== undefined);
  const own = text('name') ?? name;
  const title = text('title') ?? own;
  const type = text('contentType');
  const correlation = schemas.resolve(first('correlationId'));
  const location = stringAt(correlation, 'location');
  const about = stringAt(correlation, 'description');
  const headers = all.flatMap((one) => fieldsOf(valueAt(one, 'headers'), schemas, 2));
  const payload = schemaIn(first('payload'), schemas, text('schemaFormat'));
  return joined([
    `### ${oneLine(title) || 'Message'}`,
    own === '' || own === title ? undefined : `Message ${code(own)}`,
    boundedText(text('summary')),
    boundedText(text('description')),
    type === undefined ? undefined : `Content type: ${code(type)}`,
    location === undefined
      ? undefined
      : `Correlation ID: ${code(location)}${about === undefined ? '' : `: ${oneLine(about)}`}`,
    headers.length === 0 ? undefined : `Headers:\n\n${headers.join('\n')}`,
    joined(schemaBlocks(payload, schemas)),
    ...examplesOf(first('examples'), payload, schemas),
  ]);
}

const maxExamples = 3;

/** As the description gives them, or one that is made of the types. */
function examplesOf(given: unknown, { schema, language }: WrittenSchema, schemas: Schemas): readonly string[] {
  const shown = listOf(given)
    .slice(0, maxExamples)
    .map((one) => {
      const about = stringAt(one, 'summary') ?? stringAt(one, 'name');
      const headers = valueAt(one, 'headers');
      const payload = valueAt(one, 'payload');
      return joined([
        `Example${about === undefined ? '' : `: ${oneLine(about)}`}`,
        headers === undefined ? undefined : joined(['Headers:', jsonFence(headers)]),
        payload === undefined ? undefined : jsonFence(payload),
      ]);
    });
  if (shown.length > 0) return shown;
  const made = language === undefined ? exampleOf(schema, schemas) : undefined;
  return made === undefined ? [] : ['Example', jsonFence(made)];
}

function replySections(operation: Fields, schemas: Schemas): readonly string[] {
  const reply = schemas.resolve(operation.reply);
  if (!isObject(reply)) return [];
  const channel = schemas.resolve(reply.channel);
  const address = stringAt(channel, 'address') ?? referenceName(reply.channel);
  const place = schemas.resolve(reply.address);
  const location = stringAt(place, 'location');
  const about = stringAt(place, 'description');
  return [
    '## Reply',
    ...(address === undefined ? [] : [`The reply comes on the channel ${code(address)}.`]),
    ...(location === undefined ? [] : [`The request names the address of the reply in ${code(location)}.`]),
    ...(about === undefined ? [] : [oneLine(about)]),
    ...messagesOf(reply, channel, schemas).map((message) => messageText(message, schemas)),
  ];
}
