/**
 * MkDocs, with Material, pymdownx and the i18n plugin. Sources: mkdocs.org/user-guide/configuration and /writing-your-docs,
 * facelessuser.github.io/pymdown-extensions/extensions/snippets.
 */
import { pythonMarkdownAnchors, pythonMarkdownUnicodeAnchors } from '../markdown/anchors.ts';
import { attributeLists, slashBlocks, smallMarks } from '../markdown/marks/attributes.ts';
import { templateTags, templateVariables } from '../markdown/marks/tags.ts';
import type { Generator, SiteFolder } from './generator.ts';
import type { Listed } from './navigation.ts';
import { below, folderOf, globPattern, isLanguage, rooted, withoutExtension, withoutIndex } from './paths.ts';
import { parseSettings, recordOf, textOf, textsOf, variablesOf } from './settings.ts';

export const mkdocs: Generator = {
  name: 'mkdocs',
  signs: [{ name: /^(?:mkdocs|properdocs|zensical)\.ya?ml$/ }],
  async open(site) {
    const settings = parseSettings(site.sign, site.settings);
    const written = folderOf(textOf(settings.docs_dir) ?? 'docs');
    const docs = docsFolder(written, site);
    const hasFolders = settings.use_directory_urls !== false;
    const excluded = patternsOf(settings.exclude_docs);
    const drafts = patternsOf(settings.draft_docs);
    const listed = navigationOf(settings.nav);
    const extensions = entriesOf(settings.markdown_extensions);
    const plugins = entriesOf(settings.plugins);
    const base = basePaths(extensions.get('pymdownx.snippets'));
    const macros = plugins.has('macros') || plugins.has('mkdocs-macros');
    const suffixes = plugins.has('i18n');
    const slugify = JSON.stringify(extensions.get('toc') ?? '');
    const inDocs = (file: string): string => below(docs, file) ?? file;
    return {
      leftOut(file) {
        const own = below(docs, file);
        if (own === undefined) return 'outside the docs_dir of mkdocs';
        if (excluded.some((pattern) => pattern.test(own))) return 'excluded by exclude_docs';
        if (drafts.some((pattern) => pattern.test(own))) return 'drafts';
        return /^templates\//.test(own) ? 'templates' : undefined;
      },
      address(file) {
        const { path, language } = suffixes ? withoutSuffix(inDocs(file)) : { path: inDocs(file), language: '' };
        const bare = withoutExtension(path);
        const folder = withoutIndex(bare, /^(?:index|README)$/);
        if (hasFolders) return rooted(language, folder);
        return rooted(language, folder === bare ? `${bare}.html` : `${folder}/index.html`);
      },
      isBaseGuessed: true,
      listed: (file) => listed.get(inDocs(file)),
      facets(file) {
        const { language } = suffixes ? withoutSuffix(inDocs(file)) : { language: '' };
        const outer = /(?:^|\/)([a-z]{2}(?:-[a-z]{2,4})?)\/docs$/i.exec(docs)?.[1] ?? '';
        return { language: [language, outer].find(isLanguage) };
      },
      anchors: /unicode|pymdownx\.slugs/.test(slugify) ? pythonMarkdownUnicodeAnchors : pythonMarkdownAnchors,
      marks: [slashBlocks, attributeLists, smallMarks, ...(macros ? [templateTags, templateVariables] : [])],
      includeFolders: [...base, docs],
      variables: new Map(variablesOf(settings.extra)),
      endings: ['.ipynb'],
    };
  },
};

/** The served folder may be the docs of one language, or the settings may have been found by their place alone. */
function docsFolder(written: string, { served, files }: SiteFolder): string {
  if (files.some((file) => below(written, file) !== undefined)) return written;
  return served;
}

function patternsOf(value: unknown): readonly RegExp[] {
  return (typeof value === 'string' ? value : '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^[#!]/.test(line))
    .map((line) => {
      const glob = line.endsWith('/') ? `${line}**` : line;
      return globPattern(
        glob.includes('/', 0) && !/^[^/]*\/\*\*$/.test(glob)
          ? glob.replace(/^\//, '')
          : `**/${glob.replace(/^\//, '')}`,
      );
    });
}

/** A list of names, or of maps with one name and its options. */
function entriesOf(value: unknown): ReadonlyMap<string, unknown> {
  const list: readonly unknown[] = Array.isArray(value)
    ? value
    : Object.entries(recordOf(value)).map(([name, options]) => ({ [name]: options }));
  return new Map(
    list.flatMap((entry): readonly (readonly [string, unknown])[] =>
      typeof entry === 'string' ? [[entry, undefined]] : Object.entries(recordOf(entry)),
    ),
  );
}

function basePaths(options: unknown): readonly string[] {
  const { base_path: value } = recordOf(options);
  return textsOf(value).map((path) => path.replace(/^\$config_dir\/?/, ''));
}

function navigationOf(nav: unknown): ReadonlyMap<string, Listed> {
  const listed = new Map<string, Listed>();
  visit(nav, undefined, []);
  return listed;

  function visit(entry: unknown, title: string | undefined, groups: readonly string[]): void {
    if (groups.length > 20) return;
    if (typeof entry === 'string') {
      if (!listed.has(entry)) listed.set(entry.replace(/^\.\//, ''), { title, groups });
    } else if (Array.isArray(entry)) {
      for (const inner of entry) visit(inner, undefined, title === undefined ? groups : [...groups, title]);
    } else for (const [name, inner] of Object.entries(recordOf(entry))) visit(inner, name, groups);
  }
}

function withoutSuffix(file: string): { readonly path: string; readonly language: string } {
  const found = /^(.+)\.([a-z]{2}(?:-[a-z]{2,4})?)(\.\w+)$/i.exec(file);
  if (!found || !isLanguage(found[2] ?? '')) return { path: file, language: '' };
  return { path: `${found[1]}${found[3]}`, language: found[2] ?? '' };
}
