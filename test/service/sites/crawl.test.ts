/** Websites as a source of docs: which pages are read, by which of the site's own lists, and what a site may say about it. */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { docsFolder } from '../folder.ts';
import { crawling, failureOf, origin, page, type Routes, website } from './website.ts';

const markdown = (body: string): Routes[string] => ({
  headers: { 'content-type': 'text/markdown; charset=utf-8' },
  body,
});
const text = (body: string | Uint8Array, type = 'text/plain'): Routes[string] => ({
  headers: { 'content-type': type },
  body,
});
const sitemap = (...paths: readonly string[]): string =>
  `<urlset>${paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('')}</urlset>`;
const redirect = (location: string): Routes[string] => ({ status: 302, headers: { location } });
const asked = (site: ReturnType<typeof website>): readonly string[] => site.requests.map(({ path }) => path);

it('follows the links of a site that lists its pages nowhere, each page once and at its own address', async () => {
  const site = website({
    '/': page('Home', 'guide/', '/guide/start', 'https://other.example/x', 'mailto:a@b.c', '/logo.png', '/api.json'),
    '/guide/': page('Guide', 'start', 'start#install', 'start?tab=2', './', '../', 'index.html'),
    '/guide/start': page('Start', '/guide', '/old'),
    '/old': redirect('/guide/start'),
  });
  const { addresses, titles, lines } = await crawling(site)();
  expect(addresses).toEqual([`${origin}/`, `${origin}/guide`, `${origin}/guide/start`]);
  expect(titles).toEqual(['Guide', 'Home', 'Start']);
  expect(lines[0]).toBe('3 pages found by following links.');
  expect(asked(site).filter((path) => path === '/guide/start')).toHaveLength(2);
  expect(asked(site)).not.toContain('/logo.png');
});

it('stays in the folder of the address that it is given', async () => {
  const site = website({
    '/docs/': page('Docs', '/docs/a', '/blog/b', '/docs-old/c'),
    '/docs/a': page('A'),
    '/blog/b': page('B'),
    '/docs-old/c': page('C'),
  });
  expect((await crawling(site, { url: `${origin}/docs/` })()).titles).toEqual(['A', 'Docs']);
});

it('reads the pages of a sitemap, of compressed ones and of those that it lists, in all languages that it names', async () => {
  const inner = `<urlset><url><loc> ${origin}/c </loc><xhtml:link rel="alternate" hreflang="de" href="${origin}/de/c"/></url></urlset>`;
  const site = website({
    '/robots.txt': text(`Sitemap: ${origin}/all.xml`),
    '/all.xml': text(
      `<sitemapindex><sitemap><loc>${origin}/1.xml</loc></sitemap><sitemap><loc>${origin}/2.xml.gz</loc></sitemap></sitemapindex>`,
    ),
    '/1.xml': text(sitemap('/a', '/b')),
    '/2.xml.gz': text(gzipSync(inner), 'application/gzip'),
    '/': page('Home', '/unlisted'),
    '/a': page('A'),
    '/b': page('B'),
    '/c': page('C'),
    '/de/c': page('C auf Deutsch'),
    '/unlisted': page('Unlisted'),
  });
  const { titles, lines } = await crawling(site)();
  expect(titles).toEqual(['A', 'B', 'C', 'C auf Deutsch', 'Home']);
  expect(lines[0]).toBe('5 pages found in its sitemap.');
});

it('reads the Markdown that an llms.txt lists, at the addresses of the pages', async () => {
  const site = website({
    '/llms.txt': text(
      `# Kettle\n\n- [Start](${origin}/start.md): first\n- [Home](/index.html.md)\n- [More](/more/llms.txt)\n- [Page](/page)\n- [Away](https://other.example/a.md)`,
    ),
    '/more/llms.txt': text('- [Inner](/more/inner.md)'),
    '/': page('Home as HTML', '/unlisted'),
    '/start.md': markdown('# Start\n\nFill the kettle.'),
    '/index.html.md': markdown('# Home\n\nAll about it.'),
    '/more/inner.md': markdown('---\ntitle: Inner\n---\n\nText.'),
    '/page': page('Page'),
  });
  const { addresses, titles, lines } = await crawling(site)();
  expect(titles).toEqual(['Home', 'Inner', 'Page', 'Start']);
  expect(addresses).toEqual([`${origin}/`, `${origin}/more/inner`, `${origin}/page`, `${origin}/start`]);
  expect(lines[0]).toBe('4 pages found in its llms.txt.');
});

