/**
 * Docusaurus. Sources, read 2026-11-28: docusaurus.io/docs/create-doc, /docs/versioning, /docs/i18n/introduction, /docs/blog,
 * /docs/api/plugins/@docusaurus/plugin-content-docs; docusaurus, plugin-content-docs/src/slug.ts, docs.ts and numberPrefix.ts.
 */
import { parseJson } from '../../../kit/base/json.ts';
import type { Front } from '../front-matter.ts';
import { githubAnchors } from '../markdown/anchors.ts';
import type { Generator, Rules, SiteFolder } from './generator.ts';
import { below, folderOf, quotedSetting, rooted, withoutExtension, withoutIndex } from './paths.ts';

export const docusaurus: Generator = {
  name: 'docusaurus',
  signs: [{ name: /^docusaurus\.config\.[cm]?[jt]s$/ }],
  async open(site) {
    const instances = [mainDocs(site), ...furtherDocs(site.settings)];
    const read = instances.map(async (instance) => ({ ...instance, versions: await readVersions(site, instance) }));
    return rulesOf(await Promise.all(read), !/\bnumberPrefixParser\s*:\s*false\b/.test(site.settings));
  },
};

/** One set of docs, of which a site may have several. */
interface Docs {
  /** Undefined for the main one. */
  readonly id: string | undefined;
  readonly folder: string;
  readonly base: string;
  /** The version without a part of its own in addresses, where it is not the newest. */
  readonly last: string | undefined;
  readonly hasCurrent: boolean;
}

interface VersionedDocs extends Docs {
  /** The newest first. */
  readonly versions: readonly string[];
}

