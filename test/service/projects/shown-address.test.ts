import { expect, test } from 'vitest';
import { shownAddress } from '../../../src/kit/base/shown-address.ts';
import { withShownAddresses } from '../../../src/service/projects/git-source.ts';

test.each([
  ['https://host.example/docs.git', 'https://host.example/docs.git'],
  ['https://me:se@cret@host.example/docs.git', 'https://host.example/docs.git'],
  ['https://host.example/docs.git?token=secret#secret', 'https://host.example/docs.git'],
  ['ssh://git@host.example:2222/docs.git', 'ssh://host.example:2222/docs.git'],
  ['https://me:sec/ret@host.example/docs.git', 'https://…'],
  ['file:///srv/docs.git', 'file:///srv/docs.git'],
  ['git@host.example:acme/docs.git', 'git@host.example:acme/docs.git'],
  ['/srv/docs.git', '/srv/docs.git'],
])('the address %s is shown as %s', (address, shown) => {
  expect(shownAddress(address)).toBe(shown);
});

test('git’s output is shown without any part of a password in an address', () => {
  const address = "https://me:it's@secret@host.example/docs.git?token=secret";
  const output = `fatal: unable to access '${address}/': and 'https://secret@host.example/docs.git/'`;
  expect(withShownAddresses(output, address)).toBe(
    "fatal: unable to access 'https://host.example/docs.git/': and 'https://host.example/docs.git/'",
  );
});