it.each([
  [
    'Mintlify',
    `# A\nSource: ${origin}/a\n\nText of A.\n\n\`\`\`md\n# No page\nSource: ${origin}/no\n\`\`\`\n\n# B\nSource: ${origin}/b\n\nText of B.`,
  ],
  ['Fumadocs', '# A (/a)\n\nText of A.\n\n# B (/b)\n\nText of B.'],
  [
    'VitePress',
    '---\nurl: /a.md\n---\n# A\n\nText of A.\n\n---\n\nMore.\n\n---\nurl: /b.md\ndescription: x\n---\n# B\n\nText of B.',
  ],
])('divides an llms-full.txt as %s writes it into its pages', async (_, body) => {
  const site = website({ '/': page('Home'), '/llms-full.txt': text(body) });
  const { addresses, titles, lines } = await crawling(site)();
  expect(titles).toEqual(['A', 'B']);
  expect(addresses).toEqual([`${origin}/a`, `${origin}/b`]);
  expect(lines[0]).toBe('2 pages found in its llms-full.txt.');
});

it('does not use an llms-full.txt that says no addresses, or a page that a site answers in its place', async () => {
  const site = website({
    '/': page('Home', '/a'),
    '/a': page('A'),
    '/llms-full.txt': text('# Kettle\n\nText.\n\n# More\n\nText.'),
    '/llms.txt': page('Not found'),
  });
  expect((await crawling(site)()).titles).toEqual(['A', 'Home']);
});

it('obeys robots.txt: what it disallows, its pause, its sitemap', async () => {
  const site = website({
    '/robots.txt': text(
      'User-agent: *\nDisallow: /\n\nUser-agent: Docent\nDisallow: /private\nAllow: /private/open\nDisallow: /*.html$\nCrawl-delay: 2',
    ),
    '/': page('Home', '/private/a', '/private/open', '/b.html', '/c'),
    '/private/open': page('Open'),
    '/c': page('C'),
  });
  const { titles, lines } = await crawling(site)();
  expect(titles).toEqual(['C', 'Home', 'Open']);
  expect(lines).toContain(`Left out, disallowed by robots.txt: 2 (${origin}/private/a).`);
  const pauses = site.requests.slice(1).map(({ at }, index) => at - (site.requests[index]?.at ?? 0));
  expect(new Set(pauses.slice(1))).toEqual(new Set([2_000]));
  expect(site.requests[0]?.headers['user-agent']).toMatch(/^Docent\/\d+\.\d+\.\d+/);
});

it('leaves out what a page says is not to be read, and reads it under the address by which it wants to be known', async () => {
  const site = website({
    '/': page('Home', '/hidden', '/silent', '/print', '/header', '/followed', '/main').replace(
      '<a href="/main">',
      '<a rel="nofollow" href="/never">x</a><a href="/main">',
    ),
    '/hidden': page('Hidden', '/behind').replace('<head>', '<head><meta name="robots" content="noindex">'),
    '/behind': page('Behind'),
    '/silent': page('Silent', '/after').replace(
      '<head>',
      '<head><meta name=robots content="nofollow, max-image-preview:none">',
    ),
    '/after': page('After'),
    '/print': page('Print').replace('<head>', '<head><link rel="canonical" href="https://docs.example.com/original/">'),
    '/original/': page('Original'),
    '/header': { headers: { 'content-type': 'text/html', 'x-robots-tag': 'noindex' }, body: page('Header') },
    '/followed': page('Followed').replace('<head>', '<head><link rel="canonical" href="/">'),
    '/main': page('Main').replace('<head>', '<head><link rel="canonical" href="https://www.example.com/main">'),
    '/never': page('Never'),
  });
  const { titles, lines } = await crawling(site)();
  expect(titles).toEqual(['Behind', 'Followed', 'Home', 'Main', 'Original', 'Silent']);
  expect(lines).toContain(`Left out, marked noindex: 2 (${origin}/hidden).`);
});

