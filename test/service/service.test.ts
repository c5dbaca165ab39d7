import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DocsServerError } from '../../src/service/errors.ts';
import { type DocsServer, startDocsServer } from '../../src/service/service.ts';
import { asking, post, type Request, started, textOf } from './asking.ts';
import { aiFolder, docsFolder, silent, siteFolder } from './folder.ts';
import { startEndpoint } from './model-endpoint.ts';

test('an answer is a v1 stream with its thread in headers and in the finish event', async () => {
  const server = await started();
  const response = await post(server, asking('How do I boil water?'));
  expect(response.status).toBe(200);
  expect(response.headers.get('x-vercel-ai-data-stream')).toBe('v1');
  expect(response.headers.get('x-accel-buffering')).toBe('no');
  const threadId = response.headers.get('x-thread-id');
  expect(threadId).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(response.headers.get('x-thread-key')).toMatch(/^[\w-]{32}$/);
  const stream = await response.text();
  expect(stream.split('\n').map((line) => line.slice(0, 2))).toEqual(
    expect.arrayContaining(['f:', '9:', 'a:', '0:', 'h:', 'e:', '2:', 'd:']),
  );
  expect(stream).toContain(`2:[{"type":"finish","threadId":"${threadId}"}]`);
  expect(textOf(stream)).toMatch(/\]\(\/guides\/start[)#][\s\S]*call `boilWater`/);
});

test('an answer on the v2 path is a v2 stream', async () => {
  const server = await started({ siteUrl: 'https://kettle.example' });
  const response = await post(server, asking('How do I boil water?'), { version: 'v2' });
  expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
  const stream = await response.text();
  expect(stream).toContain('"url":"https://kettle.example/guides/start"');
  expect(stream).toContain(`"messageMetadata":{"threadId":"${response.headers.get('x-thread-id')}"}`);
  expect(stream.endsWith('data: [DONE]\n\n')).toBe(true);
});

test('a question that the docs do not answer is refused, without sources', async () => {
  const server = await started();
  const stream = await (await post(server, asking('Which currencies does the invoice module support?'))).text();
  expect(textOf(stream)).toMatch(/^I found no page about “/);
  expect(stream).toContain('"results":[]');
  expect(stream).not.toMatch(/^h:/m);
});

test('a search has retrievalPageSize results: 5 by default, 20 at most', async () => {
  const server = await started({ docsDir: aiFolder });
  const counts: number[] = [];
  for (const retrievalPageSize of [undefined, 1, 8, 99]) {
    const stream = await (await post(server, asking('how do I stream text?', { retrievalPageSize }))).text();
    const found = stream.split('\n').find((line) => line.startsWith('a:')) ?? '';
    counts.push(JSON.parse(found.slice(2)).result.results.length);
  }
  expect(counts).toEqual([5, 1, 8, 20]);
});

test('a thread is continued by its id, and its questions are the context of a follow-up', async () => {
  const server = await started();
  const first = await post(server, asking('What is E_TIMEOUT?'));
  await first.text();
  const thread = { threadId: first.headers.get('x-thread-id'), threadKey: first.headers.get('x-thread-key') };
  const next = await post(server, asking('and should I retry it?', thread));
  expect(next.headers.get('x-thread-id')).toBe(thread.threadId);
  expect(next.headers.get('x-thread-key')).toBeNull();
  expect(textOf(await next.text())).toContain('E_TIMEOUT');
  const withoutKey = await post(server, asking('and?', { threadId: thread.threadId }));
  expect(withoutKey.status).toBe(200);
  await withoutKey.text();
});

test('“show me more” shows what the thread has not shown yet', async () => {
  const server = await started({ docsDir: 'node_modules/ai/docs' });
  const first = await post(server, asking('how do I stream text to the client?'));
  const shown = textOf(await first.text());
  const more = textOf(
    await (await post(server, asking('show me more', { threadId: first.headers.get('x-thread-id') }))).text(),
  );
  expect(more).toMatch(/^From the docs: \*\*\[/);
  const sentences = more.split('\n').filter((line) => /^[A-Z].{40}/.test(line) && !line.startsWith('From the docs'));
  expect(sentences.filter((line) => shown.includes(line))).toEqual([]);
});

test('the messages of a request without a thread are its history', async () => {
  const server = await started();
  const messages = [
    { id: '1', role: 'user', content: 'What is E_TIMEOUT?' },
    {
      id: '2',
      role: 'assistant',
      content: '',
      parts: [{ type: 'step-start' }, { type: 'text', text: 'The water stays cold.' }],
    },
    {
      id: '3',
      role: 'user',
      parts: [
        { type: 'text', text: 'and should I ' },
        { type: 'text', text: 'retry it?' },
      ],
    },
  ];
  expect(textOf(await (await post(server, { fp: 'x', messages })).text())).toContain('E_TIMEOUT');
});

/** A body of nearly the maximum size that repeats one value. */
function flood(begin: string, value: string, end: string): string {
  const times = Math.floor(900_000 / (value.length + 1));
  return `{"fp":"x",${begin}${Array.from({ length: times }, () => value).join(',')}${end}}`;
}

test.each<[string, unknown, Request, number, string]>([
  ['no JSON', 'nope', {}, 400, 'The body is not JSON in UTF-8.'],
  ['no fp', { messages: [{ role: 'user', content: 'a' }] }, {}, 400, 'fp: missing, expected text'],
  ['an empty fp', asking('a', { fp: '' }), {}, 400, 'fp: empty, expected text'],
  ['a list as its body', [], {}, 400, 'body: expected an object with named fields'],
  ['an empty conversation', { fp: 'x', messages: [] }, {}, 400, 'messages: expected a list of at least 1'],
  ['no messages', { fp: 'x' }, {}, 400, 'messages: '],
  [
    'only a tool message',
    { fp: 'x', messages: [{ role: 'tool', content: ['a'] }] },
    {},
    400,
    'messages: expected a user ',
  ],
  ['a role that is not text', { fp: 'x', messages: [{ role: 1, content: 'a' }] }, {}, 400, 'messages.0.role: '],
  ['a page size of 0', asking('a', { retrievalPageSize: 0 }), {}, 400, 'retrievalPageSize: expected at least 1'],
  ['a page size that rounds to 0', asking('a', { retrievalPageSize: 0.4 }), {}, 400, 'retrievalPageSize: expected at '],
  [
    'a deeply nested filter',
    `{"fp":"x","messages":[{"role":"user","content":"a"}],"filter":{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}}`,
    {},
    400,
    'The body is nested deeper than 100 levels.',
  ],
  [
    'a page size that is not a number',
    asking('a', { retrievalPageSize: 'many' }),
    {},
    400,
    'retrievalPageSize: expected a ',
  ],
  [
    'a megabyte of invalid parts',
    flood('"messages":[{"role":"user","parts":[', '{}', ']}]'),
    {},
    400,
    'messages.0.parts.0.type: ',
  ],
  ['a megabyte of invalid messages', flood('"messages":[', '1', ']'), {}, 400, 'messages.'],
  [
    'a megabyte of invalid groups',
    flood('"messages":[{"role":"user","content":"a"}],"filter":{"groups":[', '1', ']}'),
    {},
    400,
    'filter.groups.0: ',
  ],
  ['no question', { fp: 'x', messages: [{ role: 'user', content: ' ' }] }, {}, 400, 'messages: '],
  ['a wrong key', asking('a'), { key: 'wrong' }, 401, 'The API key '],
  ['no key', asking('a'), { key: '' }, 401, 'The API key '],
  ['an unknown domain', asking('a'), { domain: 'teapot' }, 404, 'There are no docs '],
  ['an unknown thread', asking('a', { threadId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }), {}, 404, 'threadId: '],
  ['plain text', asking('a'), { type: 'text/plain' }, 415, 'The body must be JSON'],
  ['a compressed body', asking('a'), { encoding: 'gzip' }, 415, 'The body must be JSON'],
  ['invalid UTF-8', Buffer.from('{"fp":"\xff"}', 'latin1'), {}, 400, 'The body is not JSON'],
  ['a body that is too large', asking('x'.repeat(1_000_001)), {}, 413, 'The body is too large: the limit is 1 MB.'],
])('a request with %s is refused', async (_, body, request, status, message) => {
  const response = await post(await started(), body, request);
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ error: expect.stringContaining(message) });
});

