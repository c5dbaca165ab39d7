import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createAssistant } from '../../../src/bot/docs-api/assistant.ts';
import { createKey, toStoredKey } from '../../../src/service/keys.ts';
import { openServiceStore } from '../../../src/service/store/store.ts';
import { asking, post, started } from '../asking.ts';
import { docsFolder } from '../folder.ts';

const docs = {
  'kettle.md': '# Kettle\n\nIt boils water within two minutes.',
  'v2/kettle.md': '# Kettle two\n\nIt boils water within a minute.',
  'secret.md': '---\ngroups: [staff]\n---\n# Secret\n\nIt boils water in secret.',
};

function search(url: string, key: string, body: unknown, method = 'POST'): Promise<Response> {
  return fetch(`${url}/v1/search/kettle`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  });
}

test('a search returns the pages nearest to the query, within the page size and the filter', async () => {
  const { url, key } = await started({ docsDir: docsFolder(docs) });
  const pathsOf = async (body: object): Promise<readonly string[]> => {
    const found = (await (await search(url, key, body)).json()) as readonly { readonly path: string }[];
    return found.map(({ path }) => path);
  };
  expect(await pathsOf({ query: 'boils water' })).toEqual(['/kettle']);
  const filter = { version: 'v2' };
  expect((await pathsOf({ query: 'boils water', filter })).toSorted()).toEqual(['/kettle', '/v2/kettle']);
  expect(await pathsOf({ query: 'boils water', filter, pageSize: 1 })).toHaveLength(1);
  expect(await pathsOf({ query: 'boils water', filter: { version: 'v3' } })).toEqual(['/kettle']);
  expect(await (await search(url, key, { query: 'kettle two', filter })).json()).toMatchObject([
    { path: '/v2/kettle', metadata: { title: 'Kettle two' }, content: expect.stringContaining('within a minute') },
    {},
  ]);
});

test('a key reads the pages of its own groups, and a filter only narrows them', async () => {
  const database = `sqlite:${join(docsFolder({}), 'serve.db')}`;
  const server = await started({ docsDir: docsFolder(docs), database });
  const store = await openServiceStore(database);
  onTestFinished(() => store.close());
  const staff = createKey('assistant');
  const groups = ['staff', 'partners'];
  const member = { kind: 'assistant', organization: 'default', expiresAt: undefined, groups } as const;
  await store.addKey(toStoredKey(staff, member, 1));
  const isSecretFound = async (key: string, filter?: object): Promise<readonly boolean[]> => {
    const found = await (await search(server.url, key, { query: 'boils in secret', filter })).text();
    const answer = await (await post(server, asking('What boils water in secret?', { filter }), { key })).text();
    return [found, answer].map((text) => text.includes('in secret.'));
  };
  for (const filter of [undefined, {}, { groups: ['staff'] }, { groups: null }]) {
    expect(await isSecretFound(staff, filter)).toEqual([true, true]);
    expect(await isSecretFound(server.key, filter)).toEqual([false, false]);
  }
  for (const filter of [{ groups: [] }, { groups: ['partners'] }])
    expect(await isSecretFound(staff, filter)).toEqual([false, false]);
});

test('an invalid request is refused with a fitting status', async () => {
  const { url, key, deployKey } = await started();
  const responses = [
    await search(url, 'wrong', { query: 'a' }),
    await search(url, deployKey, { query: 'a' }),
    await search(url, key, { query: ' ' }),
    await search(url, key, {}, 'GET'),
  ];
  expect(responses.map(({ status }) => status)).toEqual([401, 403, 400, 405]);
});

test('the bot’s client finds pages with it, and none if the service does not answer', async () => {
  const server = await started({ docsDir: docsFolder(docs) });
  const options = { domain: 'kettle', apiKey: server.key, apiVersion: 'v1', siteUrl: 'https://docs.example' } as const;
  const messages = [{ id: 'm', role: 'user', text: 'Which boils within two minutes?', at: 1 }] as const;
  const signal = new AbortController().signal;
  for (const [url, found] of [
    [server.url, { path: '/kettle', title: 'Kettle', url: 'https://docs.example/kettle', digest: expect.any(String) }],
    ['http://127.0.0.1:9', undefined],
  ] as const) {
    const client = createAssistant({ ...options, url });
    onTestFinished(() => client.close());
    expect((await client.search?.({ messages }, signal))?.[0]).toEqual(found);
  }
});
