/**
 * Jekyll. Sources, read 2026-11-28: jekyllrb.com/docs/permalinks, /docs/collections, /docs/configuration/front-matter-defaults;
 * jekyll, lib/jekyll/url.rb, page.rb, utils.rb and entry_filter.rb; github.com/benbalter/jekyll-readme-index.
 */
import { posix } from 'node:path';
import type { Front } from '../front-matter.ts';
import { kramdownAnchors } from '../markdown/anchors.ts';
import { attributeLists } from '../markdown/marks/attributes.ts';
import { templateTags, templateVariables } from '../markdown/marks/tags.ts';
import type { Generator } from './generator.ts';
import { below, folderOf, globPattern, rooted, withoutExtension } from './paths.ts';
import { dateOf, parseSettings, recordOf, textOf, textsOf, variablesOf } from './settings.ts';

const post = /^(\d{4})-(\d{1,2})-(\d{1,2})-(.+)$/;

export const jekyll: Generator = {
  name: 'jekyll',
  signs: [{ name: /^_config\.ya?ml$/ }],
  async open(site) {
    const settings = parseSettings(site.sign, site.settings);
    const source = folderOf(textOf(settings.source) ?? '');
    const isExcluded = namedBy(textsOf(settings.exclude));
    const isIncluded = namedBy(textsOf(settings.include));
    const defaults = defaultsOf(settings.defaults);
    const known = new Set(site.files);
    const collections = collectionsOf(settings.collections, textOf(settings.collections_dir) ?? '');
    const style = textOf(settings.permalink);
    const base = textOf(settings.baseurl) ?? '';
    const place = (file: string): { readonly collection: Collection | undefined; readonly path: string } => {
      const own = below(source, file) ?? file;
      const collection = collections.find(({ folder }) => below(folder, own) !== undefined);
      return { collection, path: collection ? (below(collection.folder, own) ?? own) : own };
    };
    return {
      excluded(file) {
        const own = below(source, file);
        if (own === undefined || isIncluded(own)) return undefined;
        const { collection, path } = place(file);
        if (isExcluded(own)) return 'excluded by _config.yml';
        if (/^(?:vendor\/(?:bundle|cache|gems|ruby)|node_modules)\//.test(own)) return 'excluded by jekyll';
        if (path.split('/').some((part) => part.startsWith('_')))
          return 'includes, layouts and drafts (names that begin with _)';
        return collection?.isShown === false ? 'collections without output' : undefined;
      },
      leftOut: (file) => (below(source, file) === undefined ? 'outside the source of jekyll' : undefined),
      address(file, front) {
        const { collection, path } = place(file);
        const own = below(source, file) ?? file;
        const pattern = textOf(front.permalink) ?? defaultPermalink(own, collection, defaults) ?? collection?.permalink;
        const isHome = /(?:^|\/)readme\.\w+$/i.test(own) && !known.has(file.replace(/[^/]*$/, 'index.md'));
        return rooted(base, toAddress({ path, front, collection, pattern, style, isHome }));
      },
      isBaseGuessed: base === '',
      anchors: kramdownAnchors,
      marks: [templateTags, templateVariables, attributeLists],
      includeFolders: ['_includes', source],
      variables: new Map(variablesOf({ site: { baseurl: '', url: '', ...settings } })),
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

interface Default {
  readonly path: string;
  readonly type: string | undefined;
  readonly permalink: string;
}

/** Front matter for all pages of a folder or a kind. */
function defaultsOf(value: unknown): readonly Default[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.map(recordOf).flatMap(({ scope, values }) => {
    const { path, type } = recordOf(scope);
    const permalink = textOf(recordOf(values).permalink);
    return permalink === undefined ? [] : [{ path: folderOf(textOf(path) ?? ''), type: textOf(type), permalink }];
  });
}

/** The most specific folder wins, then the later one. */
function defaultPermalink(
  file: string,
  collection: Collection | undefined,
  defaults: readonly Default[],
): string | undefined {
  const type = collection?.name ?? 'pages';
  const fitting = defaults.filter((entry) => {
    const isHere = entry.path === '' || file.startsWith(`${entry.path}/`) || globPattern(entry.path).test(file);
    return isHere && (entry.type === undefined || entry.type === type);
  });
  return fitting.toSorted((one, other) => one.path.length - other.path.length).at(-1)?.permalink;
}

/** `exclude` and `include`: names, folders and globs; a beginning is enough. */
function namedBy(globs: readonly string[]): (file: string) => boolean {
  const names = globs.map(folderOf).filter((glob) => glob !== '');
  const patterns = names.map(globPattern);
  return (file) =>
    names.some((name) => file === name || file.startsWith(`${name}/`)) ||
    patterns.some((pattern) => pattern.test(file));
}

const styles: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  weekdate: '/:categories/:year/W:week/:short_day/:title:output_ext',
  none: '/:categories/:title:output_ext',
};

interface Place {
  readonly path: string;
  readonly front: Front;
  readonly collection: Collection | undefined;
  /** Of the page or its collection. */
  readonly pattern: string | undefined;
  /** Of the site, which is for posts; pages and collections take its ending. */
  readonly style: string | undefined;
  /** A README that stands for its folder. */
  readonly isHome: boolean;
}

function toAddress(place: Place): string {
  const { path, collection, pattern, style = 'date' } = place;
  if (pattern !== undefined) return filled(styles[pattern] ?? pattern, place);
  if (collection?.name === 'posts') return filled(styles[style] ?? style, place);
  const bare = withoutExtension(path);
  if (collection === undefined && (place.isHome || posix.basename(bare) === 'index')) return posix.dirname(`/${bare}`);
  const known = styles[style] ?? style;
  const end = known.endsWith('/') ? '/' : known.endsWith(':output_ext') ? '.html' : '';
  const address = posix.join('/', collection?.name ?? '', bare) + end;
  return address.replace(/\/index\.html$/, '/');
}

function filled(pattern: string, { path, front, collection }: Place): string {
  const bare = withoutExtension(path);
  const [, ...dated] = post.exec(posix.basename(bare)) ?? [];
  const written = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(dateOf(front.date))?.slice(1);
  const [year = '', month = '', day = ''] = written ?? dated;
  const name = dated[3] ?? posix.basename(bare);
  const categories = textsOf(front.categories ?? front.category).flatMap((entry) => entry.split(' '));
  const title = textOf(front.slug) ?? name;
  const values: Readonly<Record<string, string>> = {
    collection: collection?.name ?? '',
    path: collection ? bare : posix.dirname(bare),
    name,
    title,
    slug: title.toLowerCase(),
    basename: posix.basename(bare),
    output_ext: '.html',
    year,
    month: month.padStart(2, '0'),
    day: day.padStart(2, '0'),
    short_year: year.slice(2),
    i_month: String(Number(month)),
    i_day: String(Number(day)),
    y_day: dayOfYear(year, month, day),
    categories: categories.join('/').toLowerCase(),
  };
  return pattern.replace(/:([a-z_]+)/g, (_, key: string) => values[key] ?? '').replace(/\/index(?:\.html)?$/, '/');
}

function dayOfYear(year: string, month: string, day: string): string {
  const days = (Date.UTC(Number(year), Number(month) - 1, Number(day)) - Date.UTC(Number(year), 0, 0)) / 86_400_000;
  return String(days).padStart(3, '0');
}
