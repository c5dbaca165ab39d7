/** MCP over HTTP, with the official clients of both revisions. */
import { sql as raw } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../src/kit/sql/database.ts';
import { createKey, toStoredKey } from '../../../src/service/keys.ts';
import type { ProjectSettings } from '../../../src/service/projects/project.ts';
import type { ServiceOptions } from '../../../src/service/service.ts';
import { openServiceStore } from '../../../src/service/store/store.ts';
import { docsFolder, silent } from '../folder.ts';
import { project, serving } from '../serving.ts';
import { connections } from './clients.ts';

const files = {
  'index.md': '# Kettles\n\nAll about kettles.',
  'guide/start.md': '# Start\n\nFill the kettle with water, then press the red button.\n\n## Descale\n\nUse vinegar.',
  'guide/safe.md': '---\ngroups: staff\n---\n# Safe\n\nThe safe opens at noon.',
  'de/guide/start.md': '---\nlanguage: de\n---\n# Anfang\n\nDen Kessel mit Wasser füllen und den Knopf drücken.',
};

async function docs(mcp: ProjectSettings['mcp'] = 'public', more: Partial<ServiceOptions> = {}) {
  const settings = {
    ...project({ folder: docsFolder(files) }),
    siteUrl: 'https://kettle.example',
    ...(mcp && { mcp }),
  };
  return serving([settings], more);
}

it.each(Object.entries(connections))('%s: searches, reads, asks and reports', async (name, connect) => {
  const { url } = await docs();
  const client = await connect({ url: `${url}/mcp` });
  expect(client.revision()).toBe(name.split(',')[0]);
  expect((await client.tools()).map((tool) => [tool.name, tool.annotations])).toEqual([
    ['search', { readOnlyHint: true, openWorldHint: false }],
    ['read_page', { readOnlyHint: true, openWorldHint: false }],
    ['ask', { readOnlyHint: true, openWorldHint: false }],
    ['report_problem', { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false }],
  ]);
  const found = await client.call('search', { query: 'descale the kettle' });
  expect(found.text).toContain('# Start\n\nPage: https://kettle.example/guide/start\n\n');
  const page = await client.call('read_page', { page: 'https://kettle.example/guide/start#descale' });
  expect(page.text).toContain('## Descale\n\nUse vinegar.');
  const pieces: string[] = [];
  const answer = await client.call(
    'ask',
    { question: 'How do I descale?' },
    { onProgress: (text) => pieces.push(text) },
  );
  expect(answer.text).toMatch(/vinegar[\s\S]*\n\nSources:\n- .*https:\/\/kettle\.example\/guide\/start/);
  // The clients drop progress that arrives together with the result.
  expect(answer.text.startsWith(pieces.join(''))).toBe(true);
  const report = { question: 'How do I descale?', problem: 'How much vinegar?', pages: ['/guide/start'] };
  expect((await client.call('report_problem', report)).text).toContain('was reported');
});

it.each(Object.entries(connections))('%s: an unknown tool is a JSON-RPC error', async (_, connect) => {
  const client = await connect({ url: `${(await docs()).url}/mcp` });
  for (const name of ['deploy', 'constructor', '__proto__'])
    await expect(client.call(name, {})).rejects.toMatchObject({ code: -32602 });
});

it.each(Object.entries(connections))('%s: wrong arguments are named', async (_, connect) => {
  const client = await connect({ url: `${(await docs()).url}/mcp` });
  expect(await client.call('ask', { question: 5, lang: 'en' })).toEqual({
    isError: true,
    text: expect.stringMatching(/question.*lang/s),
  });
  expect(await client.call('ask', { question: ' ' })).toMatchObject({ isError: true });
  expect(await client.call('report_problem', { question: 'Q', problem: 'P', pages: ['/nowhere'] })).toEqual({
    isError: true,
    text: 'There is no page "/nowhere": search finds the addresses of pages.',
  });
});

/** Sends text, and then waits until its reader has left or the service stops waiting for it. */
function patientResponder() {
  const left = Promise.withResolvers<void>();
  const respond: ServiceOptions['respond'] = async function* (_request, _reading, signal) {
    yield { type: 'text', block: 0, text: 'Fill the kettle' };
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    left.resolve();
  };
  return { respond, left: left.promise };
}

it.each(Object.entries(connections))('%s: who leaves in the middle of an answer ends it', async (_, connect) => {
  const { respond, left } = patientResponder();
  const errors: unknown[] = [];
  const logger = { ...silent, error: (fields: object) => void errors.push(fields) };
  // The client's library opens another connection, for which a stop waits.
  const { url } = await docs('public', { respond, logger, stopMs: 0 });
  const client = await connect({ url: `${url}/mcp` });
  const asking = client.call('ask', { question: 'How?' }, { onProgress: () => void client.close() });
  await expect(asking).rejects.toThrow();
  await left;
  expect(errors).toEqual([]);
});

