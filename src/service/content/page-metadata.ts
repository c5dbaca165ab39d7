/**
 * A page's front matter, and its audience: version, language, groups, from its front matter and folders; and whether it fits
 * the filter of a request. Pure.
 */
import { parse as parseYaml } from 'yaml';

/** The YAML parser takes time in proportion to the square of some texts. */
const maxFrontMatterChars = 10_000;

export type Front = Readonly<Record<string, unknown>>;

/** A file's front matter and the text after it, or a plain sentence why the front matter cannot be read. */
export function toFront(
  source: string,
): { readonly front: Front; readonly body: string } | { readonly reason: string } {
  const found = /^\s*---[ \t]*\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\n|$)/.exec(source);
  if (!found) return { front: {}, body: source };
  const [all, text = ''] = found;
  if (text.length > maxFrontMatterChars) {
    return { reason: `Its front matter is longer than ${maxFrontMatterChars.toLocaleString('en')} characters.` };
  }
  try {
    // Unless told otherwise, it compares each key with all keys before it.
    const front: unknown = parseYaml(text, { logLevel: 'error', uniqueKeys: false });
    return { front: isRecord(front) ? front : {}, body: source.slice(all.length) };
  } catch {
    // The parser's message quotes the page; the file's name is enough to find the fault.
    return { reason: 'Its front matter is not valid YAML.' };
  }
}

function isRecord(value: unknown): value is Front {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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

/** Front matter first: `version`, `language` (or `lang`, `locale`), `groups`; then folders such as `v2` and `pt-BR`. */
export function facetsOf(file: string, front: Front): Facets {
  const folders = file.split('/').slice(0, -1);
  const version = tag(front.version) ?? folders.find((name) => versionFolder.test(name));
  const language =
    tag(front.language) ?? tag(front.lang) ?? tag(front.locale) ?? folders.slice(0, 2).find(isLanguageFolder);
  return { ...(version && { version }), ...(language && { language }), groups: groupsOf(front.groups) };
}

/** A page without a field matches every filter for it. Pages with groups are shown to their members only. */
export function fits(facets: Facets, filter: Filter | undefined): boolean {
  const { version, language, groups } = filter ?? {};
  if (version && facets.version && plainVersion(version) !== plainVersion(facets.version)) return false;
  if (language && facets.language && !isSameLanguage(language, facets.language)) return false;
  return facets.groups.length === 0 || facets.groups.some((group) => groups?.includes(group));
}

const versionFolder = /^(?:v\d+|\d+(?=\.))(?:\.(?:\d+|x))*$/i;
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

function plainVersion(version: string): string {
  return version.trim().toLowerCase().replace(/^v/, '');
}

/** `pt` includes `pt-BR`. */
function isSameLanguage(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other]
    .map((language) => `${language.trim().toLowerCase().replace('_', '-')}-`)
    .sort((a, b) => a.length - b.length);
  return long.startsWith(short);
}
