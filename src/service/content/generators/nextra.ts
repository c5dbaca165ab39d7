/**
 * Nextra and Markdoc, and Markdown pages of Next.js. Sources, read 2026-11-28: nextra.site/docs/file-conventions,
 * nextjs.org/docs/app/guides/mdx, markdoc.dev/docs/nextjs and /docs/partials; @markdoc/next.js, loader.js.
 */
import { githubAnchors } from '../markdown/anchors.ts';
import { templateTags } from '../markdown/marks/tags.ts';
import type { Generator, Rules, SiteFolder } from './generator.ts';
import { below, folderOf, isLanguage, quotedSetting, rooted, withoutExtension, withoutIndex } from './paths.ts';

export const nextra: Generator = {
  name: 'nextra',
  signs: [{ name: /^next\.config\.[cm]?[jt]s$/, holds: /nextra/ }],
  open: async (site) => nextRules(site, false),
};

export const markdoc: Generator = {
  name: 'markdoc',
  signs: [
    { name: /^next\.config\.[cm]?[jt]s$/, holds: /markdoc/ },
    { name: /^markdoc\.config\.[cm]?[jt]s$/ },
    { name: /^markdoc$/, isWeak: true },
  ],
  open: async (site) => nextRules(site, true),
};

function nextRules({ settings, files, served }: SiteFolder, hasTags: boolean): Rules {
  const schema = folderOf(quotedSetting(settings, 'schemaPath') ?? 'markdoc');
  const source =
    ['src/app', 'app', 'src/content', 'content', 'src/pages', 'pages'].find((folder) =>
      files.some((file) => below(folder, file) !== undefined),
    ) ?? served;
  const isApp = /(?:^|\/)app$/.test(source);
  const base = quotedSetting(settings, 'basePath') ?? '';
  const contentBase = /(?:^|\/)content$/.test(source) ? (quotedSetting(settings, 'contentDirBasePath') ?? '') : '';
  return {
    excluded: (file) =>
      below(source, file)
        ?.split('/')
        .some((part) => /^[_[]/.test(part))
        ? 'partials and routes with parameters'
        : undefined,
    leftOut(file) {
      const own = below(source, file);
      if (own === undefined) return 'outside the pages of next';
      return isApp && !/(?:^|\/)page\.\w+$/.test(own) ? 'files that are not page.mdx' : undefined;
    },
    address(file) {
      const parts = withoutExtension(below(source, file) ?? file)
        .split('/')
        .filter((part) => !/^\(.+\)$|^@/.test(part));
      return rooted(base, contentBase, withoutIndex(parts.join('/'), isApp ? /^page$/ : /^index$/));
    },
    isBaseGuessed: true,
    facets(file) {
      const [first = ''] = (below(source, file) ?? '').split('/');
      return { language: isLanguage(first) ? first : undefined };
    },
    anchors: githubAnchors,
    marks: hasTags ? [templateTags] : [],
    includeFolders: [source, `${schema}/partials`, 'partials', ''],
  };
}
