/**
 * MCP over Streamable HTTP at `/mcp/{domain}`, or at `/mcp` where only one project has it. Stateless: each request is answered
 * by a server of its own, so that nothing is shared between keys and any replica can answer. Clients of the revisions that
 * have sessions are told that there are none.
 */
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Hono, MiddlewareHandler } from 'hono';
import type { Admitted } from '../http/middleware.ts';
import { Refusal, readJson, refuseOtherMethods, siteOf } from '../http/requests.ts';
import { type AppOptions, mcpPath, type Operations, readableBy } from '../http/routes.ts';
import { createDocsOperations } from './docs-operations.ts';
import { createDocsServer } from './docs-server.ts';
import { slackPerson } from './slack-identity.ts';

export function addMcpRoute(app: Hono, { admit, ...operations }: Operations, options: AppOptions): void {
  const { sites, ownerOf } = readableBy('mcp', options.projects);
  const [only = '', ...others] = sites.keys();
  const named = (domain = ''): string => (domain === '' && others.length === 0 ? only : domain);
  const admitted: MiddlewareHandler<Admitted> = admit.reading((domain) => ownerOf(named(domain)));
  app.use(mcpPath, refuseOrigins(options.corsOrigins));
  app.post(mcpPath, admitted, async (context) => {
    const domain = named(context.req.param('domain'));
    if (!sites.has(domain))
      throw new Refusal(404, 'Docs of this domain are not served by MCP: it needs mcp in docs.yaml.');
    const caller = context.get('caller');
    const site = siteOf(domain, caller, sites);
    const message = await readJson(context);
    // Each message counts once towards the limits.
    if (Array.isArray(message)) throw new Refusal(400, 'Send one JSON-RPC message at a time: MCP has no batches.');
    const { logger, slackSigningSecret } = options;
    const { req } = context;
    const signed = { signature: req.header('x-slack-signature'), timestamp: req.header('x-slack-request-timestamp') };
    const fp = slackPerson({ ...signed, body: await req.text(), message }, slackSigningSecret, Date.now());
    const docs = createDocsOperations(site, caller, { ...options, ...operations, ...(fp !== undefined && { fp }) });
    const handler = createMcpHandler(() => createDocsServer(domain, docs, { logger, canReport: true }), {
      // Kept alive, because silent connections are closed before a long answer is complete.
      responseMode: 'sse',
      // The tools never change.
      maxSubscriptions: 0,
      onerror: ({ name }) => logger.debug({ error: name }, 'MCP request rejected'),
    });
    return handler.fetch(context.req.raw, { parsedBody: message });
  });
  app.all(mcpPath, refuseOtherMethods('POST'));
}

/** A page of another site, or one whose name was pointed at this machine, must not ask in its reader's place. */
function refuseOrigins(allowed: readonly string[]): MiddlewareHandler {
  return async ({ req }, next) => {
    const origin = req.header('origin');
    if (origin === undefined || allowed.includes(origin)) return next();
    throw new Refusal(403, 'Pages of this origin may not ask: CORS_ORIGINS lists those that may.');
  };
}
