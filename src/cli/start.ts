/** `docent start`: runs the bot until a signal, or until no platform is left (exit code 1). */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type App, createApp } from '../bot/app/app.ts';
import { type Config, type Routing, readRouting } from '../bot/config/config.ts';
import { isReadableByOthers } from '../bot/config/env-file.ts';
import { type LoadResult, loadConfig, type RoutingSource, readKeys, readTokens } from '../bot/config/load.ts';
import { toHint } from '../bot/config/nearest-setting.ts';
import { parseRouting, watchRouting } from '../bot/config/routing/file.ts';
import { routingSecrets, secretsOf } from '../bot/config/secrets.ts';
import { findUnknown, findUnused } from '../bot/config/without-effect.ts';
import { type Clock, systemClock, untilAborted } from '../kit/base/clock.ts';
import type { Logger, RootLogger } from '../kit/base/logger.ts';
import { doubling, retry } from '../kit/base/retry.ts';
import { version } from '../kit/base/version.ts';
import { createOpsServer, type OpsServer } from '../kit/ops/http.ts';
import { createMetrics, type OpsMetrics } from '../kit/ops/metrics.ts';
import type { Env } from '../kit/settings/reader.ts';
import { mayComeBack } from '../kit/sql/database.ts';
import { FileLockedError } from '../kit/sql/file-lock.ts';
import { StoreError } from '../kit/sql/store-errors.ts';
import { DocsServerError } from '../service/errors.ts';
import type { DocsService } from '../service/service.ts';
import { databaseProblem } from './database-problem.ts';
import { toSummary } from './start-summary.ts';
import {
  type Command,
  type CommandIo,
  type ExitCode,
  listenProblem,
  readWords,
  UsageError,
} from './terminal/command.ts';
import { openLog } from './terminal/log-lines.ts';
import { loggingStrayFailures } from './terminal/stray-failures.ts';

export const start: Command = {
  summary: 'run the bot with the settings of the environment and .env',
  help: `docent start

Connects to Slack, Discord or both and answers questions from the documentation
service until it is stopped. Settings come from the environment and from .env in
this folder; the environment takes precedence. docs/configuration.md lists them
all. No accounts at hand? npm run try (npx docent try)
If DOCENT_DOCS names docs (a folder, the address of a git repository or of a website,
or a docs.yaml), it serves them itself at ASSISTANT_URL, an address of this machine,
in the same process.

It listens on HOST:PORT for /healthz, /readyz and /metrics.
Exit codes: 0 stopped, 1 no platform left or a failure, 2 wrong settings.
`,
  heedsSignal: true,
  async run(args, io) {
    readWords(args, {}, 0);
    const read = await loadConfig(io.env);
    if (!read.ok) {
      // A missing setting may be there under a mistyped name.
      const sentences = [...read.problems, ...findUnknown(read.env, read.partial ?? {}).map(toHint)];
      io.err(`Docent cannot start:\n${sentences.map((sentence) => `  - ${sentence}\n`).join('')}`);
      return 2;
    }
    try {
      const secrets = [...secretsOf(read.config)];
      const logger = openLog(io, read.config.logLevel, secrets);
      return await loggingStrayFailures(logger, () => runBot(read, io, { logger, secrets }));
    } catch (error) {
      if (error instanceof UsageError) {
        io.err(`Docent cannot start:\n  - ${error.message}\n`);
        return 2;
      }
      const sentence = sentenceFor(error, read.config);
      if (sentence === undefined) throw error;
      io.err(`${sentence}\n`);
      return error instanceof DocsServerError && error.code === 'config_wrong' ? 2 : 1;
    }
  },
};

function sentenceFor(error: unknown, { database }: Config): string | undefined {
  if (error instanceof DocsServerError) return `DOCENT_DOCS cannot be served: ${error.message}`;
  return storeProblem(error, database) ?? listenProblem(error, 'HOST and PORT');
}

