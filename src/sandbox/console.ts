/**
 * The console: a web page that shows Slack and Discord side by side, and lets one act as anybody there. In: what is done
 * on the page. Out: the page, both views, and patches as server-sent events. Listens on 127.0.0.1 alone; other sites
 * cannot act through a visitor's browser, since acts are JSON and the Host must be this machine.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Act, Patch, Stage } from './view/model.ts';

const page = readFileSync(new URL('./console.html', import.meta.url), 'utf8');

/** The page runs its own script and no other, and talks to its own server only. */
const policy = [
  "default-src 'none'",
  `script-src ${hashesOf('script')}`,
  "style-src 'unsafe-inline'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function createConsole(stages: readonly Stage[]): Hono {
  const app = new Hono();
  app.use(async (c, next) => (isThisMachine(c.req.header('host')) ? next() : c.text('Not here.', 421)));
  app.get('/', (c) => c.html(page, 200, { 'content-security-policy': policy, 'referrer-policy': 'no-referrer' }));
  app.get('/commands/:platform', (c) =>
    c.json(stages.find((one) => one.platform === c.req.param('platform'))?.commands() ?? []),
  );
  app.get('/events', (c) => streamPatches(c, stages));
  app.post('/act/:platform', (c) => takeAct(c, stages));
  return app;
}

/** Resolves when the page can be opened. */
export async function startConsole(
  stages: readonly Stage[],
  port = 0,
): Promise<{ url: string; stop(): Promise<void> }> {
  const app = createConsole(stages);
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port }, (info: AddressInfo) => {
      resolve({ url: `http://127.0.0.1:${info.port}/`, stop });
    });
    server.once('error', reject);

    function stop(): Promise<void> {
      return new Promise((stopped) => {
        server.close(() => stopped());
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
    }
  });
}

/** First both views whole, then each change. A page that lost its connection starts again with the views. */
function streamPatches(c: Context, stages: readonly Stage[]): Response {
  return streamSSE(c, async (stream) => {
    const send = (event: string, value: unknown): Promise<void> =>
      stream.writeSSE({ event, data: JSON.stringify(value) });
    const ended = new Promise<void>((resolve) => stream.onAbort(resolve));
    // Listening begins before the views are read, so that nothing falls between them.
    const ends = stages.map(({ platform, onPatch }) =>
      onPatch((patch: Patch) => void send('patch', { platform, patch })),
    );
    await send(
      'views',
      stages.map((stage) => stage.view()),
    );
    await ended;
    for (const end of ends) end();
  });
}

async function takeAct(c: Context, stages: readonly Stage[]): Promise<Response> {
  const stage = stages.find((one) => one.platform === c.req.param('platform'));
  if (!stage) return c.json({ error: 'No such platform.' }, 404);
  if (!c.req.header('content-type')?.startsWith('application/json')) return c.json({ error: 'JSON only.' }, 415);
  try {
    // The page is the only sender; what it sends beyond the Act's fields is not read.
    await stage.act((await c.req.json()) as Act);
    return c.json({ ok: true });
  } catch (error) {
    return c.json({ error: error instanceof Error ? error.message : String(error) }, 400);
  }
}

function isThisMachine(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host ?? '');
}

function hashesOf(tag: string): string {
  const contents = [...page.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(
    ([, content = '']) => content,
  );
  return contents.map((content) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`).join(' ');
}
