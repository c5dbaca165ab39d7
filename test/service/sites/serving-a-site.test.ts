/** A website that is served: answers link to its pages, an update fetches it again, and a restart needs no network. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { checkEach } from '../../../src/cli/checked-projects.ts';
import { DocsServerError } from '../../../src/service/errors.ts';
import { defaultCrawl } from '../../../src/service/sites/crawl-settings.ts';
import { docsFolder } from '../folder.ts';
import { answer, ended, listening, project, queued, serving } from '../serving.ts';
import { page } from './website.ts';

type Pages = Record<string, string>;

/** A server whose pages may be changed. */
async function website(pages: Pages): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const found = pages[url];
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(found);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  // A server on a port has an address of this kind.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function siteOf(origin: string, privateAddresses = true): ReturnType<typeof project> {
  return project({ url: `${origin}/docs/`, ...defaultCrawl, delayMs: 0, privateAddresses });
}

function kettle(): Pages {
  const boiling = page('Boiling water', '../').replace(
    '</main>',
    '<p>To boil water, call <code>boilWater</code>.</p></main>',
  );
  return {
    '/docs/': page('Kettle docs', 'boiling/', '/docs/gone'),
    '/docs/boiling/': boiling,
    '/docs/gone': page('Gone'),
  };
}

it('answers with the pages at their own addresses', async () => {
  const origin = await website(kettle());
  const service = await serving([siteOf(origin)]);
  expect(await answer(service, 'How do I boil water?')).toContain(`](${origin}/docs/boiling)`);
});

it('is fetched again by the update operation, whose log says what was found', async () => {
  const pages = kettle();
  const service = await serving([siteOf(await website(pages))]);
  delete pages['/docs/gone'];
  const { status, summary, logs } = await ended(service, await queued(service));
  expect({ status, summary }).toEqual({ status: 'success', summary: '2 pages are served.' });
  expect(logs).toContain('2 pages found by following links.');
});

it('keeps the docs that are served when an update fails', async () => {
  const pages = kettle();
  const service = await serving([siteOf(await website(pages))]);
  for (const path of Object.keys(pages)) delete pages[path];
  const { status, summary } = await ended(service, await queued(service));
  expect(status).toBe('failure');
  expect(summary).toMatch(/has no page that can be read\. .* The previous docs are still served\.$/);
  expect(await answer(service, 'How do I boil water?')).toContain('/docs/boiling)');
});

it('is served after a restart as it was before, without the network', async () => {
  const pages = kettle();
  const [dataDir, origin] = [docsFolder({}), await website(pages)];
  const before = await serving([siteOf(origin)], { dataDir });
  await before.stop();
  for (const path of Object.keys(pages)) delete pages[path];
  const after = await serving([siteOf(origin)], { dataDir });
  expect(await answer(after, 'How do I boil water?')).toContain(`](${origin}/docs/boiling)`);
});

it('is not read at a private address unless its project allows that', async () => {
  const service = await listening([siteOf(await website(kettle()), false)]);
  await expect(service.begun).rejects.toThrow(
    'is in a private network (crawl.privateAddresses in docs.yaml allows it)',
  );
});

it('is checked without being served: what was found, every address, and why a site cannot be read', async () => {
  const pages = kettle();
  const site = siteOf(await website(pages));
  const check = async (): Promise<unknown> => {
    for await (const [, checked] of checkEach([site], undefined, new AbortController().signal)) return checked;
    return undefined;
  };
  expect(await check()).toMatchObject({
    crawled: ['3 pages found by following links.'],
    places: [{ address: '/docs/boiling' }, { address: '/docs/gone' }, { address: '/docs' }],
  });
  pages['/docs/'] = '<html><script src="/app.js"></script><div id="app"></div></html>';
  const failed = await check();
  expect(failed).toBeInstanceOf(DocsServerError);
  expect(String(failed)).toContain('have no text without JavaScript');
});
