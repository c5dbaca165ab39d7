/**
 * Antora. Sources, read 2026-11-28: docs.antora.org/antora/latest/how-antora-builds-urls, /module-url-segment,
 * /component-structure, /pages-directory, /partials-directory and /playbook/urls-html-extension-style.
 */
import { asciidoctorAnchors } from '../markdown/anchors.ts';
import type { Generator } from './generator.ts';
import { rooted, withoutExtension, withoutIndex } from './paths.ts';
import { parseSettings, recordOf, textOf, variablesOf } from './settings.ts';

/** A playbook is beside the component, or in the repository above it. */
const playbooks = ['antora-playbook.yml', '../antora-playbook.yml', 'site.yml', '../site.yml'];

const page = /^modules\/([^/]+)\/pages\/(.+)$/;

export const antora: Generator = {
  name: 'antora',
  signs: [{ name: /^antora\.ya?ml$/ }],
  async open({ sign, settings, read }) {
    const { name, version, asciidoc } = parseSettings(sign, settings);
    const playbook = parseSettings('playbook.yml', (await readFirst(read, playbooks)) ?? '');
    const style = recordOf(playbook.urls).html_extension_style;
    const attributes = {
      ...recordOf(recordOf(playbook.asciidoc).attributes),
      ...recordOf(recordOf(asciidoc).attributes),
    };
    const component = typeof name === 'string' && name !== 'ROOT' ? name : '';
    const shown = typeof version === 'string' || typeof version === 'number' ? String(version) : '';
    return {
      excluded(file) {
        if (/^modules\/[^/]+\/(?:partials|examples)\//.test(file)) return 'partials and examples';
        const [, , path = ''] = page.exec(file) ?? [];
        return /(?:^|\/)_/.test(path) ? 'not published (names that begin with _)' : undefined;
      },
      leftOut: (file) => (page.test(file) ? undefined : 'outside the pages of antora'),
      address(file) {
        const [, module = '', path = file] = page.exec(file) ?? [];
        const bare = withoutExtension(path);
        const shownPath = style === 'indexify' || style === 'drop' ? withoutIndex(bare, /^index$/) : `${bare}.html`;
        return rooted(component, shown === '~' ? '' : shown, module === 'ROOT' ? '' : module, shownPath);
      },
      facets: () => ({ version: shown === '' || shown === '~' ? undefined : shown }),
      anchors: asciidoctorAnchors(textOf(attributes.idprefix) ?? '_', textOf(attributes.idseparator) ?? '_'),
      marks: [],
      includeFolders: ['modules/ROOT/partials', 'modules/ROOT/examples'],
      hasLinksByName: true,
      endings: ['.adoc'],
      variables: new Map([
        ...variablesOf(attributes),
        ['page-component-name', typeof name === 'string' ? name : ''],
        ['page-component-version', shown === '~' ? '' : shown],
        ['page-version', shown === '~' ? '' : shown],
        ['site-gen', 'antora'],
        ['site-gen-antora', ''],
      ]),
    };
  },
};

async function readFirst(
  read: (path: string) => Promise<string | undefined>,
  paths: readonly string[],
): Promise<string | undefined> {
  for (const path of paths) {
    const text = await read(path);
    if (text !== undefined) return text;
  }
  return undefined;
}
