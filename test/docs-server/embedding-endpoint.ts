/**
 * An endpoint that speaks OpenAI's embeddings protocol. In: words that mean the same, in groups. Out: its address, and the
 * texts that it was asked about. Real HTTP; a text's vector counts how often it says each group, so equal meanings are near.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface EmbeddingEndpoint {
  readonly url: string;
  /** In the order in which they came. */
  readonly texts: string[];
  /** What it does from now on: answers, refuses, or says nothing. */
  mood: 'well' | 'ill' | 'silent';
}

export async function startEmbeddings(...groups: readonly RegExp[]): Promise<EmbeddingEndpoint> {
  const texts: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    if (endpoint.mood === 'silent') return;
    if (endpoint.mood === 'ill') return void response.writeHead(500).end('{}');
    // What the provider sends is the documented shape.
    const { input } = JSON.parse(body) as { input: readonly string[] };
    texts.push(...input);
    const data = input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text, groups) }));
    const usage = { prompt_tokens: 1, total_tokens: 1 };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ object: 'list', model: 'tiny', data, usage }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  // A server that listens on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  const endpoint: EmbeddingEndpoint = { url: `http://127.0.0.1:${port}/v1`, texts, mood: 'well' };
  return endpoint;
}

function vectorOf(text: string, groups: readonly RegExp[]): readonly number[] {
  return [0.01, ...groups.map((group) => (text.match(new RegExp(group, 'gi')) ?? []).length)];
}
