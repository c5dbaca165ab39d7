/** Where a text may be cut, and how well. */
import { expect, it } from 'vitest';
import { cutsBetween } from '../../../src/core/layout/cut-points.ts';
import { scan } from '../../../src/core/markdown/block-scanner.ts';

it('nothing that was looked at while its end was held back makes a cut inside a link look better', () => {
  const text = 'Read this page first. See [the long guide](https://example.com/a) now';
  const link = text.indexOf('[');
  cutsBetween(text, scan(text.slice(0, link)), 0, link);
  const cuts = cutsBetween(text, scan(text), 0, text.length);
  const rankAt = (words: string): number | undefined => cuts.find(({ at }) => at === text.indexOf(words))?.rank;
  expect(rankAt('guide')).toBeLessThan(rankAt('now') ?? 0);
});