/** The valid settings of the environment and the routing file. */
type Settings = Extract<LoadResult<Config>, { readonly ok: true }>;

interface Log {
  readonly logger: RootLogger;
  /** Redacted in every line. */
  readonly secrets: string[];
}

async function runBot(read: Settings, io: CommandIo, { logger, secrets }: Log): Promise<ExitCode> {
  const { config } = read;
  const unused = findUnused(read.env, config);
  const unknown = findUnknown(read.env, config);
  const { path, text } = read.source;
  const withoutEffect = { ...(unused.length > 0 && { unused }), ...(unknown.length > 0 && { unknown }) };
  logger.info({ ...toSummary(config), ...(text !== undefined && { routing: path }), ...withoutEffect }, 'starting');
  if (await isReadableByOthers('.env'))
    logger.warn({ file: '.env' }, 'file with secrets is readable by other users; run chmod 600');
  for (const { name, nearest } of unknown) logger.warn({ setting: name, nearest }, 'unknown setting ignored');
  const metrics = createMetrics();
  metrics.observe('build_info', 1, { version });
  await using stack = new AsyncDisposableStack();
  const own = await serveOwnDocs(read, { logger, secrets, metrics, signal: io.signal });
  if (io.signal.aborted) return 0;
  if (own) stack.defer(() => own.stop());
  const app = await whenReachable(() => createApp(config, logger, metrics), {
    database: config.database,
    clock: systemClock,
    logger,
    signal: io.signal,
  });
  if (!app) return 0;
  let server: OpsServer | undefined;
  try {
    server = await listen(config, app, metrics);
    logger.info({ host: config.host, port: server.port }, 'listening');
    app.watchSetup();
    void followRouting({ ...read, app, logger, secrets, clock: systemClock, signal: io.signal });
    // A signal also ends a start that is still connecting.
    const lost = await Promise.race([
      app
        .start()
        .then(releaseMemory)
        .then(() => app.lost)
        .then(() => true),
      untilAborted(io.signal).then(() => false),
      // Without docs there is nothing to answer from.
      ...(own ? [own.begun.then(() => untilAborted(io.signal)).then(() => false)] : []),
    ]);
    logger.info({ reason: lost ? 'no platform is left' : 'signal' }, 'stopping');
    return lost ? 1 : 0;
  } finally {
    // In this order, so that /readyz reports the shutdown.
    await app.stop();
    await server?.close();
    logger.info({}, 'stopped');
  }
}

/** Serves the docs that DOCENT_DOCS names until it is stopped. undefined: it names none, or the signal came first. */
async function serveOwnDocs(
  { config, env }: Settings,
  { logger, secrets, metrics, signal }: Log & { readonly metrics: OpsMetrics; readonly signal: AbortSignal },
): Promise<DocsService | undefined> {
  if (config.docs === undefined) return undefined;
  const { readOwnService, startOwnService } = await import('./own-service.ts');
  const settings = await readOwnService(config.docs, config, env);
  secrets.push(...settings.secrets.filter((secret) => !secrets.includes(secret)));
  try {
    return await startOwnService(settings, { logger, metrics, signal });
  } catch (error) {
    // A signal also ends a start that is still reading the docs.
    if (signal.aborted && error === signal.reason) return undefined;
    throw error;
  }
}

/** How long to wait for a database that is starting, and the longest pause between attempts. */
const maxWaitMs = 60_000;
const slowestRetryMs = 10_000;

/**
 * Calls `open` until it succeeds. A Postgres that is not reachable yet is retried for a minute, so that both can be started
 * together; then the last StoreError is thrown. Returns undefined if the signal aborts first.
 */