test('a model is sent small docs whole for as many questions a month as the setting says', async () => {
  const endpoint = await startEndpoint([{ say: '[First steps](/guides/start) tells.' }, { finish: 'stop' }]);
  const env = { DOCENT_MODEL_URL: endpoint.url, DOCENT_MODEL: 'tiny', DOCENT_MODEL_WHOLE_DOCS_QUESTIONS: '2' };
  const server = await started({ env });
  for (let at = 0; at < 3; at += 1) await (await post(server, asking('How do I boil water?'))).text();
  const wholes = endpoint.requests.map(({ body }) =>
    String(body.messages[0]?.content).includes('The whole documentation:'),
  );
  expect(wholes).toEqual([true, true, false]);
});

test('pictures may be larger than text, if the model of the service sees them', async () => {
  const env = { DOCENT_MODEL_URL: 'http://127.0.0.1:1/v1', DOCENT_MODEL: 'tiny' };
  const [text, file] = [
    { type: 'text', text: 'How do I boil water?' },
    { type: 'file', mediaType: 'image/png', url: `data:image/png;base64,${'A'.repeat(2_000_000)}` },
  ];
  const body = JSON.stringify({ fp: 'x', messages: [{ id: 'm', role: 'user', parts: [text, file] }] });
  const sees = await started({ env: { ...env, DOCENT_MODEL_PICTURES: 'on' } });
  const answer = await post(sees, body);
  expect(answer.status).toBe(200);
  await answer.text();
  expect((await post(await started({ env }), body)).status).toBe(413);
});