it.each(Object.entries(connections))(
  '%s: an answer that the end of the service cuts off says so',
  async (_, connect) => {
    const { respond } = patientResponder();
    const service = await docs('public', { respond, stopMs: 0 });
    const client = await connect({ url: `${service.url}/mcp` });
    const stop = (): void => void service.stop();
    expect(await client.call('ask', { question: 'How?' }, { onProgress: stop })).toEqual({
      isError: true,
      text: 'Fill the kettle\n\nThe answer broke off.',
    });
  },
);

const [[, newest], , [, oldest]] = Object.entries(connections) as [Connection, Connection, Connection];
type Connection = [string, (typeof connections)[string]];

it('pages of access groups are found, read and answered from only with a key of one of them', async () => {
  const database = `sqlite:${docsFolder({})}/serve.db`;
  const [open, staff] = await storedKeys(database, [], ['staff', 'ops']);
  const { url } = await docs('public', { database });
  const asked = { question: 'When does the safe open?' };
  for (const key of [undefined, open]) {
    const client = await newest({ url: `${url}/mcp`, key });
    expect((await client.call('search', { query: 'When does the safe open?' })).text).not.toContain('noon');
    expect(await client.call('read_page', { page: '/guide/safe' })).toMatchObject({ isError: true });
    expect(await client.call('read_page', { page: '/guide/safe', groups: ['staff'] })).toMatchObject({ isError: true });
    expect((await client.call('ask', { ...asked, groups: ['staff'] })).text).not.toContain('noon');
  }
  const client = await newest({ url: `${url}/mcp`, key: staff });
  expect((await client.call('read_page', { page: '/guide/safe' })).text).toContain('noon');
  expect((await client.call('ask', asked)).text).toContain('noon');
  expect((await client.call('ask', { ...asked, groups: ['ops'] })).text).not.toContain('noon');
});

async function storedKeys(database: string, ...groups: readonly (readonly string[])[]): Promise<readonly string[]> {
  const store = await openServiceStore(database);
  const keys = groups.map((list) => ({ key: createKey('assistant'), list }));
  for (const { key, list } of keys) {
    const made = { kind: 'assistant', organization: 'default', expiresAt: undefined, groups: list } as const;
    await store.addKey(toStoredKey(key, made, Date.now()));
  }
  await store.close();
  return keys.map(({ key }) => key);
}

it('the language is chosen by an argument; a page is read at its own address in any', async () => {
  const client = await newest({ url: `${(await docs()).url}/mcp` });
  const [english, german] = [
    await client.call('search', { query: 'Kessel Knopf kettle button', language: 'en' }),
    await client.call('search', { query: 'Kessel Knopf kettle button', language: 'de' }),
  ];
  expect([english.text.includes('Anfang'), german.text.includes('Anfang')]).toEqual([false, true]);
  expect((await client.call('read_page', { page: '/de/guide/start' })).text).toContain('# Anfang');
});

it('a long page is read in parts', async () => {
  const long = 'Press the button. '.repeat(4_000);
  const settings = { ...project({ folder: docsFolder({ 'long.md': `# Long\n\n${long}` }) }), mcp: 'public' } as const;
  const client = await newest({ url: `${(await serving([settings])).url}/mcp` });
  const parts: string[] = [];
  for (let from: number | undefined = 0; from !== undefined; ) {
    const { text } = await client.call('read_page', { page: '/long', from });
    const [part = '', next] = text.split('\n\n… The page goes on: read it from ');
    parts.push(part);
    from = next === undefined ? undefined : Number.parseInt(next, 10);
  }
  expect(parts).toHaveLength(2);
  expect(parts.join('')).toContain(long.trim());
});

const message = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'search', arguments: { query: 'kettle' } },
};
const accept = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

function send(url: string, headers: Record<string, string> = {}, body: unknown = message): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { ...accept, ...headers }, body: JSON.stringify(body) });
}

it.each([
  ['keys', undefined, 401],
  ['keys', 'wrong', 401],
  ['keys', 'deploy', 403],
  ['keys', 'ask', 200],
  ['public', undefined, 200],
  ['public', 'wrong', 401],
  [undefined, 'ask', 404],
] as const)('a project with mcp: %s answers the key %s with %s', async (mcp, key, status) => {
  const other = { ...project({ folder: docsFolder(files) }, 'other'), mcp: 'public' } as const;
  const settings = { ...project({ folder: docsFolder(files) }), ...(mcp && { mcp }) };
  const { url } = await serving([settings, other]);
  const response = await send(`${url}/mcp/kettle`, key === undefined ? {} : { authorization: `Bearer ${key}` });
  expect(response.status).toBe(status);
  expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
});

