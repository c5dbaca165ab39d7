/** `docent serve`: runs the documentation service over a folder, or over the projects of a configuration file, until a signal. */
import { basename, dirname, join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { untilAborted } from '../base/clock.ts';
import { readEnvFile } from '../config/env-file.ts';
import type { Env } from '../config/reader.ts';
import { DocsServerError } from '../docs-server/errors.ts';
import { defaultOrganization, isName } from '../docs-server/keys.ts';
import {
  type DocsService,
  type ProjectSettings,
  readServiceConfig,
  type ServiceConfig,
  type ServiceOptions,
  startDocsService,
} from '../docs-server/service.ts';
import { logLevels } from '../log.ts';
import { createProbes } from '../ops/http.ts';
import { createMetrics } from '../ops/metrics.ts';
import { FileLockedError } from '../store/sql/file-lock.ts';
import { databaseProblem } from './database-problem.ts';
import { databaseOf, databaseSettings, defaultServiceDatabase } from './keys.ts';
import { asTyped } from './terminal/as-typed.ts';
import { type Command, type CommandIo, readWords, UsageError, type Words } from './terminal/command.ts';
import { openLog } from './terminal/log-lines.ts';
import { createProgress } from './terminal/progress.ts';
import { loggingStrayFailures } from './terminal/stray-failures.ts';
import { toWelcome } from './welcome.ts';

export const serve: Command = {
  summary: 'answer from Markdown, in a folder or a git branch: the documentation service',
  help: `docent serve DIR [--domain NAME] [--watch]
docent serve --config docs.yaml
     [--port 8080] [--host 127.0.0.1] [--database URL] [--require-thread-key]
     [--propose]

Reads the Markdown and MDX below DIR and serves the assistant operation
  POST /v1/assistant/NAME/message   (line stream; /v2/… is the same as server-sent events)
and the update operation
  POST /v1/project/update/NAME      (reads the folder again)
  GET  /v1/project/update-status/STATUS_ID
and /healthz, /readyz and /metrics. NAME is the folder's name unless --domain gives
another. docs.yaml names several projects, folders or git branches, each by id.
  --watch               reads folders again whenever they change
  --database            threads, keys, limits, updates (${defaultServiceDatabase})
  --require-thread-key  a thread is continued only with its thread key
  --propose             answers without a model end with what to ask next, which
                        Docent shows as buttons

Keys: docent keys create, or DOCENT_ASSISTANT_KEY and DOCENT_DEPLOY_KEY; where there
are none, they are made for this run and printed. DOCS_SITE_URL makes the links of
sources whole. TRUST_PROXY is the number of proxies before the service, CORS_ORIGINS a
comma list of origins whose pages may ask, SERVE_DATABASE_URL stands for --database.
RETENTION_DAYS (90) is how long threads are kept after their last question; off keeps them.
MASKING (on) replaces addresses, secrets and card numbers in what models are sent; off does not.
DOCENT_MODEL_URL, DOCENT_MODEL and DOCENT_MODEL_KEY name a language model to answer
with; without one, answers are the docs' own passages. DOCENT_EMBEDDING_MODEL at the
same address finds pages by what is meant, too.
Exit codes: 0 stopped, 1 failed, 2 wrong use or configuration.
`,
  async run(args, io) {
    const words = readWords(args, options, 1);
    boundMemory();
    const env = await readEnvFile('.env', io.env);
    try {
      const { projects, settings } = await settingsOf(words, env, io);
      let running: DocsService | undefined;
      const metrics = createMetrics();
      const health = async () => running?.health() ?? { service: { state: 'starting' } };
      const probes = createProbes({ health, metrics });
      const onEmbedded = createProgress(io, Date.now, 'Embedding section');
      const ops = { metrics, probes: probes.fetch, onProgress: createProgress(io), onEmbedded };
      const service = await startDocsService(projects, { ...settings, env, ...ops, signal: io.signal });
      running = service;
      io.out(asTyped(toWelcome(service, env), io.env));
      await loggingStrayFailures(settings.logger, () => untilStopped(service, io.signal));
      return 0;
    } catch (error) {
      // A signal also ends a start that still reads.
      if (io.signal.aborted && error === io.signal.reason) return 0;
      return failed(error, databaseOf(words, env), io);
    }
  },
};

/** After the docs are read, long-lived memory hardly grows: collect garbage after a quarter more, not after twice as much. */
function boundMemory(): void {
  setFlagsFromString('--heap-growing-percent=25');
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const options = {
  ...{ config: text, domain: text, port: text, host: text, database: text },
  ...{ watch: flag, propose: flag, 'require-thread-key': flag },
};

/** Beside the database, or in the folder where the service starts. undefined: not kept, as with a database in memory. */
function indexDirOf(database: string): string | undefined {
  if (database === 'sqlite::memory:') return undefined;
  const file = /^sqlite:(.+)$/.exec(database)?.[1];
  return join(dirname(file ?? ''), 'docent-serve');
}

interface Settings {
  readonly projects: readonly ProjectSettings[];
  readonly settings: ServiceOptions;
}

/** Fails with UsageError and DocsServerError: config_wrong. */
async function settingsOf(words: Words, env: Env, io: CommandIo): Promise<Settings> {
  const path = words.text('config');
  const config = path === undefined ? undefined : await readServiceConfig(path);
  const port = words.number('port', 65_535);
  const host = words.text('host');
  const { DOCENT_ASSISTANT_KEY: key, DOCENT_DEPLOY_KEY: deployKey, DOCENT_MODEL_KEY: modelKey } = env;
  const indexDir = config?.dataDir ?? indexDirOf(databaseOf(words, env));
  const secrets = [key, deployKey, modelKey].filter((each) => each !== undefined);
  const settings: ServiceOptions = {
    logger: openLog(io, levelOf(env.LOG_LEVEL), secrets),
    database: databaseOf(words, env),
    trustedProxies: proxiesOf(env.TRUST_PROXY),
    corsOrigins: [...(config?.corsOrigins ?? []), ...originsOf(env.CORS_ORIGINS)],
    retentionDays: daysOf(env.RETENTION_DAYS),
    requireThreadKey: words.flag('require-thread-key') || config?.requireThreadKey === true,
    watch: words.flag('watch'),
    propose: words.flag('propose'),
    ...(config && { limits: config.limits, dataDir: config.dataDir }),
    ...(indexDir !== undefined && { indexDir }),
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
    ...(key && { key }),
    ...(deployKey && { deployKey }),
  };
  return { projects: projectsOf(words, config, siteOf(env.DOCS_SITE_URL)), settings };
}

function projectsOf(
  words: Words,
  config: ServiceConfig | undefined,
  siteUrl: string | undefined,
): readonly ProjectSettings[] {
  const [folder] = words.positionals;
  const own = config?.projects ?? [];
  if (folder === undefined) {
    if (own.length > 0 && words.text('domain') !== undefined) {
      throw new UsageError('--domain names a folder given here; in the configuration file write domain: NAME.');
    }
    if (own.length > 0) return own;
    throw new UsageError(
      config
        ? 'The configuration file names no projects: write them in it, or give a folder, too.'
        : 'Which folder? docent serve DIR.',
    );
  }
  if (own.length > 0) throw new UsageError('The configuration file names projects; give no folder beside it.');
  const id = domainOf(words, folder);
  const names = { id, domain: id, organization: defaultOrganization };
  return [{ ...names, source: { folder }, ...(siteUrl !== undefined && { siteUrl }) }];
}

/** The domain in addresses: the folder's name, with `-` for characters that a domain may not contain. */
function domainOf(words: Words, folder: string): string {
  const given = words.text('domain');
  const own = basename(resolve(folder)).replace(/[^\w.-]+/g, '-');
  if (given === undefined) return own.replace(/^\W+/, '').slice(0, 100) || 'docs';
  if (isName(given)) return given;
  throw new UsageError('--domain takes letters, digits, -, _ and dots.');
}

function levelOf(value = ''): string {
  if (value === '') return 'info';
  if (logLevels.some((level) => level === value)) return value;
  throw new UsageError(`LOG_LEVEL takes one of ${logLevels.join(', ')}.`);
}

function siteOf(value = ''): string | undefined {
  if (value === '') return undefined;
  if (/^https?:/i.test(value) && URL.canParse(value)) return value;
  throw new UsageError('DOCS_SITE_URL takes a whole address, for instance https://docs.example.com.');
}

function proxiesOf(value = ''): number {
  if (/^(?:0|false|)$/.test(value)) return 0;
  if (value === 'true') return 1;
  if (/^\d$/.test(value)) return Number(value);
  throw new UsageError('TRUST_PROXY takes the number of proxies before the service, for instance 1.');
}

/** Read as by the bot, since both may share one .env. */
function daysOf(value = ''): number | 'off' {
  if (value === '') return 90;
  if (value === 'off') return value;
  if (/^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= 3_650) return Number(value);
  throw new UsageError('RETENTION_DAYS takes a whole number of days from 1 to 3650, or off.');
}

function originsOf(value = ''): readonly string[] {
  return value
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => {
      if (URL.canParse(each) && new URL(each).origin === each) return each;
      throw new UsageError(
        'CORS_ORIGINS takes origins with commas between them, for instance https://docs.example.com.',
      );
    });
}

/** Fails with DocsServerError when no docs can be served. */
async function untilStopped(service: DocsService, signal: AbortSignal): Promise<void> {
  try {
    await Promise.race([service.begun, untilAborted(signal)]);
    await untilAborted(signal);
  } finally {
    await service.stop();
  }
}

function failed(error: unknown, database: string, io: CommandIo): 1 | 2 {
  if (error instanceof FileLockedError) {
    io.err('A backup is being put in the place of the database of the service; start again when that is done.\n');
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
