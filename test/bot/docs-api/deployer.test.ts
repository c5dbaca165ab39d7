import { describe, expect, onTestFinished, test } from 'vitest';
import { DeployError } from '../../../src/bot/core/model/errors.ts';
import { createDeployer, type DeployerOptions, type DocsDeployer } from '../../../src/bot/docs-api/deployer.ts';
import { recording } from '../../kit/wire/recordings.ts';
import { replay, startService } from './service.ts';

const { signal } = new AbortController();

function createClient(url: string, options: Partial<DeployerOptions> = {}): DocsDeployer {
  const client = createDeployer({ url, projectId: 'p/1', token: 'admin-key', ...options });
  onTestFinished(() => client.close());
  return client;
}

async function failureOf(promise: Promise<unknown>): Promise<DeployError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof DeployError) return error;
  throw new Error('no DeployError', { cause: error });
}

function json(status: number, body: unknown): Parameters<typeof startService>[0] {
  return (response) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

describe('an update', () => {
  test('is queued with one request, and its status id is returned', async () => {
    const service = await startService(json(202, { statusId: 's1', more: true }));
    expect(await createClient(`${service.url}/api`).trigger(signal)).toEqual({ statusId: 's1' });
    expect(service.received).toMatchObject([
      { method: 'POST', path: '/api/v1/project/update/p%2F1', headers: { authorization: 'Bearer admin-key' } },
    ]);
    expect(service.received[0]?.body).toBeUndefined();
  });

  test.each([
    ['v1-http-400.txt', 'rejected'],
    ['v1-http-401.txt', 'unauthorized'],
    ['v1-http-402.txt', 'rejected'],
    ['v1-http-404.txt', 'not_found'],
    ['v1-http-429.txt', 'rate_limited'],
    ['v1-http-502.txt', 'lost'],
  ])('that is refused with %s is %s, and is not retried', async (name, code) => {
    const service = await startService(replay(recording(name)));
    const failure = await failureOf(createClient(service.url).trigger(signal));
    expect(failure).toMatchObject({ code, status: recording(name).status });
    expect(failure.waitMs).toBe(code === 'rate_limited' ? 17_000 : undefined);
    expect(service.received).toHaveLength(1);
  });

  test.each([
    [500, 'lost'],
    [503, 'unavailable'],
    [504, 'lost'],
    [403, 'unauthorized'],
  ])('that gets the response %i is %s', async (status, code) => {
    const service = await startService((response) => response.writeHead(status).end('<html>Nope</html>'));
    expect(await failureOf(createClient(service.url).trigger(signal))).toMatchObject({ code, status });
  });

  test('fails with already_running while another one is running', async () => {
    const service = await startService(json(409, { error: 'running' }));
    expect(await failureOf(createClient(service.url).trigger(signal))).toMatchObject({ code: 'already_running' });
  });

  test.each([
    ['says nothing', undefined],
    ['names no status id', json(202, { id: 's1' })],
    ['is empty', json(202, '')],
    ['has a status id of endless length', json(202, { statusId: 's'.repeat(501) })],
    ['is a web page', replay({ ...recording('v1-http-502.txt'), status: 200 })],
  ])('is lost if the response %s', async (_, answer) => {
    const service = await startService(answer ?? (() => undefined));
    const client = createClient(service.url, answer ? {} : { firstByteMs: 60 });
    const failure = await failureOf(client.trigger(signal));
    expect(failure.code).toBe('lost');
    // It is not sent again; a busy machine may give up before the first one arrives.
    expect(service.received.length).toBeLessThanOrEqual(1);
  });

  test('is lost if the connection breaks after the request was sent', async () => {
    const service = await startService((response) => response.destroy());
    expect((await failureOf(createClient(service.url).trigger(signal))).code).toBe('lost');
  });

  test('is unavailable if no connection is made', async () => {
    expect((await failureOf(createClient('http://127.0.0.1:1').trigger(signal))).code).toBe('unavailable');
  });
});

describe('a status', () => {
  test('is read at its path', async () => {
    const body = { _id: 's/1', status: 'success', summary: 'All good', commit: null };
    const service = await startService(json(200, body));
    expect(await createClient(service.url).status('s/1', signal)).toEqual({
      state: 'success',
      word: 'success',
      summary: 'All good',
    });
    await createClient(service.url, { statusPath: '/status/{statusId}/now' }).status('s/1', signal);
    expect(service.received).toMatchObject([
      { method: 'GET', path: '/v1/project/update-status/s%2F1', headers: { authorization: 'Bearer admin-key' } },
      { method: 'GET', path: '/status/s%2F1/now' },
    ]);
  });

  test.each(['.', '..'])('is not available for the id %s, which would change the path', async (id) => {
    const service = await startService(json(200, { status: 'success' }));
    expect(await createClient(service.url).status(id, signal)).toBeUndefined();
    expect(service.received).toEqual([]);
  });

  test.each([
    ['../../project/update/p1', '..%2F..%2Fproject%2Fupdate%2Fp1'],
    ['%2e%2e', '%252e%252e'],
    ['s1?x=1#y', 's1%3Fx%3D1%23y'],
    ['half \ud83d', 'half%20%EF%BF%BD'],
  ])('for the id %j is read at its path', async (id, segment) => {
    const service = await startService(json(200, { status: 'success' }));
    expect(await createClient(service.url).status(id, signal)).toMatchObject({ state: 'success' });
    expect(service.received.map(({ path }) => path)).toEqual([`/v1/project/update-status/${segment}`]);
  });

  test.each([
    [{ status: 'queued' }, { state: 'queued', word: 'queued' }],
    [
      { status: 'in_progress', summary: null },
      { state: 'in_progress', word: 'in_progress' },
    ],
    [
      { status: 'success', summary: 'x'.repeat(50_000) },
      { state: 'success', word: 'success', summary: `${'x'.repeat(999)}…` },
    ],
    [
      { status: 'failure', summary: 'Broken link' },
      { state: 'failure', word: 'failure', summary: 'Broken link' },
    ],
    [{ status: 'paused' }, { state: 'unknown', word: 'paused' }],
    [
      { status: 'failure', logs: 'none', author: 'Ada', commit: { ref: 'main' } },
      { state: 'failure', word: 'failure' },
    ],
    [{}, { state: 'unknown' }],
    ['text', { state: 'unknown' }],
  ])('%j is %j', async (body, status) => {
    const service = await startService(json(200, body));
    expect(await createClient(service.url).status('s1', signal)).toEqual(status);
  });

  test('contains the commit, its author, the number of changed pages, and the last 20 log lines, without secrets', async () => {
    const filesChanged = { added: ['a.md', 'b.md'], modified: ['c.md'], removed: [] };
    const commit = { sha: 'a1b2c3', ref: 'main', message: 'Use admin-key', filesChanged };
    const logs = [
      ...Array.from({ length: 30 }, (_, line) => `line ${line}`),
      'curl -H "Authorization: Bearer admin-key"',
      7,
    ];
    const author = { name: 'Ada', avatarUrl: null, githubUserId: 1 };
    const service = await startService(json(200, { status: 'failure', author, commit, logs }));
    expect(await createClient(service.url).status('s1', signal)).toEqual({
      state: 'failure',
      word: 'failure',
      author: 'Ada',
      commit: { sha: 'a1b2c3', ref: 'main', message: 'Use [removed]', added: 2, changed: 1, removed: 0 },
      pages: ['a.md', 'b.md', 'c.md'],
      logs: [
        ...Array.from({ length: 19 }, (_, line) => `line ${line + 11}`),
        'curl -H "Authorization: [removed] [removed]"',
      ],
    });
  });

  test('contains the beginning of long texts and lines, without a secret that would be cut there', async () => {
    const long = `${'word '.repeat(799)}xoxb-${'1'.repeat(50)}`;
    const compact = `{"message":"${'x,'.repeat(180)}","token":"ghp_${'b'.repeat(40)}"}`;
    const service = await startService(json(200, { status: 'failure', summary: long, logs: [compact, long] }));
    const { summary, logs } = (await createClient(service.url).status('s1', signal)) ?? {};
    expect(summary).toBe(`${'word '.repeat(200).slice(0, 999)}…`);
    expect(logs).toEqual([expect.stringMatching(/^\{"message":"(?:x,)+","token":"$/), `${'word '.repeat(79)}word`]);
  });

  test('lists no changed files if the service lists none, or too many', async () => {
    for (const modified of [[], Array.from({ length: 501 }, (_, at) => `${at}.md`), [7]]) {
      const commit = { sha: 'a', filesChanged: { added: [], modified, removed: ['gone.md'] } };
      const service = await startService(json(200, { status: 'success', commit }));
      expect(await createClient(service.url).status('s1', signal)).not.toHaveProperty('pages');
    }
  });

  test.each([404, 405])('is not available if the service responds with %i', async (code) => {
    const service = await startService(json(code, {}));
    expect(await createClient(service.url).status('s1', signal)).toBeUndefined();
  });

  test.each([
    [401, 'unauthorized'],
    [429, 'rate_limited'],
    [500, 'unavailable'],
  ])('that is refused with %i is %s', async (status, code) => {
    const service = await startService(json(status, { error: 'no' }));
    expect(await failureOf(createClient(service.url).status('s1', signal))).toMatchObject({ code, status });
  });

  test('is unavailable if no response arrives', async () => {
    const service = await startService(() => undefined);
    const client = createClient(service.url, { firstByteMs: 60 });
    expect(await failureOf(client.status('s1', signal))).toMatchObject({ code: 'unavailable' });
  });
});
