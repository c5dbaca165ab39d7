/**
 * `docent try [DIR]`: runs the whole product on this machine: the documentation service, simulated Slack and Discord
 * with the real bot connected to them, a page to use it, and one sample question on each platform. The only file that
 * imports the sandbox. Of the environment and `.env` it uses the models of `docent serve` alone, so it cannot reach a real
 * workspace.
 */
import { fileURLToPath } from 'node:url';
import { type App, createApp } from '../bot/app/app.ts';
import { type Config, oneSite } from '../bot/config/config.ts';
import { readEnvFile, secretsIn } from '../bot/config/env-file.ts';
import { routingFileSchema } from '../bot/config/routing/schema.ts';
import type { Assistant } from '../bot/core/ports/assistant.ts';
import type { Metrics } from '../bot/core/ports/telemetry.ts';
import { createAssistant } from '../bot/docs-api/assistant.ts';
import { untilAborted } from '../kit/base/clock.ts';
import { type Sandbox, startSandbox } from '../sandbox/server.ts';
import { createDiscordPanel } from '../sandbox/view/discord/panel.ts';
import { toPlainText } from '../sandbox/view/plain-text.ts';
import { createSlackPanel } from '../sandbox/view/slack/panel.ts';
import { DocsServerError } from '../service/errors.ts';
import { type DocsServer, startDocsServer, throwIfAllMissing } from '../service/service.ts';
import { type Command, type CommandIo, counted, type ExitCode, listenProblem, readWords } from './terminal/command.ts';
import { openLog } from './terminal/log-lines.ts';
import { createProgress } from './terminal/progress.ts';

const ownDocs = fileURLToPath(new URL('../../docs', import.meta.url));
/** Sample questions for our own docs; for other docs they are made from page titles. */
const ownQuestions = ['How do I connect Docent to Slack?', 'How do I deploy the docs from chat?'];
/** Streams answers at about the pace of a language model. */
const pieceDelayMs = 25;
/**
 * The bot gives up earlier if the assistant is silent; this covers a bot that receives nothing, even on very slow
 * machines.
 */
const answerTimeoutMs = 180_000;

export const try_: Command = {
  summary: 'see it work on this machine with simulated Slack and Discord, no account needed',
  help: `docent try [DIR] [--once] [--ask "QUESTION"] [--port 0]

Starts the documentation service on DIR (by default Docent's own docs), a
simulated Slack workspace, a simulated Discord server, and the bot with its real
SDKs connected to them. Prints the URL of a page that shows both side by side,
and asks one sample question on each platform.
  --once    end after the two answers; exit code 0 only if both cite a source
  --ask     ask this instead of the sample questions
  --port    the page's port (default: any free port)
The models that docent serve would use here answer, if any (DOCENT_MODEL). Other
tokens and URLs in the environment are not used: it reaches no real workspace.
Nothing is stored: everything is lost when it ends.

  docent try
  docent try path/to/docs --ask "How do I start?"
`,
  heedsSignal: true,
  async run(args, io) {
    const options = { once: { type: 'boolean' }, ask: { type: 'string' }, port: { type: 'string' } } as const;
    const words = readWords(args, options, 1);
    const docsDir = words.positionals[0] ?? ownDocs;
    try {
      await using stage = await setUp(docsDir, words.number('port', 65_535) ?? 0, io);
      return await play(stage, { docsDir, once: words.flag('once'), question: words.text('ask') }, io);
    } catch (error) {
      const sentence = error instanceof DocsServerError ? error.message : listenProblem(error, '--port');
      if (sentence === undefined) throw error;
      io.err(`${sentence}\n`);
      return 1;
    }
  },
};

/** How a turn ended, as reported to the metrics. */
interface End {
  readonly platform: string;
  readonly state: string;
  readonly sources: number;
}

interface Stage extends AsyncDisposable {
  readonly docs: DocsServer;
  readonly sandbox: Sandbox;
  readonly assistant: Assistant;
  /** Resolves to the next turn that ends on this platform, or to undefined after the time limit. */
  nextEnd(platform: string): Promise<End | undefined>;
}

