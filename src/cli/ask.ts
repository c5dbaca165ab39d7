/**
 * `docent ask`: streams one answer to the terminal, prints it as JSON, or answers a batch of questions from standard
 * input.
 */

import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { readAssistantConfig } from '../bot/config/config.ts';
import { readEnvFile, secretsIn } from '../bot/config/env-file.ts';
import { toHint } from '../bot/config/nearest-setting.ts';
import { findUnknown } from '../bot/config/without-effect.ts';
import { type AssistantCode, AssistantError } from '../bot/core/model/errors.ts';
import { emptyReply, fold, maxSources, type Reply } from '../bot/core/model/reply.ts';
import type { Source } from '../bot/core/model/source.ts';
import type { Assistant } from '../bot/core/ports/assistant.ts';
import { createAssistant } from '../bot/docs-api/assistant.ts';
import { english } from '../bot/wording/wording.ts';
import { parseJson } from '../kit/base/json.ts';
import { DocsServerError } from '../service/errors.ts';
import { type Command, type CommandIo, type ExitCode, readWords, UsageError } from './terminal/command.ts';
import { openLog } from './terminal/log-lines.ts';

export const ask: Command = {
  summary: 'ask one question from the terminal',
  help: `docent ask "QUESTION" [--json] [--docs DIR]
docent ask --batch [--docs DIR] < questions.jsonl

Asks the service that ASSISTANT_URL, ASSISTANT_DOMAIN and ASSISTANT_API_KEY name or,
with --docs, a documentation service on that folder, started just for this command,
with the language model that DOCENT_MODEL and DOCENT_MODEL_URL name, if any.
  --json    prints {"text", "sources": [{"title", "url"}], "threadId", "finishReason"}
  --batch   reads lines {"id", "question"}, writes lines {"id", "text", "sources"}
Exit codes: 0 answered (also if the docs do not say), 1 the assistant failed,
2 wrong usage or settings.
`,
  heedsSignal: true,
  async run(args, io) {
    const words = readWords(
      args,
      { json: { type: 'boolean' }, batch: { type: 'boolean' }, docs: { type: 'string' } },
      1,
    );
    const [question] = words.positionals;
    if (words.flag('batch') === (question !== undefined))
      throw new UsageError('Give one question in quotes, or --batch.');
    if (question?.trim() === '') throw new UsageError('The question is empty.');
    const back = await connect(words.text('docs'), io);
    if (typeof back === 'number') return back;
    try {
      if (question === undefined) return await answerLines(back.assistant, io);
      return words.flag('json')
        ? await answerAsJson(question, back.assistant, io)
        : await answerAsText(question, back.assistant, io);
    } finally {
      await back.close();
    }
  },
};

interface BackEnd {
  readonly assistant: Assistant;
  close(): Promise<void>;
}

/** Returns an exit code if there is no assistant, after printing the reason. */
async function connect(docsDir: string | undefined, io: CommandIo): Promise<BackEnd | ExitCode> {
  if (docsDir !== undefined) return connectFolder(docsDir, io);
  const env = await readEnvFile('.env', io.env);
  const read = readAssistantConfig(env);
  if (!read.ok) {
    // A missing setting may be there under a mistyped name.
    const sentences = [...read.problems, ...findUnknown(env, {}).map(toHint)];
    const lines = [
      ...sentences.map((sentence) => `  - ${sentence}\n`),
      '  Or ask about a folder of docs: --docs DIR.\n',
    ];
    io.err(`Docent cannot ask:\n${lines.join('')}`);
    return 2;
  }
  const assistant = createAssistant(read.config);
  return { assistant, close: () => assistant.close() };
}

async function connectFolder(docsDir: string, io: CommandIo): Promise<BackEnd | ExitCode> {
  try {
    // Imported only when needed, because the search is large.
    const { startDocsServer } = await import('../service/service.ts');
    const env = await readEnvFile('.env', io.env);
    const logger = openLog(io, 'error', secretsIn(env));
    const server = await startDocsServer({ docsDir, port: 0, env, logger });
    for (const problem of server.problems) io.err(`left out: ${problem}\n`);
    if (server.losses !== undefined) io.err(`${server.losses}\n`);
    const siteUrl = io.env.DOCS_SITE_URL || undefined;
    const assistant = createAssistant({
      url: server.url,
      domain: server.domain,
      apiKey: server.key,
      apiVersion: 'v1',
      ...(siteUrl && { siteUrl }),
    });
    const close = async (): Promise<void> => {
      await assistant.close();
      await server.stop();
    };
    return { assistant, close };
  } catch (error) {
    if (!(error instanceof DocsServerError)) throw error;
    io.err(`${error.message}\n`);
    return error.code === 'config_wrong' ? 2 : 1;
  }
}

