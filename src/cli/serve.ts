/**
 * `docent serve`: runs the documentation service on a folder, or on the projects of a configuration file, until a
 * signal.
 */

import { setFlagsFromString } from 'node:v8';
import { readEnvFile } from '../bot/config/env-file.ts';
import { untilAborted } from '../kit/base/clock.ts';
import { version } from '../kit/base/version.ts';
import { createProbes } from '../kit/ops/http.ts';
import { createMetrics } from '../kit/ops/metrics.ts';
import type { Env } from '../kit/settings/reader.ts';
import { listenHost } from '../kit/settings/values.ts';
import { FileLockedError } from '../kit/sql/file-lock.ts';
import { DocsServerError } from '../service/errors.ts';
import { type DocsService, type ProjectSettings, type ServiceOptions, startDocsService } from '../service/service.ts';
import { v } from '../service/variables.ts';
import { databaseOf, databaseProblem, databaseSettings } from './database-problem.ts';
import { tellModelProblem } from './model-check.ts';
import { readServiceSettings } from './service-settings.ts';
import { asTyped } from './terminal/as-typed.ts';
import { type Command, type CommandIo, readWords, UsageError, type Words } from './terminal/command.ts';
import { openLog } from './terminal/log-lines.ts';
import { createProgress } from './terminal/progress.ts';
import { loggingStrayFailures } from './terminal/stray-failures.ts';
import { toWelcome } from './welcome.ts';

export const serve: Command = {
  summary: 'run the documentation service, which answers from docs in a folder, git branch or website',
  help: `docent serve DIR [--domain NAME] [--watch]
docent serve --config docs.yaml
     [--port 8080] [--host 127.0.0.1] [--database URL] [--require-thread-key]
     [--propose] [--llms] [--mcp]
docent serve --check DIR [--site SITE]

Reads the docs in DIR (Markdown, MDX, reStructuredText, AsciiDoc, HTML, notebooks,
OpenAPI, AsyncAPI) and serves the assistant operation
  POST /v1/assistant/NAME/message   (a stream of lines; /v2/… sends server-sent events)
and the update operation
  POST /v1/project/update/NAME      (reads the folder again)
  GET  /v1/project/update-status/STATUS_ID
and /healthz, /readyz and /metrics. NAME is the folder's name unless --domain sets
another. DIR may be the address of a git repository (https://example.com/docs.git#main)
or of a website (https://docs.example.com/), whose pages are fetched every day.
docs.yaml lists several projects, folders, git branches or websites, each with an id.
  --watch               reads folders again whenever they change
  --database            for threads, keys, limits and updates (${v.databaseUrl.default})
  --require-thread-key  continues a thread only with its thread key
  --propose             ends answers without a model with follow-up questions, which
                        Docent shows as buttons
  --llms                also serves the docs as llms.txt, llms-full.txt and Markdown to everybody
  --mcp                 also answers editors and agents at /mcp, with an assistant key
  --check               serves nothing: prints the address of each page, and what is
                        left out or missing
  --site                compares the addresses with a built site (a folder), a sitemap,
                        or a site's address, and prints those that are missing

Keys: use docent keys create, or DOCENT_ASSISTANT_KEY and DOCENT_DEPLOY_KEY; if there
are none, keys are created for this run and shown on a terminal. DOCS_SITE_URL turns the paths of
sources into full URLs. TRUST_PROXY is the number of proxies in front of the service.
HOST and PORT set where it listens if --host and --port do not.
CORS_ORIGINS is a comma-separated list of origins whose pages may ask.
SERVE_DATABASE_URL sets the database if --database does not.
RETENTION_DAYS (90) is how long threads are kept after their last question, or off.
MASKING (on) replaces e-mail addresses, secrets and card numbers in what models receive, or off.
DOCENT_MODEL_URL, DOCENT_MODEL and DOCENT_MODEL_KEY set a language model to answer
with; without one, answers are passages of the docs. DOCENT_EMBEDDING_MODEL, at the
same URL, also finds pages by meaning.
Exit codes: 0 stopped, 1 failed, or with --check some address is not on the site,
2 wrong usage or configuration.
`,
  heedsSignal: true,
  async run(args, io) {
    const words = readWords(args, options, 1);
    boundMemory();
    const env = await readEnvFile('.env', io.env);
    try {
      const { projects, settings } = await settingsOf(words, env, io);
      if (words.flag('check')) {
        const { checkProjects } = await import('./serve-check.ts');
        return await checkProjects(projects, words.text('site'), io);
      }
      if (words.text('site') !== undefined) throw new UsageError('--site applies to --check.');
      let running: DocsService | undefined;
      const metrics = createMetrics();
      metrics.observe('build_info', 1, { version });
      const health = async () => running?.health() ?? { service: { state: 'starting' } };
      const probes = createProbes({ health, metrics });
      const onEmbedded = createProgress(io, Date.now, 'Embedding section');
      const onFetched = createProgress(io, Date.now, 'Fetching page');
      const ops = { metrics, probes: probes.fetch, onProgress: createProgress(io), onFetched, onEmbedded };
      const service = await startDocsService(projects, { ...settings, env, ...ops, signal: io.signal });
      running = service;
      const { key, deployKey } = settings;
      io.out(asTyped(toWelcome(service, { assistant: key, deploy: deployKey }, io.isOutTerminal === true), io.env));
      // Nobody waits for it: readers get answers without the model meanwhile.
      void tellModelProblem(env, io);
      await loggingStrayFailures(settings.logger, () => untilStopped(service, io.signal));
      return 0;
    } catch (error) {
      // A signal also ends a start that is still reading the docs.
      if (io.signal.aborted && error === io.signal.reason) return 0;
      return failed(error, databaseOf(words.text('database'), env, v.databaseUrl), io);
    }
  },
};

