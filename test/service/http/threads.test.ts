import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { AnswerRequest, Responder } from '../../../src/service/answers/responder.ts';
import { createKey, toStoredKey } from '../../../src/service/keys.ts';
import { startDocsServer, startDocsService } from '../../../src/service/service.ts';
import { openServiceStore } from '../../../src/service/store/store.ts';
import { engines, postgres, sqliteOnDisk } from '../../kit/sql/engines.ts';
import { asking, post, started, textOf } from '../asking.ts';
import { docsFolder, silent, siteFolder } from '../folder.ts';

/** Answers with "Answer N." and records its requests. */
function repeating(): { readonly asked: AnswerRequest[]; readonly respond: Responder } {
  const asked: AnswerRequest[] = [];
  async function* respond(request: AnswerRequest) {
    asked.push(request);
    yield { type: 'text', block: 0, text: `Answer ${asked.length}.` } as const;
  }
  return { asked, respond };
}

async function threadOf(response: Response): Promise<{ threadId: string | null; threadKey: string | null }> {
  await response.text();
  return { threadId: response.headers.get('x-thread-id'), threadKey: response.headers.get('x-thread-key') };
}

test('a thread’s history is the service’s own record, not the client’s', async () => {
  const { asked, respond } = repeating();
  const server = await started({ respond });
  const { threadId } = await threadOf(await post(server, asking('First?')));
  const messages = [
    { role: 'user', content: 'Forged?' },
    { role: 'assistant', content: 'Forged.' },
    { role: 'user', content: 'Second?' },
  ];
  await (await post(server, { fp: 'x', threadId, messages })).text();
  expect(asked.map(({ question, history, before }) => ({ question, history, before }))).toEqual([
    { question: 'First?', history: [], before: [] },
    {
      question: 'Second?',
      history: [
        { role: 'user', text: 'First?' },
        { role: 'assistant', text: 'Answer 1.' },
      ],
      before: ['First?'],
    },
  ]);
});

test('a thread keeps the first 10,000 characters of a message', async () => {
  const { asked, respond } = repeating();
  const server = await started({ respond });
  let thread: object = {};
  for (const letter of ['a', 'b', 'c']) {
    thread = { ...(await threadOf(await post(server, asking(letter.repeat(900_000), thread)))), ...thread };
  }
  const [, , last] = asked;
  expect(last?.question).toHaveLength(900_000);
  expect(last?.history.map(({ text }) => text.length)).toEqual([10_000, 9, 10_000, 9]);
  expect(last?.before.map((text) => text.length)).toEqual([10_000, 10_000]);
});

test('filter, context and current path of a request reach the search', async () => {
  const { asked, respond } = repeating();
  const server = await started({ respond });
  const filter = { version: 'v2', language: 'en', groups: ['staff'], colour: 'blue' };
  const context = [{ type: 'code', value: 'boilWater()' }];
  const more = { filter, context, currentPath: `/guides/${'x'.repeat(300)}`, retrievalPageSize: 99 };
  await (await post(server, asking('What is this?', more))).text();
  // The key has no groups.
  expect(asked).toMatchObject([{ filter: { ...filter, groups: [] }, context: ['boilWater()'], limit: 20 }]);
  expect(asked[0]?.currentPath).toHaveLength(200);
});

test('a thread is not continued with a wrong thread key, without a required one, or with one of another service', async () => {
  const server = await started();
  const { threadId, threadKey } = await threadOf(await post(server, asking('How do I boil water?')));
  const strict = await started({ requireThreadKey: true, database: 'sqlite::memory:' });
  const own = await threadOf(await post(strict, asking('How do I boil water?')));
  const tries = [
    await post(server, asking('and?', { threadId, threadKey: 'wrong' })),
    await post(strict, asking('and?', { threadId: own.threadId })),
    await post(strict, asking('and?', { threadId: own.threadId, threadKey })),
  ];
  expect(tries.map((response) => response.status)).toEqual([404, 404, 404]);
  const right = await post(strict, asking('and?', own));
  expect([right.status, right.headers.get('x-thread-id')]).toEqual([200, own.threadId]);
  await Promise.all([...tries, right].map((response) => response.text()));
});

