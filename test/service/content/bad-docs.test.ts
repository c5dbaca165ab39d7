/** Docs that are broken, or change while the service reads them: what it serves, and what it reports. */
import { once } from 'node:events';
import { rmSync, truncateSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { docsFolder } from '../folder.ts';
import { createRepository } from '../repository.ts';
import { answer, branchOf, ended, project, queued, serving } from '../serving.ts';

const kettle = '# Kettle\n\nThe kettle boils water.';

test('a force-pushed branch is served as it is now, and its removed files are reported', async () => {
  const repository = createRepository();
  repository.commit('Begin', { 'docs/a.md': kettle });
  repository.commit('Pots', { 'docs/b.md': '# Teapot\n\nThe teapot brews oolong.' });
  const service = await serving([project(branchOf(repository))]);
  expect(await answer(service, 'What brews oolong?')).toContain('The teapot brews oolong.');
  repository.git('checkout', '--quiet', '--orphan', 'anew');
  const sha = repository.commit('Anew', { 'docs/b.md': null, 'docs/c.md': '# Cup\n\nThe cup holds cocoa.' });
  repository.git('branch', '--force', 'main', 'anew');
  expect(await ended(service, await queued(service))).toMatchObject({
    status: 'success',
    commit: { sha, filesChanged: { added: ['docs/c.md'], modified: [], removed: ['docs/b.md'] } },
  });
  expect(await answer(service, 'What holds cocoa?')).toContain('The cup holds cocoa.');
  expect(await answer(service, 'What brews oolong?')).not.toContain('oolong.');
});

test('an update from a repository that asks for a password fails immediately, and the previous docs are served', async () => {
  const repository = createRepository();
  repository.commit('Begin', { 'docs/a.md': kettle });
  const dataDir = docsFolder({});
  await (await serving([project(branchOf(repository))], { dataDir })).stop();
  const locked = createServer((_, response) => {
    response.writeHead(401, { 'www-authenticate': 'Basic realm="docs"' }).end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => new Promise((resolve) => locked.close(() => resolve(undefined))));
  await once(locked, 'listening');
  // A TCP server's address is an object.
  const { port } = locked.address() as AddressInfo;
  const source = { address: `http://me:secret@127.0.0.1:${port}/docs.git`, branch: 'main', docsFolder: 'docs' };
  const service = await serving([project(source)], { dataDir });
  const status = await ended(service, await queued(service));
  expect(status).toMatchObject({
    status: 'failure',
    summary: expect.stringMatching(
      /^git failed for http:.* If a password is needed, give git a credential helper .* still served\.$/,
    ),
  });
  expect(JSON.stringify(status)).not.toContain('secret');
  expect(await answer(service, 'What boils water?')).toContain('The kettle boils water.');
});

test('an update of a folder that changes while it is read serves the remaining pages', async () => {
  const going = Array.from({ length: 100 }, (_, at) => `part-${at % 10}/goes-${at}.md`);
  const pages = Object.fromEntries(going.map((name) => [name, `# ${name}\n\nText.`]));
  const folder = docsFolder({
    ...pages,
    'z.md': kettle,
    ...Object.fromEntries(going.map((name) => [`stays-${name}`, '# S'])),
  });
  const service = await serving([project({ folder })]);
  const id = await queued(service);
  for (const name of going) {
    await setImmediate();
    rmSync(join(folder, name));
  }
  const { status, logs } = await ended(service, id);
  expect(status).toBe('success');
  for (const line of logs ?? []) expect(line).toMatch(/goes-\d+\.md: .*(disappeared|cannot be read|leads nowhere)/);
  expect(await answer(service, 'What boils water?')).toContain('The kettle boils water.');
});

test('an update names a page with invalid front matter, and serves it with what can be read', async () => {
  const repository = createRepository();
  repository.commit('Begin', { 'docs/a.md': kettle });
  const service = await serving([project(branchOf(repository))]);
  const sha = repository.commit('Break', { 'docs/b.md': '---\ntitle: [\n---\n# Teapot\n\nThe teapot brews oolong.' });
  expect(await ended(service, await queued(service))).toMatchObject({
    status: 'success',
    summary: '2 pages are served.',
    logs: [
      `Branch main is at ${sha.slice(0, 12)}.`,
      'It has been fetched; its docs are being read.',
      'b.md: Its front matter is not valid YAML (line 3).',
    ],
  });
  expect(await answer(service, 'What brews oolong?')).toContain('The teapot brews oolong.');
});

test('a symlink to outside the repository is refused', async () => {
  const repository = createRepository();
  const page = '# Kettle\n\nThe kettle boils water.';
  repository.commit('Begin', { 'docs/a.md': page, 'docs/passwd.md': { linkTo: '/etc/passwd' } });
  const service = await serving([project(branchOf(repository))]);
  const problems = ['passwd.md: The link leads out of the docs folder.'];
  expect(service.projects).toMatchObject([{ pages: 1, problems }]);
});

test('a page of 50 MB is skipped, and the others are served', async () => {
  const folder = docsFolder({ 'a.md': '# Kettle', 'huge.md': '' });
  truncateSync(join(folder, 'huge.md'), 50_000_000);
  const service = await serving([project({ folder })]);
  const problems = ['huge.md: The file is larger than 5 MB.'];
  expect(service.projects).toMatchObject([{ pages: 1, problems }]);
});
