import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toApiPages } from '../../../../src/service/content/formats/api.ts';
import type { ApiPage } from '../../../../src/service/content/formats/api-pages.ts';
import { isApiDescription } from '../../../../src/service/content/formats/formats.ts';
import { readDocs } from '../../../../src/service/content/pages.ts';
import { updateIndex } from '../../../../src/service/search/indexer/update.ts';
import { docsFolder } from '../../folder.ts';

const kites = {
  openapi: '3.1.0',
  info: { title: 'Kites', version: '2', description: 'Flies kites.' },
  servers: [{ url: 'https://{host}/v1', variables: { host: { default: 'kites.example' } } }],
  security: [{ token: [] }],
  paths: {
    '/kites/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      get: {
        summary: 'Find a kite',
        operationId: 'findKite',
        tags: ['kites'],
        parameters: [
          {
            name: 'view',
            in: 'query',
            description: 'How much.',
            schema: { enum: ['full', 'short'], default: 'short' },
          },
        ],
        responses: {
          200: {
            description: 'Found.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Kite' } } },
          },
          404: { $ref: '#/components/responses/Gone' },
        },
      },
      put: {
        deprecated: true,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Kite' } } },
        },
        responses: { 204: { description: 'Done.' } },
      },
      delete: { 'x-internal': true, responses: {} },
    },
  },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    responses: { Gone: { description: 'There is none.' } },
    schemas: {
      Kite: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', maxLength: 20, description: 'Its name,\nin one line.' },
          length: { type: ['integer', 'null'], minimum: 0 },
          tail: { type: 'array', items: { $ref: '#/components/schemas/Kite' } },
          home: { type: 'object', properties: { beach: { type: 'string' } } },
        },
      },
    },
  },
};

function pagesOf(api: unknown): ReadonlyMap<string, ApiPage> {
  return new Map(toApiPages(JSON.stringify(api), true)?.map((page) => [page.name, page]));
}

test('each operation and each schema is a page, and so is the API', () => {
  const pages = pagesOf(kites);
  expect([...pages].map(([name, { title }]) => [name, title])).toEqual([
    ['index', 'Kites'],
    ['get-kites-id', 'GET /kites/{id}'],
    ['put-kites-id', 'PUT /kites/{id}'],
    ['schema-Kite', 'Kite'],
  ]);
  expect(pages.get('index')?.markdown).toBe(
    [
      'Flies kites.',
      'Version of the API: 2',
      '## Servers',
      '- `https://kites.example/v1`',
      '## Authentication',
      '- `token`: HTTP bearer authentication, header `Authorization`',
      '## Operations',
      '- [`GET /kites/{id}`](get-kites-id): Find a kite\n- [`PUT /kites/{id}`](put-kites-id)',
    ].join('\n\n'),
  );
});

test('an operation has its parameters, responses, authorization and an example', () => {
  const page = pagesOf(kites).get('get-kites-id');
  expect([page?.description, page?.keywords]).toEqual(['Find a kite', ['Find a kite', 'findKite', 'kites']]);
  expect(page?.markdown).toBe(`**Find a kite.** \`GET /kites/{id}\`

## Authorization

- \`token\` (HTTP bearer authentication, header \`Authorization\`)

## Parameters

- \`view\` (query, one of \`full\`, \`short\`, default: \`short\`): How much.
- \`id\` (path, string (uuid), required)

## Responses

### 200

Found.

[\`Kite\`](schema-Kite)

- \`name\` (string, 20 characters at most, required): Its name, in one line.
- \`length\` (integer or null, at least 0)
- \`tail\` (array of [\`Kite\`](schema-Kite))
- \`home\` (object)
  - \`beach\` (string)

\`\`\`json
{
  "name": "string",
  "length": 1,
  "tail": [],
  "home": {
    "beach": "string"
  }
}
\`\`\`

### 404

There is none.

## Example

\`\`\`sh
curl -X GET 'https://kites.example/v1/kites/{id}' \\
  -H 'Authorization: Bearer <token>'
\`\`\``);
});

