/** VitePress and VuePress. Source: vitepress.dev/guide/routing and /reference/site-config. */
import { vitepressAnchors } from '../markdown/anchors.ts';
import { templateVariables } from '../markdown/marks/tags.ts';
import type { Generator } from './generator.ts';
import { below, folderOf, isLanguage, quotedSetting, rooted, withoutExtension, withoutIndex } from './paths.ts';

export const vitepress: Generator = {
  name: 'vitepress',
  signs: [
    { name: /^\.vitepress$/, files: configs('.vitepress') },
    { name: /^\.vuepress$/, files: configs('.vuepress') },
  ],
  async open({ settings, files, served }) {
    const written = folderOf(quotedSetting(settings, 'srcDir') ?? '');
    const source = files.some((file) => below(written, file) !== undefined) ? written : served;
    const isClean = /\bcleanUrls\s*:\s*true\b/.test(settings);
    const base = quotedSetting(settings, 'base') ?? '';
    return {
      leftOut: (file) => (below(source, file) === undefined ? 'outside the srcDir of vitepress' : undefined),
      address(file, front) {
        if (typeof front.permalink === 'string') return rooted(base, front.permalink);
        const bare = withoutExtension(below(source, file) ?? file);
        const folder = withoutIndex(bare, /^(?:index|README)$/);
        return rooted(base, isClean || folder !== bare ? folder : `${bare}.html`);
      },
      isBaseGuessed: true,
      facets(file) {
        const [first = ''] = (below(source, file) ?? '').split('/');
        return { language: isLanguage(first) ? first : undefined };
      },
      anchors: vitepressAnchors,
      marks: [templateVariables],
      includeFolders: [source],
    };
  },
};

function configs(folder: string): readonly string[] {
  return ['ts', 'mts', 'js', 'mjs', 'cjs'].flatMap((end) => [
    `${folder}/config.${end}`,
    `${folder}/config/index.${end}`,
  ]);
}
