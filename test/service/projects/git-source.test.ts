import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readDocs } from '../../../src/service/content/pages.ts';
import type { Checkout, Source } from '../../../src/service/projects/folder-source.ts';
import { createGitSource, type GitSettings, gitProblem } from '../../../src/service/projects/git-source.ts';
import { docsFolder } from '../folder.ts';
import { createRepository } from '../repository.ts';

const settings: GitSettings = { address: 'https://example.org/docs.git', branch: 'main', docsFolder: 'docs' };
const never = new AbortController().signal;
const ignore = async (): Promise<void> => {};

test.each([
  {},
  { address: 'git@github.com:acme/docs.git' },
  { address: 'ssh://git@example.org:2222/docs.git' },
  { address: 'file:///srv/docs.git' },
  { address: '/srv/docs.git' },
  { branch: 'release/v2.x' },
  { docsFolder: '' },
  { docsFolder: 'site/docs' },
])('%j is valid', (change) => {
  expect(gitProblem({ ...settings, ...change })).toBeUndefined();
});

test.each([
  { address: '--upload-pack=touch made-by-a-branch' },
  { address: 'ext::sh -c date' },
  { address: 'git@host:--evil' },
  { address: 'docs.git' },
  { address: 'https://example.org/\ndocs' },
  { branch: '--force' },
  { branch: 'a..b' },
  { branch: 'a b' },
  { branch: 'main:other' },
  { branch: 'refs/heads/x.lock' },
  { branch: '' },
  { docsFolder: '/etc' },
  { docsFolder: '../docs' },
  { docsFolder: 'a//b' },
])('%j is rejected before git sees it', (change) => {
  expect(gitProblem({ ...settings, ...change })).toMatch(/ must be /);
});

function filesOf({ docsDir }: Checkout): readonly string[] {
  return readdirSync(docsDir, { recursive: true, encoding: 'utf8' }).sort();
}

test.each([
  ['the code that its pages include', undefined, 'Grind it:\n\nmill(gap=3)'],
  ['the settings of its generator alone if it is large', 10, 'Grind it:'],
])('the docs of a repository come with %s', async (_, maxBytes, text) => {
  const repository = createRepository();
  repository.commit('Begin', {
    'mkdocs.yml': 'site_name: Mill',
    'src/mill.py': 'mill(gap=3)',
    'docs/01-grind.md': '# Grind\n\nGrind it:\n\n{* ../src/mill.py *}',
  });
  const source = createGitSource({ ...settings, address: repository.path }, docsFolder({}), 'mill', maxBytes);
  const checkout = await source.fetch(ignore, never);
  const { pages, summary } = await readDocs(checkout.docsDir);
  expect(summary.generator).toBe('mkdocs');
  const [page] = pages;
  expect(page?.path).toBe('/01-grind');
  expect(page?.sections.flatMap(({ blocks }) => blocks.map((block) => block.text)).join('\n\n')).toBe(text);
  await checkout.remove();
});

test('a branch is checked out, with its commit and the files changed since the last one served', async () => {
  const repository = createRepository();
  repository.commit('Begin', { 'docs/a.md': 'A', 'docs/sub/b.md': 'B', 'docs/c.md': 'C', 'code.ts': '1' });
  const dataDir = docsFolder({});
  const source = createGitSource({ ...settings, address: repository.path }, dataDir, 'kettle');
  expect(await source.last()).toBeUndefined();
  const first = await source.fetch(ignore, never);
  expect(filesOf(first)).toEqual(['a.md', 'c.md', 'sub', 'sub/b.md']);
  expect(first.commit?.filesChanged.added).toEqual(['docs/a.md', 'docs/c.md', 'docs/sub/b.md']);
  await first.markServed();
  await first.remove();

  const message = 'Say more\n\nAnd why: "quotes" and ümlauts.';
  const sha = repository.commit(message, { 'docs/a.md': 'A2', 'docs/ü.md': 'U', 'docs/c.md': null, 'code.ts': '2' });
  const lines: string[] = [];
  const second = await source.fetch(async (line) => void lines.push(line), never);
  expect(second.commit).toEqual({
    sha,
    ref: 'main',
    message,
    author: 'Test',
    filesChanged: { added: ['docs/ü.md'], modified: ['docs/a.md'], removed: ['docs/c.md'] },
  });
  expect(lines).toEqual([`Branch main is at ${sha.slice(0, 12)}.`]);
  await second.remove();

  // The second one was not served, so the first one is still the last served, and is read without the repository.
  repository.git('branch', '--move', 'gone');
  const last = await source.last();
  expect(last && readFileSync(join(last.docsDir, 'a.md'), 'utf8')).toBe('A');
  await last?.remove();
  expect(readdirSync(dataDir)).toEqual(['kettle.git']);
});

