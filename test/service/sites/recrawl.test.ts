/** A website that is read again: only what has changed is fetched, and a site in trouble takes nothing away. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { crawling, failureOf, origin, page, type Route, website } from './website.ts';

function tagged(body: string, etag: string): Route {
  return { headers: { 'content-type': 'text/html', etag }, body };
}

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's', 't', 'u'];

function large(): ReturnType<typeof website> {
  const pages = names.map((name): readonly [string, Route] => [`/${name}`, tagged(page(name), `"${name}"`)]);
  return website({ '/': page('Home', ...names), ...Object.fromEntries(pages) });
}

it('asks whether a page has changed, and keeps what has not', async () => {
  const site = website({
    '/': tagged(page('Home', '/a', '/b'), '"1"'),
    '/a': tagged(page('A', '/c'), '"1"'),
    '/b': {
      headers: { 'content-type': 'text/html', 'last-modified': 'Mon, 05 Jan 2026 09:00:00 GMT' },
      body: page('B'),
    },
    '/c': page('C'),
  });
  const crawl = crawling(site);
  await crawl();
  site.routes['/c'] = page('New C');
  const before = site.requests.length;
  const { titles, lines } = await crawl();
  expect(titles).toEqual(['A', 'B', 'Home', 'New C']);
  expect(lines[0]).toBe('4 pages found by following links, 2 of them unchanged.');
  const asked = new Map(site.requests.slice(before).map(({ path, headers }) => [path, headers]));
  expect(asked.get('/a')).toHaveProperty('if-none-match', '"1"');
  expect(asked.get('/b')).toHaveProperty('if-modified-since', 'Mon, 05 Jan 2026 09:00:00 GMT');
});

it('drops a page that is gone, and reads one that is new', async () => {
  const site = website({ '/': page('Home', '/a', '/b'), '/a': page('A'), '/b': page('B') });
  const crawl = crawling(site);
  await crawl();
  Object.assign(site.routes, { '/a': { status: 410 }, '/': page('Home', '/a', '/c'), '/c': page('C') });
  expect((await crawl()).titles).toEqual(['C', 'Home']);
});

it('keeps a page that cannot be read for now, and drops one that it may not read any more', async () => {
  const site = large();
  const crawl = crawling(site);
  await crawl();
  Object.assign(site.routes, { '/b': { status: 503 }, '/c': { status: 403 } });
  const { titles, lines } = await crawl();
  expect(titles).toContain('b');
  expect(titles).not.toContain('c');
  expect(lines).toContain(`Left out, forbidden: 1 (${origin}/c).`);
  expect(lines).toContain(`Kept as it was, since the site answers 503: 1 (${origin}/b).`);
});

it('fails when too much cannot be read, and leaves what is served as it was', async () => {
  const site = large();
  const crawl = crawling(site);
  const { checkout } = await crawl();
  for (const name of ['a', 'c', 'e']) site.routes[`/${name}`] = { status: 500 };
  expect(await failureOf(crawl)).toBe(`Of 22 pages of ${origin}/, 3 could not be read (${origin}/a).`);
  expect(existsSync(checkout.docsDir)).toBe(true);
  expect(readdirSync(dirname(checkout.docsDir)).sort()).toEqual(['crawl.json', expect.stringMatching(/^pages-/)]);
});

it('gives up a site that has gone, without asking for all of its pages', async () => {
  const site = large();
  const crawl = crawling(site);
  await crawl();
  for (const name of names) site.routes[`/${name}`] = { error: new DOMException('No answer in time', 'TimeoutError') };
  const before = site.requests.length;
  expect(await failureOf(crawl)).toMatch(
    /^10 pages in a row could not be read, the last one .*, which does not answer in time\.$/,
  );
  expect(site.requests.length - before).toBeLessThan(45);
});

it('begins anew when the address of the site is another one', async () => {
  const site = website({ '/': tagged(page('Home', '/docs/'), '"1"'), '/docs/': tagged(page('Docs'), '"2"') });
  const folder = crawling(site);
  await folder();
  expect((await crawling(site, { url: `${origin}/docs/` })()).titles).toEqual(['Docs']);
});
