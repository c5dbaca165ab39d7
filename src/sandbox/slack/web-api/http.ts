/**
 * The sandbox's HTTP server: Web API, response_url, and the upgrade to Socket Mode. A fault may break the connection in
 * place of an answer. Listens on 127.0.0.1 alone.
 */
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type HttpBindings, serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type { Json, JsonObject } from '../world/state.ts';
import { isObject, Refusal } from '../world/validation.ts';
import type { Answer, Api } from './api.ts';
import type { Responses } from './responses.ts';

interface HttpParts {
  readonly api: Api;
  readonly responses: Responses;
  /** Whether calls of a method are answered 503. */
  refused(method: string): boolean;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  readonly stopped: AbortSignal;
}

type SandboxContext = Context<{ Bindings: HttpBindings }>;

/** Resolves when it listens, on a port of the system's choice. */
export async function startHttp(parts: HttpParts): Promise<{ port: number; stop(): Promise<void> }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.all('/api/:method', (c) => answerCall(c, c.req.param('method'), parts));
  app.post('/response/:id', (c) => answerResponse(c, c.req.param('id'), parts));

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

async function answerCall(c: SandboxContext, name: string, { api, refused, stopped }: HttpParts): Promise<Response> {
  if (refused(name)) return c.text('unavailable', 503);
  const given = await readArguments(c);
  if (!given) return c.json({ ok: false, error: 'invalid_json' });
  const { token, ...sent } = given;
  const bearer = c.req.header('authorization')?.replace(/^Bearer /, '');
  return send(c, await api.answer(name, bearer ?? (typeof token === 'string' ? token : undefined), sent), stopped);
}

async function answerResponse(c: SandboxContext, id: string, { api, responses }: HttpParts): Promise<Response> {
  try {
    responses.take(id, (await readArguments(c)) ?? {});
    return c.text('ok');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    api.violations.push({ kind: 'refused', method: 'response_url', detail: error.word });
    return c.json({ ok: false, error: error.word }, error.word.endsWith('_url') ? 404 : 400);
  }
}

/** Form fields, JSON or a query: each is how an SDK, or a person with curl, may send arguments. */
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

async function send(c: SandboxContext, answer: Answer, stopped: AbortSignal): Promise<Response> {
  if (answer.broken === 'never')
    await new Promise((resolve) => stopped.addEventListener('abort', resolve, { once: true }));
  if (answer.broken) c.env.incoming.socket.destroy();
  return new Response(answer.body, { status: answer.status || 200, headers: answer.headers });
}
