/** The official MCP clients, over HTTP or stdio, each with one revision of the protocol. They are closed when the test ends. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioTransport1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpTransport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onTestFinished } from 'vitest';

/** A server's address with a key, or the command that starts it. */
export type Place =
  | { readonly url: string; readonly key?: string | undefined; readonly origin?: string; readonly fetch?: typeof fetch }
  | { readonly command: string; readonly args: string[]; readonly cwd: string };

export interface CallOptions {
  readonly onProgress?: (message: string) => void;
}

export interface Called {
  readonly text: string;
  readonly isError: boolean;
}

export interface McpClient {
  readonly tools: () => Promise<readonly { readonly name: string; readonly annotations?: object | undefined }[]>;
  readonly call: (name: string, args: Record<string, unknown>, options?: CallOptions) => Promise<Called>;
  /** Leaves, even in the middle of a call. */
  readonly close: () => Promise<void>;
  /** The revision that both sides speak. */
  readonly revision: () => string | undefined;
}

const info = { name: 'test', version: '1' };

export const connections: Readonly<Record<string, (place: Place) => Promise<McpClient>>> = {
  '2026-07-28, client 2': (place) =>
    connect(place, new Client(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } })),
  '2025-11-25, client 2': (place) => connect(place, new Client(info)),
  '2025-11-25, client 1': connect1,
};

async function connect(place: Place, client: Client): Promise<McpClient> {
  onTestFinished(() => client.close());
  const transport =
    'url' in place
      ? new StreamableHTTPClientTransport(new URL(place.url), httpOptionsOf(place))
      : new StdioClientTransport({ ...place, stderr: 'ignore' });
  await client.connect(transport);
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, args, { onProgress } = {}) =>
      toCalled(await client.callTool({ name, arguments: args }, optionsOf(onProgress))),
    close: () => client.close(),
    revision: () => client.getNegotiatedProtocolVersion(),
  };
}

async function connect1(place: Place): Promise<McpClient> {
  const client = new Client1(info);
  onTestFinished(() => client.close());
  const transport =
    'url' in place
      ? new HttpTransport1(new URL(place.url), httpOptionsOf(place))
      : new StdioTransport1({ ...place, stderr: 'ignore' });
  // Its class types an optional member without `undefined`.
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, args, { onProgress } = {}) =>
      toCalled(await client.callTool({ name, arguments: args }, undefined, optionsOf(onProgress))),
    close: () => client.close(),
    revision: () => ('protocolVersion' in transport ? transport.protocolVersion : '2025-11-25'),
  };
}

function headersOf({ key, origin }: Extract<Place, { url: string }>): Record<string, string> {
  return { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...(origin !== undefined && { origin }) };
}

function httpOptionsOf(place: Extract<Place, { url: string }>) {
  return { requestInit: { headers: headersOf(place) }, ...(place.fetch && { fetch: place.fetch }) };
}

function optionsOf(onProgress: CallOptions['onProgress']) {
  return {
    ...(onProgress && { onprogress: ({ message = '' }: { message?: string | undefined }) => onProgress(message) }),
  };
}

function toCalled(result: object): Called {
  // All tools return one text.
  const { content, isError = false } = result as { content: [{ readonly text: string }]; isError?: boolean };
  return { text: content[0].text, isError };
}
