/** The HTTP server of the sandbox: Web API, response_url, and the upgrade to Socket Mode. Listens on 127.0.0.1 only. */
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type HttpBindings, serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { untilAborted } from '../../../kit/base/clock.ts';
import { isObject, type Json, type JsonObject } from '../../json.ts';
import { Refusal } from '../world/validation.ts';
import type { Api, ApiResponse } from './api.ts';
import type { ResponseUrls } from './response-urls.ts';

interface HttpServerParts {
  /** The API of the workspace that the token belongs to. */
  apiFor(token: string | undefined): Api;
  readonly responseUrls: ResponseUrls;
  /** The content of an uploaded file. `refused`: the token may not read it. */
  download(id: string, bearer: string | undefined): Buffer | 'refused' | undefined;
  /** Whether calls of a method get a 503. */
  isDown(method: string): boolean;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  readonly stopped: AbortSignal;
}

type SandboxContext = Context<{ Bindings: HttpBindings }>;

/** Resolves when it listens, on a free port. */
export async function startHttpServer(parts: HttpServerParts): Promise<{ port: number; stop(): Promise<void> }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.all('/api/:method', (c) => handleCall(c, c.req.param('method'), parts));
  app.get('/files-pri/:file/download/:name', (c) => handleDownload(c, c.req.param('file'), parts));
  // Slack redirects here if a token may not read a file.
  app.get('/login', (c) => c.html('<html>Sign in to Slack</html>'));
  app.post('/response/:id', (c) => handleResponse(c, c.req.param('id'), parts));

  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }: AddressInfo) =>
      resolve({ port, stop }),
    );
    server.on('upgrade', parts.upgrade);

    function stop(): Promise<void> {
      return new Promise((stopped) => {
        server.close(() => stopped());
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
    }
  });
}

async function handleCall(
  c: SandboxContext,
  name: string,
  { apiFor, isDown, stopped }: HttpServerParts,
): Promise<Response> {
  if (isDown(name)) return c.text('unavailable', 503);
  const args = await readArguments(c);
  if (!args) return c.json({ ok: false, error: 'invalid_json' });
  const { token, ...sent } = args;
  const bearer = bearerOf(c) ?? (typeof token === 'string' ? token : undefined);
  return send(c, await apiFor(bearer).handle(name, bearer, sent), stopped);
}

function handleDownload(c: SandboxContext, name: string, { download }: HttpServerParts): Response {
  const content = download(name.split('-').at(-1) ?? '', bearerOf(c));
  if (content === 'refused') return c.redirect('/login');
  return content ? c.body(new Uint8Array(content)) : (c.notFound() as Response);
}

function bearerOf(c: SandboxContext): string | undefined {
  return c.req.header('authorization')?.replace(/^Bearer /, '');
}

async function handleResponse(
  c: SandboxContext,
  id: string,
  { apiFor, responseUrls }: HttpServerParts,
): Promise<Response> {
  try {
    responseUrls.receive(id, (await readArguments(c)) ?? {});
    return c.text('ok');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    apiFor(undefined).violations.push({ kind: 'refused', method: 'response_url', detail: error.code });
    return c.json({ ok: false, error: error.code }, error.code.endsWith('_url') ? 404 : 400);
  }
}

/** Arguments arrive as form fields, as JSON or in the query, depending on the client. */
async function readArguments(c: SandboxContext): Promise<JsonObject | undefined> {
  const query = c.req.query();
  const body = await c.req.text();
  if (body === '') return query;
  if (!c.req.header('content-type')?.includes('json'))
    return { ...query, ...Object.fromEntries(new URLSearchParams(body)) };
  try {
    const value: Json = JSON.parse(body);
    return isObject(value) ? { ...query, ...value } : undefined;
  } catch {
    return undefined;
  }
}

async function send(c: SandboxContext, response: ApiResponse, stopped: AbortSignal): Promise<Response> {
  const { status, headers, body, connection } = response;
  if (connection === 'hangs') await untilAborted(stopped);
  if (connection) c.env.incoming.socket.destroy();
  return new Response(body, { status: status || 200, headers });
}
