/** Assembles the bot: the one file that names all its parts. */
import { createHmac, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type Clock, systemClock } from '../base/clock.ts';
import type { RootLogger } from '../base/logger.ts';
import type { Config } from '../config/config.ts';
import { createEngine } from '../core/engine/engine.ts';
import { ConfigError, PlatformError } from '../core/model/errors.ts';
import type { Health, Platform } from '../core/ports/platform.ts';
import type { Metrics } from '../core/ports/telemetry.ts';
import { createPacer } from '../core/rate-limits/pacer.ts';
import { type AssistantCheck, createAssistant } from '../docs-api/assistant.ts';
import { createDeployer } from '../docs-api/deployer.ts';
import { createDiscordPlatform } from '../platforms/discord/adapter.ts';
import { createSlackPlatform, type SlackPlatform } from '../platforms/slack/adapter.ts';
import { createStore } from '../store/bot/store.ts';
import { openLockedDatabase } from '../store/sql/file-lock.ts';

/** The state of one part; one that is `optional` may be missing while the bot is ready. */
export interface PartHealth extends Health {
  readonly optional?: true;
}

export interface App {
  /** Connects every platform; one that cannot connect does not stop the others. Resolves when each has connected or failed. */
  start(): Promise<void>;
  /** The state of each part, by name. */
  health(): Promise<Readonly<Record<string, PartHealth>>>;
  /** Slack's events over HTTP, where Slack is set up so; to be mounted on the one HTTP server. */
  readonly slackListener?: SlackPlatform['httpListener'];
  /** Resolves when no platform works or may come back. */
  readonly lost: Promise<void>;
  /** Accepts nothing more, ends or hands over what is open, closes every connection. */
  stop(): Promise<void>;
}

/** How often the platforms are checked, to end the process when none is left. */
const watchMs = 2_000;
/** How often the assistant is looked at, where it counts; and how often it is checked until it was found once. */
const assistantLookMs = 15_000;
const assistantCheckMs = 60_000;
/** The longest pause between attempts to connect. */
const maxRetryMs = 30_000;

