/** Which addresses belong to the site that is read, and the file that each page is kept in. Pure. */
import { posix } from 'node:path';

/** Everything in one folder of one origin. */
export interface Scope {
  readonly origin: string;
  /** With a slash at both ends, as in an address. */
  readonly folder: string;
}

/** `/docs` and `/docs/` -> `/docs/`; `/docs/start.html` -> `/docs/` */
export function scopeOf({ origin, pathname }: URL): Scope {
  const last = posix.basename(pathname);
  if (pathname.endsWith('/')) return { origin, folder: pathname };
  return { origin, folder: last.includes('.') ? pathname.slice(0, -last.length) : `${pathname}/` };
}

/** Endings of what is no page. */
const noPage =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|css|m?js|map|json|ya?ml|xml|rss|atom|pdf|zip|gz|tgz|bz2|xz|tar|mp[34]|webm|ogg|wav|woff2?|ttf|eot|otf|txt|mdx?|csv|exe|dmg|deb|rpm|jar|whl|wasm|iso|bin)$/i;

const maxAddressChars = 1_000;

/** Where a link leads, without its query and fragment. undefined: not to a page in scope. `base` is that of the page. */
export function pageIn(scope: Scope, href: string, base: URL): URL | undefined {
  const url = fileIn(scope, href, base);
  return url === undefined || noPage.test(url.pathname) ? undefined : url;
}

/** The same for files of any kind. */
export function fileIn({ origin, folder }: Scope, href: string, base: URL): URL | undefined {
  const url = URL.parse(href, base.href);
  if (!url || url.origin !== origin || url.username !== '') return undefined;
  const { pathname } = url;
  const isInside = pathname.startsWith(folder) || `${pathname}/` === folder;
  return isInside && pathname.length <= maxAddressChars ? new URL(pathname, origin) : undefined;
}

/** The same for the addresses under which sites usually show one page. */
export function keyOf({ pathname }: URL): string {
  return pathname.replace(/(?<=\/)index(?:\.html?)?$/, '').replace(/\/+$/, '') || '/';
}

const maxDepth = 20;
const maxNameBytes = 200;

/** Whether the same part comes again and again, as where relative links grow at each page. */
export function looksEndless({ pathname }: URL): boolean {
  const parts = pathname.split('/').filter((part) => part !== '');
  const counts = Map.groupBy(parts, (part) => part);
  return parts.length > maxDepth || [...counts.values()].some(({ length }) => length > 3);
}

/** `/a/b`, `/a/b/` and `/a/b/index.html` -> `a/b/index.html`. undefined: no file can have this name. */
export function fileOf(url: URL, ending: 'html' | 'md'): string | undefined {
  const parts = keyOf(url)
    .split('/')
    .filter((part) => part !== '')
    .map(decodedPart);
  if (!parts.every((part) => part !== undefined && isFileName(part))) return undefined;
  return [...parts, `index.${ending}`].join('/');
}

function decodedPart(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    // A stray percent sign.
    return undefined;
  }
}

/** Of the folder for a page: a hidden one is not read, and one named like the file of a page could not be beside it. */
function isFileName(part: string): boolean {
  if (/[/\\:*?"<>|]|^\.|^index\.(?:html|md)$|^node_modules$/.test(part)) return false;
  return Buffer.byteLength(part) <= maxNameBytes && ![...part].some((character) => character < ' ');
}

/** `/a/b.md` and `/a/b/index.html.md` -> the address of the page of which this is the Markdown. */
export function pageOfMarkdown(url: URL): URL {
  const path = url.pathname.replace(/\.(?:mdx?|txt)$/i, '').replace(/(^|\/)index(?:\.html?)?$/i, '$1');
  return new URL(path, url.origin);
}
