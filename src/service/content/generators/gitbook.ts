/**
 * GitBook, and HonKit, which goes on with the generator that it began as. Sources, read 2026-11-28:
 * gitbook.com/docs/getting-started/git-sync/content-configuration; honkit.netlify.app/setup and /structure.
 */
import { githubAnchors } from '../markdown/anchors.ts';
import { templateTags } from '../markdown/marks/tags.ts';
import type { Generator } from './generator.ts';
import { below, folderOf, rooted, withoutExtension, withoutIndex } from './paths.ts';
import { parseSettings, recordOf, textOf } from './settings.ts';
import { toSummary } from './summary.ts';

export const gitbook: Generator = {
  name: 'gitbook',
  signs: [
    { name: /^\.gitbook\.ya?ml$/ },
    { name: /^\.gitbook$/ },
    { name: /^book\.js(?:on)?$/, isWeak: true },
    { name: /^SUMMARY\.md$/, isWeak: true },
  ],
  async open(site) {
    // The generator of before makes files, the service addresses without an ending.
    const isBook = site.sign.startsWith('book.');
    const yaml = (await site.read('.gitbook.yaml')) ?? (await site.read('.gitbook.yml')) ?? '';
    const settings = isBook ? parseSettings('book.json', site.settings) : parseSettings('settings.yaml', yaml);
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
        if (own === folderOf(textOf(readme) ?? 'README.md')) return '/';
        const bare = withoutExtension(own);
        const folder = withoutIndex(bare, /^readme$/i);
        return rooted(isBook && folder === bare ? `${bare}.html` : folder);
      },
      isBaseGuessed: true,
      listed: (file) => listed.get(file),
      anchors: githubAnchors,
      marks: [templateTags],
      includeFolders: [root, '.gitbook/includes'],
    };
  },
};
