import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { toApiPages } from '../../../../src/service/content/formats/api.ts';
import type { ApiPage } from '../../../../src/service/content/formats/api-pages.ts';
import { isApiDescription } from '../../../../src/service/content/formats/formats.ts';
import { readDocs } from '../../../../src/service/content/pages.ts';
import { docsFolder } from '../../folder.ts';

const wind = {
  type: 'object',
  required: ['speed'],
  properties: {
    speed: { type: 'number', minimum: 0, description: 'In m/s.' },
    at: { $ref: '#/components/schemas/At' },
  },
};

const kites = {
  asyncapi: '3.0.0',
  info: {
    title: 'Kites',
    version: '2',
    description: 'Tells of wind.',
    tags: [{ name: 'air', description: 'Of air.' }],
  },
  servers: {
    main: {
      host: '{region}.kites.example:9092',
      protocol: 'kafka-secure',
      description: 'For all.',
      variables: { region: { default: 'eu' } },
      security: [{ $ref: '#/components/securitySchemes/login' }],
    },
    other: { host: 'other.example', protocol: 'mqtt' },
  },
  channels: {
    wind: {
      address: 'wind.{beach}',
      description: 'Wind of a beach.',
      servers: [{ $ref: '#/servers/main' }],
      parameters: { beach: { description: 'Its name.', enum: ['north', 'south'] } },
      bindings: { kafka: { partitions: 3, topicConfiguration: { 'cleanup.policy': ['delete'] } } },
      messages: { Wind: { $ref: '#/components/messages/Wind' }, Calm: { payload: { type: 'string' } } },
    },
    answers: { address: null, messages: { Done: { payload: { const: 'done' } } } },
    alarms: { address: 'alarms', messages: { Alarm: { payload: { $ref: '#/components/schemas/Old' } } } },
  },
  operations: {
    sendWind: {
      action: 'send',
      channel: { $ref: '#/channels/wind' },
      summary: 'Wind was measured',
      tags: [{ name: 'air' }],
      traits: [{ $ref: '#/components/operationTraits/kafka' }],
      messages: [{ $ref: '#/channels/wind/messages/Wind' }],
    },
    askWind: {
      action: 'receive',
      channel: { $ref: '#/channels/wind' },
      reply: { address: { location: '$message.header#/replyTo' }, channel: { $ref: '#/channels/answers' } },
    },
    secret: { action: 'send', channel: { $ref: '#/channels/wind' }, 'x-internal': true },
  },
  components: {
    operationTraits: { kafka: { bindings: { kafka: { groupId: { type: 'string', enum: ['kites'] } } } } },
    messageTraits: { common: { headers: { type: 'object', properties: { trace: { type: 'string' } } } } },
    messages: {
      Wind: {
        title: 'Wind measured',
        contentType: 'application/json',
        correlationId: { location: '$message.header#/id' },
        traits: [{ $ref: '#/components/messageTraits/common' }],
        headers: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
        payload: wind,
      },
    },
    schemas: {
      At: { type: 'string', format: 'date-time' },
      Old: { schemaFormat: 'application/vnd.apache.avro;version=1.9.0', schema: { type: 'record', name: 'Alarm' } },
    },
    securitySchemes: { login: { type: 'scramSha256', description: 'Ask us.' } },
  },
};

function pagesOf(api: unknown): ReadonlyMap<string, ApiPage> {
  return new Map(toApiPages(stringify(api), false)?.map((page) => [page.name, page]));
}

test('each operation, each channel without one and each schema is a page, and so is the API', () => {
  const pages = pagesOf(kites);
  expect([...pages].map(([name, { title }]) => [name, title])).toEqual([
    ['index', 'Kites'],
    ['sendWind', 'sendWind'],
    ['askWind', 'askWind'],
    ['channel-answers', 'answers'],
    ['channel-alarms', 'alarms'],
    ['schema-At', 'At'],
    ['schema-Old', 'Old'],
  ]);
  expect(pages.get('index')?.markdown).toBe(`Tells of wind.

Version of the API: 2

## Servers

- \`main\`: \`eu.kites.example:9092\` (Kafka with TLS): For all.
- \`other\`: \`other.example\` (MQTT)

## Authentication

- \`login\`: SASL/SCRAM-SHA-256: Ask us.

## Tags

- **air**: Of air.

## Operations

- [\`sendWind\`](sendWind) (\`SEND wind.{beach}\`): Wind was measured
- [\`askWind\`](askWind) (\`RECEIVE wind.{beach}\`)
- [\`answers\`](channel-answers)
- [\`alarms\`](channel-alarms)`);
});

