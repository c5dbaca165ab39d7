/** What the words that name docs mean: a folder, a branch of a git repository, or a website. */
import { expect, it } from 'vitest';
import { projectOf } from '../../src/cli/checked-projects.ts';

it.each([
  ['https://github.com/acme/Handbook.git', 'Handbook', 'https://github.com/acme/Handbook.git', 'main'],
  ['https://example.com/docs.git#next', 'docs', 'https://example.com/docs.git', 'next'],
  ['git@example.com:acme/docs.git#v2/stable', 'docs', 'git@example.com:acme/docs.git', 'v2/stable'],
  ['https://github.com/acme/docs', 'docs', 'https://github.com/acme/docs', 'main'],
  ['https://git.example.com/acme/docs#next', 'docs', 'https://git.example.com/acme/docs', 'next'],
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

it.each([
  ['https://docs.example.com/', 'docs.example.com'],
  ['https://acme.github.io/kettle/', 'acme.github.io'],
  ['http://example.com:3000/docs', 'example.com'],
])('%s is a website, read every day', (given, domain) => {
  expect(projectOf({ folder: given })).toMatchObject({ domain, source: { url: given }, everyHours: 24 });
});

it('refuses an address with a password', () => {
  expect(() => projectOf({ folder: 'https://me:secret@docs.example.com/' })).toThrow('without user and password');
});

it('refuses a branch that git could take for an option', () => {
  expect(() => projectOf({ folder: 'https://example.com/docs.git#--upload-pack=x' })).toThrow(
    'branch must be the name',
  );
});
