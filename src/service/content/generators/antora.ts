/** Antora. Source: docs.antora.org/antora/latest/how-antora-builds-urls. */
import { githubAnchors } from '../markdown/anchors.ts';
import type { Generator } from './generator.ts';
import { rooted, withoutExtension } from './paths.ts';
import { parseSettings } from './settings.ts';

const page = /^modules\/([^/]+)\/pages\/(.+)$/;

export const antora: Generator = {
  name: 'antora',
  signs: [{ name: /^antora\.ya?ml$/ }],
  async open({ sign, settings }) {
    const { name, version } = parseSettings(sign, settings);
    const component = typeof name === 'string' && name !== 'ROOT' ? name : '';
    const shown = typeof version === 'string' || typeof version === 'number' ? String(version) : '';
    return {
      leftOut: (file) => (page.test(file) && !/(?:^|\/)_/.test(file) ? undefined : 'outside the pages of antora'),
      address(file) {
        const [, module = '', path = file] = page.exec(file) ?? [];
        return rooted(
          component,
          shown === '~' ? '' : shown,
          module === 'ROOT' ? '' : module,
          `${withoutExtension(path)}.html`,
        );
      },
      facets: () => ({ version: shown === '' || shown === '~' ? undefined : shown }),
      anchors: githubAnchors,
      marks: [],
      includeFolders: ['modules/ROOT/partials', 'modules/ROOT/examples'],
      hasLinksByName: true,
      endings: ['.adoc'],
    };
  },
};
