/**
 * What reading a website costs: pages a second and memory, for a site on this machine whose pages are partly slow, busy, gone,
 * moved, copies of others or not to be read; the first time, and when nothing has changed.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSiteSource } from '../../../src/service/projects/site-source.ts';
import { defaultCrawl } from '../../../src/service/sites/crawl-settings.ts';
import { aligned } from './table.ts';

const paragraph = '<p>The kettle boils water when it is called with a temperature, and says so when it is done.</p>\n';

export async function crawlTable(size: number): Promise<string> {
  const server = createServer((request, response) =>
    answer(request.url ?? '', request.headers['if-none-match'], size, response),
  );
  const folder = mkdtempSync(join(tmpdir(), 'docent-crawl-'));
  try {
    const url = await addressOf(server);
    const source = createSiteSource({ ...defaultCrawl, url, delayMs: 0, privateAddresses: true }, folder, 'site');
    const rows: (readonly string[])[] = [];
    for (const act of ['first', 'again']) {
      const before = process.memoryUsage.rss();
      const [since, cpu] = [performance.now(), process.cpuUsage()];
      let most = before;
      const watch = setInterval(() => {
        most = Math.max(most, process.memoryUsage.rss());
      }, 20);
      const lines: string[] = [];
      const log = async (line: string): Promise<void> => void lines.push(line);
      const checkout = await source.fetch(log, new AbortController().signal);
      clearInterval(watch);
      const seconds = (performance.now() - since) / 1_000;
      const { user, system } = process.cpuUsage(cpu);
      await checkout.markServed();
      const figures = [seconds, size / seconds, (user + system) / 1_000_000, (most - before) / 2 ** 20];
      rows.push([act, ...figures.map((figure) => figure.toFixed(1)), lines.find((line) => / found /.test(line)) ?? '']);
    }
    return `crawl of ${size} addresses\n${aligned([['', 's', 'addresses/s', 'CPU s', 'MB more', ''], ...rows])}`;
  } finally {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function addressOf(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server on a port has an address of this kind.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Of 50 addresses one each is gone, moved, a copy, not to be read, and slow. */
function answer(path: string, etag: string | undefined, size: number, response: ServerResponse): void {
  const number = path === '/' ? 0 : Number(/^\/page-(\d+)$/.exec(path)?.[1]);
  const kind = number % 50;
  if (Number.isNaN(number) || number >= size || kind === 10) return void response.writeHead(404).end();
  if (kind === 20) return void response.writeHead(301, { location: `/page-${number + 1}` }).end();
  const tag = `"${number}"`;
  if (etag === tag) return void response.writeHead(304, { etag: tag }).end();
  const head = kind === 40 ? '<meta name="robots" content="noindex">' : '';
  const links = Array.from({ length: 40 }, (_, at) => `<a href="/page-${(number * 40 + at + 1) % size}">${at}</a>`);
  const title = kind === 30 ? 'A copy' : `Page ${number}`;
  const nav = kind === 30 ? '' : `<nav>${links.join('\n')}</nav>`;
  const html = `<!doctype html><html><head>${head}<title>${title}</title></head><body>${nav}<main><h1>${title}</h1>
${paragraph.repeat(100)}</main></body></html>`;
  const send = (): unknown => response.writeHead(200, { 'content-type': 'text/html', etag: tag }).end(html);
  if (kind === 45) setTimeout(send, 100);
  else send();
}
