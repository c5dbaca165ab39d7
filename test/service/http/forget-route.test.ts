import { expect, test } from 'vitest';
import { createKey, toStoredKey } from '../../../src/service/keys.ts';
import { openServiceStore } from '../../../src/service/store/store.ts';
import { sqliteOnDisk } from '../../kit/sql/engines.ts';
import { asking, post, started } from '../asking.ts';
import { siteFolder } from '../folder.ts';
import { project, serving } from '../serving.ts';

function forget(url: string, key: string, body: unknown, domain = 'kettle', method = 'POST'): Promise<Response> {
  return fetch(`${url}/v1/assistant/${domain}/forget`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  });
}

async function ask(server: { readonly url: string; readonly key: string }, more: object, domain = 'kettle') {
  const response = await post(server, asking('How do I descale it?', more), { domain });
  await response.text();
  return { status: response.status, threadId: response.headers.get('x-thread-id') };
}

test('only the threads in which the fingerprint asked are deleted', async () => {
  const server = await started();
  const first = await ask(server, { fp: 'ada' });
  const shared = await ask(server, { fp: 'bob' });
  await ask(server, { fp: 'ada', threadId: shared.threadId });
  const other = await ask(server, { fp: 'bob' });
  const response = await forget(server.url, server.key, { fp: 'ada' });
  expect([response.status, await response.json()]).toEqual([200, { threads: 2 }]);
  for (const { threadId } of [first, shared]) expect((await ask(server, { threadId })).status).toBe(404);
  expect((await ask(server, { fp: 'bob', threadId: other.threadId })).status).toBe(200);
  expect(await (await forget(server.url, server.key, { fp: 'ada' })).json()).toEqual({ threads: 0 });
});

test('a key deletes only threads of its organization on the named docs', async () => {
  const fresh = await sqliteOnDisk.migrated();
  const store = await openServiceStore(fresh.url);
  const theirs = createKey('assistant');
  await store.addKey(
    toStoredKey(theirs, { kind: 'assistant', organization: 'other', expiresAt: undefined }, Date.now()),
  );
  await store.close();
  const source = { folder: siteFolder };
  const projects = [project(source), { ...project(source, 'pot'), organization: 'other' }, project(source, 'cup')];
  const service = await serving(projects, { database: fresh.url });
  const kept = await ask(service, { fp: 'ada' });
  await ask({ url: service.url, key: theirs }, { fp: 'ada' }, 'pot');
  expect((await forget(service.url, theirs, { fp: 'ada' })).status).toBe(403);
  expect(await (await forget(service.url, service.key, { fp: 'ada' }, 'cup')).json()).toEqual({ threads: 0 });
  expect(await (await forget(service.url, theirs, { fp: 'ada' }, 'pot')).json()).toEqual({ threads: 1 });
  expect((await ask(service, { fp: 'ada', threadId: kept.threadId })).status).toBe(200);
});

test('an invalid request is refused with a fitting status', async () => {
  const { url, key, deployKey } = await started();
  const statuses = [
    await forget(url, 'wrong', { fp: 'ada' }),
    await forget(url, deployKey, { fp: 'ada' }),
    await forget(url, key, { fp: 'ada' }, 'unknown'),
    await forget(url, key, { fp: '' }),
    await forget(url, key, {}, 'kettle', 'GET'),
  ].map(({ status }) => status);
  expect(statuses).toEqual([401, 403, 404, 400, 405]);
});
