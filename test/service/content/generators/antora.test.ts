/** The rules of Antora, as its documentation gives them: docs.antora.org/antora/latest/how-antora-builds-urls. */
import { expect, test } from 'vitest';
import { antora } from '../../../../src/service/content/generators/antora.ts';
import type { Rules } from '../../../../src/service/content/generators/generator.ts';

function open(settings: string, playbook?: string): Promise<Rules> {
  return antora.open({
    sign: 'antora.yml',
    settings,
    served: '',
    files: [],
    read: async (path) => (path === 'antora-playbook.yml' ? playbook : undefined),
    readFront: async () => ({}),
    report: () => {},
  });
}

test.each([
  ["name: lemur\nversion: '1.0'", 'modules/ROOT/pages/deploy.adoc', '/lemur/1.0/deploy.html'],
  ["name: lemur\nversion: '1.0'", 'modules/admin/pages/users/roles.adoc', '/lemur/1.0/admin/users/roles.html'],
  ['name: lemur\nversion: ~', 'modules/ROOT/pages/index.adoc', '/lemur/index.html'],
  ['name: ROOT\nversion: main', 'modules/ROOT/pages/index.adoc', '/main/index.html'],
])('%j puts %s at %s', async (settings, file, address) => {
  expect((await open(settings)).address(file, {})).toBe(address);
});

test('the playbook decides how addresses end', async () => {
  const rules = await open('name: lemur\nversion: ~', 'urls:\n  html_extension_style: indexify');
  expect(rules.address('modules/ROOT/pages/deploy.adoc', {})).toBe('/lemur/deploy');
  expect(rules.address('modules/admin/pages/index.adoc', {})).toBe('/lemur/admin');
});

test('partials, examples, navigation and names that begin with _ are no pages', async () => {
  const { excluded, leftOut } = await open('name: lemur\nversion: ~');
  expect(excluded?.('modules/ROOT/pages/a.adoc')).toBeUndefined();
  expect(leftOut?.('modules/ROOT/pages/a.adoc')).toBeUndefined();
  expect(excluded?.('modules/ROOT/pages/_a.adoc')).toBe('not published (names that begin with _)');
  expect(excluded?.('modules/ROOT/partials/a.adoc')).toBe('partials and examples');
  expect(leftOut?.('modules/ROOT/nav.adoc')).toBe('outside the pages of antora');
});

test('anchors have the prefix and the separator of the site', async () => {
  const plain = (await open('name: lemur')).anchors();
  expect(['Set up: the pump', 'Set up: the pump'].map((text) => plain(text, text))).toEqual([
    '_set_up_the_pump',
    '_set_up_the_pump_2',
  ]);
  const attributes = "asciidoc:\n  attributes:\n    idprefix: ''\n    idseparator: '-'";
  expect((await open(`name: lemur\n${attributes}`)).anchors()('Set up: the pump', '')).toBe('set-up-the-pump');
});
