/** Gauges for alerts: how long connections have been silent, and how long the oldest question has waited. */
import type { Logger } from '../../kit/base/logger.ts';
import type { Platform } from '../core/ports/platform.ts';
import type { Store } from '../core/ports/store.ts';
import type { Metrics } from '../core/ports/telemetry.ts';

/** Never fails: an unreachable database shows in /readyz. */
export async function observeGauges(
  platforms: readonly Platform[],
  store: Pick<Store, 'now' | 'waitingSince'>,
  metrics: Metrics,
  logger: Logger,
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
    logger.debug({ err: error }, 'queue age unknown');
  }
}
