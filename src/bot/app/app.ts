/** Assembles the bot: the only file that knows all of its parts. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type Clock, systemClock } from '../../kit/base/clock.ts';
import { type Logger, type RootLogger, silentLogger } from '../../kit/base/logger.ts';
import { openLockedDatabase } from '../../kit/sql/file-lock.ts';
import { StoreError } from '../../kit/sql/store-errors.ts';
import type { Config, Routing } from '../config/config.ts';
import type { DeploymentsConfig, NamedProject } from '../config/deploy-settings.ts';
import type { SlackConfig } from '../config/platform-settings.ts';
import type { DeployRules, Project } from '../core/deployments/projects.ts';
import { createEngine, type Engine } from '../core/engine/engine.ts';
import type { OperatorNotice } from '../core/ports/handlers.ts';
import type { InstallationStore } from '../core/ports/installation-store.ts';
import type { KeptAnswers } from '../core/ports/kept-answers.ts';
import type { Health, Platform } from '../core/ports/platform.ts';
import type { Store } from '../core/ports/store.ts';
import type { Metrics } from '../core/ports/telemetry.ts';
import { createPacer } from '../core/rate-limits/pacer.ts';
import { postWeeklyReport, type WeeklyReportOptions } from '../core/reports/weekly-report.ts';
import { createAssistant, fingerprinter } from '../docs-api/assistant.ts';
import { createDeployer } from '../docs-api/deployer.ts';
import type { DiscordOptions } from '../platforms/discord/adapter.ts';
import type { SlackOptions, SlackPlatform } from '../platforms/slack/adapter.ts';
import { createInstallationStore } from '../store/installations/installations.ts';
import { createStore, type OwnStore } from '../store/store.ts';
import { startAlertedSeries } from './alerted-series.ts';
import { AssistantWatch } from './assistant-watch.ts';
import { examineConnections } from './doctor.ts';
import { Operators } from './operators.ts';
import { PlaceCheck } from './place-check.ts';
import { PlatformConnections } from './platform-connections.ts';
import { createReportPage, type ReportPage, reportPath } from './report-page.ts';
import { runRetention } from './retention.ts';
import { SetupWatch } from './setup-watch.ts';
import { SiteRouting } from './site-routing.ts';

/** The state of one part. The bot can be ready without an `optional` one. */
export interface PartHealth extends Health {
  readonly optional?: true;
}

export interface App {
  /** Connects every platform; a failure does not stop the others. Resolves when each has connected or failed. */
  start(): Promise<void>;
  /** The state of each part, by name. */
  health(): Promise<Readonly<Record<string, PartHealth>>>;
  /** The handlers of Slack's HTTP events, of its install pages and of the report's page, by path, for the shared HTTP server. */
  readonly listeners: NonNullable<SlackPlatform['installPages']>;
  /** Replaces the routing; it applies from the next question on. */
  route(routing: Routing): void;
  /** Notifies the operators when part of the set-up stops working, until `stop`. */
  watchSetup(): void;
  /** Resolves when no platform works and none can recover. */
  readonly lost: Promise<void>;
  /** Accepts nothing more, finishes or hands over open work, and closes every connection. */
  stop(): Promise<void>;
}

/** How often the platforms are checked, so that the process ends when none is left. */
const watchMs = 2_000;

/** Opens the database. Fails with StoreError, and with FileLockedError if another bot uses the file. */
export async function createApp(
  config: Config,
  logger: RootLogger,
  metrics: Metrics,
  clock: Clock = systemClock,
): Promise<App> {
  const database = await openLockedDatabase(config.database);
  const store = createStore(database, clock, logger);
  const routing = new SiteRouting({ routing: config.routing, clock, logger, metrics, open: createAssistant });
  const deployments = openDeployRules(config.deploy);
  const keys = config.slack?.installing?.encryptionKeys;
  const installations = keys && createInstallationStore(database, 'slack', keys);
  const { platforms, slack } = await openPlatforms(config, installations, logger, clock);
  startAlertedSeries(platforms, metrics);
  const stopping = new AbortController();
  const operators = new Operators({ recipients: config.operators ?? [], clock, logger, signal: stopping.signal });
  const tellOperators: Parts['tellOperators'] = (from, notice) => operators.tell(from, notice, platforms);
  const { reportAllow: allow = [], reportUrl: url } = config;
  const page = { allow, platforms, routing, store, hashPerson: database.hashPerson, clock, logger };
  const reportPage = url === undefined ? undefined : createReportPage({ url, ...page });
  const engine = createEngine({
    platforms,
    routing,
    deploy: deployments.rules,
    reportAllow: allow,
    ...(reportPage && { linkToReport: reportPage.linkToReport }),
    ...(config.issueForm !== undefined && { issueForm: config.issueForm }),
    store,
    ...(config.keptAnswers !== undefined && {
      kept: await openAnswers(config.keptAnswers, logger, config.keptAnswersLink),
    }),
    pacer: createPacer(clock),
    clock,
    logger,
    metrics,
    owner: `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`,
    fingerprint: fingerprinter(config.fpSecret),
    operators: config.operators ?? [],
    tellOperators,
  });
  const placeCheck = new PlaceCheck(clock, logger);
  const connections = new PlatformConnections({
    platforms,
    clock,
    logger,
    handlersFor: engine.handlersFor,
    onConnected(platform) {
      engine.wake();
      void placeCheck.run(routing.file, platform, stopping.signal);
    },
  });
  const isRequired = config.readyNeedsAssistant === true;
  const assistantWatch = new AssistantWatch({ assistant: routing, clock, logger, isRequired });
  return new RunningApp({
    config,
    logger,
    metrics,
    clock,
    store,
    routing,
    deployments,
    installations,
    platforms,
    slack,
    reportPage,
    stopping,
    tellOperators,
    engine,
    placeCheck,
    connections,
    assistantWatch,
  });
}

