import { expect, it } from 'vitest';
import { nameOf } from '../../../../src/bot/core/model/source.ts';

it.each([
  [{ path: '/guides/start', title: 'First steps' }, 'First steps'],
  [{ path: '/guides/first-steps' }, 'First steps'],
  [{ path: 'guides/first_steps.md', title: 'guides/first_steps.md' }, 'First steps'],
  [{ path: 'https://docs.example/a/re%C3%A7ete.html?x=1#lid', title: ' ' }, 'Reçete'],
  [{ path: '/deploy/index.html' }, 'Deploy'],
  [{ path: '/deploy/README.md' }, 'Deploy'],
  [{ path: '/100%' }, '100%'],
  [{ path: '/' }, '/'],
])('a page is shown under its title, and else under one made of its path: %j', (source, name) => {
  expect(nameOf(source)).toBe(name);
});
