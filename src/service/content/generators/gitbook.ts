/** GitBook. Source: gitbook.com/docs/getting-started/git-sync/content-configuration. */
import { githubAnchors } from '../markdown/anchors.ts';
import { templateTags } from '../markdown/marks/tags.ts';
import type { Generator } from './generator.ts';
import { below, folderOf, rooted, withoutExtension, withoutIndex } from './paths.ts';
import { parseSettings, recordOf, textOf } from './settings.ts';
import { toSummary } from './summary.ts';

export const gitbook: Generator = {
  name: 'gitbook',
  signs: [{ name: /^\.gitbook\.ya?ml$/ }, { name: /^\.gitbook$/ }, { name: /^SUMMARY\.md$/, isWeak: true }],
  async open(site) {
    const settings = parseSettings('settings.yaml', (await site.read('.gitbook.yaml')) ?? '');
    const root = folderOf(textOf(settings.root) ?? '');
    const { summary: named, readme } = recordOf(settings.structure);
    const summary = [root, folderOf(textOf(named) ?? 'SUMMARY.md')].filter((part) => part !== '').join('/');
    const text = await site.read(summary);
    const listed = toSummary(text ?? '', root);
    const isListed = site.files.some((file) => listed.has(file));
    return {
      leftOut(file) {
        if (file === summary) return 'the table of contents';
        if (/(?:^|\/)\.gitbook\//.test(file)) return 'includes';
        if (below(root, file) === undefined) return 'outside the root of gitbook';
        return isListed && !listed.has(file) ? 'not listed in SUMMARY.md' : undefined;
      },
      address(file) {
        const own = below(root, file) ?? file;
        return own === textOf(readme) ? '/' : rooted(withoutIndex(withoutExtension(own), /^readme$/i));
      },
      isBaseGuessed: true,
      listed: (file) => listed.get(file),
      anchors: githubAnchors,
      marks: [templateTags],
      includeFolders: [root, '.gitbook/includes'],
    };
  },
};
