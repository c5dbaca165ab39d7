/** What the core works with: made once per process, in app/app.ts. */
import type { Clock } from '../../kit/base/clock.ts';
import type { Logger } from '../../kit/base/logger.ts';
import type { OperatorNotice } from './ports/handlers.ts';
import type { KeptAnswers } from './ports/kept-answers.ts';
import type { Platform } from './ports/platform.ts';
import type { Routing } from './ports/routing.ts';
import type { Store } from './ports/store.ts';
import type { Metrics } from './ports/telemetry.ts';
import type { Pacer } from './rate-limits/pacer.ts';

export interface Runtime {
  /** All platforms of this process; other processes may serve more from the same database. */
  readonly platforms: readonly Platform[];
  readonly routing: Routing;
  readonly store: Store;
  /** Answers that helpers keep. If unset, none are kept. */
  readonly kept?: KeptAnswers;
  readonly pacer: Pacer;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Channels and people to notify of calls for help: `slack:C…`, `slack:U…`, `discord:…`. Defaults to nobody. */
  readonly operators?: readonly string[];
  /** Maps the asker's id to the id that the assistant receives. */
  fingerprint(asker: string): string;
  /** Sends each notice once. False if it was not sent: the process is ending, or there were too many today. Never fails. */
  tellOperators?(from: string, notice: OperatorNotice): Promise<boolean>;
}

/** The same for work on one platform; the logger names the work. */
export interface PlatformRuntime extends Runtime {
  readonly platform: Platform;
}

/** What it takes to call a platform within its limits. */
export type CallRuntime = Pick<PlatformRuntime, 'platform' | 'pacer' | 'clock' | 'logger' | 'metrics'>;
