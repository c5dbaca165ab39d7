/**
 * `docent serve DIR`: the documentation service. In: a folder. Out: a server that runs until a signal.
 */
import { DocsServerError } from '../docs-server/errors.ts';
import { type DocsServer, startDocsServer } from '../docs-server/server.ts';
import { createLogger } from '../log.ts';
import { type Command, type CommandIo, readWords, UsageError } from './command.ts';

export const serve: Command = {
  summary: 'answer from a folder of Markdown: the documentation service',
  help: `docent serve DIR [--domain NAME] [--port 8080] [--host 127.0.0.1]

Reads the Markdown and MDX below DIR and serves the assistant operation
  POST /v1/assistant/NAME/message   (line stream; /v2/… is the same as server-sent events)
and the update operation
  POST /v1/project/update/NAME      (reads the folder again)
  GET  /v1/project/update-status/STATUS_ID
NAME is the folder's name unless --domain gives another.

Keys: DOCENT_ASSISTANT_KEY and DOCENT_DEPLOY_KEY; without them two are made and
printed once. DOCS_SITE_URL makes the links of sources whole.
Exit codes: 0 stopped, 1 failed, 2 wrong use.
`,
  async run(args, io) {
    const options = { domain: { type: 'string' }, port: { type: 'string' }, host: { type: 'string' } } as const;
    const words = readWords(args, options, 1);
    const [docsDir] = words.positionals;
    if (docsDir === undefined) throw new UsageError('Which folder? docent serve DIR.');
    const server = await serveFolder(
      docsDir,
      words.text('domain'),
      words.text('host'),
      words.number('port', 65_535),
      io,
    );
    if (!server) return 1;
    io.out(`${welcome(server, io)}\n`);
    await new Promise<void>((resolve) => {
      if (io.signal.aborted) resolve();
      io.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await server.stop();
    return 0;
  },
};

async function serveFolder(
  docsDir: string,
  domain: string | undefined,
  host: string | undefined,
  port: number | undefined,
  io: CommandIo,
): Promise<DocsServer | undefined> {
  const { DOCENT_ASSISTANT_KEY: key, DOCENT_DEPLOY_KEY: deployKey, DOCS_SITE_URL: siteUrl, LOG_LEVEL: level } = io.env;
  try {
    return await startDocsServer({
      docsDir,
      logger: createLogger({ level: level || 'info' }),
      ...(domain && { domain }),
      ...(host && { host }),
      ...(port !== undefined && { port }),
      ...(key && { key }),
      ...(deployKey && { deployKey }),
      ...(siteUrl && { siteUrl }),
    });
  } catch (error) {
    if (!(error instanceof DocsServerError)) throw error;
    io.err(`${error.message}\n`);
    return undefined;
  }
}

function welcome(server: DocsServer, io: CommandIo): string {
  const lines = [`Serving ${server.pages} pages as “${server.domain}” on ${server.url}`];
  for (const problem of server.problems) lines.push(`  left out: ${problem.file}: ${problem.reason}`);
  if (!io.env.DOCENT_ASSISTANT_KEY) lines.push(`ASSISTANT_API_KEY=${server.key}`);
  if (!io.env.DOCENT_DEPLOY_KEY) lines.push(`DEPLOY_TOKEN=${server.deployKey}`);
  return lines.join('\n');
}