async function setUp(docsDir: string, port: number, io: CommandIo): Promise<Stage> {
  await using stack = new AsyncDisposableStack();
  const env = await readEnvFile('.env', io.env);
  const logger = openLog(io, 'error', secretsIn(env));
  await throwIfAllMissing([{ source: { folder: docsDir } }]);
  io.out('Reading the docs …\n');
  const docs = await startDocsServer({
    docsDir,
    port: 0,
    pieceDelayMs,
    propose: true,
    env,
    logger,
    onProgress: createProgress(io),
  });
  stack.defer(() => docs.stop());
  for (const problem of docs.problems) io.err(`  left out: ${problem}\n`);
  if (docs.losses !== undefined) io.err(`${docs.losses}\n`);
  if (docs.model !== undefined) io.out(`The model ${docs.model} writes the answers.\n`);
  const sandbox = await startSandbox({ port });
  stack.defer(() => sandbox.stop());
  const ends = listenForEnds();
  const config = toConfig(docs, sandbox);
  const app: App = await createApp(config, logger, ends.metrics);
  stack.defer(() => app.stop());
  await app.start();
  const assistant = createAssistant(config.assistant);
  stack.defer(() => assistant.close());
  const parts = stack.move();
  return { docs, sandbox, assistant, nextEnd: ends.next, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

function toConfig(docs: DocsServer, sandbox: Sandbox): Config {
  const { slack, discord } = sandbox;
  // Ada and Grace may deploy and read reports on both platforms; Linus and Noor may not. Their group or, on Discord,
  // the maintainers are called when a person needs a human.
  const deployers = slack.groups.find((group) => group.handle === 'docs-deployers')?.id;
  const maintainer = discord.roles.find((role) => role.name === 'Maintainer')?.id;
  const ada = discord.users.find((user) => user.name === 'ada')?.id;
  const allow = [`slack:${deployers}`, `discord:${maintainer}`, `discord:${ada}`];
  return {
    slack: { botToken: slack.botToken, appToken: slack.appToken, apiUrl: slack.apiUrl },
    discord: { token: discord.token, guildId: discord.guildId, apiUrl: discord.apiUrl },
    ...oneSite(
      {
        url: docs.url,
        domain: docs.domain,
        apiKey: docs.key,
        apiVersion: 'v2',
        retrievalPageSize: 5,
        firstByteMs: 30_000,
        idleMs: 30_000,
        totalMs: 300_000,
      },
      routingFileSchema.parse({
        slack: { handover: `slack:${deployers}` },
        discord: { handover: `discord:${maintainer}` },
      }),
    ),
    deploy: {
      projects: [
        {
          name: 'default',
          title: 'the docs',
          url: docs.url,
          projectId: docs.projectId,
          token: docs.deployKey,
          statusPath: '/v1/project/update-status/{statusId}',
          allow,
        },
      ],
      confirm: false,
      reask: false,
      timeoutMs: 30 * 60_000,
    },
    reportAllow: allow,
    database: 'sqlite::memory:',
    host: '127.0.0.1',
    port: 0,
    logLevel: 'error',
    shutdownGraceMs: 5_000,
  };
}

/** A metrics sink that reports when turns end. */
function listenForEnds(): { readonly metrics: Metrics; readonly next: Stage['nextEnd'] } {
  const sources = new Map<string, number>();
  const waiting = new Map<string, (end: End) => void>();
  const metrics: Metrics = {
    count(name, labels = {}) {
      const { platform = '', state = '' } = labels;
      if (name !== 'turns') return;
      waiting.get(platform)?.({ platform, state, sources: sources.get(platform) ?? 0 });
      waiting.delete(platform);
    },
    observe(name, value, labels = {}) {
      if (name === 'sources') sources.set(labels.platform ?? '', value);
    },
  };
  const next: Stage['nextEnd'] = (platform) =>
    new Promise((resolve) => {
      const late = setTimeout(() => resolve(undefined), answerTimeoutMs);
      waiting.set(platform, (end) => {
        clearTimeout(late);
        resolve(end);
      });
    });
  return { metrics, next };
}

interface PlayOptions {
  readonly docsDir: string;
  readonly once: boolean;
  readonly question: string | undefined;
}

async function play(stage: Stage, options: PlayOptions, io: CommandIo): Promise<ExitCode> {
  const { sandbox, docs } = stage;
  const place = options.docsDir === ownDocs ? 'its own docs' : options.docsDir;
  io.out(`Docent answers from ${counted(docs.pages, 'page')} of ${place}.\n\n  Open ${sandbox.url}\n\n`);
  const [first, second] = options.question
    ? [options.question, options.question]
    : await sampleQuestions(stage, options.docsDir, io);
  const transcripts = await Promise.all([askOnSlack(stage, first), askOnDiscord(stage, second)]);
  const problems = transcripts.flatMap((transcript) => printTranscript(transcript, io));
  if (options.once) return problems.length === 0 ? 0 : 1;
  io.out(`Your turn: ask on the page, ${sandbox.url}, or type /deploy or /docs-report there.\nPress Ctrl+C to stop.\n`);
  await untilAborted(io.signal);
  io.out('\nStopping …\n');
  return 0;
}

/** Two questions that the docs answer, each made from the title of a page. */
async function sampleQuestions(stage: Stage, docsDir: string, io: CommandIo): Promise<readonly [string, string]> {
  if (docsDir === ownDocs) return [ownQuestions[0] ?? '', ownQuestions[1] ?? ''];
  const questions: string[] = [];
  // Titles that begin with a verb make the best questions, then those of several words.
  const pages = stage.docs.questions().toSorted((a, b) => rankOf(a) - rankOf(b));
  for (const { title, question } of pages.slice(0, 12)) {
    if (questions.includes(question)) continue;
    if ((await firstSource(question, stage.assistant, io)) === title) questions.push(question);
    if (questions.length === 2) break;
  }
  const [first = 'How do I get started?', second = first] = questions;
  return [first, second];
}

function rankOf({ title, question }: { readonly title: string; readonly question: string }): number {
  if (/^(?:How|Why|Where|When)\b/.test(question)) return 0;
  return /\S\s+\S/.test(title) ? 1 : 2;
}

/** The title of the first page cited. */
async function firstSource(question: string, assistant: Assistant, io: CommandIo): Promise<string | undefined> {
  const messages = [{ id: 'sample', role: 'user', text: question, at: Date.now() }] as const;
  for await (const part of assistant.ask({ fp: 'try', messages }, io.signal)) {
    if (part.type === 'source') return part.source.title;
  }
  return undefined;
}

/** The conversation on a platform, and how it ended. */
interface Transcript {
  readonly place: string;
  readonly asked: string;
  readonly answers: readonly string[];
  readonly end: End | undefined;
}

async function askOnSlack(stage: Stage, question: string): Promise<Transcript> {
  const { slack } = stage.sandbox;
  const channel = slack.channels.find((candidate) => candidate.name === 'docs-help');
  const user = slack.users.find((candidate) => candidate.role !== 'bot');
  if (!channel || !user) throw new TypeError('the simulated workspace has no channel to ask in');
  const ended = stage.nextEnd('slack');
  const { ts } = await slack.say({ channel: channel.id, user: user.id, text: `<@${slack.botUserId}> ${question}` });
  const end = await ended;
  const { messages } = createSlackPanel(slack).view();
  const answers = messages.filter(
    ({ thread, author }) => thread === `${channel.id}/${ts}` && author === slack.botUserId,
  );
  return {
    place: `Slack · #${channel.name}`,
    asked: `${user.name}: @docent ${question}`,
    answers: answers.map(({ body }) => toPlainText(body)),
    end,
  };
}

async function askOnDiscord(stage: Stage, question: string): Promise<Transcript> {
  const { discord } = stage.sandbox;
  const channel = discord.channels.find((candidate) => candidate.name === 'docs-help');
  const user = discord.users.find((candidate) => !candidate.bot);
  if (!channel || !user) throw new TypeError('the simulated server has no channel to ask in');
  const ended = stage.nextEnd('discord');
  const { id } = await discord.say({ channel: channel.id, user: user.id, text: `<@${discord.botUserId}> ${question}` });
  const end = await ended;
  const { messages } = createDiscordPanel(discord).view();
  const answers = messages.filter(({ room, author, notice }) => room === id && author === discord.botUserId && !notice);
  return {
    place: `Discord · #${channel.name}`,
    asked: `${user.name}: @docent ${question}`,
    answers: answers.map(({ body }) => toPlainText(body)),
    end,
  };
}

/** Prints a transcript and its problem, if there is one, and returns the problem. */
function printTranscript({ place, asked, answers, end }: Transcript, io: CommandIo): readonly string[] {
  io.out(`── ${place} ──\n${[asked, ...answers.map((text) => `docent: ${text}`)].join('\n')}\n\n`);
  const problem = problemOf(answers, end);
  if (problem === undefined) return [];
  io.err(`${place}: ${problem}\n`);
  return [problem];
}

function problemOf(answers: readonly string[], end: End | undefined): string | undefined {
  if (!end) return `no answer within ${answerTimeoutMs / 60_000} minutes.`;
  if (end.state !== 'answered') return `the question was not answered: ${end.state}.`;
  if (answers.length === 0) return 'the answer is not in the thread.';
  return end.sources === 0 ? 'the answer cites no source.' : undefined;
}
