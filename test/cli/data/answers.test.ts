import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { KeptAnswer } from '../../../src/bot/core/ports/kept-answers.ts';
import { toFile } from '../../../src/bot/kept-answers/answer-file.ts';
import { run } from '../../../src/cli/main.ts';
import { openTerminal } from '../terminal.ts';

const kept: KeptAnswer = {
  question: 'How do I rotate keys?',
  text: 'Open **Settings**.',
  keptOn: '2026-05-03',
  consent: 'author',
  source: 'https://acme.slack.com/archives/C01/p1',
  site: 'default',
  place: { platform: 'slack', installation: 'T01' },
  pages: [],
  groups: [],
};

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docent-answers-'));
  writeFileSync(join(folder, 'rotate.md'), toFile(kept));
  writeFileSync(
    join(folder, 'export.md'),
    toFile({ ...kept, question: 'How do I export?', keptOn: '2026-04-01', staleSince: '2026-06-01' }),
  );
  writeFileSync(join(folder, 'readme.md'), '# About this folder');
  return folder;
}

async function answers(folder: string | undefined, ...args: readonly string[]) {
  const terminal = openTerminal(folder === undefined ? {} : { KEPT_ANSWERS: folder });
  return { code: await run(['answers', ...args], terminal.io), out: terminal.out(), err: terminal.err() };
}

it('lists the kept answers, the oldest first, and names files that are none', async () => {
  const folder = openFolder();
  expect(await answers(folder)).toEqual({
    code: 0,
    out:
      '2026-04-01  export.md  default  How do I export?  stale since 2026-06-01  https://acme.slack.com/archives/C01/p1\n' +
      '2026-05-03  rotate.md  default  How do I rotate keys?  https://acme.slack.com/archives/C01/p1\n',
    err: 'readme.md is not read as a kept answer.\n',
  });
  const { out } = await answers(undefined, '--folder', folder, '--json');
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([{ name: 'export.md' }, kept]);
});

it('withdraws answers by the names of their files, and nothing else', async () => {
  const folder = openFolder();
  const { code, out, err } = await answers(folder, 'withdraw', 'rotate.md', '../x.md', 'readme.md');
  expect([code, out]).toEqual([1, 'rotate.md is withdrawn.\n']);
  expect(err).toBe('../x.md is not a kept answer there.\nreadme.md is not a kept answer there.\n');
  expect(readdirSync(folder)).toEqual(['export.md', 'readme.md']);
  expect((await answers(folder, 'withdraw', 'export.md')).code).toBe(0);
  expect((await answers(folder)).err).toContain(`No answers are kept in ${folder}.`);
});

it('needs to know the folder, and what to do', async () => {
  expect((await answers(undefined)).code).toBe(2);
  expect((await answers(openFolder(), 'withdraw')).code).toBe(2);
  expect((await answers(openFolder(), 'remove', 'rotate.md')).code).toBe(2);
});