test.each([
  ['on', 'could be read', []],
  ['on', 'could be read in part', [{ type: 'file', mediaType: 'image/png', url: 'https://elsewhere.example/a.png' }]],
  ['off', 'could be read', []],
])(
  'if a model with pictures %s fails, the answer says once that nobody saw pictures that %s',
  async (on, _, others) => {
    const env = { DOCENT_MODEL_URL: 'http://127.0.0.1:1/v1', DOCENT_MODEL: 'tiny', DOCENT_MODEL_PICTURES: on };
    const parts = [
      { type: 'text', text: 'How do I boil water?' },
      { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,iVBORw0KGgo=' },
      ...others,
    ];
    const body = JSON.stringify({ fp: 'x', messages: [{ id: 'm', role: 'user', parts }] });
    const text = textOf(await (await post(await started({ env }), body)).text());
    expect(text).toMatch(/^_The language model did not answer/);
    expect(text.split('_I did not look at all attached pictures._')).toHaveLength(2);
  },
);

test('a 401 has a WWW-Authenticate header', async () => {
  const response = await post(await started(), asking('a'), { key: 'wrong' });
  expect(response.headers.get('www-authenticate')).toBe('Bearer');
  await response.text();
});

test('a question with a deploy key is refused', async () => {
  const server = await started();
  const response = await post(server, asking('How do I boil water?'), { key: server.deployKey });
  expect([response.status, await response.json()]).toEqual([
    403,
    {
      error: 'This API key is for updating projects, not for questions: use an assistant key.',
    },
  ]);
});

test('a body without Content-Length is refused once it is too large', async () => {
  const server = await started();
  const body = ReadableStream.from(Array.from({ length: 20 }, () => new Uint8Array(100_000)));
  const response = await fetch(`${server.url}/v1/assistant/kettle/message`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
    body,
    duplex: 'half',
  });
  expect([response.status, await response.json()]).toEqual([
    413,
    { error: 'The body is too large: the limit is 1 MB.' },
  ]);
});

test('a wrong thread key is refused', async () => {
  const server = await started();
  const first = await post(server, asking('How do I boil water?'));
  await first.text();
  const threadId = first.headers.get('x-thread-id');
  const response = await post(server, asking('and?', { threadId, threadKey: 'wrong' }));
  expect(response.status).toBe(404);
  await response.text();
});

