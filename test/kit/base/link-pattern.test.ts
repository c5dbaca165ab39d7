import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fillIn } from '../../../src/kit/base/link-pattern.ts';

it('a link has the values that its pattern names, and keeps what has none', () => {
  const filled = fillIn('https://git.example/{title}?body={body}&tag={tag}&{toString}', {
    title: 'a b',
    body: '{title}',
  });
  expect(filled).toBe('https://git.example/a%20b?body=%7Btitle%7D&tag={tag}&{toString}');
});

it('no value ends the link, and each is read as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (body) => {
      const link = fillIn('https://git.example/new?body={body}', { body });
      expect(link).toMatch(/^[\w:/.?=%~-]+$/);
      expect(new URL(link).searchParams.get('body')).toBe(body.toWellFormed());
    }),
  );
  expect(fillIn('{body}', { body: '\ud83d' })).toBe('%EF%BF%BD');
});
