/** Slackbot, which signs its requests and says who asks. */
import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { docsFolder } from '../folder.ts';
import { project, serving } from '../serving.ts';
import { connections } from './clients.ts';

const secret = 'signing-secret';
const ada = { user_id: 'U0ADA', team_id: 'T0TEAM', enterprise_id: null };

interface Forged {
  readonly secret?: string;
  readonly ageMs?: number;
  /** What arrives instead of what was signed. */
  readonly replaced?: (body: string) => string;
}

/** Sends as Slackbot does: signed, with the asker in each message. */
function asSlackbot(
  { secret: by = secret, ageMs = 0, replaced = (body) => body }: Forged = {},
  send: typeof fetch = fetch,
): typeof fetch {
  return (url, init) => {
    const message = JSON.parse(String(init?.body));
    const params = { ...message.params, _meta: { ...message.params?._meta, slack: ada } };
    const body = JSON.stringify({ ...message, ...(message.method === 'tools/call' && { params }) });
    const timestamp = String(Math.floor((Date.now() - ageMs) / 1_000));
    const headers = new Headers(init?.headers);
    headers.set('x-slack-request-timestamp', timestamp);
    const digest = createHmac('sha256', by).update(`v0:${timestamp}:${body}`).digest('hex');
    headers.set('x-slack-signature', `v0=${digest}`);
    return send(url, { ...init, headers, body: replaced(body) });
  };
}

/** A service whose questions can be forgotten by `fp`, which returns how many threads there were. */
async function served(more: { readonly slackSigningSecret?: string }) {
  const folder = docsFolder({ 'start.md': '# Start\n\nPress the red button of the kettle to start it.' });
  const { url } = await serving([{ ...project({ folder }), mcp: 'public' }], more);
  const forget = async (fp: string): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer ask' };
    const path = `${url}/v1/assistant/kettle/forget`;
    return (await fetch(path, { method: 'POST', headers, body: JSON.stringify({ fp }) })).json();
  };
  return { url: `${url}/mcp`, forget };
}

const question = { question: 'How do I start the kettle?' };

it.each(Object.entries(connections))(
  '%s: a signed question belongs to the person for whom Slackbot asks',
  async (_, connect) => {
    const { url, forget } = await served({ slackSigningSecret: secret });
    const client = await connect({ url, fetch: asSlackbot() });
    expect((await client.tools()).map(({ name }) => name)).toContain('ask');
    expect((await client.call('ask', question)).text).toContain('red button');
    expect(await forget('slack:T0TEAM:U0ADA')).toEqual({ threads: 1 });
  },
);

it.each<[string, Forged]>([
  ['with another secret', { secret: 'another-secret' }],
  ['six minutes ago', { ageMs: 6 * 60_000 }],
  ['in six minutes', { ageMs: -6 * 60_000 }],
  ['for another person', { replaced: (body) => body.replace('U0ADA', 'U0EVE') }],
])('what was signed %s is refused', async (_, forged) => {
  const { url } = await served({ slackSigningSecret: secret });
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ask', arguments: question } };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const sent = await asSlackbot(forged)(url, { method: 'POST', headers, body: JSON.stringify(message) });
  expect([sent.status, await sent.text()]).toEqual([401, expect.stringContaining('MCP_SLACK_SIGNING_SECRET')]);
});

it('nobody is believed without a signature, or without a secret to check it', async () => {
  const unsigned: typeof fetch = (url, init) => {
    const headers = new Headers(init?.headers);
    headers.delete('x-slack-signature');
    return fetch(url, { ...init, headers });
  };
  const [[, connect] = []] = Object.entries(connections);
  const signing = await served({ slackSigningSecret: secret });
  const trusting = await served({});
  for (const [service, sends] of [
    [signing, asSlackbot({}, unsigned)],
    [trusting, asSlackbot()],
  ] as const) {
    const client = await connect?.({ url: service.url, fetch: sends });
    expect((await client?.call('ask', question))?.text).toContain('red button');
    expect(await service.forget('slack:T0TEAM:U0ADA')).toEqual({ threads: 0 });
  }
});
