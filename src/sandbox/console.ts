/**
 * The console: a web page that shows Slack and Discord side by side and lets its user act as anyone. The page receives both
 * views and then patches, as server-sent events. Listens on 127.0.0.1 only; other sites cannot act through a visitor's
 * browser, because actions must be JSON and the Host header must name this machine.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Panel, Patch, UserAction } from './view/panel.ts';

const page = readFileSync(new URL('./console.html', import.meta.url), 'utf8');

/** The page runs only its own script, and connects only to its own server. */
const contentSecurityPolicy = [
  "default-src 'none'",
  `script-src ${hashesOf('script')}`,
  "style-src 'unsafe-inline'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function createConsole(panels: readonly Panel[]): Hono {
  const app = new Hono();
  app.use(async (c, next) => (isThisMachine(c.req.header('host')) ? next() : c.text('Not here.', 421)));
  app.get('/', (c) =>
    c.html(page, 200, { 'content-security-policy': contentSecurityPolicy, 'referrer-policy': 'no-referrer' }),
  );
  app.get('/commands/:platform', (c) =>
    c.json(panels.find((panel) => panel.platform === c.req.param('platform'))?.commands() ?? []),
  );
  app.get('/events', (c) => streamPatches(c, panels));
  app.post('/act/:platform', (c) => handleAction(c, panels));
  return app;
}

/** Resolves when the page can be opened. */
export async function startConsole(
  panels: readonly Panel[],
  port = 0,
): Promise<{ url: string; stop(): Promise<void> }> {
  const app = createConsole(panels);
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

/** Sends both views, then each change. A page that reconnects gets the views again. */
function streamPatches(c: Context, panels: readonly Panel[]): Response {
  return streamSSE(c, async (stream) => {
    const send = (event: string, value: unknown): Promise<void> =>
      stream.writeSSE({ event, data: JSON.stringify(value) });
    const ended = new Promise<void>((resolve) => stream.onAbort(resolve));
    // Subscribed before the views are read, so that no change is lost between them.
    const unsubscribes = panels.map(({ platform, onPatch }) =>
      onPatch((patch: Patch) => void send('patch', { platform, patch })),
    );
    await send(
      'views',
      panels.map((panel) => panel.view()),
    );
    await ended;
    for (const unsubscribe of unsubscribes) unsubscribe();
  });
}

async function handleAction(c: Context, panels: readonly Panel[]): Promise<Response> {
  const panel = panels.find((candidate) => candidate.platform === c.req.param('platform'));
  if (!panel) return c.json({ error: 'No such platform.' }, 404);
  if (!c.req.header('content-type')?.startsWith('application/json')) return c.json({ error: 'JSON only.' }, 415);
  try {
    // The page is the only sender; fields that a UserAction does not have are ignored.
    await panel.perform((await c.req.json()) as UserAction);
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
