/**
 * Hugo. Sources: gohugo.io/content-management/urls, /organization, /multilingual, /front-matter, /build-options,
 * /configuration/permalinks, read 2026-11-28.
 */
import type { Front } from '../front-matter.ts';
import { githubAnchors } from '../markdown/anchors.ts';
import { attributeLists } from '../markdown/marks/attributes.ts';
import { hugoActions, hugoShortcodes } from '../markdown/marks/shortcodes.ts';
import type { Generator, SiteFolder } from './generator.ts';
import { below, folderOf, isLanguage, rooted, withoutExtension, withoutIndex } from './paths.ts';
import { dateOf, parseSettings, recordOf, type Settings, textOf, textsOf, variablesOf } from './settings.ts';

export const hugo: Generator = {
  name: 'hugo',
  signs: [
    { name: /^hugo\.(?:toml|ya?ml|json)$/ },
    {
      name: /^config$/,
      holds: /[\s\S]/,
      files: ['hugo', 'config'].flatMap((name) =>
        ['toml', 'yaml', 'yml'].map((end) => `config/_default/${name}.${end}`),
      ),
    },
    {
      name: /^config\.(?:toml|ya?ml|json)$/,
      holds:
        /^[ \t]*$|base_?url|languageCode|\[params\]|\[languages\b|defaultContentLanguage|^[ \t]*theme\b|^[ \t]*title\b/im,
      isWeak: true,
    },
  ],
  async open(site) {
    const settings = await readSettings(site);
    const main = textOf(settings.defaultContentLanguage) ?? 'en';
    const isMainInFolder = settings.defaultContentLanguageInSubdir === true;
    const languages = recordOf(settings.languages);
    const roots = rootsOf(settings, main, site);
    const isUgly = settings.uglyURLs === true;
    const permalinks = recordOf(settings.permalinks);
    const isInFragments = await fragmentFolders(site);
    const keepsCase = settings.disablePathToLower === true;
    const place = (file: string): { readonly path: string; readonly language: string | undefined } => {
      const root = roots.find(({ folder }) => below(folder, file) !== undefined);
      const own = below(root?.folder ?? '', file) ?? file;
      const found = /^(.*?)\.([a-z]{2}(?:-[a-z]{2,4})?)(\.\w+)$/i.exec(own);
      const tag = found?.[2] ?? '';
      // Without settings at hand, a suffix that is the tag of a language is one.
      const suffix = tag in languages || (Object.keys(languages).length === 0 && isLanguage(tag)) ? tag : undefined;
      return suffix === undefined
        ? { path: own, language: root?.language }
        : { path: `${found?.[1]}${found?.[3]}`, language: suffix };
    };
    return {
      excluded: (file) => (isInFragments(file) ? 'fragments (build.render: never)' : undefined),
      leftOut: (file) =>
        roots.some(({ folder }) => below(folder, file) !== undefined) ? undefined : 'outside the content of hugo',
      isFragment,
      address(file, front) {
        const { path, language } = place(file);
        const own = language ?? main;
        const prefix = own === main && !isMainInFolder ? '' : own.toLowerCase();
        if (typeof front.url === 'string' && front.url !== '')
          return rooted(front.url.startsWith('/') ? '' : prefix, front.url);
        const bare = withoutIndex(withoutExtension(path), /^_?index$/);
        const patterned = byPermalink(bare, front, permalinks, /(?:^|\/)_index\.\w+$/.test(path));
        const parts = (patterned ?? bare).split('/');
        if (patterned === undefined && textOf(front.slug) && !/(?:^|\/)_index\.\w+$/.test(path))
          parts.splice(-1, 1, textOf(front.slug) ?? '');
        const shown = parts.map((part) => sanitized(part, keepsCase)).join('/');
        return rooted(prefix, isUgly && shown !== '' ? `${shown}.html` : shown);
      },
      isBaseGuessed: true,
      facets: (file) => ({ language: place(file).language ?? (Object.keys(languages).length > 0 ? main : undefined) }),
      anchors: githubAnchors,
      marks: [hugoShortcodes, hugoActions, attributeLists],
      includeFolders: [...roots.map(({ folder }) => folder), 'content', 'assets', 'static', 'layouts'],
      variables: new Map(variablesOf({ params: settings.params })),
      hasLinksByName: true,
      endings: ['.html', '.adoc', '.asciidoc', '.rst'],
    };
  },
};

/** Neither rendered nor listed: fragments that pages include. Source: gohugo.io/content-management/build-options. */
function isFragment(front: Front): boolean {
  const { render, list } = recordOf(front.build ?? front._build);
  const isNever = (value: unknown): boolean => value === 'never' || value === false;
  return (isNever(render) && isNever(list)) || front.headless === true;
}

/** Tests whether the `_index.md` of a folder above says so of all pages in it. */
async function fragmentFolders({ files, readFront }: SiteFolder): Promise<(file: string) => boolean> {
  const folders: string[] = [];
  const published = new Set<string>();
  for (const file of files) {
    if (!/(?:^|\/)_index\.\w+$/.test(file)) continue;
    const { cascade, build } = await readFront(file);
    if (build !== undefined) published.add(file);
    const all: readonly unknown[] = Array.isArray(cascade) ? cascade : [cascade];
    if (all.map(recordOf).some((entry) => !('target' in entry || '_target' in entry) && isFragment(entry)))
      folders.push(file.replace(/[^/]*$/, ''));
  }
  return (file) => !published.has(file) && folders.some((folder) => file.startsWith(folder));
}

/** The address by the pattern of the page's section. undefined: there is none, or it needs what is not known here. */
function byPermalink(bare: string, front: Front, permalinks: Settings, isSection: boolean): string | undefined {
  const sections = bare.split('/').slice(0, isSection ? undefined : -1);
  const kind = recordOf(permalinks[isSection ? 'section' : 'page']);
  const pattern = textOf(kind[sections[0] ?? '']) ?? (isSection ? undefined : textOf(permalinks[sections[0] ?? '']));
  if (pattern === undefined) return undefined;
  const name = isSection ? '' : (bare.split('/').at(-1) ?? '');
  const title = textOf(front.title)?.replace(/\s+/g, '-');
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(dateOf(front.date)) ?? [];
  const values: Readonly<Record<string, string | undefined>> = {
    year,
    month,
    day,
    title,
    section: sections[0],
    sections: sections.join('/'),
    slug: textOf(front.slug) ?? title ?? name,
    filename: name,
    contentbasename: name,
    slugorfilename: textOf(front.slug) ?? name,
    slugorcontentbasename: textOf(front.slug) ?? name,
  };
  const names = [...pattern.matchAll(/:(\w+)/g)].map(([, key = '']) => key);
  if (names.some((key) => values[key] === undefined)) return undefined;
  return pattern.replace(/:(\w+)/g, (_, key: string) => values[key] ?? '').replace(/^\/+|(?<!\/)\/+$/g, '');
}

interface Root {
  readonly folder: string;
  readonly language: string | undefined;
}

/** The content folder of each language, the inner ones first. */
function rootsOf(settings: Settings, main: string, { served, files }: SiteFolder): readonly Root[] {
  const content = textOf(settings.contentDir) ?? 'content';
  const languages = recordOf(settings.languages);
  const own = Object.entries(languages).flatMap(([language, options]) => {
    const folder = textOf(recordOf(options).contentDir);
    return folder === undefined ? [] : [{ folder: folderOf(folder), language }];
  });
  const roots: readonly Root[] = [
    ...own,
    ...mountsOf(settings, main),
    { folder: folderOf(content), language: undefined },
  ];
  const inside = below(folderOf(content), served)?.split('/')[0] ?? '';
  const folder = `${folderOf(content)}/${inside}`;
  // A folder of one language that the settings at hand do not name.
  if (own.length === 0 && isLanguage(inside) && served.startsWith(folder)) {
    return [{ folder, language: inside === main ? undefined : inside }, ...roots];
  }
  return files.some((file) => roots.some((root) => below(root.folder, file) !== undefined))
    ? roots
    : [{ folder: served, language: undefined }];
}

/** Folders that are mounted as content. Source: gohugo.io/configuration/module, "Mounts". */
function mountsOf(settings: Settings, main: string): readonly Root[] {
  const { mounts } = recordOf(settings.module);
  const list: readonly unknown[] = Array.isArray(mounts) ? mounts : [];
  return list.map(recordOf).flatMap(({ source, target, lang, sites }) => {
    if (textOf(source) === undefined || target !== 'content') return [];
    const language = textOf(lang) ?? textsOf(recordOf(recordOf(sites).matrix).languages)[0];
    return [{ folder: folderOf(textOf(source) ?? ''), language: language === main ? undefined : language }];
  });
}

/** Source: hugo, common/paths/path.go, Sanitize. */
function sanitized(part: string, keepsCase: boolean): string {
  const plain = part
    .trim()
    .replace(/\s+/g, '-')
    .replace(/[^\p{L}\p{M}\p{N}._#+~%-]/gu, '');
  return keepsCase ? plain : plain.toLowerCase();
}

/** One file, or the files of `config/_default`, which have their name as a key. */
async function readSettings(site: SiteFolder): Promise<Settings> {
  const own = parseSettings(site.sign, site.settings);
  const names = ['hugo', 'config', 'languages', 'params'].flatMap((name) =>
    ['toml', 'yaml', 'yml', 'json'].map((end) => `${name}.${end}`),
  );
  const parts = await Promise.all(
    names.map(async (name) => {
      const source = await site.read(`config/_default/${name}`);
      if (source === undefined) return {};
      const key = withoutExtension(name);
      return key === 'hugo' || key === 'config' ? parseSettings(name, source) : { [key]: parseSettings(name, source) };
    }),
  );
  return Object.assign({}, ...parts, own);
}