interface Answer {
  readonly reply: Reply;
  readonly threadId: string | undefined;
  readonly finishReason: string | undefined;
  /** Why the answer is incomplete. */
  readonly failure: string | undefined;
}

async function answer(
  question: string,
  assistant: Assistant,
  io: CommandIo,
  onText?: (text: string) => void,
): Promise<Answer> {
  let reply = emptyReply;
  let threadId: string | undefined;
  let finishReason: string | undefined;
  let failure: string | undefined;
  const messages = [{ id: 'question', role: 'user', text: question, at: Date.now() }] as const;
  try {
    for await (const part of assistant.ask({ fp: 'terminal', messages }, io.signal)) {
      const before = reply.text;
      reply = fold(reply, part);
      if (part.type === 'thread') threadId = part.thread.id;
      if (part.type === 'finish') finishReason = part.reason;
      if (reply.text.startsWith(before)) onText?.(reply.text.slice(before.length));
    }
    if (io.signal.aborted) failure = 'Stopped.';
  } catch (error) {
    if (!(error instanceof AssistantError)) throw error;
    failure = toFailure(error.code, reply.text !== '');
  }
  return { reply, threadId, finishReason, failure };
}

/** Adds the code and the setting to check to the sentence, because here a maintainer reads it. */
function toFailure(code: AssistantCode, shown: boolean): string {
  const setting = settings[code];
  return `${english.say(`${shown ? 'cutAnswer' : 'noAnswer'}.${code}`)} (${code}${setting ? `: check ${setting}` : ''})`;
}

const settings: Partial<Record<AssistantCode, string>> = {
  unauthorized: 'ASSISTANT_API_KEY',
  not_found: 'ASSISTANT_DOMAIN',
  unavailable: 'ASSISTANT_URL',
  malformed: 'ASSISTANT_URL and ASSISTANT_API_VERSION',
};

async function answerAsText(question: string, assistant: Assistant, io: CommandIo): Promise<ExitCode> {
  const { reply, failure } = await answer(question, assistant, io, (text) => io.out(text));
  if (reply.text !== '') io.out('\n');
  const sources = reply.sources.slice(0, maxSources).map(toLine).join('');
  if (sources !== '') io.out(`\nSources:\n${sources}`);
  if (failure) io.err(`${failure}\n`);
  return failure ? 1 : 0;
}

function toLine(source: Source): string {
  const { title, url } = toJson(source);
  return source.title === undefined ? `  ${url}\n` : `  ${title}  ${url}\n`;
}

function toJson(source: Source): { readonly title: string; readonly url: string } {
  return { title: source.title ?? source.path, url: source.url ?? source.path };
}

async function answerAsJson(question: string, assistant: Assistant, io: CommandIo): Promise<ExitCode> {
  const { reply, threadId, finishReason, failure } = await answer(question, assistant, io);
  const sources = reply.sources.slice(0, maxSources).map(toJson);
  io.out(
    `${JSON.stringify({ text: reply.text, sources, threadId: threadId ?? null, finishReason: finishReason ?? null })}\n`,
  );
  if (failure) io.err(`${failure}\n`);
  return failure ? 1 : 0;
}

/** Answers each line separately. A line that fails is reported on standard error, and makes the exit code 1. */
async function answerLines(assistant: Assistant, io: CommandIo): Promise<ExitCode> {
  let code: ExitCode = 0;
  let number = 0;
  const input = createInterface({
    input: Readable.from(io.stdin),
    crlfDelay: Number.POSITIVE_INFINITY,
    signal: io.signal,
  });
  for await (const line of input) {
    if (io.signal.aborted) break;
    number += 1;
    if (line.trim() === '') continue;
    const asked = toAsked(line);
    if (!asked) {
      io.err(`line ${number}: expected {"id": …, "question": "…"}\n`);
      code = 1;
      continue;
    }
    const { reply, failure } = await answer(asked.question, assistant, io);
    const sources = reply.sources.slice(0, maxSources).map(toJson);
    io.out(`${JSON.stringify({ id: asked.id, text: reply.text, sources })}\n`);
    if (!failure) continue;
    io.err(`line ${number}: ${failure}\n`);
    code = 1;
  }
  return code;
}

/** Returns undefined if the line is not a question. */
function toAsked(line: string): { readonly id: string | number; readonly question: string } | undefined {
  const value = parseJson(line);
  if (typeof value !== 'object' || value === null || !('id' in value) || !('question' in value)) return undefined;
  const { id, question } = value;
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  return typeof question === 'string' && question.trim() !== '' ? { id, question } : undefined;
}
