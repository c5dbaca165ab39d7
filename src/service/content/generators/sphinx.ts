/**
 * Sphinx with MyST. Sources, read 2026-11-28: sphinx-doc.org/en/master/usage/configuration.html,
 * myst-parser.readthedocs.io/en/latest/syntax/cross-referencing.html.
 */
import { docutilsAnchors } from '../markdown/anchors.ts';
import { attributeLists } from '../markdown/marks/attributes.ts';
import { mystDirectives, mystRoles } from '../markdown/marks/myst.ts';
import { templateVariables } from '../markdown/marks/tags.ts';
import type { Generator } from './generator.ts';
import { below, globPattern, rooted, withoutExtension } from './paths.ts';

export const sphinx: Generator = {
  name: 'sphinx',
  signs: [
    {
      name: /^conf\.py$/,
      holds: /^[ \t]*(?:extensions|project|html_theme|master_doc|source_suffix|exclude_patterns)\s*=/m,
    },
  ],
  async open({ settings }) {
    const language = /^language\s*=\s*["']([\w-]{2,10})["']/m.exec(settings)?.[1];
    const unwanted = [...listOf(settings, 'exclude_patterns'), '_build/**', '_templates/**'].map((glob) =>
      globPattern(/[*?.]/.test(glob) ? glob : `${glob}/**`),
    );
    const hasFolders = /\bhtml_builder\s*=\s*["']dirhtml/.test(settings);
    const suffixes = listOf(settings, 'source_suffix').filter((suffix) => suffix.startsWith('.'));
    return {
      excluded(file) {
        const own = below('', file);
        return own !== undefined && unwanted.some((pattern) => pattern.test(own))
          ? 'excluded by exclude_patterns'
          : undefined;
      },
      leftOut: (file) => (below('', file) === undefined ? 'outside the source of sphinx' : undefined),
      address(file) {
        const bare = withoutExtension(file);
        if (bare === 'index') return '/';
        return hasFolders ? rooted(bare.replace(/\/index$/, '')) : rooted(`${bare}.html`);
      },
      facets: () => ({ language }),
      anchors: docutilsAnchors,
      marks: [
        mystDirectives,
        mystRoles,
        attributeLists,
        ...(/["']substitution["']/.test(settings) ? [templateVariables] : []),
      ],
      hasLinksByLabel: true,
      endings: ['.ipynb', ...(suffixes.length > 0 ? suffixes : ['.rst'])],
      variables: variablesOf(settings),
    };
  },
};

/** What pages may name, and what is put before and after each. */
function variablesOf(settings: string): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  for (const [, name = '', , value = ''] of settings.matchAll(assignment)) variables.set(name, value);
  for (const [, name = '', quote = ''] of settings.matchAll(longText)) {
    const from = settings.indexOf(quote, settings.search(new RegExp(`^${name}\\b`, 'm'))) + quote.length;
    const to = settings.indexOf(quote, from);
    if (to !== -1) variables.set(name, settings.slice(from, to));
  }
  const links = /^extlinks\s*=\s*\{([^}]{0,5000})\}/m.exec(settings)?.[1] ?? '';
  for (const [, name = '', address = '', caption = '%s'] of links.matchAll(extendedLink))
    variables.set(`extlinks.${name}`, `${address}\n${caption}`);
  if (/["']sphinx\.ext\.autosectionlabel["']/.test(settings)) variables.set('autosectionlabel', '');
  return variables;
}

const assignment = /^(project|author|copyright|release|version|today)\s*=\s*(["'])([^"'\n]{0,300})\2/gm;
const extendedLink =
  /["']([\w.-]{1,60})["']\s{0,20}:\s{0,20}\(\s{0,200}["']([^"'\n]{1,500})["']\s{0,20},\s{0,200}(?:["']([^"'\n]{0,200})["'])?/g;
const longText = /^(rst_prolog|rst_epilog)\s*\+?=\s*[rRfF]{0,2}("""|''')/gm;

/** The strings of a list in Python, which cannot be run. */
function listOf(source: string, name: string): readonly string[] {
  const found =
    new RegExp(`^${name}\\s*=\\s*(\\[[^\\]]{0,3000}\\]|\\{[^}]{0,3000}\\}|["'][^"'\\n]*["'])`, 'm').exec(source)?.[1] ??
    '';
  return [...found.matchAll(/["']([^"'\n]+)["']/g)].map(([, text = '']) => text);
}