test('a force-pushed branch is fetched, too', async () => {
  const repository = createRepository();
  repository.commit('Begin', { 'docs/a.md': 'A' });
  repository.commit('More', { 'docs/b.md': 'B' });
  const source = createGitSource({ ...settings, address: repository.path }, docsFolder({}), 'kettle');
  const first = await source.fetch(ignore, never);
  await first.markServed();
  await first.remove();
  repository.git('checkout', '--quiet', '--orphan', 'other');
  repository.commit('Anew', { 'docs/b.md': null, 'docs/z.md': 'Z' });
  repository.git('branch', '--force', 'main', 'other');
  const forced = await source.fetch(ignore, never);
  expect(filesOf(forced)).toEqual(['a.md', 'z.md']);
  expect(forced.commit?.filesChanged).toEqual({ added: ['docs/z.md'], modified: [], removed: ['docs/b.md'] });
  await forced.remove();
});

test('a missing branch and a missing folder fail with their own errors', async () => {
  const repository = createRepository();
  repository.commit('Begin', { 'docs/a.md': 'A' });
  const fetched = (change: Partial<GitSettings>): Promise<Checkout> =>
    createGitSource({ ...settings, address: repository.path, ...change }, docsFolder({}), 'x').fetch(ignore, never);
  await expect(fetched({ branch: 'gone' })).rejects.toMatchObject({
    code: 'branch_missing',
    message: 'The repository has no branch gone (any more).',
  });
  await expect(fetched({ docsFolder: 'docs/gone' })).rejects.toMatchObject({
    code: 'folder_missing',
    message: 'Branch main has no folder “docs/gone”.',
  });
  await expect(fetched({ address: '/nowhere/at/all' })).rejects.toMatchObject({ code: 'git_failed' });
});

test('the first line of git’s error is quoted', async () => {
  const source = createGitSource({ ...settings, address: '/nowhere/at/all' }, docsFolder({}), 'x');
  await expect(source.fetch(ignore, never)).rejects.toMatchObject({
    message: expect.stringContaining("“fatal: '/nowhere/at/all' does not appear to be a git repository”"),
  });
});

test('the docs folder is taken literally, not as a pattern', async () => {
  const repository = createRepository();
  repository.commit('Begin', { 'docs[1]/a.md': 'A', 'docs1/b.md': 'B' });
  const literal = { ...settings, address: repository.path, docsFolder: 'docs[1]' };
  const checkout = await createGitSource(literal, docsFolder({}), 'x').fetch(ignore, never);
  expect(checkout.commit?.filesChanged.added).toEqual(['docs[1]/a.md']);
  await checkout.remove();
});

/** Replaces ssh for addresses `ssh://any/PATH` by a script: in `after`, `$last` is the command that git would run there. */
function overSsh(after: string): void {
  const folder = docsFolder({ ssh: `#!/bin/sh\nfor last; do :; done\n${after}\n` });
  chmodSync(join(folder, 'ssh'), 0o755);
  vi.stubEnv('GIT_SSH_COMMAND', join(folder, 'ssh'));
  vi.stubEnv('GIT_SSH_VARIANT', 'simple');
  onTestFinished(() => void vi.unstubAllEnvs());
}