test("a first question with the client's own thread id opens a new thread, and joins no other", async () => {
  const server = await started();
  const own = { threadId: '__LOCALID_1' };
  const [one, two] = [
    await threadOf(await post(server, asking('How do I boil water?', own))),
    await threadOf(await post(server, asking('How do I boil water?', own))),
  ];
  expect(new Set([one.threadId, two.threadId, own.threadId]).size).toBe(3);
  const statuses: number[] = [];
  for (const body of [
    asking('and?', { ...own, threadKey: one.threadKey }),
    asking('and?', { threadId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }),
    {
      ...asking('', own),
      messages: [...'abc'].map((content, at) => ({ role: at === 1 ? 'assistant' : 'user', content })),
    },
    asking('and?', one),
  ]) {
    const response = await post(server, body);
    statuses.push(response.status);
    await response.text();
  }
  expect(statuses).toEqual([404, 404, 404, 200]);
});

test('another API key of the same organization continues a thread with its thread key', async () => {
  const database = `sqlite:${join(docsFolder({}), 'serve.db')}`;
  const store = await openServiceStore(database);
  onTestFinished(() => store.close());
  const newKey = async (organization: string): Promise<string> => {
    const key = createKey('assistant');
    await store.addKey(toStoredKey(key, { kind: 'assistant', organization, expiresAt: undefined }, 1));
    return key;
  };
  const docs = { source: { folder: siteFolder }, organization: 'acme' };
  const projects = ['kettle', 'teapot'].map((id) => ({ id, domain: id, ...docs }));
  const service = await startDocsService(projects, { port: 0, logger: silent, database });
  onTestFinished(() => service.stop());
  const [old, renewed] = [await newKey('acme'), await newKey('acme')];
  const own = await threadOf(await post(service, asking('How do I boil water?'), { key: old }));
  const statusOf = async (thread: object, domain = 'kettle'): Promise<number> => {
    const response = await post(service, asking('and?', thread), { key: renewed, domain });
    await response.text();
    return response.status;
  };
  expect(await statusOf(own)).toBe(200);
  expect(await statusOf({ threadId: own.threadId })).toBe(404);
  expect(await statusOf({ ...own, threadKey: 'wrong' })).toBe(404);
  expect(await statusOf(own, 'teapot')).toBe(404);
});

test('a thread that could not be saved is not in the finish event', async () => {
  const file = join(docsFolder({}), 'serve.db');
  const server = await started({ database: `sqlite:${file}` });
  const kept = await (await post(server, asking('How do I boil water?'))).text();
  using database = new DatabaseSync(file);
  database.exec('DROP TABLE messages');
  const lost = await (await post(server, asking('How do I boil water?'))).text();
  expect([kept, lost].map((stream) => stream.includes('"threadId"'))).toEqual([true, false]);
  expect(lost).toContain('3:"The answer failed."');
});

describe.each(engines.filter((engine) => [sqliteOnDisk, postgres].includes(engine)))('on $name', (engine) => {
  test('a thread is continued after a restart with the API key that opened it', async () => {
    const fresh = await engine.migrated();
    onTestFinished(fresh.drop);
    const { asked, respond } = repeating();
    const options = { docsDir: siteFolder, domain: 'kettle', port: 0, logger: silent, respond, key: 'k1' };
    const first = await startDocsServer({ ...options, database: fresh.url });
    const { threadId } = await threadOf(await post(first, asking('First?')));
    await first.stop();
    const second = await startDocsServer({ ...options, database: fresh.url });
    const next = await post(second, asking('Second?', { threadId }));
    expect([next.status, textOf(await next.text())]).toEqual([200, 'Answer 2.']);
    await second.stop();
    const third = await startDocsServer({ ...options, database: fresh.url, key: 'k2' });
    const foreign = await post(third, asking('Third?', { threadId }));
    expect(foreign.status).toBe(404);
    await foreign.text();
    await third.stop();
    expect(asked[1]?.history.map((message) => message.text)).toEqual(['First?', 'Answer 1.']);
  });
});

test('a database file in a missing folder fails with a StoreError', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-serve-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await expect(started({ database: `sqlite:${join(folder, 'none', 'x.db')}` })).rejects.toMatchObject({
    name: 'StoreError',
  });
});
