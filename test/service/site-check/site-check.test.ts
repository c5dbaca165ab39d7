import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readPublished } from '../../../src/service/site-check/published.ts';
import { checkSite, type SiteCheck } from '../../../src/service/site-check/site-check.ts';
import { expectLinear } from '../../fakes/linear.ts';
import { docsFolder } from '../folder.ts';

const { signal } = new AbortController();

const docs = {
  'mkdocs.yml': 'site_name: Mill',
  'docs/index.md': '# Mill\n\nGrain.',
  'docs/guide/grind.md': '# Grind\n\n## Coarse\n\nFirst.\n\n## Fine\n\nThen.',
  'docs/old.md': '# Old\n\nGone.',
};

async function checked(site: string | undefined, siteUrl?: string): Promise<SiteCheck> {
  return checkSite({ docsDir: join(docsFolder(docs), 'docs'), site, siteUrl, signal });
}

/** A site that serves these texts until the test ends. */
async function hosted(texts: Readonly<Record<string, string>>): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const text = texts[url]?.replaceAll('HOST', `http://127.0.0.1:${port()}`);
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${port()}`;

  function port(): number {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }
}

test('without a site, the address of every page is computed', async () => {
  const { places, line, compared } = await checked(undefined);
  expect(places).toEqual([
    { file: 'guide/grind.md', address: '/guide/grind' },
    { file: 'index.md', address: '/' },
    { file: 'old.md', address: '/old' },
  ]);
  expect(line).toBe('3 pages (mkdocs).');
  expect(compared).toBeUndefined();
});

test('pages and anchors that a built site lacks are found, and pages that only it has', async () => {
  const site = docsFolder({
    'index.html': '<h1>Mill</h1>',
    'guide/grind/index.html': '<h2 id="coarse">Coarse</h2><h2 id=\'delicate\'>Fine</h2>',
    'tags.html': '',
  });
  expect((await checked(site)).compared).toEqual({
    missing: [{ file: 'old.md', address: '/old' }],
    anchors: [{ file: 'guide/grind.md', address: '/guide/grind#fine' }],
    others: ['/tags.html'],
  });
});

test('a site below a path is found by its address, or by where most pages are', async () => {
  const urls = ['docs/', 'docs/guide/grind/', 'docs/old/', 'blog/old/'];
  const sitemap = urls.map((url) => `<url><loc> https://mill.example/${url} </loc></url>`).join('');
  const folder = docsFolder({ 'sitemap.xml': `<urlset>${sitemap}</urlset>` });
  for (const siteUrl of [undefined, 'https://mill.example/docs']) {
    const { compared } = await checked(join(folder, 'sitemap.xml'), siteUrl);
    expect(compared).toEqual({ missing: [], anchors: [], others: ['/blog/old'] });
  }
});

test('a site that is built does not have the path below which it will be published', async () => {
  const folder = docsFolder({
    'astro.config.mjs': "export default { base: '/clay' }",
    'src/content/docs/index.md': '# Clay\n\nWet.',
    'src/content/docs/fire.md': '# Fire\n\nHot.',
  });
  const site = docsFolder({ 'index.html': '', 'fire/index.html': '' });
  const { places, compared } = await checkSite({ docsDir: folder, site, signal });
  expect(places.map(({ address }) => address).sort()).toEqual(['/clay', '/clay/fire']);
  expect(compared?.missing).toEqual([]);
});

test('the sitemap of an address may be an index of others', async () => {
  const site = await hosted({
    '/sitemap.xml': '<sitemapindex><sitemap><loc>HOST/a.xml?x=1&amp;y=2</loc></sitemap></sitemapindex>',
    '/a.xml?x=1&y=2': '<urlset><url><loc>HOST/</loc></url><url><loc>HOST/guide/grind/</loc></url></urlset>',
  });
  expect((await checked(`${site}/`)).compared?.missing).toEqual([{ file: 'old.md', address: '/old' }]);
});

test('a sitemap in a file may list sitemaps of the network, but no files', async () => {
  const host = await hosted({ '/a.xml': '<urlset><url><loc>HOST/guide/grind</loc></url></urlset>' });
  const folder = docsFolder({ 'index.xml': `<sitemapindex><loc>${host}/a.xml</loc></sitemapindex>` });
  const { paths } = await readPublished(join(folder, 'index.xml'), signal);
  expect([...paths]).toEqual(['/guide/grind']);
  const other = docsFolder({ 'index.xml': `<sitemapindex><loc>${folder}/index.xml</loc></sitemapindex>` });
  await expect(readPublished(join(other, 'index.xml'), signal)).rejects.toMatchObject({ code: 'config_wrong' });
});

test('a site of more sitemaps than are read is refused, because its other pages would count as missing', async () => {
  const text = '<sitemapindex><loc>HOST/sitemap.xml</loc><loc>HOST/sitemap.xml</loc></sitemapindex>';
  const site = await hosted({ '/sitemap.xml': text });
  await expect(readPublished(site, signal)).rejects.toMatchObject({
    code: 'config_wrong',
    message: expect.stringContaining('lists more than 100 sitemaps'),
  });
});

test.each([
  ['none', 'No built site or sitemap at none: name the folder of the built site, its sitemap.xml, or its address.'],
  ['FOLDER', /^The folder .* holds no \.html file\.$/],
  ['FOLDER/empty.xml', /^The sitemap .*empty\.xml lists no page\.$/],
  ['HOST/sitemap.xml', /^The sitemap http.* cannot be read \(status 404\)\. Give another with --site\.$/],
])('the site %s is refused with the reason', async (written, message) => {
  const folder = docsFolder({ 'empty.xml': '<urlset></urlset>' });
  const site = written.replace('FOLDER', folder).replace('HOST', await hosted({}));
  await expect(readPublished(site, signal)).rejects.toMatchObject({
    code: 'config_wrong',
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });
});

test.each(['<loc>', '<loc>a', '<loc> '])('a sitemap that repeats %j is read in linear time', async (piece) => {
  const folder = docsFolder({});
  await expectLinear(200_000, async (chars) => {
    const { writeFile } = await import('node:fs/promises');
    await writeFile(join(folder, 'a.xml'), `<loc>https://mill.example/a</loc>${piece.repeat(chars / piece.length)}`);
    expect((await readPublished(join(folder, 'a.xml'), signal)).paths.size).toBe(1);
  });
});
