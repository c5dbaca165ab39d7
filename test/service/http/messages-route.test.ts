import { describe, expect, it } from 'vitest';
import type { MessagesBody } from '../../../src/kit/wire/api.ts';
import { createKey, type NewKey, toStoredKey } from '../../../src/service/keys.ts';
import type { DocsService } from '../../../src/service/service.ts';
import { openServiceStore } from '../../../src/service/store/store.ts';
import { sqliteOnDisk } from '../../kit/sql/engines.ts';
import { asking, post } from '../asking.ts';
import { siteFolder } from '../folder.ts';
import { project, serving } from '../serving.ts';

type Wanted = Pick<NewKey, 'kind'> & Partial<NewKey>;

/** Services of `kettle` and `cup`, and of `pot`, which belongs to another organization; with a key for each wish. */
async function open<Name extends string>(wanted: Readonly<Record<Name, Wanted>>) {
  const { url: database } = await sqliteOnDisk.migrated();
  const store = await openServiceStore(database);
  const keys = new Map<string, string>();
  for (const [name, key] of Object.entries<Wanted>(wanted)) {
    const created = createKey(key.kind);
    const facts = { organization: 'default', expiresAt: undefined, ...key };
    await store.addKey(toStoredKey(created, facts, Date.now()));
    keys.set(name, created);
  }
  await store.close();
  const source = { folder: siteFolder };
  const projects = [project(source), { ...project(source, 'pot'), organization: 'other' }, project(source, 'cup')];
  return { service: await serving(projects, { database }), key: (name: Name) => keys.get(name) ?? '' };
}

async function ask(
  service: DocsService,
  text: string,
  more: object = {},
  { key = service.key, domain = 'kettle' } = {},
) {
  const response = await post({ url: service.url, key }, asking(text, { fp: 'ada', ...more }), { domain });
  await response.text();
  return response.headers.get('x-thread-id') ?? '';
}

function get({ url }: DocsService, key: string, query: string, domain = 'kettle', method = 'GET'): Promise<Response> {
  return fetch(`${url}/v1/assistant/${domain}/messages${query}`, {
    method,
    headers: { authorization: `Bearer ${key}` },
  });
}

async function read(service: DocsService, key: string, query: string, domain?: string): Promise<MessagesBody> {
  const response = await get(service, key, query, domain);
  expect(response.status).toBe(200);
  // The documented shape of the response.
  return (await response.json()) as MessagesBody;
}

const asked = ({ messages }: MessagesBody): readonly string[] =>
  messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []));

