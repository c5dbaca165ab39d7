/** A folder of Markdown that no generator's settings explain: wikis, README files, vaults, sites of one's own. */
import { formats } from '../formats/formats.ts';
import { githubAnchors } from '../markdown/anchors.ts';
import { attributeLists, highlights } from '../markdown/marks/attributes.ts';
import { docfxMarks } from '../markdown/marks/docfx.ts';
import { mystDirectives } from '../markdown/marks/myst.ts';
import { quartoMarks } from '../markdown/marks/quarto.ts';
import { hugoShortcodes } from '../markdown/marks/shortcodes.ts';
import { templateTags } from '../markdown/marks/tags.ts';
import { wikiComments, wikiLinks } from '../markdown/marks/wiki.ts';
import type { Generator } from './generator.ts';
import { rooted, withoutExtension, withoutIndex } from './paths.ts';

export const plain: Generator = {
  name: 'plain',
  signs: [],
  async open() {
    return {
      excluded: (file) =>
        /(?:^|\/)_(?!(?:index|Sidebar|Footer)\.)/.test(file)
          ? 'names that begin with _'
          : /(?:^|\/)_(?:Sidebar|Footer)\./.test(file)
            ? 'the frame of a wiki'
            : undefined,
      address(file, { slug, permalink }) {
        // A built site is served as it is.
        if (/\.html?$/i.test(file)) return rooted(withoutIndex(file, /^index\.html?$/i));
        const parts = withoutExtension(file).split('/');
        const named = parts.filter((part, at) => at === parts.length - 1 || !/^\(.+\)$/.test(part)).map(withoutNumber);
        const folder = named.slice(0, -1);
        if (isAddress(permalink)) return rooted(permalink);
        if (isAddress(slug)) return slug.startsWith('/') ? rooted(slug) : rooted(...folder, slug);
        return rooted(withoutIndex(named.join('/'), /^_?(?:index|readme)$/i));
      },
      isBaseGuessed: true,
      anchors: githubAnchors,
      marks: [
        templateTags,
        quartoMarks,
        hugoShortcodes,
        mystDirectives,
        docfxMarks,
        wikiComments,
        wikiLinks,
        highlights,
        attributeLists,
      ],
      hasLinksByName: true,
      endings: formats.flatMap(({ endings }) => endings),
    };
  },
};

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^[\p{L}\p{M}\p{N}_./~-]+$/u.test(value);
}

/** Ordering prefixes, which most sites drop; dates and versions stay. */
function withoutNumber(part: string): string {
  if (/^\d+[-_.]\d+|^\d{4}$/.test(part)) return part;
  return part.replace(/^\d+\s*[-_. ]+\s*(?=[^-_.\s])/, '');
}
