/** Addresses of pages, and links as authors write them into links that work on the site. Pure. */
import { posix } from 'node:path';
import { toStretches } from '../../kit/markdown/page-lines.ts';
import { replaceOutsideCode } from './markdown/code-spans.ts';

/** Encodes characters that would end a link or have a meaning in an address; letters of all scripts stay. */
export function encoded(address: string): string {
  const path = posix.normalize(`/${address}`).replace(/(?!^)\/$/, '');
  return path.replace(/[^\p{L}\p{M}\p{N}/._~!$&'*+,;=:@-]/gu, (char) =>
    /[()]/.test(char) ? `%${char.charCodeAt(0).toString(16)}` : encodeURIComponent(char),
  );
}

const linkTarget = /\]\((\/[^)\s#?]+)/g;

/** The rooted addresses that a page links to, each once. */
export function rootedTargets(body: string): readonly string[] {
  return [...new Set([...body.matchAll(linkTarget)].map(([, target = '']) => target.replace(/\/$/, '')))];
}

/**
 * The path under which the site serves the folder (`/docs`), inferred from the links between its pages. Empty when the
 * links match the folder, or there are none.
 */
export function baseOfLinks(rooted: Iterable<readonly string[]>, paths: ReadonlySet<string>): string {
  const votes = new Map<string, number>();
  for (const targets of rooted) {
    for (const target of targets) {
      const base = baseOf(target, paths);
      if (base !== undefined) votes.set(base, (votes.get(base) ?? 0) + 1);
    }
  }
  const [first] = [...votes].sort((a, b) => b[1] - a[1]);
  return first?.[0] ?? '';
}

function baseOf(target: string, paths: ReadonlySet<string>): string | undefined {
  if (paths.has(target)) return '';
  // A path that leaves its folder, as in `/../a`, says nothing.
  if (target.split('/').some((part) => /^\.{1,2}$/.test(part))) return undefined;
  const second = target.indexOf('/', 1);
  return second !== -1 && paths.has(target.slice(second)) ? target.slice(0, second) : undefined;
}

/** What resolving the links of a page depends on. */
export interface LinkPlace {
  readonly file: string;
  /** The page's site path, base included. */
  readonly path: string;
  readonly base: string;
  /** Site paths by file, without the base. */
  readonly paths: ReadonlyMap<string, string>;
  /** All site paths, without the base. */
  readonly taken: ReadonlySet<string>;
  readonly siteUrl: string | undefined;
  /** Files by the names that links use for them; see `pagesByName`. */
  readonly files: ReadonlyMap<string, string>;
  /** Whether a link may name a page without its folder. */
  readonly hasLinksByName: boolean;
  /** Whether a link may be the label of a heading. */
  readonly hasLinksByLabel: boolean;
  /** Headings that links name by themselves. */
  readonly labels: ReadonlyMap<string, { readonly path: string; readonly anchor: string; readonly title: string }>;
}

/**
 * Files by the names that authors use in links: with and without extension, a folder for its index, in any case, without the
 * suffix of a language, and `name:` with the last part alone. A name belongs to the first file that has it.
 */
export function pagesByName(paths: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const add = (name: string, file: string): void => {
    if (!names.has(name)) names.set(name, file);
  };
  for (const file of paths.keys()) {
    const bare = withoutEnding(file);
    for (const name of [file, bare]) add(name, file);
  }
  for (const file of paths.keys()) {
    const bare = withoutEnding(file);
    const neutral = bare.replace(languageSuffix, '');
    const folder = neutral.replace(/(?:^|\/)_?(?:index|readme|page)$/i, '');
    for (const name of [neutral, folder, bare.toLowerCase(), folder.toLowerCase()]) add(name, file);
    add(`name:${posix.basename(folder).toLowerCase()}`, file);
  }
  return names;
}

const languageSuffix = /\.[a-z]{2}(?:-[a-z]{2,4})?$/i;

/** `a/b.md` -> `a/b` */
function withoutEnding(file: string): string {
  return file.replace(/\.(?:mdx?|markdown|mdoc|md\.in|html?|rst|adoc|asciidoc|ipynb|qmd|rmd|txt)$/i, '');
}

/**
 * Code, which stays unchanged, or a link with its text and target. Lengths are bounded so that hostile text cannot make
 * matching slow.
 */
const codeOrLink =
  /`+|\[((?:[^[\]]|\[[^[\]]{0,200}\]){0,500})\]\(\s*(?!\s)(?:<([^<>\n]{0,2000})>|((?:[^\s()<>]|\([^\s()]{0,200}\)){0,2000}))(?:\s+(?:"[^"]{0,500}"|'[^']{0,500}'))?\s*\)/g;

/** A link between pages. */
export interface SiteLink {
  /** As written. */
  readonly href: string;
  /** undefined: the link is broken. */
  readonly target: LinkTarget | undefined;
  /** Its offset in the text. */
  readonly at: number;
}

/** A site path, and an anchor with its `#` or an empty string. */
export interface LinkTarget {
  readonly path: string;
  readonly anchor: string;
}

/** Resolves the links of a text outside of its code. Broken links become plain text. `onLink` is called for each. */
export function withSiteLinks(text: string, place: LinkPlace, onLink: (link: SiteLink) => void): string {
  let from = 0;
  const stretches = toStretches(text).map(({ isCode, text: stretch }) => {
    const start = from;
    from += stretch.length + 1;
    return isCode ? stretch : withLinks(stretch, place, (link) => onLink({ ...link, at: link.at + start }));
  });
  return stretches.join('\n');
}

function withLinks(text: string, place: LinkPlace, onLink: (link: SiteLink) => void): string {
  return replaceOutsideCode(text, codeOrLink, (found) => {
    const [whole, words, quoted, plain] = found;
    const href = quoted ?? plain;
    if (words === undefined || href === undefined) return whole;
    if (/^(?:https?:\/\/|mailto:)/i.test(href)) return whole;
    if (href === '') return words;
    const target = resolveLink(href, place);
    onLink({ href, target, at: found.index });
    const name = labelOf(href, place);
    const isName = words === '' || words === name || words.replace(/\\(?=[^a-z0-9\s])/gi, '') === name;
    if (target === undefined) return isName && name?.startsWith('/') ? posix.basename(name) : words;
    const label = place.labels.get(name ?? '');
    const shown = isName && label?.title ? label.title : words;
    return `[${shown}](${toSiteAddress(target.path + target.anchor, place.siteUrl)})`;
  });
}

/** Where a link leads. undefined: not to a page of the site. */
export function resolveLink(href: string, place: LinkPlace): LinkTarget | undefined {
  const label = place.labels.get(labelOf(href, place) ?? '');
  if (label) return { path: label.path, anchor: label.anchor === '' ? '' : `#${label.anchor}` };
  if (href.startsWith('label:/')) return documentTarget(decoded(href.slice('label:'.length)), place);
  if (href === '' || /^[a-z][\w+.-]*:|^\/\//i.test(href)) return undefined;
  const hash = href.includes('#') ? href.indexOf('#') : href.length;
  const anchor = href.slice(hash);
  const [target = ''] = href.slice(0, hash).split('?', 1);
  if (target === '') return { path: place.path, anchor };
  if (target.startsWith('/')) return { path: rootedPath(target, place), anchor };
  const path = filePath(decoded(target), place);
  return path === undefined ? undefined : { path, anchor };
}

/**
 * `label:name` is a link to a heading or a page by its own name, `maybe:name` one whose name may be of another site, and on some
 * sites `name` and `#name` are such links, too.
 */
function labelOf(href: string, { hasLinksByLabel }: LinkPlace): string | undefined {
  const scheme = /^(?:label|maybe):/.exec(href)?.[0];
  if (scheme !== undefined) return decoded(href.slice(scheme.length));
  return hasLinksByLabel ? decoded(href.replace(/^#/, '')) : undefined;
}

/** Whether a link without a target is an error of the page. */
export function mustLead(href: string): boolean {
  return !href.startsWith('maybe:');
}

/** The file that a relative link names, from the docs folder. undefined: it names none. */
export function linkedFile(href: string, file: string): string | undefined {
  const [target = ''] = href.split(/[?#]/, 1);
  return target === '' || /^[a-z][\w+.-]*:|^\//i.test(target)
    ? undefined
    : posix.join(posix.dirname(file), decoded(target));
}

/** The name of a document is its path from the docs folder, without its ending; an anchor may follow. */
function documentTarget(name: string, place: LinkPlace): LinkTarget | undefined {
  const hash = name.includes('#') ? name.indexOf('#') : name.length;
  const path = place.paths.get(fileOf(name.slice(1, hash), place) ?? '');
  return path === undefined ? undefined : { path: withBase(place.base, path), anchor: name.slice(hash) };
}

/**
 * The address of a rooted path: its own if a page is there, else that of the file that it names in the docs folder. The path of
 * a file may begin with one folder more, such as the docs folder itself. Without a page: the path without its ending.
 */
function rootedPath(target: string, place: LinkPlace): string {
  const own = target.startsWith(`${place.base}/`) ? target.slice(place.base.length) : target;
  const path = posix.normalize(own);
  const taken = [path, path.toLowerCase()].find((candidate) => place.taken.has(candidate));
  if (taken !== undefined) return withBase(place.base, taken);
  const rest = path.replace(/^\/[^/]+(?=\/.*\.\w+$)/, '');
  const [named, below] = [path, rest].map((candidate) => fileOf(decoded(candidate.slice(1)), place));
  const file = named ?? below;
  const known = file === undefined ? undefined : place.paths.get(file);
  return known === undefined ? target.replace(/(?!^)\/$|\.mdx?$/, '') : withBase(place.base, known);
}

/** The path of a page with the site's base path. */
export function withBase(base: string, path: string): string {
  return path === '/' && base !== '' ? base : base + path;
}

/** By the file from the page's folder or the docs folder, by the address from that of the page, or by its name alone. */
function filePath(target: string, place: LinkPlace): string | undefined {
  const beside = posix.join(posix.dirname(place.file), target);
  const file = fileOf(beside, place) ?? (place.hasLinksByName ? namedFile(target, place) : undefined);
  const path = file === undefined ? undefined : place.paths.get(file);
  if (path !== undefined) return withBase(place.base, path);
  const own = place.paths.get(place.file) ?? '/';
  const addresses = [posix.join(posix.dirname(own), target), posix.join(own, target)].map((address) =>
    encoded(address),
  );
  const address = addresses.find((candidate) => place.taken.has(candidate));
  return address === undefined ? undefined : withBase(place.base, address);
}

function fileOf(path: string, { files, file }: LinkPlace): string | undefined {
  const bare = path.replace(/(?<!^)\/$/, '').replace(/^\.$/, '');
  const name = withoutEnding(bare);
  const suffix = languageSuffix.exec(withoutEnding(file))?.[0] ?? '';
  return files.get(bare) ?? files.get(name + suffix) ?? files.get(name) ?? files.get(name.toLowerCase());
}

function namedFile(target: string, { files }: LinkPlace): string | undefined {
  const name = withoutEnding(target.replace(/\/$/, ''));
  return files.get(name) ?? files.get(`name:${posix.basename(name).toLowerCase()}`);
}

/**
 * A site path as an absolute address, where the site's address is known. A base that the address already ends in is not
 * doubled.
 */
export function toSiteAddress(path: string, siteUrl: string | undefined): string {
  if (siteUrl === undefined) return path;
  const site = new URL(siteUrl);
  const own = site.pathname.replace(/\/$/, '');
  const rest = path.slice(sharedLength(own, path));
  return `${site.origin}${own}${rest === '/' && own !== '' ? '' : rest}`;
}

/** How much of the path the address ends in: with `/help/docs` and `/docs/a` that is `/docs`. */
function sharedLength(address: string, path: string): number {
  for (let at = address.indexOf('/'); at !== -1; at = address.indexOf('/', at + 1)) {
    const end = address.slice(at);
    if (path === end || path.startsWith(`${end}/`)) return end.length;
  }
  return 0;
}

/** A percent-decoded address; unchanged if it has a stray percent sign. */
export function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
