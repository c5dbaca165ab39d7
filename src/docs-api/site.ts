/**
 * Addresses of the docs site. In: what stands in an answer (a whole address, `/rooted`, or bare). Out: a whole http(s)
 * address, or undefined where there is none to give. Pure.
 */

/** Makes an answer's path a whole address. undefined: it cannot be linked, so it is shown as text. */
export type ToUrl = (path: string) => string | undefined;

/**
 * Addresses below `siteUrl`. A site that itself lives below a path (`https://example.com/docs`) may name its pages with
 * that path or without it. Without a site only whole addresses can be linked. A path never leads off the site.
 */
export function createToUrl(siteUrl: string | undefined): ToUrl {
  const site = siteUrl === undefined ? undefined : new URL(siteUrl);
  const basePath = site?.pathname.replace(/\/+$/, '') ?? '';

  return (path) => {
    const given = path.trim();
    if (/^[a-z][a-z\d+.-]*:/i.test(given)) return toWebAddress(given);
    if (!site || given.startsWith('//')) return undefined;
    const rooted = withoutIndex(`/${given.replace(/^\/+/, '')}`);
    const [page = ''] = rooted.split(/[?#]/);
    const within = page === basePath || page.startsWith(`${basePath}/`);
    return toWebAddress(`${site.origin}${within ? '' : basePath}${rooted}`);
  };
}

/** Only http and https, and nothing before an `@` that could pass for the host. */
function toWebAddress(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  return url.href;
}

/** `guides/index` is the source file of the page `guides`. */
function withoutIndex(path: string): string {
  return path.replace(/^\/index(?=$|[?#])/, '/').replace(/\/index(?=$|[?#])/, '');
}