test('a fetch works after one that was stopped halfway', async () => {
  const repository = createRepository();
  repository.commit('Begin', { 'docs/a.md': 'A', 'docs/big.txt': randomBytes(100_000).toString('hex') });
  const dataDir = docsFolder({});
  const source = createGitSource({ ...settings, address: `ssh://any${repository.path}` }, dataDir, 'x');
  overSsh('eval "$last" | (dd bs=1 count=20000 2>/dev/null; [ -z "$(dd bs=1 count=1 2>/dev/null)" ] || sleep 60)');
  const stopping = new AbortController();
  const stopped = source.fetch(ignore, stopping.signal);
  const lock = join(dataDir, 'x.git/shallow.lock');
  await expect.poll(() => existsSync(lock), { interval: 5 }).toBe(true);
  stopping.abort();
  await expect(stopped).rejects.toMatchObject({ code: 'git_failed' });
  overSsh('eval "$last"');
  await (await source.fetch(ignore, never)).remove();
});

test('a fetch works after a crash in the middle of another', async () => {
  const repository = createRepository();
  repository.commit('Begin', { 'docs/a.md': 'A' });
  const dataDir = docsFolder({});
  const open = (): Source => createGitSource({ ...settings, address: repository.path }, dataDir, 'x');
  await (await open().fetch(ignore, never)).remove();
  for (const lock of ['shallow.lock', 'config.lock', 'refs/docent/fetched.lock']) {
    writeFileSync(join(dataDir, 'x.git', lock), '');
  }
  const afterCrash = open();
  expect(await afterCrash.last()).toBeUndefined();
  await (await afterCrash.fetch(ignore, never)).remove();
  writeFileSync(join(dataDir, 'x.git/HEAD'), '');
  await (await open().fetch(ignore, never)).remove();
});

test('a process that git leaves running does not delay a fetch', async () => {
  const repository = createRepository();
  repository.commit('Begin', { 'docs/a.md': 'A' });
  const left = join(docsFolder({}), 'left');
  // It keeps the stderr of git open, as a shared ssh connection does.
  overSsh(`setsid sleep 60 </dev/null >/dev/null &\necho $! >>${left}\neval "$last"`);
  const source = createGitSource({ ...settings, address: `ssh://any${repository.path}` }, docsFolder({}), 'x');
  await (await source.fetch(ignore, never)).remove();
  const running = readFileSync(left, 'utf8').trim().split('\n').map(Number);
  expect(running).not.toEqual([]);
  // This throws if the process does not exist any more.
  for (const pid of running) expect(process.kill(pid)).toBe(true);
});

test('a repository that asks for a password fails immediately, without showing any password', async () => {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.writeHead(401, { 'www-authenticate': 'Basic realm="docs"' }).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve(undefined))));
  // A server on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  const fetched = (address: string): Promise<Checkout> =>
    createGitSource({ ...settings, address }, docsFolder({}), 'x').fetch(ignore, never);
  await expect(fetched(`http://127.0.0.1:${port}/docs.git`)).rejects.toMatchObject({
    code: 'git_failed',
    message: expect.stringMatching(/^git failed for http:.* If a password is needed, give git a credential helper/),
  });
  const host = `127.0.0.1:${port}`;
  for (const address of [
    `me:secret@${host}/docs.git`,
    `me:se@cret@${host}/docs.git`,
    `${host}/docs.git?token=secret`,
  ]) {
    const error: unknown = await fetched(`http://${address}`).catch((reason: unknown) => reason);
    expect(String(error)).toContain(`http://${host}/docs.git`);
    expect(String(error)).not.toMatch(/se@|cret|me:|token/);
  }
  expect(asked).toBeGreaterThan(1);
});
