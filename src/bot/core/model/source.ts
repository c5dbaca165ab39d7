/** A page that an answer cites, and what it is called. Pure. */

/** A cited page. `url` is absolute if the page can be linked; otherwise it is unset and only its name is shown. */
export interface Source {
  readonly path: string;
  readonly title?: string;
  readonly url?: string;
}

/** A page that a search found. */
export interface FoundPage extends Source {
  /** Of what the search shows of it for the question. Unset if the service shows nothing. */
  readonly digest?: string;
}

/** The page that an address leads to, whichever of its sections; a trailing slash makes no difference. */
export function addressOfPage(url: string): string {
  return url.replace(/#.*$/s, '').replace(/(?<!\/)\/+$/, '');
}

/** How much of it readers are shown at most, so that no title fills the line below an answer. */
export const maxNameChars = 80;

/** What readers are shown: its title, or one made of the last name in its path. */
export function nameOf({ path, title = '' }: Source): string {
  if (title.trim() !== '' && title !== path) return title;
  const names = pathOf(path).split('/').filter(Boolean);
  const isIndex = indexNames.test(names.at(-1) ?? '') && names.length > 1;
  const name = (names.at(isIndex ? -2 : -1) ?? '').replace(extension, '').replaceAll(/[-_]/g, ' ').trim();
  // A dotted name may read as a host.
  return name === '' || name.includes('.') ? path : `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

const indexNames = /^(?:index|readme)\.[a-z]{2,5}$/i;
const extension = /\.(?:mdx?|markdown|html?|rst|adoc|txt)$/i;

function pathOf(path: string): string {
  const whole = URL.canParse(path) ? new URL(path).pathname : path;
  const [before = ''] = whole.split(/[?#]/, 1);
  try {
    return decodeURIComponent(before);
  } catch {
    return before;
  }
}