it('/mcp is the only project that has it on; of several, the address names one', async () => {
  const [kettle, other] = ['kettle', 'other'].map((id) => project({ folder: docsFolder(files) }, id));
  if (!kettle || !other) throw new TypeError();
  const one = await serving([{ ...kettle, mcp: 'public' }, other]);
  const two = await serving([
    { ...kettle, mcp: 'public' },
    { ...other, mcp: 'keys' },
  ]);
  expect([(await send(`${one.url}/mcp`)).status, (await send(`${one.url}/mcp/other`)).status]).toEqual([200, 401]);
  expect((await send(`${two.url}/mcp`, { authorization: 'Bearer ask' })).status).toBe(404);
});

it('pages of other origins may not ask, those of CORS_ORIGINS may', async () => {
  const { url } = await docs('public', { corsOrigins: ['https://kettle.example'] });
  for (const origin of ['https://evil.example', 'null', 'https://kettle.example.evil.example', url])
    expect([origin, (await send(`${url}/mcp`, { origin })).status]).toEqual([origin, 403]);
  const allowed = await send(`${url}/mcp`, { origin: 'https://kettle.example' });
  expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, 'https://kettle.example']);
  const asked = { origin: 'https://kettle.example', 'access-control-request-method': 'POST' };
  const preflight = await fetch(`${url}/mcp`, { method: 'OPTIONS', headers: asked });
  expect(preflight.headers.get('access-control-allow-headers')).toContain('mcp-protocol-version,mcp-method,mcp-name');
});

it.each([
  ['a batch', [message, message], 400],
  ['too many bytes', { ...message, params: 'x'.repeat(1_100_000) }, 413],
  ['nested too deeply', `${'['.repeat(200)}${']'.repeat(200)}`, 400],
  ['a number', 5, 400],
] as const)('%s is refused', async (_, body, status) => {
  const { url } = await docs();
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  expect((await fetch(`${url}/mcp`, { method: 'POST', headers: accept, body: text })).status).toBe(status);
});

it.each([
  ['2026-07-28', { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'search' }],
  ['2025-11-25', { 'mcp-protocol-version': '2025-11-25' }],
])('%s: answers are streams, which are kept alive while an answer takes long', async (revision, headers) => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { ...message.params, ...(revision === '2026-07-28' && { _meta: meta }) };
  const response = await send(`${(await docs()).url}/mcp`, headers, { ...message, params });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  expect(await response.text()).toContain('Kettles');
});

it('there are no sessions: their requests are refused, and a session id changes nothing', async () => {
  const { url } = await docs();
  for (const method of ['GET', 'DELETE']) {
    const response = await fetch(`${url}/mcp`, { method, headers: { ...accept, 'mcp-session-id': 'one' } });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  }
  const first = await send(`${url}/mcp`, { 'mcp-session-id': 'one' });
  expect([first.status, first.headers.get('mcp-session-id')]).toEqual([200, null]);
});

it('questions and reports count towards the limits of the key, every message towards that of the address', async () => {
  const limits = { perKeyAndMonth: 2, perOrganizationAndHour: 100, perAddressAndDay: 9 };
  const { url } = await docs('public', { limits });
  // Connecting takes two or three messages.
  const client = await oldest({ url: `${url}/mcp` });
  expect((await client.call('ask', { question: 'How do I start?' })).isError).toBe(false);
  expect((await client.call('report_problem', { question: 'How?', problem: 'Nothing about it' })).isError).toBe(false);
  for (const [name, more] of [
    ['ask', {}],
    ['report_problem', { problem: 'Nothing' }],
  ] as const)
    expect(await client.call(name, { question: 'How?', ...more })).toEqual({
      isError: true,
      text: expect.stringMatching(/^This API key has used up its quota .*\nretry-after: \d+$/s),
    });
  expect((await client.call('search', { query: 'kettle' })).isError).toBe(false);
  const later = await Promise.all(Array.from({ length: 9 }, () => send(`${url}/mcp`)));
  expect(later.map(({ status }) => status)).toContain(429);
});

it('what fails inside is logged and not shown', async () => {
  const errors: object[] = [];
  const logger = { ...silent, error: (fields: object) => void errors.push(fields) };
  const database = `sqlite:${docsFolder({})}/serve.db`;
  const { url } = await docs('public', { database, logger });
  const broken = await openDatabase(database);
  await raw`drop table problems`.execute(broken.sql);
  await broken.close();
  const client = await newest({ url: `${url}/mcp` });
  expect(await client.call('report_problem', { question: 'How?', problem: 'Nothing' })).toEqual({
    isError: true,
    text: 'The service failed. Its log says why.',
  });
  expect(errors).toEqual([{ err: expect.objectContaining({ name: 'StoreError' }) }]);
});

it('questions are kept like those of the assistant operation, under the id of the key', async () => {
  const { url } = await docs('public', { key: 'ask' });
  const client = await newest({ url: `${url}/mcp` });
  await client.call('ask', { question: 'How do I start?' });
  const forget = {
    method: 'POST',
    headers: { ...accept, authorization: 'Bearer ask' },
    body: '{"fp":"nobody-default"}',
  };
  expect(await (await fetch(`${url}/v1/assistant/kettle/forget`, forget)).json()).toEqual({ threads: 1 });
});