test('a request to an unknown path is refused with the same JSON', async () => {
  const server = await started();
  const response = await fetch(`${server.url}/v3/assistant/kettle/message`);
  expect([response.status, await response.json()]).toEqual([
    404,
    {
      error: expect.stringMatching(/^There is no such operation\. The operations are POST \/v1\/assistant\//),
    },
  ]);
});

test.each([
  ['GET', '/v1/assistant/kettle/message', 'POST'],
  ['DELETE', '/v2/assistant/kettle/message', 'POST'],
  ['GET', '/v1/project/update/kettle', 'POST'],
  ['POST', '/v1/project/update-status/x', 'GET, HEAD'],
])('%s %s is refused with 405 and the allowed methods', async (method, path, allow) => {
  const response = await fetch((await started()).url + path, { method });
  expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
  expect(await response.json()).toEqual({ error: `This operation supports only ${allow}.` });
});

interface Status {
  readonly status: string;
  readonly summary?: string;
  readonly logs?: readonly string[];
}

async function update(server: DocsServer): Promise<Status> {
  const headers = { authorization: `Bearer ${server.deployKey}` };
  const queued = await fetch(`${server.url}/v1/project/update/${server.projectId}`, { method: 'POST', headers });
  expect(queued.status).toBe(202);
  // The documented shape of the response.
  const { statusId } = (await queued.json()) as { statusId: string };
  for (;;) {
    const response = await fetch(`${server.url}/v1/project/update-status/${statusId}`, { headers });
    const status = (await response.json()) as Status & { endedAt?: string };
    expect(status).toMatchObject({ _id: statusId, projectId: 'kettle', source: 'api' });
    if (status.endedAt !== undefined) return status;
  }
}

test('an update reads the folder again', async () => {
  const docsDir = docsFolder({ 'a.md': '# Kettle\n\nThe kettle boils water.' });
  const server = await started({ docsDir });
  writeFileSync(join(docsDir, 'b.md'), '# Teapot\n\nThe teapot brews oolong.');
  writeFileSync(join(docsDir, 'c.md'), Uint8Array.from([0xff]));
  expect(await update(server)).toMatchObject({
    status: 'success',
    summary: '2 pages are served, 1 could not be read.',
    logs: ['c.md: The file is not valid UTF-8.'],
  });
  expect(textOf(await (await post(server, asking('What brews oolong?'))).text())).toContain('The teapot brews oolong.');
});

test('a failed update leaves the previous docs in place', async () => {
  const docsDir = docsFolder({ 'a.md': '# Kettle\n\nThe kettle boils water.' });
  const server = await started({ docsDir });
  rmSync(docsDir, { recursive: true });
  expect(await update(server)).toMatchObject({
    status: 'failure',
    summary: `There is no docs folder ${docsDir}. The previous docs are still served.`,
  });
  expect(textOf(await (await post(server, asking('What boils water?'))).text())).toContain('The kettle boils water.');
});

test.each([
  ['the assistant key', 'POST', '/v1/project/update/kettle', 'key', 403],
  ['another project', 'POST', '/v1/project/update/teapot', 'deployKey', 404],
  ['an unknown status', 'GET', '/v1/project/update-status/nope', 'deployKey', 404],
  ['the assistant key for a status', 'GET', '/v1/project/update-status/nope', 'key', 403],
] as const)('an update with %s is refused', async (_, method, path, key, status) => {
  const server = await started();
  const response = await fetch(server.url + path, { method, headers: { authorization: `Bearer ${server[key]}` } });
  expect(response.status).toBe(status);
  await response.text();
});

test('a stop lets open answers end and refuses new requests', async () => {
  const server = await started({ pieceDelayMs: 3_600_000 });
  const response = await post(server, asking('How do I boil water?'), { version: 'v2' });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let stream = (await reader?.read())?.value ?? '';
  const stopped = server.stop();
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) stream += read.value;
  await stopped;
  expect(stream.endsWith('data: [DONE]\n\n')).toBe(true);
  await expect(post(server, asking('again?'))).rejects.toThrow('fetch failed');
});

test('a reader who disconnects does not delay a stop', async () => {
  const server = await started({ pieceDelayMs: 50 });
  const leaving = new AbortController();
  const response = await post(server, asking('How do I boil water?'), { signal: leaving.signal });
  const reader = response.body?.getReader();
  await reader?.read();
  leaving.abort();
  await expect(reader?.read()).rejects.toThrow();
  await server.stop();
});

test('a service fails to start on a port that is taken, and names it', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  onTestFinished(() => new Promise((resolve) => other.close(() => resolve(undefined))));
  const address = other.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const error: unknown = await started({ port: port ?? 0 }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DocsServerError);
  expect(error).toMatchObject({
    code: 'address_in_use',
    message: `Port ${port} on 127.0.0.1 is taken: stop the program that listens there, or choose another port.`,
  });
});

test('a service fails to start on an address that this machine does not have, and names it', async () => {
  await expect(started({ host: '192.0.2.1' })).rejects.toMatchObject({
    code: 'address_refused',
    message: expect.stringMatching(
      /^Cannot listen on port \d+ of 192\.0\.2\.1 .*: this machine has no such address\.$/,
    ),
  });
});

test('the domain defaults to the folder’s name, and keys default to new ones', async () => {
  const server = await startDocsServer({ docsDir: siteFolder, port: 0, logger: silent });
  onTestFinished(() => server.stop());
  expect([server.domain, server.projectId, server.pages]).toEqual(['site', 'site', 4]);
  expect(server.key).not.toBe(server.deployKey);
  expect(server.problems).toEqual(['broken.md: Its front matter is not valid YAML (line 4).']);
});
