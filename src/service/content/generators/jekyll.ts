/** Jekyll. Sources: jekyllrb.com/docs/permalinks, /docs/collections, /docs/configuration/default. */
import { posix } from 'node:path';
import type { Front } from '../front-matter.ts';
import { kramdownAnchors } from '../markdown/anchors.ts';
import { attributeLists } from '../markdown/marks/attributes.ts';
import { templateTags, templateVariables } from '../markdown/marks/tags.ts';
import type { Generator } from './generator.ts';
import { below, folderOf, globPattern, rooted, withoutExtension } from './paths.ts';
import { parseSettings, recordOf, textOf, textsOf, variablesOf } from './settings.ts';

const post = /^(\d{4})-(\d{1,2})-(\d{1,2})-(.+)$/;

export const jekyll: Generator = {
  name: 'jekyll',
  signs: [{ name: /^_config\.ya?ml$/ }],
  async open(site) {
    const settings = parseSettings(site.sign, site.settings);
    const source = folderOf(textOf(settings.source) ?? '');
    const excluded = textsOf(settings.exclude).map((glob) => globPattern(folderOf(glob)));
    const excludedFolders = textsOf(settings.exclude).map((glob) => `${folderOf(glob)}/`);
    const collections = collectionsOf(settings.collections, textOf(settings.collections_dir) ?? '');
    const style = textOf(settings.permalink);
    const base = textOf(settings.baseurl) ?? '';
    const place = (file: string): { readonly collection: Collection | undefined; readonly path: string } => {
      const own = below(source, file) ?? file;
      const collection = collections.find(({ folder }) => below(folder, own) !== undefined);
      return { collection, path: collection ? (below(collection.folder, own) ?? own) : own };
    };
    return {
      leftOut(file) {
        const own = below(source, file);
        if (own === undefined) return 'outside the source of jekyll';
        if (excluded.some((pattern) => pattern.test(own)) || excludedFolders.some((folder) => own.startsWith(folder)))
          return 'excluded by _config.yml';
        const { collection, path } = place(file);
        if (/^(?:vendor|node_modules)\//.test(own)) return 'excluded by jekyll';
        if (path.split('/').some((part) => part.startsWith('_')))
          return 'includes, layouts and drafts (names that begin with _)';
        return collection?.isShown === false ? 'collections without output' : undefined;
      },
      address(file, front) {
        const { collection, path } = place(file);
        const pattern =
          textOf(front.permalink) ??
          collection?.permalink ??
          (collection?.name === 'posts' ? (style ?? 'date') : style);
        return rooted(base, filled(pattern, { path, front, collection }));
      },
      isBaseGuessed: base === '',
      anchors: kramdownAnchors,
      marks: [templateTags, templateVariables, attributeLists],
      includeFolders: ['_includes', source],
      variables: new Map(variablesOf({ site: settings })),
      hasLinksByName: false,
      endings: ['.html'],
    };
  },
};

interface Collection {
  readonly name: string;
  readonly folder: string;
  readonly permalink: string | undefined;
  readonly isShown: boolean;
}

function collectionsOf(value: unknown, parent: string): readonly Collection[] {
  const named = Array.isArray(value)
    ? textsOf(value).map((name) => [name, {}] as const)
    : Object.entries(recordOf(value));
  const own = named.map(([name, options]) => ({
    name,
    folder: posix.join(folderOf(parent), `_${name}`),
    permalink: textOf(recordOf(options).permalink),
    isShown: recordOf(options).output === true,
  }));
  const posts = { name: 'posts', folder: posix.join(folderOf(parent), '_posts'), permalink: undefined, isShown: true };
  return [
    ...own.filter(({ name }) => name !== 'posts'),
    { ...posts, ...own.find(({ name }) => name === 'posts'), isShown: true },
  ];
}

const styles: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title.html',
  none: '/:categories/:title.html',
};

interface Place {
  readonly path: string;
  readonly front: Front;
  readonly collection: Collection | undefined;
}

function filled(pattern: string | undefined, { path, front, collection }: Place): string {
  const bare = withoutExtension(path);
  const folder = posix.dirname(bare) === '.' ? '' : posix.dirname(bare);
  const [, year = '', month = '', day = '', name = posix.basename(bare)] = post.exec(posix.basename(bare)) ?? [];
  const isPretty = pattern === 'pretty' || (pattern?.endsWith('/') ?? false);
  const isStyle = pattern === undefined || pattern in styles;
  const isIndex = posix.basename(bare) === 'index' || (folder === '' && /^readme$/i.test(bare));
  if (isStyle && collection?.name !== 'posts') {
    const start = collection === undefined ? '' : collection.name;
    return isIndex ? [start, folder].join('/') : `${start}/${bare}${isPretty ? '' : '.html'}`;
  }
  // A page takes a pattern for posts with `:path` and `:basename` alone.
  const shown = styles[pattern ?? 'date'] ?? pattern ?? '';
  const categories = textsOf(front.categories ?? front.category).flatMap((entry) => entry.split(' '));
  const values: Readonly<Record<string, string>> = {
    ...{
      collection: collection?.name ?? '',
      path: bare,
      name,
      title: textOf(front.slug) ?? name,
      slug: textOf(front.slug) ?? name,
    },
    ...{
      basename: posix.basename(bare),
      output_ext: '.html',
      year,
      month: month.padStart(2, '0'),
      day: day.padStart(2, '0'),
    },
    ...{
      short_year: year.slice(2),
      i_month: String(Number(month)),
      i_day: String(Number(day)),
      categories: categories.join('/').toLowerCase(),
    },
  };
  const address = shown.replace(/:(\w+)/g, (_, key: string) => values[key] ?? '');
  return address.replace(/\/index(?:\.html)?$/, '/');
}
