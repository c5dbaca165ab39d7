import { expect, it } from 'vitest';
import { isChanged } from '../../../../src/bot/core/kept/give-kept.ts';

const keys = { path: '/keys', url: 'https://docs.example/keys' };
const users = { path: '/users', url: 'https://docs.example/users' };

it.each([
  ['shows the same of it', [{ ...keys, digest: 'a' }], [{ ...keys, digest: 'a' }], false],
  [
    'shows something else of it',
    [
      { ...users, digest: 'x' },
      { ...keys, digest: 'a' },
    ],
    [{ ...keys, digest: 'b' }],
    true,
  ],
  ['does not find it', [{ ...keys, digest: 'a' }], [{ ...users, digest: 'b' }], false],
  ['shows nothing of it', [{ ...keys, digest: 'a' }], [keys], false],
  ['did not show anything of it before', [keys], [{ ...keys, digest: 'b' }], false],
])('a cited page has changed if a search for the question now %s: %j', (_, cited, found, changed) => {
  expect(isChanged(cited, found)).toBe(changed);
});
