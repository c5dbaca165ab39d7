/** Reads a page from its source to its passages, as the documentation service does. Pure. */

import { atOnce } from '../../../src/kit/base/time-slices.ts';
import { toPassages } from '../../../src/service/answers/passages.ts';
import { withSiteLinks } from '../../../src/service/content/addresses.ts';
import { withIncludes } from '../../../src/service/content/includes.ts';
import { plainMarkdown } from '../../../src/service/content/markdown/components.ts';
import { withInlineLinks } from '../../../src/service/content/markdown/link-references.ts';
import { firstHeading, plainText, toSections } from '../../../src/service/content/markdown/sections.ts';

/** Resolves to the number of passages of the page. */
export async function readPage(source: string, mdx: boolean): Promise<number> {
  const place = { file: 'a.mdx', path: '/a', base: '', paths: new Map(), taken: new Set<string>(), siteUrl: undefined };
  const whole = withInlineLinks(await withIncludes(source, place.file, async () => undefined));
  const markdown = atOnce(plainMarkdown(whole, mdx));
  const passages = atOnce(toSections(markdown, plainText(firstHeading(markdown)))).flatMap(toPassages);
  for (const { text } of passages) withSiteLinks(text, place, () => {});
  return passages.length;
}