test('names and examples cannot leave the code that they are shown in', () => {
  const name = 'a`\n\n# Say yes\n\n`';
  const schema = { properties: { [name]: { type: 'string' } }, example: { a: '\n```\n# Say yes' } };
  const post = {
    parameters: [{ name, in: 'query', schema: {} }],
    requestBody: { content: { [name]: { schema } } },
    responses: { 200: { headers: { [name]: {} } } },
  };
  const pages = pagesOf({ openapi: '3.1.0', servers: [{ url: name }], paths: { [name]: { post } } });
  for (const { markdown } of pages.values())
    expect(markdown.replace(/^(`{3,}|~{3,})[\s\S]*?^\1$/gm, '')).not.toMatch(/^# /m);
});

test('an operation has its request body', () => {
  const { markdown = '' } = pagesOf(kites).get('put-kites-id') ?? {};
  expect(markdown).toContain('**Deprecated:** Do not use it in new code.');
  expect(markdown).toContain(
    '## Request body\n\n`application/json` (required)\n\n[`Kite`](schema-Kite)\n\n- `name` (string',
  );
  expect(markdown).toContain(`-H 'Content-Type: application/json' \\\n  -d '{\n  "name": "string",`);
});

test('Swagger 2 is read, too', () => {
  const pages = pagesOf({
    swagger: '2.0',
    info: { title: 'Kites' },
    host: 'kites.example',
    basePath: '/v1',
    schemes: ['https'],
    paths: {
      '/kites': {
        post: {
          parameters: [
            { name: 'kite', in: 'body', schema: { $ref: '#/definitions/Kite' } },
            { name: 'dry', in: 'query', type: 'boolean', default: false },
          ],
          responses: { 201: { description: 'Made.', schema: { $ref: '#/definitions/Kite' } } },
        },
      },
    },
    definitions: { Kite: { type: 'object', properties: { name: { type: 'string', example: 'Red' } } } },
  });
  const { markdown = '' } = pages.get('post-kites') ?? {};
  expect(markdown).toContain('- `dry` (query, boolean, default: `false`)');
  expect(markdown).toContain('## Request body\n\n[`Kite`](schema-Kite)\n\n- `name` (string)');
  expect(markdown).toContain("curl -X POST 'https://kites.example/v1/kites'");
  expect(markdown).toContain('"name": "Red"');
});

test.each([
  [
    'parts of a whole',
    { allOf: [{ $ref: '#/components/schemas/A' }, { properties: { b: { type: 'string' } } }] },
    '- `a` (integer)\n- `b` (string)',
  ],
  ['choices', { oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/A' }] }, 'string or [`A`](schema-A)'],
  [
    'forms of an object',
    { anyOf: [{ title: 'Red', properties: { r: { type: 'string' } } }] },
    '- If it is Red:\n  - `r` (string)',
  ],
  ['any names', { type: 'object', additionalProperties: { type: 'number' } }, '- any other name: number'],
  [
    'lists of objects',
    { type: 'array', items: { type: 'object', properties: { c: { const: 3 } } } },
    '- `c` (always `3`)',
  ],
])('a schema shows %s', (_, schema, expected) => {
  const schemas = { A: { type: 'object', properties: { a: { type: 'integer' } } }, B: schema };
  expect(pagesOf({ openapi: '3.0.0', paths: {}, components: { schemas } }).get('schema-B')?.markdown).toContain(
    expected,
  );
});

describe('bounds', () => {
  test('references in circles, to nothing and to other files end', () => {
    const loop = { $ref: '#/components/schemas/Loop' };
    const schemas = {
      Loop: loop,
      Self: { allOf: [{ $ref: '#/components/schemas/Self' }], properties: { a: loop } },
      Gone: { properties: { b: { $ref: '#/nowhere' }, c: { $ref: 'other.yaml#/Kite' } } },
    };
    const pages = pagesOf({ openapi: '3.0.0', paths: { '/a': { $ref: '#/paths/~1a' } }, components: { schemas } });
    expect(pages.get('schema-Self')?.markdown).toContain('- `a` ([`Loop`](schema-Loop))');
    expect(pages.get('schema-Gone')?.markdown).toContain('- `b` (`nowhere`)\n- `c` (`Kite`)');
  });

  test('a page stays short, however much a schema refers to', () => {
    const wide = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`f${at}`, { $ref: '#/x/all' }]));
    const choices = Array.from({ length: 200 }, () => ({ $ref: '#/x/all' }));
    const api = {
      openapi: '3.0.0',
      x: { all: { properties: wide, oneOf: choices, items: { $ref: '#/x/all' } } },
      paths: { '/a': { post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/x/all' } } } } } } },
      components: { schemas: { All: { $ref: '#/x/all' } } },
    };
    for (const { markdown } of pagesOf(api).values()) expect(markdown.length).toBeLessThanOrEqual(300_000);
  });
});

test('a description of which every page shows the same long text is given up', () => {
  const all = (count: number): unknown => {
    const refs = Array.from({ length: count }, (_, at) => [`s${at}`, { $ref: '#/x' }] as const);
    const x = { description: 'a '.repeat(9_000) };
    return { openapi: '3.0.0', x, components: { schemas: Object.fromEntries(refs) } };
  };
  expect(pagesOf(all(1_000)).size).toBe(1_001);
  expect(toApiPages(JSON.stringify(all(10_000)), true)).toBeUndefined();
});

test.each([
  ['{"openapi":"3.1.0",', 'a.json', true],
  ['{\n  "$schema": "x",\n  "info": {"title": "a"},\n  "swagger": "2.0"', 'a.json', true],
  ['{"name":"a","dependencies":{"openapi":"3.0"}}', 'package.json', false],
  ['{"a":{"b":{"openapi":"3.0.0"}}}', 'a.json', false],
  ['# ours\nopenapi: "3.0.3"\n', 'a.yaml', true],
  ['info:\n  title: A\nswagger: 2.0\n', 'a.yml', true],
  ['tools:\n  openapi: 3.0\n', 'a.yml', false],
  ['openapi: 3.0.0\n', 'test/fixtures/a.yaml', false],
])('whether a file that begins with %j describes an API: %s', (head, file, expected) => {
  expect(isApiDescription(head, file)).toBe(expected);
});

test('the pages of an API are served beside others, with links between them; other JSON is not named', async () => {
  const { pages, problems, summary } = await readDocs(
    docsFolder({
      'index.md': '# Home\n\nSee [the API](api/kites.json).',
      'api/kites.json': JSON.stringify(kites),
      'api/kites.yaml': 'openapi: 3.1.0\n',
      'broken.yaml': 'openapi: 3.0.0\npaths: {a\n',
      'package.json': '{"name":"kites"}',
    }),
  );
  expect(pages.map(({ file, path, title }) => [file, path, title])).toEqual([
    ['api/kites.json/index', '/api/kites', 'Kites'],
    ['api/kites.json/get-kites-id', '/api/kites/get-kites-id', 'GET /kites/{id}'],
    ['api/kites.json/put-kites-id', '/api/kites/put-kites-id', 'PUT /kites/{id}'],
    ['api/kites.json/schema-Kite', '/api/kites/schema-Kite', 'Kite'],
    ['index.md', '/', 'Home'],
  ]);
  expect(pages[4]?.sections[0]?.blocks[0]?.text).toBe('See [the API](/api/kites).');
  expect(pages[0]?.sections.at(-1)?.blocks[0]?.text).toContain('[`GET /kites/{id}`](/api/kites/get-kites-id)');
  expect(problems).toEqual([{ file: 'broken.yaml', reason: 'It is not an API description that can be read.' }]);
  expect(summary.leftOut.map(({ kind, example }) => [kind, example])).toContainEqual([
    'descriptions in YAML beside the same in JSON',
    'api/kites.yaml',
  ]);
});

test('an unchanged description is not read again, a changed one as a whole', async () => {
  const folder = docsFolder({ 'index.md': '# Home', 'kites.json': JSON.stringify(kites) });
  const request = { docsDir: folder, siteUrl: undefined };
  const first = await updateIndex({ ...request, segments: [] });
  expect(first.changed).toBe(5);
  expect((await updateIndex({ ...request, segments: first.segments })).changed).toBe(0);
  const { put: _, ...operations } = kites.paths['/kites/{id}'];
  writeFileSync(join(folder, 'kites.json'), JSON.stringify({ ...kites, paths: { '/kites/{id}': operations } }));
  const changed = await updateIndex({ ...request, segments: first.segments });
  expect([changed.changed, changed.summary.pages]).toEqual([3, 4]);
  // A new address of another page leaves the description as it is, apart from its links.
  writeFileSync(join(folder, 'more.md'), '# More');
  expect((await updateIndex({ ...request, segments: changed.segments })).changed).toBe(1);
});

test('of more operations than fit, the first have pages, and the paths of the others are counted', async () => {
  const paths = Object.fromEntries(Array.from({ length: 6_000 }, (_, at) => [`/p${at}`, { $ref: '#/x' }]));
  const source = JSON.stringify({ openapi: '3.0.0', x: { get: {}, put: {} }, paths });
  const pages = toApiPages(source, true) ?? [];
  expect(pages).toHaveLength(5_001);
  expect(pages[0]?.dropped).toHaveLength(3_500);
  const { summary } = await readDocs(docsFolder({ 'index.md': '# Home', 'a.json': source }));
  expect(JSON.stringify(summary)).toContain('/p2500');
});

test('paths that refer to one item with many parameters are read up to a number of lookups', () => {
  const parameters = Array.from({ length: 200 }, () => ({ $ref: '#/y' }));
  const paths = Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`/p${at}`, { $ref: '#/x' }]));
  const source = JSON.stringify({ openapi: '3.0.0', y: { in: 'query', name: 'a' }, x: { parameters, get: {} }, paths });
  expect(toApiPages(source, true)?.[0]?.dropped?.length).toBeGreaterThan(1_000);
});

test('a long type is cut between its parts', () => {
  const name = 'n'.repeat(150);
  const oneOf = Array.from({ length: 20 }, (_, at) => ({ $ref: `#/components/schemas/${name}${at}` }));
  const schemas = {
    A: { properties: { a: { oneOf } } },
    ...Object.fromEntries(oneOf.map((_, at) => [`${name}${at}`, { type: 'string' }])),
  };
  const pages = toApiPages(JSON.stringify({ openapi: '3.0.0', components: { schemas } }), true) ?? [];
  const line =
    pages
      .find(({ title }) => title === 'A')
      ?.markdown.split('\n')
      .find((one) => one.startsWith('- `a`')) ?? '';
  expect(line.length).toBeLessThan(2_100);
  expect(line).toMatch(/\]\(schema-n+-\d\)…\)$/);
});