it('ends on a site without end: growing addresses, the same page everywhere, links that circle', async () => {
  const grown = page('Grown', 'a/', 'next/');
  const site = website({
    '/': page('Home', '/circle', 'a/', 'next/'),
    '/circle': redirect('/square'),
    '/square': redirect('/circle'),
  });
  const endless = new Proxy(site.routes, {
    get: (routes, path: string) =>
      routes[path] ?? (/^\/(?:a|next)\//.test(path) ? grown.replaceAll('Grown', path) : undefined),
  });
  const { lines } = await crawling({ ...website({}), ...website(endless) }, { maxPages: 20 })();
  expect(lines).toContain(`Left out, redirects in a circle: 1 (${origin}/circle).`);
  expect(lines.join('\n')).toMatch(/The crawl ended early: maxPages is 20, reached with \d+ addresses unread\./);
  const same = new Proxy(site.routes, {
    get: (routes, path: string) => routes[path] ?? (/^\/(?:a|next)\//.test(path) ? grown : undefined),
  });
  expect((await crawling(website(same))()).titles).toEqual(['Grown', 'Home']);
});

it.each<readonly [string, Routes, string]>([
  [
    'answers 403',
    { '/': { status: 403 } },
    'https://docs.example.com/ answers 403: the site does not let Docent read it.',
  ],
  [
    'is disallowed by robots.txt',
    { '/robots.txt': text('User-agent: *\nDisallow: /') },
    'https://docs.example.com/ is disallowed by robots.txt.',
  ],
  [
    'redirects in a circle',
    { '/': redirect('/a'), '/a': redirect('/') },
    'https://docs.example.com/ redirects in a circle.',
  ],
  [
    'has moved',
    { '/': redirect('https://new.example.com/docs?x=1') },
    'https://docs.example.com/ redirects to https://new.example.com/docs: name https://new.example.com/docs instead.',
  ],
  [
    'has no robots.txt that can be read',
    { '/robots.txt': { status: 500 } },
    'https://docs.example.com cannot be read: its robots.txt answers 500.',
  ],
  [
    'is not there',
    {
      '/robots.txt': {
        error: new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) }),
      },
    },
    'https://docs.example.com cannot be read: its robots.txt cannot be reached (ENOTFOUND).',
  ],
  [
    'has no page',
    {},
    'https://docs.example.com/ has no page that can be read. Left out, not found: https://docs.example.com/.',
  ],
  [
    'shows nothing without JavaScript',
    {
      '/': '<!doctype html><html><head><title>Docs</title><script src="/app.js"></script></head><body><div id="root"></div><noscript>You need to enable JavaScript to run this app, which is a long sentence.</noscript></body></html>',
    },
    'The pages of https://docs.example.com/ have no text without JavaScript: name the folder or repository of the docs, or have the site publish rendered pages or llms-full.txt.',
  ],
])('says in one sentence that a site %s', async (_, routes, sentence) => {
  expect(await failureOf(crawling(website(routes)))).toBe(sentence);
});

it('moves with a site to its encrypted address', async () => {
  const site = website({
    'http://docs.example.com/': redirect(`${origin}/`),
    'http://docs.example.com/robots.txt': redirect(`${origin}/robots.txt`),
    '/': page('Home'),
  });
  expect((await crawling(site, { url: 'http://docs.example.com/' })()).titles).toEqual(['Home']);
});

it('waits as a busy site asks, and then reads the page', async () => {
  const site = website({
    '/': page('Home', '/a'),
    '/a': (request) => (request < 3 ? { status: 429, headers: { 'retry-after': '30' } } : page('A')),
  });
  expect((await crawling(site)()).titles).toEqual(['A', 'Home']);
  const at = site.requests.filter(({ path }) => path === '/a').map((request) => request.at);
  expect([(at[1] ?? 0) - (at[0] ?? 0), (at[2] ?? 0) - (at[1] ?? 0)]).toEqual([30_000, 30_000]);
});

it('reads pages in other encodings', async () => {
  const body = Buffer.from(page('Größe').replace('<head>', '<head><meta charset="iso-8859-1">'), 'latin1');
  expect((await crawling(website({ '/': text(body, 'text/html') }))()).titles).toEqual(['Größe']);
});

it('writes nothing outside of its folder, whatever the addresses are', async () => {
  const site = website({
    '/': page('Home', '/..%2f..%2fetc/passwd', '/%2e%2e/%2e%2e/a', '/.hidden', '/a%00b', '/%ff', '/a/index.html/b'),
    '/a': page('A'),
  });
  const everything = new Proxy(site.routes, { get: (routes, path: string) => routes[path] ?? page(path) });
  const { addresses, lines } = await crawling(website(everything), { maxPages: 50 })();
  expect(addresses.filter((address) => !/\/(?:a|robots\.txt)?$/.test(address))).toEqual([]);
  expect(lines.join('\n')).toContain('addresses that no file can have');
});

it('includes no file of the machine, whatever a page says', async () => {
  const folder = docsFolder({ 'secret.md': 'The password is tulip.', 'mkdocs.yml': 'site_name: x', '.git/HEAD': '' });
  const steal = '# A\n\nNothing.\n\n{{#include ../../../../secret.md}}\n\n{{#include ../../../secret.md}}\n';
  const site = website({ '/': page('Home'), '/llms.txt': text('[a](a.md)'), '/a.md': markdown(steal) });
  const found = await crawling(site, {}, join(folder, 'data'))();
  expect(found.text).toContain('Nothing.');
  expect(found.text).not.toContain('tulip');
});

it('takes only a whole name for the index of a folder', async () => {
  const site = website({
    '/': page('Home', '/registry-index.html', '/a/index.html'),
    '/registry-index.html': page('R'),
  });
  site.routes['/a/index.html'] = page('A');
  expect((await crawling(site)()).addresses).toEqual([`${origin}/`, `${origin}/a`, `${origin}/registry-index.html`]);
});
