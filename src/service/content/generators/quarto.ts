/**
 * Quarto. Sources: quarto.org/docs/projects/quarto-projects.html, "Render Targets"; /docs/authoring/variables.html;
 * pandoc.org/MANUAL.html#extension-auto_identifiers.
 */
import { pandocAnchors } from '../markdown/anchors.ts';
import { attributeLists } from '../markdown/marks/attributes.ts';
import { quartoMarks } from '../markdown/marks/quarto.ts';
import { hugoShortcodes } from '../markdown/marks/shortcodes.ts';
import type { Generator } from './generator.ts';
import { globPattern, rooted, withoutExtension, withoutIndex } from './paths.ts';
import { parseSettings, recordOf, textsOf, variablesOf } from './settings.ts';

export const quarto: Generator = {
  name: 'quarto',
  signs: [{ name: /^_quarto\.ya?ml$/ }],
  async open({ sign, settings, read }) {
    const options = parseSettings(sign, settings);
    const globs = textsOf(recordOf(options.project).render).map((glob) => glob.replace(/^\.?\//, ''));
    const wanted = globs.filter((glob) => !glob.startsWith('!')).map(targetPattern);
    const unwanted = globs.filter((glob) => glob.startsWith('!')).map((glob) => targetPattern(glob.slice(1)));
    const variables = parseSettings('_variables.yml', (await read('_variables.yml')) ?? '');
    return {
      excluded(file) {
        if (file.split('/').some((part) => part.startsWith('_'))) return 'includes (names that begin with _)';
        return unwanted.some((pattern) => pattern.test(file)) ? 'not rendered by _quarto.yml' : undefined;
      },
      leftOut(file) {
        if (/(?:^|\/)README\.q?md$/i.test(file)) return 'README files';
        const isWanted = wanted.length === 0 || wanted.some((pattern) => pattern.test(file));
        return isWanted ? undefined : 'not rendered by _quarto.yml';
      },
      address(file) {
        const bare = withoutExtension(file);
        const folder = withoutIndex(bare, /^index$/);
        return folder === bare ? rooted(`${bare}.html`) : rooted(folder);
      },
      isBaseGuessed: true,
      anchors: pandocAnchors,
      marks: [quartoMarks, hugoShortcodes, attributeLists],
      variables: new Map([...variablesOf(variables, 'var.'), ...variablesOf(options, 'meta.')]),
      endings: ['.ipynb'],
    };
  },
};

/** A folder stands for all in it. */
function targetPattern(glob: string): RegExp {
  const path = glob.replace(/^\.?\//, '');
  return globPattern(/[*?]|\.\w+$/.test(path) ? path : `${path.replace(/\/$/, '')}/**`);
}
