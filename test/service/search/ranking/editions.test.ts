import fc from 'fast-check';
import { expect, test } from 'vitest';
import { languageOf } from '../../../../src/service/content/language.ts';
import type { PageInfo } from '../../../../src/service/content/page.ts';
import { copiedFileOf, type Filter, facetsOf } from '../../../../src/service/content/page-metadata.ts';
import { compareVersions, editionOf } from '../../../../src/service/search/ranking/editions.ts';

function infos(...files: readonly string[]): readonly PageInfo[] {
  return files.map((file) => ({
    file,
    path: `/${file.replace(/\.md$/, '')}`,
    title: file,
    facets: facetsOf(file, {}),
    linkedFrom: 0,
  }));
}

function answering(
  pages: readonly PageInfo[],
  question: string,
  more: { readonly filter?: Filter; readonly currentPath?: string; readonly before?: readonly string[] } = {},
): readonly string[] {
  const { isShown } = editionOf(pages, { question, ...more });
  return pages.filter(isShown).map(({ file }) => file);
}

const releases = infos('v3.9/save.md', 'v3.10/save.md', 'v4.0-rc.1/save.md', 'v2/old.md', 'v2/save.md', 'about.md');

test('a question is answered from the newest stable version, whatever else it says of numbers', () => {
  expect(answering(releases, 'how do I save 2 files')).toEqual(['v3.10/save.md', 'about.md']);
});

test.each(['how do I save in v3.9?', 'How do I save with 3.9'])(
  'a version that the question names answers: %s',
  (asked) => {
    expect(answering(releases, asked)).toEqual(['v3.9/save.md', 'about.md']);
  },
);

test("the version of the reader's page answers", () => {
  const currentPath = 'https://docs.example.org/v2/old#top';
  expect(answering(releases, 'how do I save', { currentPath })).toEqual(['v2/old.md', 'v2/save.md', 'about.md']);
});

test('a follow-up stays in the version that was named last, until the reader or the question names another', () => {
  const before = ['How do I save in v2?', 'How do I save in v3.9?', 'and when?'];
  const currentPath = '/v2/old';
  expect(answering(releases, 'how do I save it', { before })).toEqual(['v3.9/save.md', 'about.md']);
  expect(answering(releases, 'how do I save it', { before, currentPath })).toContain('v2/old.md');
  expect(answering(releases, 'how do I save it in 3.10', { before, currentPath })).toContain('v3.10/save.md');
});

test('a filter for a version decides alone', () => {
  expect(answering(releases, 'how do I save in v3.9', { filter: { version: '2' } })).toEqual([
    'v2/old.md',
    'v2/save.md',
    'about.md',
  ]);
});

test('one version is no choice, and versions of different pages are none', () => {
  for (const files of [
    ['v2/a.md', 'v2/b.md'],
    ['v1/upgrade-from-0.md', 'v2/upgrade-from-1.md', 'a.md'],
  ]) {
    expect(answering(infos(...files), 'how do I upgrade')).toEqual(files);
  }
});

test('released Docusaurus docs answer before those of what comes next', () => {
  const pages = infos(
    'docs/job.md',
    'docs/new.md',
    'versioned_docs/version-1.0/job.md',
    'versioned_docs/version-2.0/job.md',
  );
  expect(answering(pages, 'what is a job')).toEqual(['docs/new.md', 'versioned_docs/version-2.0/job.md']);
});

test('a page beside the folders of old versions is the current one', () => {
  const pages = infos('save.md', 'v1/save.md', 'v2/save.md');
  expect(answering(pages, 'how do I save')).toEqual(['save.md']);
  expect(answering(pages, 'how do I save in v1')).toEqual(['v1/save.md']);
});

const translations = infos('en/save.md', 'en/only.md', 'de/save.md', 'zh-CN/save.md');

test.each([
  ['how do I save my file', ['en/save.md', 'en/only.md']],
  ['wie kann ich eine Datei speichern', ['en/only.md', 'de/save.md']],
  ['如何保存文件', ['en/only.md', 'zh-CN/save.md']],
  ['где хранится файл', ['en/save.md', 'en/only.md']],
  ['SAVE_FAILED', ['en/save.md', 'en/only.md']],
])('%j is answered in its own language where that exists, else in the default one', (asked, files) => {
  expect(answering(translations, asked)).toEqual(files);
});

test("words that tell no language are answered in that of the reader's page", () => {
  const files = ['en/only.md', 'de/save.md'];
  expect(answering(translations, 'SAVE_FAILED', { currentPath: '/de/save' })).toEqual(files);
});

test('a filter for a language decides alone', () => {
  const filter = { language: 'de' };
  expect(answering(translations, 'how do I save', { filter })).toEqual(['de/save.md']);
});