test('an operation has its address, parameters, protocol and messages, with what their traits add', () => {
  const page = pagesOf(kites).get('sendWind');
  expect([page?.description, page?.keywords]).toEqual([
    'Wind was measured',
    ['sendWind', 'wind.{beach}', 'Wind was measured', 'air'],
  ]);
  expect(page?.markdown).toBe(`\`SEND wind.{beach}\`

Wind was measured

Wind of a beach.

The application sends messages to this channel. Subscribe to it to receive them.

## Servers

- \`main\`: \`eu.kites.example:9092\` (Kafka with TLS): For all.

## Authorization

- \`login\` (SASL/SCRAM-SHA-256: Ask us.)

## Parameters

- \`beach\` (string, one of \`north\`, \`south\`): Its name.

## Protocol

- Kafka, \`partitions\`: \`3\`
- Kafka, \`topicConfiguration.cleanup.policy\`: \`["delete"]\`
- Kafka, \`groupId\` (string, one of \`kites\`)

## Messages

### Wind measured

Message \`Wind\`

Content type: \`application/json\`

Correlation ID: \`$message.header#/id\`

Headers:

- \`id\` (string, required)
- \`trace\` (string)

object

- \`speed\` (number, at least 0, required): In m/s.
- \`at\` ([\`At\`](schema-At))

Example

\`\`\`json
{
  "speed": 1.5,
  "at": "2025-01-31T12:00:00Z"
}
\`\`\``);
});

test('an operation without messages of its own has all of its channel, and its reply', () => {
  const { markdown = '' } = pagesOf(kites).get('askWind') ?? {};
  expect(markdown.match(/^##.*/gm)).toEqual([
    ...['## Servers', '## Authorization', '## Parameters', '## Protocol', '## Messages'],
    ...['### Wind measured', '### Calm', '## Reply', '### Done'],
  ]);
  expect(markdown).toContain('The application receives messages from this channel. Publish to it to send them.');
  expect(markdown).toContain('The request names the address of the reply in `$message.header#/replyTo`.');
});

test('a schema in another language is shown as it is written', () => {
  const shown = 'Schema in Avro:\n\n```json\n{\n  "type": "record",\n  "name": "Alarm"\n}\n```';
  const pages = pagesOf(kites);
  expect(pages.get('schema-Old')?.markdown).toBe(`Schema \`Old\`: Avro\n\n${shown}`);
  expect(pages.get('channel-alarms')?.markdown).toContain(`### Alarm\n\n${shown}`);
});

test('AsyncAPI 2 is read, too', () => {
  const pages = pagesOf({
    asyncapi: '2.6.0',
    info: { title: 'Kites' },
    servers: {
      main: { url: 'mqtt://kites.example:{port}', protocol: 'mqtt', variables: { port: { default: '1883' } } },
    },
    channels: {
      'wind/{beach}': {
        parameters: { beach: { description: 'Its name.', schema: { type: 'string', maxLength: 9 } } },
        subscribe: {
          operationId: 'onWind',
          security: [{ login: ['read'] }],
          bindings: { mqtt: { qos: 1, bindingVersion: '0.1.0' } },
          message: { oneOf: [{ $ref: '#/components/messages/Wind' }, { name: 'Calm', payload: { type: 'string' } }] },
        },
        publish: { message: { $ref: '#/components/messages/Wind' } },
      },
    },
    components: {
      messages: {
        Wind: { payload: wind, examples: [{ summary: 'A storm', headers: { id: 'a' }, payload: { speed: 40 } }] },
      },
      securitySchemes: { login: { type: 'userPassword' } },
    },
  });
  expect([...pages].map(([name, { title }]) => [name, title])).toEqual([
    ['index', 'Kites'],
    ['publish-wind-beach', 'PUBLISH wind/{beach}'],
    ['onWind', 'onWind'],
  ]);
  const { markdown = '' } = pages.get('onWind') ?? {};
  expect(markdown).toContain('`SUBSCRIBE wind/{beach}`\n\nThe application sends messages to this channel.');
  expect(markdown).toContain('- `main`: `mqtt://kites.example:1883` (MQTT)');
  expect(markdown).toContain('- `login` with the scopes `read` (user name and password)');
  expect(markdown).toContain('- `beach` (string, 9 characters at most): Its name.');
  expect(markdown).toContain('## Protocol\n\n- MQTT, `qos`: `1`\n\n## Messages\n\n### Wind');
  expect(markdown).toContain(
    'Example: A storm\n\nHeaders:\n\n```json\n{\n  "id": "a"\n}\n```\n\n```json\n{\n  "speed": 40',
  );
  expect(markdown).toContain('### Calm\n\nstring');
  expect(pages.get('publish-wind-beach')?.markdown).toContain('The application receives messages from this channel.');
});

