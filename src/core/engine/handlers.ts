/** What a platform calls: each handler resolves once the database has what it was given. */
import type { Clock } from '../../base/clock.ts';
import type { DeploymentRequest, Question } from '../model/conversation.ts';
import * as wording from '../model/wording.ts';
import type { Handlers, Platform } from '../ports/platform.ts';
import type { Store } from '../ports/store.ts';
import type { Metrics } from '../ports/telemetry.ts';
import { type DeployRules, refusal } from './deployments.ts';
import { leaseMs } from './leases.ts';
import type { StoreGuard } from './store-guard.ts';

/** More than people ask; a script that mentions the bot without pause is stopped here. */
const defaultMaxOpenPerAsker = 50;

export interface HandlerOptions {
  readonly deploy: DeployRules;
  readonly store: Store;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly owner: string;
  /** Open turns of one person, in all processes together. */
  readonly maxOpenPerAsker?: number;
  /** Something was stored that may be claimed. */
  onAccepted(): void;
  readonly guard: StoreGuard;
}

export function createHandlers(platform: Platform, options: HandlerOptions): Handlers {
  const { store, clock, metrics, owner, deploy, onAccepted, guard } = options;

  async function question(asked: Question): ReturnType<Handlers['question']> {
    const { result } = await store.accept(asked, options.maxOpenPerAsker ?? defaultMaxOpenPerAsker);
    metrics.count('questions', { platform: asked.thread.platform, result });
    if (result === 'accepted') onAccepted();
    return result;
  }

  async function deployment(request: DeploymentRequest): ReturnType<Handlers['deployment']> {
    const sentence = await refusal(request, deploy, platform);
    if (sentence !== undefined) return { accepted: false, sentence };
    await store.acceptDeployment(request);
    onAccepted();
    return { accepted: true, sentence: wording.deploymentTaken };
  }

  return {
    question,
    deployment,
    stop: (place) => guard(() => store.stop(place)),
    readCursors: {
      load: () => store.readCursors(platform.name),
      save: (until) => store.saveReadCursors(platform.name, until),
    },
    shards: {
      async lease(count, apartMs) {
        const until = clock.now() + leaseMs;
        const now = await store.now();
        const request = { platform: platform.name, owner, count, apartMs, now, until: now + leaseMs };
        return { ...(await store.leaseShards(request)), until };
      },
      release: (shards) => store.releaseShards(platform.name, owner, shards),
    },
  };
}
