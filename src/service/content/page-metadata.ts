/**
 * A page's audience: version, language, groups, from its front matter and its place in the site; and whether it fits
 * the filter of a request. Pure.
 */
import { isSameLanguage } from '../../kit/base/language-tags.ts';
import type { Front } from './front-matter.ts';
import type { PlaceFacets } from './generators/generator.ts';
import { languageOf } from './language.ts';

/** The audience of a page; a missing field means everybody. */
export interface Facets {
  readonly version?: string;
  /** A language tag, for instance `en` or `pt-BR`. */
  readonly language?: string;
  /** Access groups: only members of one of them see the page. Empty: everybody. */
  readonly groups: readonly string[];
}

/** The filter of a request; a missing field means all. */
export interface Filter {
  readonly version?: string | null | undefined;
  readonly language?: string | null | undefined;
  readonly groups?: readonly string[] | null | undefined;
}

/**
 * Front matter first: `version`, `language` (or `lang`, `locale`), `groups`; then the site; then folders such as `v2`, `version-2.0` and `pt-BR`,
 * and a name such as `page.de.md`; then the defaults of the project. A language only if the text is not clearly in another one:
 * `hr` and `it` are departments, too.
 */
export function facetsOf(
  file: string,
  front: Front,
  body = '',
  place: PlaceFacets = {},
  defaults: PlaceFacets = {},
): Facets {
  const folders = file.split('/').slice(0, -1);
  const version = tag(front.version) ?? place.version ?? versionOf(folders) ?? defaults.version;
  const language =
    tag(front.language) ??
    tag(front.lang) ??
    tag(front.locale) ??
    languageIn(body, place.language ?? languageNamedIn(file) ?? defaults.language);
  return { ...(version && { version }), ...(language && { language }), groups: groupsOf(front.groups) };
}

function versionOf(folders: readonly string[]): string | undefined {
  const at = folders.findIndex((name) => versionFolder.test(name) || versionedFolder.test(name));
  return folders[at]?.replace(versionedFolder, '');
}

/** undefined: the text is in another language than the one that is named. */
function languageIn(body: string, named: string | undefined): string | undefined {
  const read = named === undefined ? undefined : languageOf(body);
  return named !== undefined && (read === undefined || isSameLanguage(read, named)) ? named : undefined;
}

function languageNamedIn(file: string): string | undefined {
  const folders = file.split('/').slice(0, -1);
  const suffix = languageSuffix.exec(file)?.[1];
  const within = folders[0] === 'i18n' ? folders.slice(1, 2) : folders.slice(0, 2);
  return within.find(isLanguageFolder) ?? (suffix !== undefined && isLanguageFolder(suffix) ? suffix : undefined);
}

/** `page.de.md`, but not a name with more dots. */
const languageSuffix = /(?:^|\/)[^/.]+\.([a-z]{2}(?:-[A-Za-z]{2,4})?)\.[a-z]+$/;

/** What the copies of a page in other versions and languages have in common: the file without either. */
export function copiedFileOf(file: string, { language }: Facets): string {
  const isTag = (name: string): boolean => language !== undefined && isLanguageFolder(name);
  const suffix = languageSuffix.exec(file)?.[1];
  const named = suffix !== undefined && isTag(suffix) ? file.replace(/\.[^./]+(\.[^./]+)$/, '$1') : file;
  const parts = named.replace(/^i18n\/([^/]+)\/docusaurus-plugin-content-docs\/(?:current\/)?/, '$1/docs/').split('/');
  const folders = parts.slice(0, -1).map((name) => (name === 'versioned_docs' ? 'docs' : name));
  const kept = folders.filter(
    (name, at) => !versionFolder.test(name) && !versionedFolder.test(name) && !(at < 2 && isTag(name)),
  );
  return [...kept, parts.at(-1)?.replace(/\.[^.]+$/, '') ?? ''].join('/');
}

/** A page without a field matches every filter for it. Pages with groups are shown to their members only. */
export function fits(facets: Facets, filter: Filter | undefined): boolean {
  const { version, language, groups } = filter ?? {};
  if (version && facets.version && plainVersion(version) !== plainVersion(facets.version)) return false;
  if (language && facets.language && !isSameLanguage(language, facets.language)) return false;
  return facets.groups.length === 0 || facets.groups.some((group) => groups?.includes(group));
}

const versionFolder = /^(?:v\d+|\d+(?=\.))(?:\.(?:\d+|x))*(?:-?(?:alpha|beta|rc|dev|pre)[.\d]*)?$/i;
/** As Docusaurus names them. */
const versionedFolder = /^version-(?=\d)/i;
const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

function isLanguageFolder(name: string): boolean {
  return /^[a-z]{2}(?:-[a-z]{2,4})?$/i.test(name) && languageNames.of(name) !== undefined;
}

function tag(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

function groupsOf(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map(tag).filter((group) => group !== undefined);
}

export function plainVersion(version: string): string {
  return version
    .trim()
    .toLowerCase()
    .replace(/^v(?=\d)/, '');
}