/** The options of the docs plugin come before those of the blog. */
function mainDocs({ settings, served, files }: SiteFolder): Docs {
  const from = settings.search(/\bdocs\s*:\s*\{/);
  const rest = from === -1 ? '' : settings.slice(from);
  const end = rest.search(/\b(?:blog|pages|theme)\s*:/);
  const docs = docsOf(end === -1 ? rest : rest.slice(0, end), undefined);
  const isServedAlone =
    below(docs.folder, `${served}/x`) !== undefined && !files.some((file) => below(docs.folder, file));
  return isServedAlone ? { ...docs, folder: served } : docs;
}

function furtherDocs(settings: string): readonly Docs[] {
  return [...settings.matchAll(/plugin-content-docs['"]\s*,(?:[^{}]{0,300})\{([^{}]{0,2000})/g)].flatMap(
    ([, options = '']) => {
      const id = quotedSetting(options, 'id');
      return id === undefined || id === 'default' ? [] : [docsOf(options, id)];
    },
  );
}

function docsOf(options: string, id: string | undefined): Docs {
  return {
    id,
    folder: folderOf(quotedSetting(options, 'path') ?? 'docs') || 'docs',
    base: quotedSetting(options, 'routeBasePath') ?? 'docs',
    last: quotedSetting(options, 'lastVersion'),
    hasCurrent: !/\bincludeCurrentVersion\s*:\s*false\b/.test(options),
  };
}

async function readVersions(site: SiteFolder, { id }: Docs): Promise<readonly string[]> {
  const text = await site.read(id === undefined ? 'versions.json' : `${id}_versions.json`);
  const versions = text === undefined ? [] : parseJson(text);
  return Array.isArray(versions) ? versions.filter((version) => typeof version === 'string') : [];
}

interface Place {
  readonly kind: 'docs' | 'blog' | 'pages';
  /** Below the folder of its version and language. */
  readonly path: string;
  /** Undefined for blogs and pages. */
  readonly docs?: VersionedDocs;
  readonly version?: string | undefined;
  readonly language?: string | undefined;
}

function rulesOf(instances: readonly VersionedDocs[], hasNumbers: boolean): Rules {
  return {
    excluded(file) {
      if (file.split('/').some((part) => part.startsWith('_'))) return 'partials (names that begin with _)';
      const { version, docs } = placeOf(file, instances) ?? {};
      return version === 'current' && docs?.hasCurrent === false
        ? 'the next version (includeCurrentVersion: false)'
        : undefined;
    },
    leftOut: (file) => (placeOf(file, instances) ? undefined : 'outside the docs of docusaurus'),
    address(file, front) {
      const place = placeOf(file, instances);
      if (!place) return rooted(withoutExtension(file));
      const { kind, path, docs, version, language = '' } = place;
      if (kind === 'pages') return rooted(language, withoutIndex(withoutExtension(path), /^index$/));
      if (kind === 'blog') return rooted(language, 'blog', postPath(path, front));
      return rooted(language, docs?.base ?? '', versionPath(version, docs), docPath(path, front, hasNumbers));
    },
    facets(file) {
      const { version, language, docs } = placeOf(file, instances) ?? {};
      return {
        language,
        version: version === 'current' ? ((docs?.versions.length ?? 0) > 0 ? 'next' : undefined) : version,
      };
    },
    anchors: githubAnchors,
    marks: [],
  };
}

function placeOf(file: string, instances: readonly VersionedDocs[]): Place | undefined {
  for (const docs of instances) {
    const own = below(docs.folder, file);
    if (own !== undefined) return { kind: 'docs', path: own, docs, version: 'current' };
    const prefix = docs.id === undefined ? '' : `${docs.id}_`;
    const versioned = below(`${prefix}versioned_docs`, file);
    const [, version, path = ''] = /^version-([^/]+)\/(.+)$/.exec(versioned ?? '') ?? [];
    if (version !== undefined) return { kind: 'docs', path, docs, version };
  }
  const [, kind, path = ''] = /^(blog|src\/pages)\/(.+)$/.exec(file) ?? [];
  if (kind !== undefined) return { kind: kind === 'blog' ? 'blog' : 'pages', path };
  return translated(file, instances);
}

/** `i18n/LANGUAGE/PLUGIN/…`; the plugin of further docs ends in their id. */
function translated(file: string, instances: readonly VersionedDocs[]): Place | undefined {
  const [, language, kind, id, path = ''] =
    /^i18n\/([^/]+)\/docusaurus-plugin-content-(docs|blog|pages)(?:-([^/]+))?\/(.+)$/.exec(file) ?? [];
  if (kind === 'blog' || kind === 'pages') return { kind, path, language };
  const docs = instances.find((instance) => instance.id === id);
  const [, version = 'current', own = ''] = /^(?:current|version-([^/]+))\/(.+)$/.exec(path) ?? [];
  return kind === undefined || !docs || own === '' ? undefined : { kind: 'docs', path: own, docs, version, language };
}

/** The newest version that is released has no part of its own in addresses. */
function versionPath(version: string | undefined, docs: VersionedDocs | undefined): string {
  const { versions = [], last = versions[0] ?? 'current' } = docs ?? {};
  if (version === undefined || version === last) return '';
  return version === 'current' ? 'next' : version;
}

function docPath(file: string, front: Front, hasNumbers: boolean): string {
  const parts = withoutExtension(file).split('/');
  const name = parts.pop() ?? '';
  const { slug, id } = front;
  const plain = (part: string): string =>
    hasNumbers && front.parse_number_prefixes !== false ? withoutNumber(part) : part;
  const folder = parts.map(plain);
  if (typeof slug === 'string') return slug.startsWith('/') ? slug : [...folder, slug].join('/');
  // The page of a folder, whatever its id.
  const isIndex = /^(?:index|readme)$/i.test(name) || name.toLowerCase() === parts.at(-1)?.toLowerCase();
  return [...folder, ...(isIndex ? [] : [typeof id === 'string' ? id : plain(name)])].join('/');
}

/** Posts have the date of their name in the address. */
function postPath(file: string, { slug }: Front): string {
  if (typeof slug === 'string') return slug;
  const [, date, text = ''] = /^(.*?\d{4}[-/]\d{1,2}[-/]\d{1,2})[-/]?(.*?)(?:\/index)?\.mdx?$/.exec(file) ?? [];
  return date === undefined ? file.replace(/(?:\/index)?\.mdx?$/, '') : `${date.replace(/-(?=\d)/g, '/')}/${text}`;
}

/** Ordering prefixes; dates and versions stay. */
function withoutNumber(part: string): string {
  if (/^(?:\d{2}|\d{4})[-_.]\d{2}(?:[-_.](?:\d{2}|\d{4}))?|^\d+[-_.]\d+/.test(part)) return part;
  return part.replace(/^\d+\s*[-_.]+\s*(?=[^-_.\s])/, '');
}
