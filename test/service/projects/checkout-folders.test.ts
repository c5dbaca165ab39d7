import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeCheckoutFolder } from '../../../src/service/projects/git-source.ts';
import { docsFolder } from '../folder.ts';
import { createRepository } from '../repository.ts';
import { answer, branchOf, project, serving } from '../serving.ts';

function temporary(...folders: readonly string[]): string {
  const folder = docsFolder(Object.fromEntries(folders.map((name) => [`${name}/docs/a.md`, '# A'])));
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  return folder;
}

/** The id of a process that has ended. */
function endedPid(): string {
  return execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }).trim();
}

test('only checkouts of killed processes are removed at startup', async () => {
  const left = [`docent-docs-${endedPid()}-5-abc`, `docent-docs-${process.pid}-5-abc`];
  const stays = [`docent-docs-${process.ppid}-5-abc`, 'docent-docs-abc', 'docs-1-2-abc'];
  const folder = temporary(...left, ...stays);
  const [own, repository] = [await makeCheckoutFolder(), createRepository()];
  expect(dirname(own)).toBe(folder);
  repository.commit('Begin', { 'docs/a.md': '# Kettle\n\nThe kettle boils water.' });
  const service = await serving([project(branchOf(repository))]);
  expect(await answer(service, 'What boils water?')).toContain('The kettle boils water.');
  const isThere = (name: string): boolean => existsSync(join(folder, name));
  expect([left.map(isThere), [...stays, basename(own)].map(isThere)]).toEqual([
    [false, false],
    [true, true, true, true],
  ]);
});
