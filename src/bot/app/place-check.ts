/**
 * Checks once whether the bot can see each place in the routing file, and logs the others: channels that it was not invited
 * to, and typing errors. Slowly and in the background, since answers share the same rate limits.
 */
import type { Clock } from '../../kit/base/clock.ts';
import type { Logger } from '../../kit/base/logger.ts';
import type { RoutingFile } from '../config/routing/schema.ts';
import { PlatformError } from '../core/model/errors.ts';
import type { Platform } from '../core/ports/platform.ts';

type Named = readonly [kind: 'server' | 'channel', id: string];

/** Slack allows 50 such calls a minute. */
const pauseMs = 1_500;
const maxPlaces = 200;

export class PlaceCheck {
  readonly #clock: Clock;
  readonly #logger: Logger;
  /** By platform. */
  readonly #checked = new Map<string, Set<string>>();

  constructor(clock: Clock, logger: Logger) {
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Never fails. */
  async run(file: RoutingFile, platform: Platform, signal: AbortSignal): Promise<void> {
    const checked = this.#checked.get(platform.name) ?? new Set();
    this.#checked.set(platform.name, checked);
    const unknown: string[] = [];
    try {
      for (const [kind, id] of placesFor(platform.name, file).slice(0, maxPlaces)) {
        if (signal.aborted) return;
        if (checked.has(id)) continue;
        if (!(await platform.places.canSee(kind, id))) unknown.push(id);
        checked.add(id);
        await this.#clock.wait(pauseMs, signal);
      }
    } catch (error) {
      // The rest is checked when the platform connects again, or when the file changes.
      if (!(error instanceof PlatformError)) throw error;
      this.#logger.debug({ platform: platform.name, code: error.code }, 'places not checked');
    }
    if (unknown.length > 0) {
      this.#logger.warn({ platform: platform.name, unknown }, 'unknown places in the routing file');
    }
  }
}

function placesFor(platform: string, { slack, discord }: RoutingFile): readonly Named[] {
  const servers = platform === 'slack' ? slack.workspaces : discord.servers;
  const channels = platform === 'slack' ? slack.channels : { ...discord.categories, ...discord.channels };
  return [
    ...Object.keys(servers ?? {}).map((id) => ['server', id] as const),
    ...Object.keys(channels ?? {}).map((id) => ['channel', id] as const),
  ];
}