test('pages without a language are the default ones beside translations', () => {
  const pages = infos('save.md', 'only.md', 'fr/save.md', 'load.de.md', 'load.md');
  expect(answering(pages, 'how do I save my file')).toEqual(['save.md', 'only.md', 'load.md']);
  expect(answering(pages, 'wie kann ich das laden')).toEqual(['save.md', 'only.md', 'load.de.md']);
});

test('docs in one language, and folders that only look like one, are no choice', () => {
  for (const files of [
    ['de/a.md', 'de/b.md'],
    ['ts/a.md', 'os/b.md', 'c.md'],
  ]) {
    expect(answering(infos(...files), 'how do I do this')).toEqual(files);
  }
});

test('a folder named like a language whose text is in another one is no language', () => {
  const text = 'This is how you ask for leave: send the form to your manager, who will answer by the end of the week.';
  expect(facetsOf('hr/leave.md', {}, text)).toEqual({ groups: [] });
  expect(facetsOf('hr/leave.md', {}, 'Ok.')).toEqual({ language: 'hr', groups: [] });
});

test.each([
  ['guide.de.md', 'guide.md'],
  ['de/guide.md', 'guide.md'],
  ['v3.10/guide.md', 'v3.9/guide.md'],
  ['versioned_docs/version-2.0/a/guide.md', 'docs/a/guide.md'],
  ['i18n/de/docusaurus-plugin-content-docs/current/guide.md', 'docs/guide.md'],
  ['i18n/de/docusaurus-plugin-content-docs/version-1.0/guide.md', 'versioned_docs/version-1.0/guide.md'],
])('%s is a copy of %s', (one, other) => {
  expect(copiedFileOf(one, facetsOf(one, {}))).toBe(copiedFileOf(other, facetsOf(other, {})));
});

test('a name with dots is no language', () => {
  expect(facetsOf('release-1.2.md', {})).toEqual({ groups: [] });
  expect(facetsOf('next.config.js.md', {})).toEqual({ groups: [] });
});

test('versions are ordered by their numbers, stable ones after the others', () => {
  const sorted = ['3.10', '4.0-rc.1', 'v3.9', 'next', 'v10', '3.x'].sort(compareVersions);
  expect(sorted).toEqual(['4.0-rc.1', 'next', 'v3.9', '3.10', '3.x', 'v10']);
  const version = fc.tuple(fc.nat(50), fc.nat(50));
  fc.assert(
    fc.property(version, version, ([a, b], [c, d]) => {
      expect(Math.sign(compareVersions(`v${a}.${b}`, `${c}.${d}`))).toBe(Math.sign(a - c || b - d));
    }),
  );
});

test.each([
  ['how do I change my password', 'en'],
  ['Wie kann ich mein Passwort zurücksetzen?', 'de'],
  ['Comment est-ce que je peux changer le mot de passe ?', 'fr'],
  ['¿Cómo puedo cambiar la contraseña?', 'es'],
  ['Como posso mudar a minha senha?', 'pt'],
  ['怎么手动备份数据库？', 'zh'],
  ['パスワードを変更するには', 'ja'],
  ['비밀번호를 바꾸려면', 'ko'],
  ['Как изменить пароль', 'ru'],
  ['Як змінити пароль її користувача', 'uk'],
  ['CORS 跨域 error', 'zh'],
  ['useChat status', undefined],
  ['deploy as plain html files to s3', 'en'],
  ['read a cookie in a server component', 'en'],
  ["autocomplete isn't validated on our FormField", 'en'],
  ['26:21  error  A form label must be associated with a control', 'en'],
  ['POST {"id":"248eb276edb4f22a0e9a","o_e":true}', undefined],
  ['', undefined],
])('the language of %j is %s', (text, language) => {
  expect(languageOf(text)).toBe(language);
});

test('a follow-up that tells no language is answered in that of the question before it', () => {
  const { isShown } = editionOf(translations, { question: 'ok?', before: ['wie kann ich eine Datei speichern'] });
  expect(translations.filter(isShown).map(({ file }) => file)).toEqual(['en/only.md', 'de/save.md']);
});

test('the language of an edition is that of most pages shown, and its languages are those that the filter lets through', () => {
  const pages = infos('en/a.md', 'en/b.md', 'en/c.md', 'de/a.md', 'de/b.md', 'fr/a.md').map((page) =>
    page.file === 'fr/a.md' ? { ...page, facets: { ...page.facets, groups: ['staff'] } } : page,
  );
  const of = (
    question: string,
    groups: readonly string[] = [],
  ): readonly [string | undefined, string, readonly string[]] => {
    const { askedIn, language, languages } = editionOf(pages, { question, filter: { groups } });
    return [askedIn, language, languages];
  };
  expect(of('wie kann ich eine Datei speichern')).toEqual(['de', 'de', ['en', 'de']]);
  expect(of('comment puis-je ouvrir le fichier ?')).toEqual(['fr', 'en', ['en', 'de']]);
  expect(of('comment puis-je ouvrir le fichier ?', ['staff'])[2]).toEqual(['en', 'de', 'fr']);
});
