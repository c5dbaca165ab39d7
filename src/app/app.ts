/** Assembles the bot: the one file that names all its parts. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type Clock, systemClock } from '../base/clock.ts';
import { type RootLogger, silentLogger } from '../base/logger.ts';
import { type Config, environmentRouting, type Routing } from '../config/config.ts';
import { createEngine } from '../core/engine/engine.ts';
import type { OperatorNotice } from '../core/ports/handlers.ts';
import type { Health, Platform } from '../core/ports/platform.ts';
import type { Store } from '../core/ports/store.ts';
import type { Metrics } from '../core/ports/telemetry.ts';
import { createPacer } from '../core/rate-limits/pacer.ts';
import { createAssistant } from '../docs-api/assistant.ts';
import { fingerprinter } from '../docs-api/fingerprint.ts';
import { createIssueTracker } from '../github/issues.ts';
import type { SlackPlatform } from '../platforms/slack/adapter.ts';
import { createStore } from '../store/bot/store.ts';
import { createInstallationStore } from '../store/installations/installations.ts';
import { openLockedDatabase } from '../store/sql/file-lock.ts';
import { AssistantWatch } from './assistant-watch.ts';
import { openDeployRules } from './deploy-rules.ts';
import { examineConnections } from './doctor.ts';
import { openPlatforms } from './open-platforms.ts';
import { Operators } from './operators.ts';
import { PlaceCheck } from './place-check.ts';
import { PlatformConnections } from './platform-connections.ts';
import { runRetention } from './retention.ts';
import { SetupWatch } from './setup-watch.ts';
import { SiteRouting } from './site-routing.ts';
import { runWeeklyReport } from './weekly-report.ts';

/** The state of one part; one that is `optional` may be missing while the bot is ready. */
export interface PartHealth extends Health {
  readonly optional?: true;
}

export interface App {
  /** Connects every platform; one that cannot connect does not stop the others. Resolves when each has connected or failed. */
  start(): Promise<void>;
  /** The state of each part, by name. */
  health(): Promise<Readonly<Record<string, PartHealth>>>;
  /** Of Slack's events over HTTP and of the pages that install it, by path; to be mounted on the one HTTP server. */
  readonly slackListeners: NonNullable<SlackPlatform['installPages']>;
  /** What applies where, from the next question on. */
  route(routing: Routing): void;
  /** Tells the operators what of the set-up stops working, until `stop`. */
  watchSetup(): void;
  /** Resolves when no platform works or may come back. */
  readonly lost: Promise<void>;
  /** Accepts nothing more, ends or hands over what is open, closes every connection. */
  stop(): Promise<void>;
}

/** How often the platforms are checked, to end the process when none is left. */
const watchMs = 2_000;

/** Opens and migrates the database. Fails with StoreError, and with FileLockedError when another bot uses the file. */
export async function createApp(
  config: Config,
  logger: RootLogger,
  metrics: Metrics,
  clock: Clock = systemClock,
): Promise<App> {
  const database = await openLockedDatabase(config.database);
  const store = createStore(database, clock);
  const routing = new SiteRouting({
    routing: config.routing ?? environmentRouting(config),
    clock,
    logger,
    metrics,
    open: createAssistant,
  });
  const deployments = openDeployRules(config.deploy);
  const keys = config.slack?.installing?.encryptionKeys;
  const installations = keys && createInstallationStore(database, 'slack', keys);
  const { platforms, slack } = await openPlatforms(config, installations, logger, clock);
  const engine = createEngine({
    platforms,
    routing,
    deploy: deployments.rules,
    reportAllow: config.reportAllow ?? [],
    ...(config.github && { issues: createIssueTracker({ ...config.github, clock }) }),
    store,
    pacer: createPacer(clock),
    clock,
    logger,
    metrics,
    owner: `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`,
    fingerprint: fingerprinter(config.fpSecret),
    operators: config.operators ?? [],
    tellOperators: (from, notice) => operators.tell(from, notice, platforms),
  });
  const connections = new PlatformConnections({
    platforms,
    clock,
    logger,
    handlersFor: engine.handlersFor,
    onConnected(platform) {
      engine.look();
      void placeCheck.run(routing.file, platform, stopping.signal);
    },
  });
  const assistantWatch = new AssistantWatch({
    assistant: routing,
    clock,
    logger,
    isRequired: config.readyNeedsAssistant === true,
  });
  const placeCheck = new PlaceCheck(clock, logger);
  const lost = Promise.withResolvers<void>();
  const stopping = new AbortController();
  const operators = new Operators({ recipients: config.operators ?? [], clock, logger, signal: stopping.signal });
  const setupWatch = new SetupWatch({
    examine: () =>
      examineConnections({
        ...{ config: current, asks: false, clock, logger: silentLogger },
        ...(installations && { installations }),
      }),
    tell: (notice) => operators.tell('setup', notice, platforms),
    clock,
    logger,
  });
  let current = config;
  let stopped: Promise<void> | undefined;
  let background: readonly Promise<void>[] = [];

  return {
    start,
    health,
    route(changed) {
      routing.replace(changed);
      current = { ...config, routing: changed };
      void routing.checkNewSites();
      for (const platform of platforms) void placeCheck.run(changed.file, platform, stopping.signal);
    },
    watchSetup: () => void setupWatch.run(stopping.signal),
    lost: lost.promise,
    stop: () => (stopped ??= end()),
    slackListeners: {
      ...(slack?.httpListener && { '/slack/events': slack.httpListener }),
      ...slack?.installPages,
    },
  };

  async function start(): Promise<void> {
    await store.releaseFormerOwners();
    // A platform that cannot be reached delays neither the other one nor open work.
    engine.start();
    void watch();
    background = [runRetention({ store, days: config.retentionDays, clock, logger }, stopping.signal), reportWeekly()];
    void assistantWatch.run(stopping.signal);
    void routing.checkNewSites();
    await connections.connect(stopping.signal);
  }

  async function reportWeekly(): Promise<void> {
    const rule = config.weeklyReport;
    const tellOperators = (notice: OperatorNotice): void => operators.tell('report', notice, platforms);
    if (rule) await runWeeklyReport({ rule, platforms, store, routing, tellOperators, clock, logger }, stopping.signal);
  }

  async function health(): Promise<Readonly<Record<string, PartHealth>>> {
    const assistantHealth = assistantWatch.health();
    return {
      ...Object.fromEntries(connections.health()),
      store: await storeHealth(store),
      ...(assistantHealth && { assistant: assistantHealth }),
    };
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (connections.areAllDead()) return lost.resolve();
      await observe(platforms, store, metrics, logger);
      await clock.wait(watchMs, stopping.signal);
    }
  }

  async function end(): Promise<void> {
    stopping.abort();
    await engine.drain(config.shutdownGraceMs);
    await Promise.all(platforms.map((platform) => platform.stop()));
    await Promise.all([routing.close(), deployments.close(), ...background]);
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

/** Metrics for alerts; a database that does not answer shows in /readyz. */
async function observe(
  platforms: readonly Platform[],
  store: Store,
  metrics: Metrics,
  logger: RootLogger,
): Promise<void> {
  for (const { name, silentMs } of platforms) {
    const ms = silentMs?.();
    if (ms !== undefined) metrics.observe('socket_age_seconds', ms / 1_000, { platform: name });
  }
  try {
    const now = await store.now();
    const since = await store.waitingSince(now);
    metrics.observe('queue_age_seconds', since === undefined ? 0 : Math.max(0, now - since) / 1_000);
  } catch (error) {
    logger.debug({ err: error }, 'age of the queue unknown');
  }
}
