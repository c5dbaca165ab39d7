import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createUlid } from '../../../src/service/ids.ts';
import { openServiceStore } from '../../../src/service/store/store.ts';
import { postgres, sqliteOnDisk } from '../../kit/sql/engines.ts';
import { asking, post } from '../asking.ts';
import { docsFolder, silent } from '../folder.ts';
import { createRepository } from '../repository.ts';
import { answer, branchOf, ended, headers, listening, project, queued, serving } from '../serving.ts';

/** A repository whose server accepts connections and never answers. */
async function silentRepository(): Promise<{ readonly address: string; readonly asked: Promise<void> }> {
  const asked = Promise.withResolvers<void>();
  const server = createServer(() => asked.resolve()).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  // A TCP server's address is an object.
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/docs.git`, asked: asked.promise };
}

test('a repository that does not answer delays neither other projects nor a stop', async () => {
  const { address } = await silentRepository();
  const folder = docsFolder({ 'a.md': '# Kettle\n\nThe kettle boils water.' });
  const silentOne = project({ address, branch: 'main', docsFolder: '' }, 'later');
  const service = await serving([silentOne, project({ folder })]);
  expect(await answer(service, 'What boils water?')).toContain('The kettle boils water.');
  expect(await service.health()).toMatchObject({
    docs: { state: 'ready', detail: expect.stringContaining('1 of 2 projects (1 being fetched') },
  });
  expect((await post(service, asking('And you?'), { domain: 'later' })).status).toBe(503);
  await service.stop();
});

test('a service whose only repository does not answer listens immediately, and reports what it waits for', async () => {
  const { address, asked } = await silentRepository();
  const service = await listening([project({ address, branch: 'main', docsFolder: '' })]);
  await asked;
  expect(await service.health()).toMatchObject({
    docs: { state: 'fetching', detail: expect.stringContaining('1 of 1 projects (1 being fetched') },
    store: { state: 'ready' },
  });
  expect(service.projects).toMatchObject([{ pages: 0, failure: 'its docs are being fetched.' }]);
  const refused = await post(service, asking('Anything?'));
  expect([refused.status, await refused.json()]).toEqual([
    503,
    { error: 'The docs for this domain could not be read yet.' },
  ]);
  await service.stop();
});

test('a service whose repository does not answer serves the docs that it served last', async () => {
  const repository = createRepository();
  repository.commit('Begin', { 'docs/a.md': '# Kettle\n\nThe kettle boils water.' });
  const dataDir = docsFolder({});
  await (await serving([project(branchOf(repository))], { dataDir })).stop();
  const { address, asked } = await silentRepository();
  const service = await serving([project({ address, branch: 'main', docsFolder: 'docs' })], { dataDir });
  await queued(service);
  await asked;
  expect(await answer(service, 'What boils water?')).toContain('The kettle boils water.');
  await service.stop();
});

test('a service fails to start, with the reason, if every project fails', async () => {
  const folder = { folder: '/nowhere/at/all' };
  await expect(listening([project(folder)])).rejects.toMatchObject({ code: 'folder_missing' });
  const repository = createRepository();
  repository.commit('Begin', { 'other/a.md': '# A' });
  const service = await listening([project(branchOf(repository)), project(folder, 'other')]);
  await expect(service.begun).rejects.toMatchObject({ message: 'Branch main has no folder “docs”.' });
});

test('an update from a branch serves its newest commit, and reports what changed', async () => {
  const repository = createRepository();
  repository.commit('Begin', { 'docs/a.md': '# Kettle\n\nThe kettle boils water.' });
  const service = await serving([project(branchOf(repository))]);
  expect(await answer(service, 'What boils water?')).toContain('The kettle boils water.');
  const sha = repository.commit('Pots', { 'docs/b.md': '# Teapot\n\nThe teapot brews oolong.' });
  const status = await ended(service, await queued(service));
  expect(status).toMatchObject({
    projectId: 'kettle',
    status: 'success',
    source: 'api',
    summary: '2 pages are served.',
    logs: [`Branch main is at ${sha.slice(0, 12)}.`, 'It has been fetched; its docs are being read.'],
    author: { name: 'Test' },
    commit: { sha, ref: 'main', message: 'Pots', filesChanged: { added: ['docs/b.md'], modified: [], removed: [] } },
  });
  expect(Date.parse(status.endedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(status.createdAt));
  expect(await answer(service, 'What brews oolong?')).toContain('The teapot brews oolong.');
});

test('a failed update leaves the previous docs in place until an update succeeds', async () => {
  const repository = createRepository();
  repository.commit('Begin', { 'docs/a.md': '# Kettle\n\nThe kettle boils water.' });
  const service = await serving([project(branchOf(repository))]);
  const broken = { 'docs/a.md': '---\ngroups: [\n---\n# Kettle', 'docs/b.md': '---\ngroups: {\n---\n' };
  const sha = repository.commit('Break', broken);
  expect(await ended(service, await queued(service))).toMatchObject({
    status: 'failure',
    commit: { sha, message: 'Break', filesChanged: { added: ['docs/b.md'], modified: ['docs/a.md'], removed: [] } },
    logs: [
      `Branch main is at ${sha.slice(0, 12)}.`,
      'It has been fetched; its docs are being read.',
      expect.stringMatching(/^a\.md: Its front matter is not valid YAML/),
      expect.stringMatching(/^b\.md: Its front matter is not valid YAML/),
    ],
    summary: expect.stringMatching(
      /^No page of the docs folder “docs” of branch main can be read\..* The previous docs are still served\.$/,
    ),
  });
  repository.git('branch', '--move', 'gone');
  expect(await ended(service, await queued(service))).toMatchObject({
    status: 'failure',
    logs: [],
    summary: 'The repository has no branch main (any more). The previous docs are still served.',
  });
  expect(await answer(service, 'What boils water?')).toContain('The kettle boils water.');
  repository.git('branch', '--move', 'main');
  repository.commit('Mend', { 'docs/a.md': '# Kettle\n\nThe kettle boils milk.', 'docs/b.md': null });
  expect(await ended(service, await queued(service))).toMatchObject({ status: 'success' });
  expect(await answer(service, 'What boils milk?')).toContain('The kettle boils milk.');
});

test('docs with more broken pages than readable ones are not served', async () => {
  const docsDir = docsFolder({ 'a.md': '# Kettle\n\nThe kettle boils water.', 'b.md': '# B', 'c.md': '# C' });
  const service = await serving([project({ folder: docsDir })]);
  for (const file of ['b.md', 'c.md']) writeFileSync(join(docsDir, file), Uint8Array.from([0xff]));
  writeFileSync(join(docsDir, 'a.md'), '# Kettle\n\nThe kettle boils nothing.');
  expect(await ended(service, await queued(service))).toMatchObject({
    status: 'failure',
    summary: expect.stringMatching(/^2 pages cannot be read, 1 can\. b\.md: The file is not valid UTF-8\./),
  });
  expect(await answer(service, 'What boils water?')).toContain('The kettle boils water.');
});

test('waiting updates are run together', async () => {
  const repository = createRepository();
  repository.commit('Begin', { 'docs/a.md': '# A' });
  const service = await serving([project(branchOf(repository))]);
  const ids = [await queued(service), await queued(service), await queued(service)];
  const statuses = await Promise.all(ids.map((id) => ended(service, id)));
  expect(statuses.map((update) => update.status)).toEqual(['success', 'success', 'success']);
  expect(new Set(statuses.map((update) => update.endedAt)).size).toBeLessThan(3);
});

describe.each([sqliteOnDisk, postgres])('on $name', (engine) => {
  test('an update that an earlier process left open is run at the next start', async () => {
    const fresh = await engine.migrated();
    onTestFinished(fresh.drop);
    const store = await openServiceStore(fresh.url);
    const open = { project: 'kettle', source: 'api', queuedAt: 1_800_000_000_000 };
    const [first, second] = [createUlid(1), createUlid(2)];
    await store.queueUpdate({ ...open, id: first });
    await store.queueUpdate({ ...open, id: second });
    await store.claimUpdates('kettle', 'former', 0);
    await store.saveUpdates('former', [first], { state: 'in_progress' });
    await store.close();
    const docsDir = docsFolder({ 'a.md': '# Kettle' });
    const service = await serving([project({ folder: docsDir })], { database: fresh.url });
    const statuses = [await ended(service, first), await ended(service, second)];
    expect(statuses).toMatchObject([{ status: 'success' }, { status: 'success' }]);
    await service.stop();
  });
});

test('a restarted service serves the commit that was served last, without the network', async () => {
  const repository = createRepository();
  repository.commit('Begin', { 'docs/a.md': '# Kettle\n\nThe kettle boils water.' });
  const dataDir = docsFolder({});
  const first = await serving([project(branchOf(repository))], { dataDir });
  await first.stop();
  rmSync(repository.path, { recursive: true });
  const second = await serving([project(branchOf(repository))], { dataDir });
  expect(await answer(second, 'What boils water?')).toContain('The kettle boils water.');
});

test('an update by one service is served by another on the same database, even by one that was stopped', async () => {
  const fresh = await postgres.migrated();
  onTestFinished(fresh.drop);
  const repository = createRepository();
  repository.commit('Begin', { 'docs/a.md': '# Kettle\n\nThe kettle boils water.' });
  const shared = { database: fresh.url, followMs: 50 };
  const [one, other] = [project(branchOf(repository)), project(branchOf(repository))];
  const dataDir = docsFolder({});
  const first = await serving([one], shared);
  const second = await serving([other], { ...shared, dataDir });
  repository.commit('Milk', { 'docs/a.md': '# Kettle\n\nThe kettle boils milk.' });
  await ended(first, await queued(first));
  await expect.poll(() => answer(second, 'What boils milk?')).toContain('boils milk.');
  await second.stop();
  repository.commit('Tea', { 'docs/a.md': '# Kettle\n\nThe kettle boils tea.' });
  await ended(first, await queued(first));
  const back = await serving([other], { ...shared, dataDir });
  await expect.poll(() => answer(back, 'What boils tea?')).toContain('boils tea.');
  await Promise.all([first.stop(), back.stop()]);
});

test('a project with unreadable docs does not delay others, and is served once an update succeeds', async () => {
  const repository = createRepository();
  const folder = docsFolder({ 'a.md': '# Kettle\n\nThe kettle boils water.' });
  const warned: object[] = [];
  const logger = { ...silent, warn: (fields: object) => void warned.push(fields) };
  const service = await serving([project(branchOf(repository), 'later'), project({ folder })], { logger });
  expect(service.projects.map(({ domain, pages }) => [domain, pages])).toEqual([
    ['later', 0],
    ['kettle', 1],
  ]);
  const refused = await post(service, asking('anything?'), { domain: 'later' });
  expect([refused.status, await refused.json()]).toEqual([
    503,
    { error: 'The docs for this domain could not be read yet.' },
  ]);
  await expect
    .poll(() => service.health())
    .toMatchObject({
      docs: {
        state: 'ready',
        detail: expect.stringContaining('1 of 2 projects (0 being fetched for the first time, 1'),
      },
      store: { state: 'ready' },
    });
  const reason = 'The repository has no branch main (any more).';
  expect(warned).toEqual([{ project: 'later', code: 'branch_missing', reason }]);
  repository.commit('Begin', { 'docs/a.md': '# Teapot\n\nThe teapot brews oolong.' });
  expect(await ended(service, await queued(service, 'later'))).toMatchObject({ status: 'success' });
  expect(await answer(service, 'What brews oolong?', 'later')).toContain('The teapot brews oolong.');
  expect(await answer(service, 'What boils water?')).toContain('The kettle boils water.');
});

test('an id that the database would reject is not found', async () => {
  const fresh = await postgres.migrated();
  onTestFinished(fresh.drop);
  const folder = docsFolder({ 'a.md': '# Kettle' });
  const service = await serving([project({ folder })], { database: fresh.url });
  const update = await fetch(`${service.url}/v1/project/update-status/%00`, { headers });
  const thread = await post(service, asking('anything?', { threadId: '\0', threadKey: 'k', fp: 'a\0b' }));
  expect([update.status, thread.status]).toEqual([404, 404]);
  const asked = await post(service, asking('a \0?', { fp: 'a\0b' }));
  expect(asked.status).toBe(200);
  await Promise.all([update, thread, asked].map((response) => response.text()));
  await service.stop();
});

test('a stop does not wait for a repository that does not answer, and leaves the update open', async () => {
  const fresh = await sqliteOnDisk.migrated();
  onTestFinished(fresh.drop);
  const { address, asked } = await silentRepository();
  const folder = docsFolder({ 'a.md': '# Kettle' });
  const store = await openServiceStore(fresh.url);
  const open = { id: createUlid(1), project: 'later', source: 'api', queuedAt: 1 };
  const repository = createRepository();
  repository.commit('Begin', { 'docs/a.md': '# A' });
  const dataDir = docsFolder({});
  const before = await serving([project(branchOf(repository), 'later')], { dataDir });
  await before.stop();
  await store.queueUpdate(open);
  await store.close();
  const source = { address, branch: 'main', docsFolder: 'docs' };
  const service = await serving([project({ folder }), project(source, 'later')], { database: fresh.url, dataDir });
  await asked;
  await service.stop();
  const after = await openServiceStore(fresh.url);
  expect(await after.findUpdate(open.id)).toMatchObject({ state: 'in_progress' });
  await after.close();
});

test('a watched folder is read again when it changes', async () => {
  const docsDir = docsFolder({ 'a.md': '# Kettle\n\nThe kettle boils water.' });
  const service = await serving([project({ folder: docsDir })], { watch: true });
  writeFileSync(join(docsDir, 'a.md'), '# Kettle\n\nThe kettle boils milk.');
  await expect.poll(() => answer(service, 'What boils milk?'), { interval: 50 }).toContain('milk.');
});

test('a watched folder is not read again when the service’s own database in it changes', async () => {
  const docsDir = docsFolder({ 'a.md': '# Kettle\n\nThe kettle boils water.' });
  const phrases: string[] = [];
  const logger = { ...silent, info: (_: object, phrase: string) => void phrases.push(phrase) };
  const database = `sqlite:${join(docsDir, 'docent-serve.db')}`;
  const service = await serving([project({ folder: docsDir })], { watch: true, database, logger });
  for (const liquid of ['milk', 'tea', 'soup']) {
    writeFileSync(join(docsDir, 'a.md'), `# Kettle\n\nThe kettle boils ${liquid}.`);
    await expect.poll(() => answer(service, 'What boils?'), { interval: 250 }).toContain(liquid);
  }
  expect(phrases.filter((phrase) => phrase === 'docs read')).toHaveLength(4);
});

test('a key of another organization can neither query nor update a project', async () => {
  const folder = docsFolder({ 'a.md': '# Kettle' });
  const theirs = { ...project({ folder }, 'theirs'), organization: 'acme' };
  const service = await serving([project({ folder }), theirs]);
  const asked = await post(service, asking('anything?'), { domain: 'theirs' });
  const update = await fetch(`${service.url}/v1/project/update/theirs`, { method: 'POST', headers });
  expect([asked.status, update.status]).toEqual([403, 403]);
  await Promise.all([asked.text(), update.text()]);
});