export async function whenReachable<T>(
  open: () => Promise<T>,
  { database, clock, logger, signal }: { database: string; clock: Clock; logger: RootLogger; signal: AbortSignal },
): Promise<T | undefined> {
  if (signal.aborted) return undefined;
  const endsAt = clock.now() + maxWaitMs;
  const growing = doubling(1_000, slowestRetryMs);
  // The last attempt is made when the time is up.
  const pauseMs = (failures: number): number => Math.min(growing(failures), endsAt - clock.now());
  const mayPass = (error: unknown): error is StoreError =>
    error instanceof StoreError && mayComeBack(error, database) && clock.now() < endsAt;
  const onWait = (error: StoreError, waitMs: number): void =>
    logger.warn({ err: error, waitMs }, 'database not reachable yet');
  try {
    return await retry(open, { clock, signal, mayPass, pauseMs, onWait });
  } catch (error) {
    if (signal.aborted && mayPass(error)) return undefined;
    throw error;
  }
}

function listen({ host, port }: Config, app: App, metrics: OpsMetrics): Promise<OpsServer> {
  return createOpsServer({ host, port, health: () => app.health(), metrics, listeners: app.listeners });
}

/** Why the database could not be used, as one plain sentence; undefined if something else failed. */
function storeProblem(error: unknown, database: string): string | undefined {
  if (error instanceof FileLockedError) {
    return `Another Docent is using ${database}: stop it first, or give each its own DATABASE_URL (sharing one needs Postgres).`;
  }
  return databaseProblem(error, database, 'DATABASE_URL');
}

export interface FollowOptions {
  /** The environment in force, including values read from secret files. */
  readonly env: Env;
  /** The environment without those values. */
  readonly variables: Env;
  readonly source: RoutingSource;
  readonly app: Pick<App, 'route'>;
  readonly logger: Logger;
  /** The secrets that the log redacts. New keys are added. */
  readonly secrets: string[];
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Runs until the signal aborts. Never fails. */
export function followRouting(options: FollowOptions): Promise<void> {
  const { variables, source, app, logger, secrets, clock, signal } = options;
  const { path: file } = source;
  const first = source.text === undefined ? undefined : parseRouting(source.text, file);
  let routing = first?.ok ? first.routing : undefined;
  let { env } = options;
  /** The keys at the last check, including rejected ones. */
  let seen: Env = env;
  return watchRouting({ ...source, clock, signal, onText, onSame, onMissing });

  async function onText(text: string): Promise<void> {
    const parsed = parseRouting(text, file);
    if (!parsed.ok) return logger.error({ file, problems: parsed.problems }, 'routing file refused');
    const keys = await readKeys(variables, parsed.routing);
    const whole = { ...env, ...keys, ...(await readTokens(variables, parsed.routing)) };
    const read = readRouting(whole, parsed.routing);
    if (!read.ok) return logger.error({ file, problems: read.problems }, 'routing file refused');
    routing = parsed.routing;
    seen = { ...seen, ...keys };
    apply(whole, read.config);
    logger.info({ file, sites: read.config.sites.size }, 'routing file applied');
  }

  async function onSame(): Promise<void> {
    const keys = await readKeys(variables, routing);
    if (Object.entries(keys).every(([name, key]) => seen[name] === key)) return;
    seen = { ...seen, ...keys };
    const whole = { ...env, ...keys };
    const read = readRouting(whole, routing);
    if (!read.ok) return logger.error({ problems: read.problems }, 'renewed keys refused');
    apply(whole, read.config);
    logger.info({ sites: read.config.sites.size }, 'renewed keys applied');
  }

  function apply(whole: Env, config: Routing): void {
    env = whole;
    secrets.push(...routingSecrets(config).filter((secret) => !secrets.includes(secret)));
    app.route(config);
  }

  function onMissing(error?: unknown): void {
    logger.warn({ file, err: error }, 'routing file cannot be read');
  }
}

export function releaseMemory(): void {
  // Only a context created after the flag was set has this function.
  setFlagsFromString('--expose-gc');
  runInNewContext("gc({ type: 'major', flavor: 'last-resort' })");
}
