/** What the words that name docs mean: a folder, or a branch of a git repository. */
import { expect, it } from 'vitest';
import { projectOf } from '../../src/cli/checked-projects.ts';

it.each([
  ['https://github.com/acme/Handbook.git', 'Handbook', 'https://github.com/acme/Handbook.git', 'main'],
  ['https://example.com/docs.git#next', 'docs', 'https://example.com/docs.git', 'next'],
  ['git@example.com:acme/docs.git#v2/stable', 'docs', 'git@example.com:acme/docs.git', 'v2/stable'],
  ['ssh://git@example.com/acme/docs', 'docs', 'ssh://git@example.com/acme/docs', 'main'],
])('%s is the repository %s at a branch', (given, domain, address, branch) => {
  expect(projectOf({ folder: given })).toMatchObject({ domain, source: { address, branch, docsFolder: '' } });
});

it.each([
  ['docs', 'docs'],
  ['/srv/my docs#2', 'my-docs-2'],
  ['a@b', 'a-b'],
])('%s is a folder', (given, domain) => {
  expect(projectOf({ folder: given })).toMatchObject({ domain, source: { folder: given } });
});

it('refuses a branch that git could take for an option', () => {
  expect(() => projectOf({ folder: 'https://example.com/docs.git#--upload-pack=x' })).toThrow(
    'branch must be the name',
  );
});
