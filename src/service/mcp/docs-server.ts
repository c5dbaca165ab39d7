/**
 * The MCP server of one site for one caller: its tools as clients see them. A client that names a wrong tool gets a JSON-RPC
 * error; what a tool refuses, wrong arguments included, is a result that the client's model can read.
 */
import { McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Logger } from '../../kit/base/logger.ts';
import { version } from '../../kit/base/version.ts';
import { feedbackReasons } from '../../kit/wire/feedback-reason.ts';
import { Refusal } from '../http/requests.ts';
import type { DocsOperations } from './docs-operations.ts';

const filter = {
  version: z.string().min(1).optional().describe('Only this version of the docs'),
  language: z.string().min(1).optional().describe('Only pages in this language, for instance en or pt-BR'),
  groups: z.array(z.string()).optional().describe('Of the access groups of the key, only these'),
};
const page = z.string().trim().min(1).max(2_000);
const question = z.string().trim().min(1);

const schemas = {
  search: z.strictObject({ query: question.describe('Words of the documentation'), ...filter }),
  read_page: z.strictObject({
    page: page.describe('The address of the page, as search and ask name it'),
    from: z.int().min(0).default(0).describe('Where to go on in a long page'),
    ...filter,
  }),
  ask: z.strictObject({ question: question.describe('One whole question'), ...filter }),
  report_problem: z.strictObject({
    question: question.max(2_000).describe('What the docs were asked or read for'),
    problem: z.string().trim().min(1).max(1_000).describe('What is wrong or missing'),
    reason: z.enum(feedbackReasons).default('other'),
    pages: z.array(page).max(20).default([]).describe('The addresses of the pages that it is about'),
    ...filter,
  }),
};

const reads = { readOnlyHint: true, openWorldHint: false };
const reports = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };

/** `name`: of the docs. Without `canReport`, reports would be lost, so that there is no tool for them. */
export function createDocsServer(
  name: string,
  { search, readPage, ask, report }: DocsOperations,
  { logger, canReport }: { readonly logger: Logger; readonly canReport: boolean },
): McpServer {
  const server = new McpServer(
    { name: 'docent', version },
    { capabilities: { tools: { listChanged: false } }, instructions: `Reads and answers from the docs of ${name}.` },
  );
  const result = (work: Promise<string>, { mcpReq }: ServerContext) => toResult(work, mcpReq.signal, logger);
  server.registerTool(
    'search',
    { description: `Finds pages of the docs of ${name}.`, inputSchema: schemas.search, annotations: reads },
    (asked, context) => result(search(asked), context),
  );
  server.registerTool(
    'read_page',
    { description: `Shows a page of the docs of ${name}.`, inputSchema: schemas.read_page, annotations: reads },
    (asked, context) => result(readPage(asked), context),
  );
  server.registerTool(
    'ask',
    {
      description: `Answers a question from the docs of ${name}, with the pages that say so.`,
      inputSchema: schemas.ask,
      annotations: reads,
    },
    (asked, context) => result(ask(asked, context.mcpReq.signal, progressTo(context)), context),
  );
  if (!canReport) return server;
  server.registerTool(
    'report_problem',
    {
      description: `Tells the team behind the docs of ${name} that they, or an answer, did not help.`,
      inputSchema: schemas.report_problem,
      annotations: reports,
    },
    (problem, context) => result(report(problem), context),
  );
  return server;
}

/** Sends text as progress if the client asked for it. */
function progressTo({ mcpReq }: ServerContext): (text: string) => Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  let progress = 0;
  return async (message) => {
    progress += message.length;
    if (progressToken === undefined || message === '' || mcpReq.signal.aborted) return;
    await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, message } });
  };
}

async function toResult(work: Promise<string>, left: AbortSignal, logger: Logger) {
  const [text, isError] = await work.then(
    (done) => [done, false] as const,
    (error: unknown) => {
      if (error instanceof Refusal) return [sentenceOf(error), true] as const;
      if (!left.aborted) logger.error({ err: error }, 'MCP tool failed');
      return ['The service failed. Its log says why.', true] as const;
    },
  );
  return { content: [{ type: 'text' as const, text }], ...(isError && { isError }) };
}

/** With what an HTTP response says in its headers, such as when to try again. */
function sentenceOf({ message, headers }: Refusal): string {
  return [message, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\n');
}