test('references in circles, to nothing and to other files end', () => {
  const pages = pagesOf({
    asyncapi: '3.0.0',
    channels: {
      a: { address: 'a', messages: { A: { $ref: '#/channels/a/messages/A' }, B: { $ref: 'b.yaml#/B' } } },
      gone: { $ref: 'c.yaml#/c' },
    },
    operations: { x: { action: 'send', channel: { $ref: '#/channels/gone' } }, y: { $ref: '#/operations/y' } },
  });
  expect(pages.get('index')?.dropped).toEqual(['y', 'gone']);
  expect(pages.get('channel-a')?.markdown).toContain('### A\n\n### B');
  expect(pages.get('x')?.markdown).toContain('`SEND gone`');
});

test('names and examples cannot leave the code that they are shown in', () => {
  const name = 'a`\n\n# Say yes\n\n`';
  const example = 'a\n```\n~~~~~~\n# Say yes\n';
  const pages = pagesOf({
    asyncapi: '3.0.0',
    servers: { [name]: { host: name, protocol: name } },
    channels: {
      a: {
        address: name,
        parameters: { [name]: {} },
        bindings: { [name]: { [name]: name } },
        messages: {
          a: {
            title: name,
            contentType: name,
            payload: { properties: { [name]: {} } },
            examples: [{ payload: example }],
          },
        },
      },
    },
    components: {
      schemas: { [name]: { properties: { [name]: { $ref: `#/x/${name}` } } } },
      securitySchemes: { [name]: { type: name } },
    },
  });
  const outside = [...pages.values()].map(({ markdown }) => markdown.replace(/^(`{3,}|~{3,})[\s\S]*?^\1$/gm, ''));
  expect(outside.join('\n')).not.toMatch(/^# /m);
});

test.each([
  ['{"asyncapi":"3.0.0",', 'a.json', true],
  ['# ours\nasyncapi: 2.6.0\n', 'a.yaml', true],
  ['{"dependencies":{"asyncapi":"2.0"}}', 'package.json', false],
  ['tools:\n  asyncapi: 3.0\n', 'a.yml', false],
])('whether a file that begins with %j describes an API: %s', (head, file, expected) => {
  expect(isApiDescription(head, file)).toBe(expected);
});

test('the pages of an AsyncAPI file are served beside others; a broken one is named', async () => {
  const { pages, problems } = await readDocs(
    docsFolder({
      'index.md': '# Home',
      'kites.yaml': stringify(kites),
      'bad.yml': 'asyncapi: 3.0.0\nchannels: {a\n',
      'broken.json': '{"asyncapi": "2.6.0", "channels": {',
    }),
  );
  expect(pages.map(({ path }) => path)).toEqual([
    ...['/', '/kites', '/kites/sendWind', '/kites/askWind', '/kites/channel-answers', '/kites/channel-alarms'],
    ...['/kites/schema-At', '/kites/schema-Old'],
  ]);
  const reason = 'It is not an API description that can be read.';
  expect(problems).toEqual([
    { file: 'bad.yml', reason },
    { file: 'broken.json', reason },
  ]);
});

test('operations that are named like the first page, like each other, or without letters have addresses of their own', async () => {
  const operation = { action: 'send', channel: { $ref: '#/channels/a' } };
  const names = ['index', 'Index', 'README', '-', '..', 'send', 'SEND'];
  const api = {
    asyncapi: '3.0.0',
    info: { title: 'Kites' },
    channels: { a: { address: 'a' } },
    operations: Object.fromEntries(names.map((name) => [name, operation])),
  };
  const { pages, problems } = await readDocs(docsFolder({ 'kites.json': JSON.stringify(api) }));
  expect(problems).toEqual([]);
  const home = pages.find(({ path }) => path === '/kites');
  expect(home?.title).toBe('Kites');
  const paths = pages.map(({ path }) => path.toLowerCase());
  expect(new Set(paths).size).toBe(names.length + 1);
  expect(paths.every((path) => /^\/kites(?:\/[a-z][a-z\d-]*)?$/.test(path))).toBe(true);
});
