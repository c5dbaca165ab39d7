/** Reads a page from its source to its passages, as the documentation service does. Pure. */

import { atOnce } from '../../../src/kit/base/time-slices.ts';
import { withFences } from '../../../src/kit/markdown/page-lines.ts';
import { toPassages } from '../../../src/service/answers/passages.ts';
import { withSiteLinks } from '../../../src/service/content/addresses.ts';
import { withIncludes } from '../../../src/service/content/includes.ts';
import { plainMarkdown } from '../../../src/service/content/markdown/components.ts';
import { withInlineLinks } from '../../../src/service/content/markdown/link-references.ts';
import {
  apiMarks,
  attributeLists,
  slashBlocks,
  smallMarks,
} from '../../../src/service/content/markdown/marks/attributes.ts';
import { docfxMarks } from '../../../src/service/content/markdown/marks/docfx.ts';
import { mystDirectives, mystRoles } from '../../../src/service/content/markdown/marks/myst.ts';
import { hugoActions, hugoShortcodes } from '../../../src/service/content/markdown/marks/shortcodes.ts';
import { templateTags, templateVariables } from '../../../src/service/content/markdown/marks/tags.ts';
import { wikiComments, wikiLinks } from '../../../src/service/content/markdown/marks/wiki.ts';
import { plainText, titleHeading, toSections } from '../../../src/service/content/markdown/sections.ts';

/** Those of all generators, which no page has together. */
const allMarks = [
  ...[
    slashBlocks,
    apiMarks,
    templateTags,
    hugoShortcodes,
    mystDirectives,
    mystRoles,
    docfxMarks,
    wikiComments,
    wikiLinks,
  ],
  ...[templateVariables, hugoActions, attributeLists, smallMarks],
];

/** Resolves to the number of passages of the page. */
export async function readPage(source: string, mdx: boolean): Promise<number> {
  const names = { files: new Map(), hasLinksByName: true, hasLinksByLabel: true, labels: new Map() };
  const place = {
    file: 'a.mdx',
    path: '/a',
    base: '',
    paths: new Map(),
    taken: new Set<string>(),
    siteUrl: undefined,
    ...names,
  };
  const nothing = { read: async () => undefined, folders: [''], fileNamed: () => undefined };
  const { text } = await withIncludes(source, place.file, nothing);
  const marks = { variable: () => undefined, anchor: (heading: string) => heading, drop: () => {} };
  const plain = allMarks.reduce((page, mark) => mark(page, marks), mdx ? text : withFences(text));
  const whole = withInlineLinks(plain);
  const markdown = atOnce(plainMarkdown(whole, mdx));
  const passages = atOnce(toSections(markdown, plainText(titleHeading(markdown)))).flatMap(toPassages);
  for (const { text } of passages) withSiteLinks(text, place, () => {});
  return passages.length;
}
