/** Obsidian vaults. Sources: help.obsidian.md/links, /publish/permalinks, /syntax. */
import { obsidianAnchors } from '../markdown/anchors.ts';
import { highlights } from '../markdown/marks/attributes.ts';
import { wikiComments, wikiLinks } from '../markdown/marks/wiki.ts';
import type { Generator } from './generator.ts';
import { isLanguage, rooted, withoutExtension } from './paths.ts';

export const obsidian: Generator = {
  name: 'obsidian',
  signs: [{ name: /^\.obsidian$/ }],
  async open() {
    return {
      address: (file, front) =>
        rooted(typeof front.permalink === 'string' ? front.permalink : withoutExtension(file).replace(/ /g, '+')),
      facets(file) {
        const [first = ''] = file.split('/');
        return { language: isLanguage(first) ? first : undefined };
      },
      anchors: obsidianAnchors,
      marks: [wikiComments, wikiLinks, highlights],
      hasLinksByName: true,
    };
  },
};