/**
 * Long-lived memory hardly grows once the docs are read, so collect garbage at 125 %, not at 200 %, of the last size.
 */
function boundMemory(): void {
  setFlagsFromString('--heap-growing-percent=25');
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const options = {
  config: text,
  domain: text,
  port: text,
  host: text,
  database: text,
  site: text,
  watch: flag,
  propose: flag,
  llms: flag,
  mcp: flag,
  check: flag,
  'require-thread-key': flag,
};

/** Fails with UsageError and DocsServerError: config_wrong. */
async function settingsOf(words: Words, env: Env, io: CommandIo): Promise<Settings> {
  const [folder, domain, config, database] = [
    words.positionals[0],
    ...['domain', 'config', 'database'].map(words.text),
  ];
  const shown = { llms: words.flag('llms'), mcp: words.flag('mcp') };
  const read = await readServiceSettings(env, { folder, domain, config, database, ...shown });
  const { host, port, requireThreadKey, ...settings } = read.settings;
  return {
    projects: read.projects,
    settings: {
      ...settings,
      host: hostOf(words) ?? host,
      port: words.number('port', 65_535) ?? port,
      requireThreadKey: words.flag('require-thread-key') || requireThreadKey === true,
      watch: words.flag('watch'),
      propose: words.flag('propose'),
      logger: openLog(io, read.logLevel, read.secrets),
    },
  };
}

interface Settings {
  readonly projects: readonly ProjectSettings[];
  readonly settings: ServiceOptions;
}

function hostOf(words: Words): string | undefined {
  const given = words.text('host');
  if (given === undefined) return undefined;
  const host = listenHost.safeParse(given.trim());
  if (host.success) return host.data;
  throw new UsageError('--host takes the name or address to listen on, without a port.');
}

/** Fails with DocsServerError if no docs can be served. */
async function untilStopped(service: DocsService, signal: AbortSignal): Promise<void> {
  try {
    await Promise.race([service.begun, untilAborted(signal)]);
    await untilAborted(signal);
  } finally {
    await service.stop();
  }
}

/** Prints why the service cannot start. Fails with the error if it is a defect. */
export function failed(error: unknown, database: string, io: CommandIo): 1 | 2 {
  if (error instanceof FileLockedError) {
    io.err('The database of the service is being restored from a backup; start again when that is done.\n');
    return 1;
  }
  const sentence = databaseProblem(error, database, databaseSettings);
  if (sentence !== undefined) {
    io.err(`${sentence}\n`);
    return 1;
  }
  if (!(error instanceof DocsServerError)) throw error;
  io.err(`${error.message}\n`);
  return error.code === 'config_wrong' ? 2 : 1;
}
