/** Applies the routing file to the running bot whenever it has changed; an invalid one is refused. */
import type { App } from '../app/app.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { type RoutingSource, readRoutes } from '../config/load.ts';
import type { Env } from '../config/reader.ts';
import { watchRouting } from '../config/routing/file.ts';
import { routingSecrets } from '../config/secrets.ts';

export interface FollowOptions {
  readonly env: Env;
  /** What is in force. */
  readonly source: RoutingSource;
  readonly app: Pick<App, 'route'>;
  readonly logger: Logger;
  /** The log's secrets, to which keys that the file newly names are added. */
  readonly secrets: string[];
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Until the signal aborts. Never fails. */
export function followRouting({ env, source, app, logger, secrets, clock, signal }: FollowOptions): Promise<void> {
  const { path: file } = source;
  return watchRouting({ ...source, clock, signal, onText, onMissing });

  function onText(text: string): void {
    const read = readRoutes(env, { ...source, text });
    if (!read.ok) {
      logger.error({ file, problems: read.problems }, 'routing file refused');
      return;
    }
    secrets.push(...routingSecrets(read.config).filter((each) => !secrets.includes(each)));
    app.route(read.config);
    logger.info({ file, sites: read.config.sites.size }, 'routing file applied');
  }

  function onMissing(error?: unknown): void {
    logger.warn({ file, err: error }, 'routing file cannot be read');
  }
}
