/**
 * An OpenAI-compatible embeddings endpoint over real HTTP. In: groups of words with the same meaning. Out: its address, and
 * the texts that it received. A text's vector counts the words of each group, so that equal meanings are near.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface EmbeddingEndpoint {
  readonly url: string;
  /** In the order of arrival. */
  readonly texts: string[];
  /** What it does from now on: answers, fails, or does not respond. */
  mood: 'well' | 'ill' | 'silent';
}

export async function startEmbeddings(...groups: readonly RegExp[]): Promise<EmbeddingEndpoint> {
  const texts: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    if (endpoint.mood === 'silent') return;
    if (endpoint.mood === 'ill') return void response.writeHead(500).end('{}');
    // The provider sends the documented shape.
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
