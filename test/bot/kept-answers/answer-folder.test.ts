import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { KeptAnswer } from '../../../src/bot/core/ports/kept-answers.ts';
import { AnswerFolder } from '../../../src/bot/kept-answers/answer-folder.ts';
import { silentLogger } from '../../../src/kit/base/logger.ts';

const kept: KeptAnswer = {
  question: 'How do I rotate keys?',
  text: 'Open **Settings**.',
  keptOn: '2026-05-03',
  consent: 'author',
  site: 'default',
  place: { platform: 'slack', installation: 'T01' },
  pages: [],
  groups: [],
};

function openFolder(pattern?: string) {
  const path = join(mkdtempSync(join(tmpdir(), 'docent-answers-')), 'answers');
  return { path, folder: new AnswerFolder(path, silentLogger, pattern) };
}

it('a folder that is not there yet is empty, and made for the first answer', async () => {
  const { folder } = openFolder();
  expect(await folder.all()).toEqual([]);
  await folder.save(kept);
  expect(await folder.all()).toEqual([{ ...kept, name: 'how-do-i-rotate-keys.md' }]);
});

it('each answer gets a name of its own, in letters that every system takes, and one that is replaced keeps it', async () => {
  const { path, folder } = openFolder();
  for (const question of ['¿Cómo?', '¿Cómo?', 'キーは?', '../../etc/passwd']) await folder.save({ ...kept, question });
  const names = ['answer.md', 'co-mo-2.md', 'co-mo.md', 'etc-passwd.md'];
  expect(readdirSync(path).sort()).toEqual(names);
  await folder.save({ ...kept, text: 'Run `rotate`.' }, 'answer.md');
  expect(readdirSync(path).sort()).toEqual(names);
  expect(readFileSync(join(path, 'answer.md'), 'utf8')).toContain('Run `rotate`.');
});

it('a proposal to a repository names the file and holds its text, if that fits into a link', async () => {
  const { folder } = openFolder('https://git.example/new?name={file}&text={text}');
  const link = 'https://git.example/new?name=a.md&text=';
  expect(folder.proposal?.({ name: 'a.md', text: 'x & {file}' })).toEqual({
    link: `${link}x%20%26%20%7Bfile%7D`,
    isWhole: true,
  });
  expect(folder.proposal?.({ name: 'a.md', text: 'x'.repeat(2_000) })).toEqual({ link, isWhole: false });
  expect(openFolder().folder.proposal).toBeUndefined();
});

it('marks an answer as stale, and leaves everything else as people wrote it', async () => {
  const { path, folder } = openFolder();
  const { name, text } = await folder.save(kept);
  const edited = text.replace('kind: answer', '# Ours.\nkind: answer');
  writeFileSync(join(path, name), edited);
  await folder.markStale(name, '2026-06-01');
  expect(await folder.all()).toMatchObject([{ staleSince: '2026-06-01' }]);
  expect(readFileSync(join(path, name), 'utf8').replace('stale: 2026-06-01\n', '')).toBe(edited);
  await folder.markStale('gone.md', '2026-06-01');
  expect(readdirSync(path)).toEqual([name]);
});
