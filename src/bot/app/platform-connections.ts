/** Connects the platforms and keeps retrying: a network failure passes, a wrong token is for the operator to fix. */
import type { Clock } from '../../kit/base/clock.ts';
import type { Logger } from '../../kit/base/logger.ts';
import { doubling, retry } from '../../kit/base/retry.ts';
import { ConfigError, PlatformError } from '../core/model/errors.ts';
import type { Handlers } from '../core/ports/handlers.ts';
import type { Health, Platform } from '../core/ports/platform.ts';

/** The shortest and the longest pause between two attempts to connect. */
const minRetryMs = 1_000;
const maxRetryMs = 30_000;

export interface PlatformConnectionsOptions {
  readonly platforms: readonly Platform[];
  readonly clock: Clock;
  readonly logger: Logger;
  handlersFor(platform: Platform): Handlers;
  /** Called when a platform is up, so that work waiting for it can start. */
  onConnected(platform: Platform): void;
}

export class PlatformConnections {
  readonly #options: PlatformConnectionsOptions;
  /** Why a platform is not connected, from its last attempt. */
  readonly #failures = new Map<string, Health>();

  constructor(options: PlatformConnectionsOptions) {
    this.#options = options;
  }

  /** Resolves when each platform has connected or was refused; an unreachable one does not delay the others. */
  async connect(signal: AbortSignal): Promise<void> {
    await Promise.all(this.#options.platforms.map((platform) => this.#connect(platform, signal)));
  }

  health(): readonly (readonly [name: string, health: Health])[] {
    return this.#options.platforms.map(
      (platform) => [platform.name, this.#failures.get(platform.name) ?? platform.health()] as const,
    );
  }

  /** Whether no platform is connected and none ever will be. */
  areAllDead(): boolean {
    return this.health().every(([, { state }]) => state === 'dead');
  }

  async #connect(platform: Platform, signal: AbortSignal): Promise<void> {
    const { clock, logger, handlersFor, onConnected } = this.#options;
    if (signal.aborted) return;
    const start = async (): Promise<void> => platform.start(handlersFor(platform));
    const onWait = (error: PlatformError, waitMs: number): void => this.#retryLater(platform, error, waitMs);
    const pauseMs = doubling(minRetryMs, maxRetryMs);
    try {
      await retry(start, { clock, signal, mayPass: isOfPlatform, pauseMs, onWait });
    } catch (error) {
      if (!isOfPlatform(error)) this.#refuse(platform, error);
      return;
    }
    logger.info({ platform: platform.name }, 'connected');
    this.#failures.delete(platform.name);
    onConnected(platform);
  }

  /** The whole error is logged once; repeated failures of the same kind get a short line each. */
  #retryLater({ name }: Platform, error: PlatformError, pauseMs: number): void {
    const label = name.charAt(0).toUpperCase() + name.slice(1);
    const detail =
      error.code === 'unavailable'
        ? `${label} cannot be reached. Docent keeps trying; check this machine's network and firewall, and ${name.toUpperCase()}_API_URL if it is set.`
        : `${label} does not let Docent connect yet (${error.code}). Docent keeps trying.`;
    const err = this.#failures.get(name)?.detail === detail ? undefined : error;
    this.#failures.set(name, { state: 'starting', detail });
    this.#options.logger.warn({ platform: name, detail, pauseMs, err }, 'platform not connected yet');
  }

  #refuse({ name }: Platform, error: unknown): void {
    const detail = error instanceof ConfigError ? error.problems.join(' ') : 'It failed to start; see the log.';
    this.#failures.set(name, { state: 'dead', detail });
    this.#options.logger.error({ platform: name, detail, err: error }, 'platform refused the connection');
  }
}

function isOfPlatform(error: unknown): error is PlatformError {
  return error instanceof PlatformError;
}
