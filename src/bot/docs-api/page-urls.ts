/** Converts the paths in an answer (absolute, `/rooted` or bare) to absolute http(s) URLs of the docs site. Pure. */

/** Converts a path to an absolute URL. undefined means that it cannot be linked and is shown as text. */
export type ToUrl = (path: string) => string | undefined;

/**
 * Makes URLs under `siteUrl`. A site that has a path itself (`https://example.com/docs`) may name its pages with or without
 * it. Without a site, only absolute URLs can be linked. A path never leads off the site.
 */
export function createToUrl(siteUrl: string | undefined): ToUrl {
  const site = siteUrl === undefined ? undefined : new URL(siteUrl);
  const basePath = site?.pathname.replace(/\/+$/, '') ?? '';

  return (path) => {
    const trimmed = path.trim();
    if (/^[a-z][a-z\d+.-]*:/i.test(trimmed)) return toWebAddress(trimmed);
    if (!site || trimmed.startsWith('//')) return undefined;
    const rooted = withoutIndex(`/${trimmed.replace(/^\/+/, '')}`);
    const [page = ''] = rooted.split(/[?#]/);
    const within = page === basePath || page.startsWith(`${basePath}/`);
    return toWebAddress(`${site.origin}${within ? '' : basePath}${rooted}`);
  };
}

/** Source: the API's description of `currentPath`, read 2026-11-21. */
const maxPathChars = 200;

/** The path of the first page of the site that a text links to; undefined if there is none. */
export function linkedPath(text: string, siteUrl: string | undefined): string | undefined {
  if (siteUrl === undefined) return undefined;
  const site = new URL(siteUrl);
  const basePath = site.pathname.replace(/\/+$/, '');
  const links = text.matchAll(/https?:\/\/[^\s<>()[\]"'`|]+/g);
  for (const [link] of links) {
    const address = link.replace(/[.,;:!?]{1,10}$/, '');
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url?.origin !== site.origin) continue;
    const isPage = url.pathname.startsWith(`${basePath}/`) && url.pathname !== `${basePath}/`;
    if (isPage && url.pathname.length <= maxPathChars) return url.pathname;
  }
  return undefined;
}

/** Allows only http and https, and no userinfo before an `@`, which could pass for the host. */
function toWebAddress(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  return url.href;
}

/** `guides/index` is the source file of the page `guides`. */
function withoutIndex(path: string): string {
  return path.replace(/^\/index(?=$|[?#])/, '/').replace(/\/index(?=$|[?#])/, '');
}
