/** MCP over standard input and output, for one client, which started this process. */
import { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { untilAborted } from '../../kit/base/clock.ts';
import type { Caller } from '../keys.ts';
import type { Site } from '../projects/site.ts';
import { createDocsOperations, type DocsOptions } from './docs-operations.ts';
import { createDocsServer } from './docs-server.ts';

/** What the client writes, and where it reads. Nothing else may be written there. */
export interface Stdio {
  readonly input: AsyncIterable<Uint8Array | string>;
  write(line: string): void;
}

export interface StdioOptions extends DocsOptions {
  readonly canReport: boolean;
}

/** Serves until the client closes the input, or the process ends. */
export async function answerOverStdio(site: Site, caller: Caller, stdio: Stdio, options: StdioOptions): Promise<void> {
  const docs = createDocsOperations(site, caller, options);
  const input = Readable.from(stdio.input);
  const output = new Writable({
    decodeStrings: false,
    write(line, _, done) {
      stdio.write(String(line));
      done();
    },
  });
  const closed = new Promise((resolve) => input.once('close', resolve));
  const handle = serveStdio(() => createDocsServer(site.domain, docs, options), {
    transport: new StdioServerTransport(input, output),
    // The tools never change.
    maxSubscriptions: 0,
    onerror: ({ name }) => options.logger.debug({ error: name }, 'MCP message rejected'),
  });
  await Promise.race([closed, untilAborted(options.ending)]);
  await handle.close();
}
