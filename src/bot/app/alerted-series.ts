/**
 * The counters that alerts are about, from the start on. In a series that begins at 1, Prometheus sees no increase, and the
 * first failure raises no alert.
 */
import { assistantCodes, platformCodes } from '../core/model/errors.ts';
import type { Platform } from '../core/ports/platform.ts';
import type { Metrics } from '../core/ports/telemetry.ts';

const failureCodes = new Set([...assistantCodes, ...platformCodes, 'defect', 'corrupt']);

export function startAlertedSeries(platforms: readonly Pick<Platform, 'name'>[], metrics: Metrics): void {
  for (const { name: platform } of platforms) {
    for (const code of failureCodes) metrics.count('turns', { platform, state: 'failed', code }, 0);
    for (const state of ['failed', 'lost']) metrics.count('deployments', { platform, state }, 0);
  }
}