interface Parts {
  readonly config: Config;
  readonly logger: RootLogger;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly store: OwnStore;
  readonly routing: SiteRouting;
  readonly deployments: OpenDeployRules;
  readonly installations: InstallationStore | undefined;
  readonly platforms: readonly Platform[];
  readonly slack: SlackPlatform | undefined;
  readonly reportPage: ReportPage | undefined;
  readonly stopping: AbortController;
  readonly engine: Engine;
  readonly placeCheck: PlaceCheck;
  readonly connections: PlatformConnections;
  readonly assistantWatch: AssistantWatch;
  tellOperators(from: string, notice: OperatorNotice): Promise<boolean>;
}

class RunningApp implements App {
  readonly #parts: Parts;
  readonly #lost = Promise.withResolvers<void>();
  readonly lost = this.#lost.promise;
  readonly listeners: App['listeners'];
  /** With docent.yaml as it is now. */
  #config: Config;
  #stopped: Promise<void> | undefined;
  #background: readonly Promise<void>[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#config = parts.config;
    const { slack, reportPage } = parts;
    this.listeners = {
      ...(slack?.httpListener && { '/slack/events': slack.httpListener }),
      ...slack?.installPages,
      ...(reportPage && { [reportPath]: reportPage.listener }),
    };
  }

  async start(): Promise<void> {
    const { store, engine, assistantWatch, routing, connections, stopping } = this.#parts;
    await store.releaseFormerOwners();
    // An unreachable platform delays neither the other one nor open work.
    engine.start();
    void this.#watch();
    this.#background = [this.#applyRetention(), this.#reportWeekly()];
    void assistantWatch.run(stopping.signal);
    void routing.checkNewSites();
    await connections.connect(stopping.signal);
  }

  async health(): Promise<Readonly<Record<string, PartHealth>>> {
    const { connections, assistantWatch, store } = this.#parts;
    const assistantHealth = assistantWatch.health();
    return {
      ...Object.fromEntries(connections.health()),
      store: await storeHealth(store),
      ...(assistantHealth && { assistant: assistantHealth }),
    };
  }

  route(changed: Routing): void {
    const { routing, platforms, placeCheck, stopping } = this.#parts;
    routing.replace(changed);
    this.#config = { ...this.#parts.config, routing: changed };
    void routing.checkNewSites();
    for (const platform of platforms) void placeCheck.run(changed.file, platform, stopping.signal);
  }

  watchSetup(): void {
    const { installations, tellOperators, store, platforms, clock, logger, stopping } = this.#parts;
    const scope = platforms.map(({ name }) => name).join(' ');
    const watch = new SetupWatch({
      examine: () =>
        examineConnections({ config: this.#config, asks: false, clock, logger: silentLogger, installations }),
      tell: (notice) => void tellOperators('setup', notice),
      findings: () => store.setupFindings(scope),
      replace: (before, after) => store.replaceSetupFindings(scope, before, after),
      clock,
      logger,
    });
    void watch.run(stopping.signal);
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#end();
    return this.#stopped;
  }

  async #watch(): Promise<void> {
    const { connections, platforms, store, metrics, logger, clock, stopping } = this.#parts;
    while (!stopping.signal.aborted) {
      if (connections.areAllDead()) return this.#lost.resolve();
      await observeGauges(platforms, store, metrics, logger);
      await clock.wait(watchMs, stopping.signal);
    }
  }

  #applyRetention(): Promise<void> {
    const { store, config, clock, logger, stopping } = this.#parts;
    return runRetention({ store, days: config.retentionDays, clock, logger }, stopping.signal);
  }

  async #reportWeekly(): Promise<void> {
    const { config, platforms, store, routing, clock, logger, stopping } = this.#parts;
    const rule = config.weeklyReport;
    const tellOperators = (notice: OperatorNotice): void => void this.#parts.tellOperators('report', notice);
    if (rule) await runWeeklyReport({ rule, platforms, store, routing, tellOperators, clock, logger }, stopping.signal);
  }

  async #end(): Promise<void> {
    const { stopping, engine, config, platforms, routing, deployments, store } = this.#parts;
    stopping.abort();
    await engine.drain(config.shutdownGraceMs);
    await Promise.all(platforms.map((platform) => platform.stop()));
    await Promise.all([routing.close(), deployments.close(), ...this.#background]);
    await store.close();
  }
}

