import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readServiceConfig, type ServiceConfig } from '../../../src/service/http/config-file.ts';
import { defaultLimits } from '../../../src/service/http/quotas.ts';
import { docsFolder } from '../folder.ts';

function read(yaml: string): Promise<ServiceConfig> {
  return readServiceConfig(join(docsFolder({ 'docs.yaml': yaml }), 'docs.yaml'));
}

test('projects are folders relative to the file or git branches, with defaults for other fields', async () => {
  const folder = docsFolder({
    'docs.yaml': `
projects:
  - { id: a, folder: ./docs, synonyms: { k8s: [kubernetes] }, sentences: { de: { thanks: Gerne! } } }
  - { id: b, domain: bee, git: https://example.org/b.git, branch: v2, docs: site/docs, siteUrl: https://b.example/docs, organization: acme }
cors: [https://site.example/page]
limits: { perAddressAndDay: 5 }
`,
  });
  expect(await readServiceConfig(join(folder, 'docs.yaml'))).toEqual({
    projects: [
      {
        id: 'a',
        domain: 'a',
        organization: 'default',
        synonyms: { k8s: ['kubernetes'] },
        sentences: { de: { thanks: 'Gerne!' } },
        source: { folder: join(folder, 'docs') },
      },
      {
        id: 'b',
        domain: 'bee',
        organization: 'acme',
        siteUrl: 'https://b.example/docs',
        source: { address: 'https://example.org/b.git', branch: 'v2', docsFolder: 'site/docs' },
      },
    ],
    corsOrigins: ['https://site.example'],
    limits: { ...defaultLimits, perAddressAndDay: 5 },
    requireThreadKey: false,
    dataDir: join(folder, 'docent-serve'),
  });
});

test('a project may be a website, with bounds for its crawl and the time between two', async () => {
  const { projects } = await read(`
projects:
  - { id: a, url: https://docs.example.com/ }
  - { id: b, url: http://localhost/docs, crawl: { maxPages: 5, privateAddresses: true }, everyHours: 6 }
  - { id: c, git: /srv/c.git, everyHours: 1 }
`);
  const bounds = { maxPages: 2_000, maxMegabytes: 500, delayMs: 100, privateAddresses: false };
  expect(projects.map(({ source, everyHours }) => ({ source, everyHours }))).toEqual([
    { source: { url: 'https://docs.example.com/', ...bounds }, everyHours: 24 },
    { source: { url: 'http://localhost/docs', ...bounds, maxPages: 5, privateAddresses: true }, everyHours: 6 },
    { source: { address: '/srv/c.git', branch: 'main', docsFolder: '' }, everyHours: 1 },
  ]);
});

test.each([
  ['url: ftp://example.com/', 'url must be an address'],
  ['url: https://me:secret@example.com/', 'without user and password'],
  ['url: https://example.com/, folder: x', 'expected one of folder, git and url'],
  ['folder: x, crawl: {}', 'crawl needs a url'],
  ['url: https://example.com/, generator: mkdocs', 'generator needs a folder or git'],
  ['folder: x, everyHours: 2', 'everyHours needs git or a url'],
])('a project with %s is refused', async (fields, reason) => {
  await expect(read(`projects: [{ id: a, ${fields} }]`)).rejects.toThrow(reason);
});

test.each([
  ['docs/', 'docs'],
  ['./site/docs', 'site/docs'],
  ['/docs', 'docs'],
  ['.', ''],
  ['.//', ''],
])('the docs folder %j of a repository is read as %j', async (docs, docsFolder) => {
  const { projects } = await read(`projects: [{ id: a, git: /srv/a.git, docs: ${docs} }]`);
  expect(projects[0]?.source).toMatchObject({ docsFolder });
});

test('all invalid fields are reported together', async () => {
  const wrong = `
projects:
  - { id: a/b, folder: x }
  - { id: c, folder: x, git: /y }
  - { id: d, git: "--upload-pack=touch made" }
  - { id: e, git: /y, docs: ../out }
  - { id: f, folder: x, siteUrl: ftp://x }
  - { id: f, folder: x }
colour: red
`;
  const error: unknown = await read(wrong).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'config_wrong' });
  const message = error instanceof Error ? error.message : '';
  for (const part of [
    'projects.0.id',
    'projects.1',
    'projects.4.siteUrl',
    'the file: there is no field “colour”; available: projects, cors, ',
  ]) {
    expect(message).toContain(part);
  }
});

test.each([
  ['projects: [{ id: a, git: "--upload-pack=touch made" }]', /git must be an address/],
  ['projects: [{ id: a, git: /y, docs: ../out }]', /docs must be a folder inside/],
  ['projects: [{ id: a, git: /y, branch: --force }]', /branch must be the name/],
  ['projects: [{ id: a, folder: x }, { id: a, folder: y }]', /ids must be unique/],
  ['projects: [{ id: a, folder: x }, { id: b, domain: a, folder: y }]', /domains must be unique/],
  ['projects: [{ folder: x }]', /projects\.0\.id: missing, expected text$/],
  ['cors: https://docs.example', /cors: expected a list$/],
  ['limits: { perKeyAndMonth: 0 }', /limits\.perKeyAndMonth: expected at least 1$/],
  ['requireThreadKey: "yes"', /requireThreadKey: expected true or false$/],
  ['projects: [', /^docs\.yaml is not valid YAML \(line 1\)\.$/],
])('%s is refused', async (yaml, message) => {
  await expect(read(yaml)).rejects.toMatchObject({ code: 'config_wrong', message: expect.stringMatching(message) });
});

test('a missing file is reported by name', async () => {
  await expect(readServiceConfig('/no/docs.yaml')).rejects.toMatchObject({
    message: 'The configuration file /no/docs.yaml cannot be read.',
  });
});

test.each(['sites: { a: { domain: a } }', 'slack: { mode: off }', 'projects: { web: { id: p1 } }'])(
  "the bot's own file is recognised and refused: %s",
  async (text) => {
    await expect(read(text)).rejects.toMatchObject({
      code: 'config_wrong',
      message: expect.stringContaining('This is a docent.yaml, the routing file of the bot'),
    });
  },
);

test('a project may name its generator and the root of its includes', async () => {
  const folder = docsFolder({
    'docs.yaml': 'projects:\n  - { id: kettle, folder: docs, generator: hugo, root: . }',
    'wrong.yaml': 'projects:\n  - { id: kettle, folder: docs, generator: hugi }',
  });
  const { projects } = await readServiceConfig(join(folder, 'docs.yaml'));
  expect(projects).toMatchObject([{ site: { generator: 'hugo', root: folder } }]);
  await expect(readServiceConfig(join(folder, 'wrong.yaml'))).rejects.toThrow(/expected one of docusaurus, mkdocs/);
});

test('a project may name the language and the version of its pages that name none', async () => {
  const { projects } = await read('projects: [{ id: kettle, folder: docs, language: pt-BR, version: "3.10" }]');
  expect(projects).toMatchObject([{ site: { language: 'pt-BR', version: '3.10' } }]);
  await expect(read('projects: [{ id: kettle, folder: docs, language: German text, version: 3.1 }]')).rejects.toThrow(
    /language: expected the tag of a language.*\n.*version: expected text/,
  );
});
