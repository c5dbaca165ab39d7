/** Where a text may be cut, and how good each place is. */
import { expect, it } from 'vitest';
import { cutsBetween } from '../../../../src/bot/core/layout/cut-points.ts';
import { scan } from '../../../../src/kit/markdown/block-scanner.ts';

it('a cut inside a link ranks low even if an earlier scan of the text ended before the link', () => {
  const text = 'Read this page first. See [the long guide](https://example.com/a) now';
  const link = text.indexOf('[');
  cutsBetween(text, scan(text.slice(0, link)), 0, link);
  const cuts = cutsBetween(text, scan(text), 0, text.length);
  const rankAt = (words: string): number | undefined => cuts.find(({ at }) => at === text.indexOf(words))?.rank;
  expect(rankAt('guide')).toBeLessThan(rankAt('now') ?? 0);
});
