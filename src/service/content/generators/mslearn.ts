/** DocFX and Microsoft Learn. Sources: dotnet.github.io/docfx, learn.microsoft.com/contribute/content/markdown-reference. */
import { githubAnchors } from '../markdown/anchors.ts';
import { docfxMarks } from '../markdown/marks/docfx.ts';
import type { Generator } from './generator.ts';
import { rooted, withoutExtension, withoutIndex } from './paths.ts';

export const mslearn: Generator = {
  name: 'mslearn',
  signs: [{ name: /^docfx\.json$/ }],
  async open({ settings }) {
    // A theme with templates of its own publishes files; Microsoft Learn has addresses without an extension.
    const ending = /"template"\s*:/.test(settings) ? '.html' : '';
    return {
      leftOut: (file) =>
        /(?:^|\/)_?includes?\//i.test(file) || /^(?:obj|_site)\//.test(file) ? 'includes' : undefined,
      address(file) {
        const bare = withoutExtension(file);
        const folder = withoutIndex(bare, /^index$/i);
        return ending === '' ? rooted(folder) : rooted(folder === bare ? bare + ending : `${folder}/index.html`);
      },
      isBaseGuessed: true,
      anchors: githubAnchors,
      marks: [docfxMarks],
    };
  },
};
