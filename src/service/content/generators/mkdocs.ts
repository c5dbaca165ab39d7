/**
 * MkDocs, with Material, pymdownx and the i18n plugin. Sources, read 2026-11-28: mkdocs.org/user-guide/configuration and
 * /writing-your-docs; mkdocs, structure/files.py; facelessuser.github.io/pymdown-extensions/extensions/snippets;
 * ultrabug.github.io/mkdocs-static-i18n/getting-started.
 */
import {
  type CreateSlugger,
  pymdownxAnchors,
  pythonMarkdownAnchors,
  pythonMarkdownUnicodeAnchors,
} from '../markdown/anchors.ts';
import { apiMarks, attributeLists, slashBlocks, smallMarks } from '../markdown/marks/attributes.ts';
import { templateTags, templateVariables } from '../markdown/marks/tags.ts';
import type { Generator, SiteFolder } from './generator.ts';
import type { Listed } from './navigation.ts';
import { below, folderOf, ignoredBy, isLanguage, rooted, withoutExtension, withoutIndex } from './paths.ts';
import { parseSettings, recordOf, type Settings, textOf, textsOf, variablesOf } from './settings.ts';

export const mkdocs: Generator = {
  name: 'mkdocs',
  signs: [{ name: /^(?:mkdocs|properdocs|zensical)\.ya?ml$/ }],
  async open(site) {
    const settings = await withInherited(parseSettings(site.sign, site.settings), site);
    const written = folderOf(textOf(settings.docs_dir) ?? 'docs');
    const docs = docsFolder(written, site);
    const hasFolders = settings.use_directory_urls !== false;
    const isExcluded = ignoredBy(`/templates/\n${textOf(settings.exclude_docs) ?? ''}`);
    const isDraft = ignoredBy(textOf(settings.draft_docs) ?? '');
    const known = new Set(site.files);
    const listed = navigationOf(settings.nav);
    const extensions = entriesOf(settings.markdown_extensions);
    const plugins = entriesOf(settings.plugins);
    const base = basePaths(extensions.get('pymdownx.snippets'));
    const hasMacros = [...plugins.keys(), ...extensions.keys()].some((name) => /(?:^|[-.])macros$/.test(name));
    const languages = languagesOf(plugins);
    const place = (file: string): Place => placeOf(below(docs, file) ?? file, languages);
    return {
      excluded(file) {
        const own = below(docs, file);
        if (own === undefined) return undefined;
        if (isExcluded(own)) return 'excluded by exclude_docs';
        return isDraft(own) ? 'drafts' : undefined;
      },
      leftOut(file) {
        const own = below(docs, file);
        if (own === undefined) return 'outside the docs_dir of mkdocs';
        const isBeside = known.has(file.replace(/README(\.\w+)$/, 'index$1'));
        return isBeside && /(?:^|\/)README\.\w+$/.test(own) ? 'README.md beside index.md' : undefined;
      },
      address(file) {
        const { path, folder: language } = place(file);
        const bare = withoutExtension(path);
        const folder = withoutIndex(bare, /^(?:index|README)$/);
        if (hasFolders) return rooted(language, folder);
        return rooted(language, folder === bare ? `${bare}.html` : `${folder}/index.html`);
      },
      isBaseGuessed: true,
      listed: (file) => listed.get(below(docs, file) ?? file),
      facets(file) {
        const { language } = place(file);
        const outer = /(?:^|\/)([a-z]{2}(?:-[a-z]{2,4})?)\/docs$/i.exec(docs)?.[1] ?? '';
        return { language: [language, outer].find(isLanguage) };
      },
      anchors: anchorsOf(site.settings),
      marks: [
        slashBlocks,
        apiMarks,
        attributeLists,
        smallMarks,
        ...(hasMacros ? [templateTags, templateVariables] : []),
      ],
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

/** Settings may build on those of another file. Source: mkdocs.org/user-guide/configuration, "Configuration Inheritance". */
async function withInherited(own: Settings, { read }: SiteFolder): Promise<Settings> {
  const parent = textOf(own.INHERIT);
  return parent === undefined ? own : { ...parseSettings('parent.yml', (await read(parent)) ?? ''), ...own };
}

/** What makes anchors is named by YAML tags, which are not values. */
function anchorsOf(settings: string): CreateSlugger {
  if (/pymdownx\.slugs\.(?:uslugify_cased|gfm_cased)/.test(settings)) return pymdownxAnchors(false);
  if (/pymdownx\.slugs\.slugify\b/.test(settings))
    return pymdownxAnchors(/\bcase['"]?\s*:\s*['"]?(?:lower|fold)/.test(settings));
  if (/pymdownx\.slugs\./.test(settings)) return pymdownxAnchors(true);
  return /slugify_unicode/.test(settings) ? pythonMarkdownUnicodeAnchors : pythonMarkdownAnchors;
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

interface Languages {
  /** Where a page says its language. */
  readonly by: 'suffix' | 'folder' | 'nothing';
  /** Its pages have addresses without a language. */
  readonly main: string | undefined;
}

/** Of the plugin mkdocs-static-i18n. */
function languagesOf(plugins: ReadonlyMap<string, unknown>): Languages {
  if (!plugins.has('i18n')) return { by: 'nothing', main: undefined };
  const options = recordOf(plugins.get('i18n'));
  const list: readonly unknown[] = Array.isArray(options.languages) ? options.languages : [];
  const main = list.map(recordOf).find((language) => language.default === true)?.locale ?? options.default_language;
  return { by: options.docs_structure === 'folder' ? 'folder' : 'suffix', main: textOf(main) };
}

interface Place {
  readonly path: string;
  readonly language: string;
  /** The part of the address; empty for the main language. */
  readonly folder: string;
}

function placeOf(file: string, { by, main }: Languages): Place {
  const [, name = '', suffix = '', end = ''] = (by === 'suffix' && /^(.+)\.([^./]+)(\.\w+)$/.exec(file)) || [];
  const [, outer = '', rest = ''] = (by === 'folder' && /^([^/]+)\/(.+)$/.exec(file)) || [];
  const found = isLanguage(suffix) ? suffix : isLanguage(outer) ? outer : undefined;
  const language = found ?? (by === 'nothing' ? '' : (main ?? ''));
  return {
    path: found === undefined ? file : by === 'suffix' ? name + end : rest,
    language,
    folder: language === main ? '' : language,
  };
}