describe('the messages of a fingerprint', () => {
  it('are what it asked and the answers to it, oldest first, without those of others in the same thread', async () => {
    const { service, key } = await open({ reader: { kind: 'messages' } });
    const first = await ask(service, 'How do I descale it?');
    const shared = await ask(service, 'How long is the warranty?', { fp: 'bob' });
    await ask(service, 'How do I clean it?', { threadId: shared });
    await ask(service, 'Can I fill it with milk?', { fp: 'bob', threadId: shared });
    const found = await read(service, key('reader'), '?fp=ada');
    expect(found.messages).toEqual([
      {
        threadId: first,
        role: 'user',
        content: 'How do I descale it?',
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
      { threadId: first, role: 'assistant', content: expect.stringMatching(/\w/), createdAt: expect.any(String) },
      { threadId: shared, role: 'user', content: 'How do I clean it?', createdAt: expect.any(String) },
      { threadId: shared, role: 'assistant', content: expect.stringMatching(/\w/), createdAt: expect.any(String) },
    ]);
    expect(found).not.toHaveProperty('next');
    expect(asked(await read(service, key('reader'), '?fp=bob'))).toEqual([
      'How long is the warranty?',
      'Can I fill it with milk?',
    ]);
  });

  it('come in pages, each of which names the next', async () => {
    const { service, key } = await open({ reader: { kind: 'messages' } });
    const threadId = await ask(service, 'Question 1?');
    for (const count of [2, 3]) await ask(service, `Question ${count}?`, { threadId });
    const pages: MessagesBody[] = [];
    for (let next: string | undefined = '0'; next !== undefined; next = pages.at(-1)?.next)
      pages.push(await read(service, key('reader'), `?fp=ada&pageSize=2&after=${next}`));
    expect(pages.map(({ messages }) => messages.length)).toEqual([2, 2, 2]);
    expect(pages.flatMap(asked)).toEqual(['Question 1?', 'Question 2?', 'Question 3?']);
    expect(asked(await read(service, key('reader'), '?fp=ada&pageSize=100000'))).toHaveLength(3);
  });

  it('are those of the docs and organization that a question names', async () => {
    const { service, key } = await open({
      reader: { kind: 'messages' },
      theirs: { kind: 'messages', organization: 'other' },
      theirAssistant: { kind: 'assistant', organization: 'other' },
    });
    await ask(service, 'Ours?');
    await ask(service, 'Theirs?', {}, { key: key('theirAssistant'), domain: 'pot' });
    expect(asked(await read(service, key('reader'), '?fp=ada'))).toEqual(['Ours?']);
    expect(asked(await read(service, key('reader'), '?fp=ada', 'cup'))).toEqual([]);
    expect(asked(await read(service, key('theirs'), '?fp=ada', 'pot'))).toEqual(['Theirs?']);
    expect((await get(service, key('theirs'), '?fp=ada')).status).toBe(403);
  });

  it('leave out threads in which a key with further access groups asked, from its first question on', async () => {
    const { service, key } = await open({
      everybody: { kind: 'messages' },
      staff: { kind: 'messages', groups: ['staff', 'partners'] },
      plain: { kind: 'assistant' },
      ofStaff: { kind: 'assistant', groups: ['staff'] },
    });
    const response = await post({ ...service, key: key('plain') }, asking('For everybody?', { fp: 'ada' }));
    await response.text();
    const [threadId, threadKey] = ['x-thread-id', 'x-thread-key'].map((name) => response.headers.get(name));
    await ask(service, 'For staff?', {}, { key: key('ofStaff') });
    expect(asked(await read(service, key('everybody'), '?fp=ada'))).toEqual(['For everybody?']);
    expect(asked(await read(service, key('staff'), '?fp=ada'))).toEqual(['For everybody?', 'For staff?']);
    await ask(service, 'More for staff?', { threadId, threadKey }, { key: key('ofStaff') });
    expect(await read(service, key('everybody'), '?fp=ada')).toEqual({ messages: [] });
    expect(asked(await read(service, key('staff'), '?fp=ada'))).toHaveLength(3);
  });

  it('are none for a person who never asked, or was forgotten', async () => {
    const { service, key } = await open({ reader: { kind: 'messages' } });
    await ask(service, 'How do I descale it?');
    expect(await read(service, key('reader'), '?fp=bob')).toEqual({ messages: [] });
    await fetch(`${service.url}/v1/assistant/kettle/forget`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: '{"fp":"ada"}',
    });
    expect(await read(service, key('reader'), '?fp=ada')).toEqual({ messages: [] });
  });

  it('are found by the exact fingerprint alone, whatever it contains', async () => {
    const { service, key } = await open({ reader: { kind: 'messages' } });
    const hostile = [
      '%',
      '_',
      "' or 1=1 --",
      'a\u0000b',
      'é\u{1f9d1}&fp=ada',
      '../forget',
      '["ada"]',
      'x'.repeat(5_000),
    ];
    await ask(service, 'Mine?');
    for (const fp of hostile) {
      expect(await read(service, key('reader'), `?fp=${encodeURIComponent(fp)}`)).toEqual({ messages: [] });
      await ask(service, 'Whose?', { fp });
      expect(asked(await read(service, key('reader'), `?fp=${encodeURIComponent(fp)}`))).toEqual(['Whose?']);
    }
    expect(asked(await read(service, key('reader'), '?fp=ada&fp=%25'))).toEqual(['Mine?']);
    expect(asked(await read(service, key('reader'), '?fp=ada'))).toEqual(['Mine?']);
  });

  it('may not be kept by caches', async () => {
    const { service, key } = await open({ reader: { kind: 'messages' } });
    expect((await get(service, key('reader'), '?fp=ada')).headers.get('cache-control')).toBe('no-store');
  });
});

it.each<[string, number, string, (keys: Readonly<Record<string, string>>) => readonly [string, string?, string?]]>([
  ['an assistant key', 403, '?fp=ada', ({ assistant = '' }) => [assistant]],
  ['a deploy key', 403, '?fp=ada', ({ deploy = '' }) => [deploy]],
  ['a wrong key', 401, '?fp=ada', () => ['docent_messages_wrong']],
  ['an expired key', 401, '?fp=ada', ({ expired = '' }) => [expired]],
  ['docs that do not exist', 404, '?fp=ada', ({ reader = '' }) => [reader, 'unknown']],
  ['no fp', 400, '', ({ reader = '' }) => [reader]],
  ['an empty fp', 400, '?fp=', ({ reader = '' }) => [reader]],
  ['an odd page size', 400, '?fp=ada&pageSize=-1', ({ reader = '' }) => [reader]],
  ['an invented page', 400, '?fp=ada&after=next', ({ reader = '' }) => [reader]],
  ['a page beyond all numbers', 400, '?fp=ada&after=1e99', ({ reader = '' }) => [reader]],
  ['another method', 405, '?fp=ada', ({ reader = '' }) => [reader, 'kettle', 'POST']],
])('a request for messages with %s is refused with %i', async (_, status, query, of) => {
  const { service, key } = await open({
    reader: { kind: 'messages' },
    expired: { kind: 'messages', expiresAt: 1 },
  });
  const { key: assistant, deployKey: deploy } = service;
  const [bearer, domain, method] = of({ assistant, deploy, reader: key('reader'), expired: key('expired') });
  expect((await get(service, bearer, query, domain, method)).status).toBe(status);
});

it('a key for messages can neither ask, forget nor update', async () => {
  const { service, key } = await open({ reader: { kind: 'messages' } });
  const headers = { authorization: `Bearer ${key('reader')}`, 'content-type': 'application/json' };
  const paths = ['assistant/kettle/message', 'assistant/kettle/forget', 'search/kettle', 'project/update/kettle'];
  const answers = paths.map((path) =>
    fetch(`${service.url}/v1/${path}`, { method: 'POST', headers, body: '{"fp":"ada","query":"q"}' }),
  );
  for (const response of await Promise.all(answers)) {
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({
      error: expect.stringContaining('This API key is for reading messages, not'),
    });
  }
});
