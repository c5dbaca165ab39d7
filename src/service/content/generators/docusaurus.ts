/**
 * Docusaurus. Sources: docusaurus.io/docs/create-doc, /docs/versioning, /docs/i18n/introduction, /docs/api/plugins/
 * @docusaurus/plugin-content-docs.
 */
import { parseJson } from '../../../kit/base/json.ts';
import type { Front } from '../front-matter.ts';
import { githubAnchors } from '../markdown/anchors.ts';
import type { Generator, Rules, SiteFolder } from './generator.ts';
import { below, folderOf, quotedSetting, rooted, withoutExtension } from './paths.ts';

export const docusaurus: Generator = {
  name: 'docusaurus',
  signs: [{ name: /^docusaurus\.config\.[cm]?[jt]s$/ }],
  async open(site) {
    const versions = await readVersions(site);
    const docs = folderOf(quotedSetting(docsOptions(site.settings), 'path') ?? 'docs') || 'docs';
    const base = quotedSetting(docsOptions(site.settings), 'routeBasePath') ?? 'docs';
    const isServedAlone =
      below(docs, `${site.served}/x`) !== undefined && !site.files.some((file) => below(docs, file));
    return rulesOf({ versions, docs: isServedAlone ? site.served : docs, base });
  },
};

/** The options of the docs plugin come before those of the blog. */
function docsOptions(settings: string): string {
  const from = settings.search(/\bdocs\s*:\s*\{/);
  const rest = from === -1 ? '' : settings.slice(from);
  const end = rest.search(/\b(?:blog|pages|theme)\s*:/);
  return end === -1 ? rest : rest.slice(0, end);
}

async function readVersions(site: SiteFolder): Promise<readonly string[]> {
  const text = await site.read('versions.json');
  const versions = text === undefined ? [] : parseJson(text);
  return Array.isArray(versions) ? versions.filter((version) => typeof version === 'string') : [];
}

interface Settings {
  readonly versions: readonly string[];
  readonly docs: string;
  readonly base: string;
}

interface Place {
  /** Below the docs folder of its version and language. */
  readonly path: string;
  readonly version: string | undefined;
  readonly language: string | undefined;
  readonly base: string;
}

function rulesOf(settings: Settings): Rules {
  return {
    leftOut(file) {
      if (file.split('/').some((part) => part.startsWith('_'))) return 'partials (names that begin with _)';
      return placeOf(file, settings) ? undefined : 'outside the docs of docusaurus';
    },
    address(file, front) {
      const place = placeOf(file, settings);
      if (!place) return rooted(withoutExtension(file));
      return rooted(place.language ?? '', place.base, versionPath(place.version, settings), pathOf(place.path, front));
    },
    facets(file) {
      const { version, language } = placeOf(file, settings) ?? {};
      return {
        language,
        version: version === 'current' ? (settings.versions.length > 0 ? 'next' : undefined) : version,
      };
    },
    anchors: githubAnchors,
    marks: [],
  };
}

function placeOf(file: string, { docs, base }: Settings): Place | undefined {
  const own = below(docs, file);
  if (own !== undefined) return { path: own, version: 'current', language: undefined, base };
  const versioned = /^versioned_docs\/version-([^/]+)\/(.+)$/.exec(file);
  if (versioned) return { path: versioned[2] ?? '', version: versioned[1], language: undefined, base };
  const translated = /^i18n\/([^/]+)\/docusaurus-plugin-content-docs\/(?:current|version-([^/]+))\/(.+)$/.exec(file);
  if (translated) {
    return { path: translated[3] ?? '', version: translated[2] ?? 'current', language: translated[1], base };
  }
  const other = /^(blog|src\/pages)\/(.+)$/.exec(file);
  if (!other) return undefined;
  return { path: other[2] ?? '', version: undefined, language: undefined, base: other[1] === 'blog' ? 'blog' : '' };
}

/** The newest version that is released has no part of its own in addresses. */
function versionPath(version: string | undefined, { versions }: Settings): string {
  if (version === undefined || version === versions[0]) return '';
  if (version === 'current') return versions.length > 0 ? 'next' : '';
  return version;
}

function pathOf(file: string, front: Front): string {
  const parts = withoutExtension(file).split('/').map(withoutNumber);
  const name = parts.pop() ?? '';
  const { slug, id } = front;
  if (typeof slug === 'string' && slug.startsWith('/')) return slug;
  if (typeof slug === 'string') return [...parts, slug].join('/');
  if (typeof id === 'string') return [...parts, id].join('/');
  const isIndex = /^(?:index|readme)$/i.test(name) || name === parts.at(-1);
  return [...parts, ...(isIndex ? [] : [name])].join('/');
}

/** Ordering prefixes; dates and versions stay. Source: plugin-content-docs, numberPrefix.ts. */
export function withoutNumber(part: string): string {
  if (/^(?:\d{2}|\d{4})[-_.]\d{2}(?:[-_.](?:\d{2}|\d{4}))?|^\d+[-_.]\d+/.test(part)) return part;
  return part.replace(/^\d+\s*[-_.]+\s*(?=[^-_.\s])/, '');
}
