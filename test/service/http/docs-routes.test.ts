/** The docs as tools read them: llms.txt, llms-full.txt and a page's Markdown, for whom the project allows it. */
import { expect, it } from 'vitest';
import { createKey, toStoredKey } from '../../../src/service/keys.ts';
import type { ProjectSettings } from '../../../src/service/projects/project.ts';
import { openServiceStore } from '../../../src/service/store/store.ts';
import { docsFolder } from '../folder.ts';
import { project, serving } from '../serving.ts';

const files = {
  'index.md': '---\ntitle: Kettles\ndescription: All about kettles.\n---\nBoil water.',
  'guide/start [now].md': '# Start\n\nFill it.\n\n## Heat\n\nPress the button.\n\n```sh\nkettle on\n```',
  'guide/safe.md': '---\ngroups: staff\n---\n# Safe\n\nThe safe opens at noon.',
  'de/index.md': '---\ntitle: Wasserkocher\nlanguage: de\n---\nDas Wasser kocht.',
};

async function reading(llms?: ProjectSettings['llms'], database = 'sqlite::memory:') {
  const settings = {
    ...project({ folder: docsFolder(files) }),
    siteUrl: 'https://kettle.example',
    ...(llms && { llms }),
  };
  const { url } = await serving([settings], { database });
  return async (path: string, key?: string) => {
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const response = await fetch(`${url}/v1/docs/kettle${path}`, { headers });
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };
}

it('llms.txt lists the pages for everybody, with relative addresses of their Markdown', async () => {
  const read = await reading('public');
  expect(await read('/llms.txt')).toEqual({
    status: 200,
    type: 'text/plain; charset=utf-8',
    text: [
      '# Kettles\n',
      '> All about kettles.\n',
      '## Docs\n',
      '- [Kettles](<./index.md>): All about kettles.\n',
      '## guide\n',
      '- [Start](<./guide/start [now].md>)\n',
    ].join('\n'),
  });
});

it('a page is Markdown at its path, and llms-full.txt is all of them', async () => {
  const read = await reading('public');
  const page = await read('/guide/start%20%5Bnow%5D.md');
  expect(page.type).toBe('text/markdown; charset=utf-8');
  expect(page.text).toMatch(
    /^# Start\n\nSource: https:\/\/kettle\.example\/\S+\n\nFill it\.\n\n## Heat\n\nPress the button\./,
  );
  expect(page.text).toContain('```sh\nkettle on\n```');
  const whole = await read('/llms-full.txt');
  expect(whole.text).toContain('# Kettles');
  expect(whole.text).toContain(page.text);
  expect(whole.text).not.toContain('safe');
});

it('another language is read on request', async () => {
  const read = await reading('public');
  expect((await read('/llms.txt?language=de')).text).toContain('Wasserkocher');
  expect((await read('/de.md?language=de')).text).toContain('kocht');
});

it('pages of access groups need a key of one of them', async () => {
  const database = `sqlite:${docsFolder({})}/serve.db`;
  const [open, staff] = [createKey('assistant'), createKey('assistant')];
  const store = await openServiceStore(database);
  for (const [key, groups] of [
    [open, []],
    [staff, ['staff']],
  ] as const)
    await store.addKey(
      toStoredKey(key, { kind: 'assistant', organization: 'default', expiresAt: undefined, groups }, Date.now()),
    );
  await store.close();
  const read = await reading('keys', database);
  for (const path of ['/llms.txt', '/llms-full.txt', '/guide/safe.md'])
    expect([(await read(path)).status, (await read(path, 'wrong')).status]).toEqual([401, 401]);
  expect((await read('/guide/safe.md', open)).status).toBe(404);
  expect((await read('/guide/safe.md', staff)).text).toContain('noon');
  expect([
    (await read('/llms.txt', open)).text.includes('Safe'),
    (await read('/llms.txt', staff)).text.includes('Safe'),
  ]).toEqual([false, true]);
});

it.each([
  ['/llms.txt', undefined],
  ['/nowhere.md', 'public'],
  ['/../../etc/passwd.md', 'public'],
  ['/index', 'public'],
  ['/%E0%A4%A.md', 'public'],
] as const)('%s of a project with llms: %s is not there', async (path, llms) => {
  const read = await reading(llms);
  expect((await read(path, 'ask')).status).toBe(404);
});
