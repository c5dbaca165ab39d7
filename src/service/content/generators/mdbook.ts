/** mdBook. Sources, read 2026-11-28: rust-lang.github.io/mdBook/format/summary.html, /format/mdbook.html and /format/configuration. */
import { mdbookAnchors } from '../markdown/anchors.ts';
import type { Generator } from './generator.ts';
import { below, folderOf, rooted, withoutExtension, withoutIndex } from './paths.ts';
import { parseSettings, recordOf, textOf } from './settings.ts';
import { toSummary } from './summary.ts';

export const mdbook: Generator = {
  name: 'mdbook',
  signs: [{ name: /^book\.toml$/ }],
  async open(site) {
    const { src, language } = recordOf(parseSettings(site.sign, site.settings).book);
    const source = folderOf(textOf(src) ?? 'src');
    const text = await site.read(source === '' ? 'SUMMARY.md' : `${source}/SUMMARY.md`);
    const listed = toSummary(text ?? '', source);
    const inSource = (file: string): string => below(source, file) ?? file;
    return {
      leftOut(file) {
        if (inSource(file) === 'SUMMARY.md') return 'the table of contents';
        return text !== undefined && !listed.has(file) ? 'not listed in SUMMARY.md' : undefined;
      },
      address(file) {
        const bare = withoutExtension(inSource(file));
        const folder = withoutIndex(bare);
        return folder === bare ? rooted(`${bare}.html`) : rooted(folder);
      },
      isBaseGuessed: true,
      listed: (file) => listed.get(file),
      facets: () => ({ language: textOf(language) }),
      anchors: mdbookAnchors,
      marks: [],
      includeFolders: [source],
    };
  },
};
