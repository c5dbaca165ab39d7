/**
 * Hugo. Sources: gohugo.io/content-management/urls, /organization, /multilingual, /front-matter.
 */
import { githubAnchors } from '../markdown/anchors.ts';
import { attributeLists } from '../markdown/marks/attributes.ts';
import { hugoActions, hugoShortcodes } from '../markdown/marks/shortcodes.ts';
import type { Generator, SiteFolder } from './generator.ts';
import { below, folderOf, isLanguage, rooted, withoutExtension, withoutIndex } from './paths.ts';
import { parseSettings, recordOf, type Settings, textOf, variablesOf } from './settings.ts';

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
      holds: /^[ \t]*$|base_?url|languageCode|\[params\]|defaultContentLanguage|^[ \t]*theme\b|^[ \t]*title\b/im,
      isWeak: true,
    },
  ],
  async open(site) {
    const settings = await readSettings(site);
    const main = textOf(settings.defaultContentLanguage) ?? 'en';
    const isMainInFolder = settings.defaultContentLanguageInSubdir === true;
    const languages = recordOf(settings.languages);
    const roots = rootsOf(textOf(settings.contentDir) ?? 'content', languages, main, site);
    const isUgly = settings.uglyURLs === true;
    const keepsCase = settings.disablePathToLower === true;
    const place = (file: string): { readonly path: string; readonly language: string | undefined } => {
      const root = roots.find(({ folder }) => below(folder, file) !== undefined);
      const own = below(root?.folder ?? '', file) ?? file;
      const found = /^(.*?)\.([a-z]{2}(?:-[a-z]{2,4})?)(\.\w+)$/i.exec(own);
      const suffix =
        found && (found[2] ?? '') in languages ? found[2] : found && isLanguage(found[2] ?? '') ? found[2] : undefined;
      return suffix === undefined
        ? { path: own, language: root?.language }
        : { path: `${found?.[1]}${found?.[3]}`, language: suffix };
    };
    return {
      leftOut: (file) =>
        roots.some(({ folder }) => below(folder, file) !== undefined) ? undefined : 'outside the content of hugo',
      address(file, front) {
        const { path, language } = place(file);
        const prefix = language === undefined || (language === main && !isMainInFolder) ? '' : language.toLowerCase();
        if (typeof front.url === 'string' && front.url !== '')
          return rooted(front.url.startsWith('/') ? '' : prefix, front.url);
        const bare = withoutIndex(withoutExtension(path), /^_?index$/);
        const parts = bare.split('/');
        if (typeof front.slug === 'string' && front.slug !== '' && !/(?:^|\/)_index\.\w+$/.test(path))
          parts.splice(-1, 1, front.slug);
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
      endings: ['.html'],
    };
  },
};

interface Root {
  readonly folder: string;
  readonly language: string | undefined;
}

/** The content folder of each language, the inner ones first. */
function rootsOf(content: string, languages: Settings, main: string, { served, files }: SiteFolder): readonly Root[] {
  const own = Object.entries(languages).flatMap(([language, options]) => {
    const folder = textOf(recordOf(options).contentDir);
    return folder === undefined ? [] : [{ folder: folderOf(folder), language }];
  });
  const roots: readonly Root[] = [...own, { folder: folderOf(content), language: undefined }];
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