/** Opens and migrates the database. Fails with StoreError, and with FileLockedError when another bot uses the file. */
export async function createApp(
  config: Config,
  logger: RootLogger,
  metrics: Metrics,
  clock: Clock = systemClock,
): Promise<App> {
  const database = await openLockedDatabase(config.database);
  const store = createStore(database, clock);
  const assistant = createAssistant(config.assistant);
  const deployer = config.deploy && createDeployer(config.deploy);
  const slack =
    config.slack && createSlackPlatform({ ...config.slack, logger: logger.child({ platform: 'slack' }), clock });
  const discord =
    config.discord &&
    createDiscordPlatform({ ...config.discord, logger: logger.child({ platform: 'discord' }), clock });
  const platforms: readonly Platform[] = [slack, discord].filter((each) => each !== undefined);
  const engine = createEngine({
    platforms,
    assistant,
    deploy: { allow: config.deploy?.allow ?? [], ...(deployer && { deployer }) },
    store,
    pacer: createPacer(clock),
    clock,
    logger,
    metrics,
    owner: `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`,
    fingerprint: fingerprinter(config.fpSecret),
  });
  /** Why a platform is not connected, from its last attempt. */
  const failures = new Map<string, Health>();
  let assistantHealth: Health = { state: 'starting' };
  const lost = Promise.withResolvers<void>();
  const stopping = new AbortController();
  let stopped: Promise<void> | undefined;

  return {
    start,
    health,
    lost: lost.promise,
    stop,
    ...(slack?.httpListener && { slackListener: slack.httpListener }),
  };

  async function start(): Promise<void> {
    await store.releaseFormerOwners();
    // A platform that cannot be reached delays neither the other one nor open work.
    engine.start();
    void watch();
    void watchAssistant();
    await Promise.all(platforms.map(connect));
  }

  /** A wrong token is for the operator to fix; a network that is down comes back. */
  async function connect(platform: Platform): Promise<void> {
    for (let waitMs = 1_000; !stopping.signal.aborted; waitMs = Math.min(maxRetryMs, waitMs * 2)) {
      try {
        await platform.start(engine.handlersFor(platform));
        logger.info({ platform: platform.name }, 'connected');
        engine.look();
        failures.delete(platform.name);
        return;
      } catch (error) {
        if (!(error instanceof PlatformError)) {
          refuse(platform, error);
          return;
        }
        logger.warn({ platform: platform.name, code: error.code, err: error }, 'platform not connected yet');
        const detail = `${platform.name} cannot be reached yet (${error.code}); it is tried again and again.`;
        failures.set(platform.name, { state: 'starting', detail });
        await clock.wait(error.waitMs ?? waitMs, stopping.signal);
      }
    }
  }

  function refuse(platform: Platform, error: unknown): void {
    const detail = error instanceof ConfigError ? error.problems.join(' ') : 'It failed to start; see the log.';
    failures.set(platform.name, { state: 'dead', detail });
    logger.error({ platform: platform.name, detail, err: error }, 'platform refused the connection');
  }

  function healthOf(platform: Platform): Health {
    return failures.get(platform.name) ?? platform.health();
  }

  async function health(): Promise<Readonly<Record<string, PartHealth>>> {
    const states = platforms.map((platform) => [platform.name, healthOf(platform)] as const);
    return { ...Object.fromEntries(states), store: await storeHealth(), ...assistantPart() };
  }

  /** Where it does not count, it is shown when something is wrong; a wrong key or domain always counts. */
  function assistantPart(): { readonly assistant?: PartHealth } {
    if (config.readyNeedsAssistant || assistantHealth.state === 'dead') return { assistant: assistantHealth };
    return assistantHealth.state === 'reconnecting' ? { assistant: { ...assistantHealth, optional: true } } : {};
  }

  async function storeHealth(): Promise<Health> {
    try {
      await store.ping();
      return { state: 'ready' };
    } catch {
      return { state: 'reconnecting', detail: 'The database does not answer; check DATABASE_URL and the database.' };
    }
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (platforms.every((platform) => healthOf(platform).state === 'dead')) {
        lost.resolve();
        return;
      }
      await observe();
      await clock.wait(watchMs, stopping.signal);
    }
  }

  async function watchAssistant(): Promise<void> {
    while (!stopping.signal.aborted && assistantHealth.state !== 'ready') {
      const found = await assistant.check();
      if (stopping.signal.aborted) return;
      assistantHealth = assistantChecks[found];
      if (found !== 'ready') logger.warn({ found, detail: assistantHealth.detail }, 'assistant check failed');
      await clock.wait(assistantHealth.state === 'dead' ? assistantCheckMs : assistantLookMs, stopping.signal);
    }
    while (!stopping.signal.aborted && config.readyNeedsAssistant) {
      assistantHealth = (await assistant.isThere()) ? { state: 'ready' } : assistantAway;
      await clock.wait(assistantLookMs, stopping.signal);
    }
  }

  /** Metrics for alerts; a database that does not answer shows in /readyz. */
  async function observe(): Promise<void> {
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

  function stop(): Promise<void> {
    stopped ??= end();
    return stopped;
  }

  async function end(): Promise<void> {
    stopping.abort();
    await engine.drain(config.shutdownGraceMs);
    await Promise.all(platforms.map((platform) => platform.stop()));
    await Promise.all([assistant.close(), deployer?.close()]);
    await store.close();
  }
}

const assistantAway: Health = {
  state: 'reconnecting',
  detail: 'Nobody answers at the address of the assistant; check ASSISTANT_URL and the service there.',
};

const assistantChecks: Readonly<Record<AssistantCheck, Health>> = {
  ready: { state: 'ready' },
  unreachable: assistantAway,
  unauthorized: {
    state: 'dead',
    detail:
      'The assistant refuses the key: check ASSISTANT_API_KEY, which may have expired, and that it belongs to ASSISTANT_DOMAIN.',
  },
  not_found: {
    state: 'dead',
    detail:
      'The assistant knows no such site: check ASSISTANT_DOMAIN, and that ASSISTANT_URL is the address before /v1.',
  },
};

/** The asker's id, or with a secret a keyed hash of it, so that the assistant's service learns no one's name. */
function fingerprinter(secret: string | undefined): (asker: string) => string {
  if (secret === undefined) return (asker) => asker;
  return (asker) => createHmac('sha256', secret).update(asker).digest('hex').slice(0, 32);
}