async function storeHealth(store: Store): Promise<Health> {
  try {
    await store.ping();
    return { state: 'ready' };
  } catch {
    return { state: 'reconnecting', detail: 'The database does not answer; check DATABASE_URL and the database.' };
  }
}

/** Never fails: an unreachable database shows in /readyz. */
async function observeGauges(
  platforms: readonly Platform[],
  store: Pick<Store, 'now' | 'waitingSince'>,
  metrics: Metrics,
  logger: Logger,
): Promise<void> {
  for (const platform of platforms) {
    const ms = platform.silentMs();
    if (ms !== undefined) metrics.observe('socket_age_seconds', ms / 1_000, { platform: platform.name });
  }
  try {
    const now = await store.now();
    const since = await store.waitingSince(now);
    metrics.observe('queue_age_seconds', since === undefined ? 0 : Math.max(0, now - since) / 1_000);
  } catch (error) {
    logger.debug({ err: error }, 'queue age unknown');
  }
}

async function openAnswers(folder: string, logger: Logger, link: string | undefined): Promise<KeptAnswers> {
  return new (await import('../kept-answers/answer-folder.ts')).AnswerFolder(folder, logger, link);
}

interface OpenPlatforms {
  readonly platforms: readonly Platform[];
  readonly slack: SlackPlatform | undefined;
}

async function openPlatforms(
  { slack, discord }: Pick<Config, 'slack' | 'discord'>,
  installations: InstallationStore | undefined,
  logger: RootLogger,
  clock: Clock,
): Promise<OpenPlatforms> {
  const toolsFor = (platform: string) => ({ logger: logger.child({ platform }), clock });
  const opened = {
    slack: slack && (await loadSlack({ ...withInstallations(slack, installations), ...toolsFor('slack') })),
    discord: discord && (await loadDiscord({ ...discord, ...toolsFor('discord') })),
  };
  return { platforms: Object.values(opened).filter((platform) => platform !== undefined), slack: opened.slack };
}

/** The adapter's options: the installation store replaces the encryption keys. */
function withInstallations({ installing, ...slack }: SlackConfig, installations: InstallationStore | undefined) {
  return { ...slack, ...(installing && installations && { installing: { ...installing, installations } }) };
}

async function loadSlack(options: SlackOptions): Promise<SlackPlatform> {
  return (await import('../platforms/slack/adapter.ts')).createSlackPlatform(options);
}

async function loadDiscord(options: DiscordOptions): Promise<Platform> {
  return (await import('../platforms/discord/adapter.ts')).createDiscordPlatform(options);
}

const retryMs = 60_000;

/** Resolves after the signal aborts; never fails. */
export async function runWeeklyReport(
  options: WeeklyReportOptions & { readonly clock: Clock; readonly logger: Logger },
  signal: AbortSignal,
): Promise<void> {
  const { clock, logger } = options;
  while (!signal.aborted) {
    try {
      await clock.wait(await postWeeklyReport(options), signal);
    } catch (error) {
      logger[error instanceof StoreError ? 'warn' : 'error']({ err: error }, 'weekly report failed');
      await clock.wait(retryMs, signal);
    }
  }
}

interface OpenDeployRules {
  readonly rules: DeployRules;
  /** Closes the connections. */
  close(): Promise<void>;
}

/** `config`: undefined if deployments are not set up. */
function openDeployRules(config: DeploymentsConfig | undefined): OpenDeployRules {
  const { projects = [], confirm = false, reask = false, timeoutMs = 0, announcements } = config ?? {};
  const opened = projects.map((project) => ({ project, deployer: createDeployer(project) }));
  return {
    rules: {
      projects: opened.map(({ project, deployer }) => toProject(project, deployer)),
      confirm,
      reask,
      timeoutMs,
      ...(announcements && { announcements }),
    },
    async close() {
      await Promise.all(opened.map(({ deployer }) => deployer.close()));
    },
  };
}

/** Leaves out address and token, which only the deployer needs. */
function toProject(project: NamedProject, deployer: Project['deployer']): Project {
  const { name, title, allow, channels, confirm, branch, siteUrl, url } = project;
  return {
    name,
    title,
    deployer,
    allow,
    service: new URL(url).host,
    ...(channels && { channels }),
    ...(confirm !== undefined && { confirm }),
    ...(branch !== undefined && { branch }),
    ...(siteUrl !== undefined && { siteUrl }),
  };
}
