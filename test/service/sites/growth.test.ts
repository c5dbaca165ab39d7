/** What strangers write is read in linear time. */
import { expect, it } from 'vitest';
import { htmlSigns } from '../../../src/service/content/formats/html-signs.ts';
import { linksIn, pagesIn } from '../../../src/service/sites/llms-text.ts';
import { parseSitemap } from '../../../src/service/sites/sitemap.ts';
import { expectLinear } from '../../fakes/linear.ts';

const pieces: Readonly<Record<string, readonly [read: (text: string) => unknown, pieces: readonly string[]]>> = {
  'an llms.txt': [linksIn, ['[', '[a](', '[a](b ', '[[]](']],
  'an llms-full.txt': [pagesIn, ['---\n', '# a\n', '# a (/\n', '```\n', 'url: x\n', '# a\nSource: /b\n']],
  'a sitemap': [parseSitemap, ['<loc>', '<loc> ', '<loc>a', '<xhtml:link ', '<xhtml:link href="a"']],
  'a page': [
    htmlSigns,
    ['<a href=', '<a href="x">', '<script>', '<!--', '<a ', '<meta http-equiv=refresh content="=', '&amp'],
  ],
};

it.each(Object.entries(pieces))('%s takes linear time', async (_, [read, all]) => {
  for (const piece of all) await expectLinear(300_000, (size) => read(piece.repeat(size / piece.length)));
  expect(all.length).toBeGreaterThan(0);
});
