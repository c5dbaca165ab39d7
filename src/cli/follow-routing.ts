/** Applies the routing file, and renewed keys of its sites, to the running bot whenever they have changed; wrong ones are refused. */
import type { App } from '../app/app.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { type Routing, readRouting } from '../config/config.ts';
import { type RoutingSource, readKeys } from '../config/load.ts';
import type { Env } from '../config/reader.ts';
import { parseRouting, watchRouting } from '../config/routing/file.ts';
import { routingSecrets } from '../config/secrets.ts';

export interface FollowOptions {
  /** What is in force, with what the files of secrets held. */
  readonly env: Env;
  /** The same without that. */
  readonly variables: Env;
  readonly source: RoutingSource;
  readonly app: Pick<App, 'route'>;
  readonly logger: Logger;
  /** The log's secrets, to which keys are added that are new. */
  readonly secrets: string[];
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Until the signal aborts. Never fails. */
export function followRouting(options: FollowOptions): Promise<void> {
  const { variables, source, app, logger, secrets, clock, signal } = options;
  const { path: file } = source;
  const first = source.text === undefined ? undefined : parseRouting(source.text, file);
  let routing = first?.ok ? first.routing : undefined;
  let { env } = options;
  return watchRouting({ ...source, clock, signal, onText, onSame, onMissing });

  async function onText(text: string): Promise<void> {
    const parsed = parseRouting(text, file);
    const keys = parsed.ok ? await readKeys(variables, parsed.routing) : {};
    const read = parsed.ok ? readRouting({ ...env, ...keys }, parsed.routing) : parsed;
    if (!parsed.ok || !read.ok) {
      logger.error({ file, problems: read.ok ? [] : read.problems }, 'routing file refused');
      return;
    }
    env = { ...env, ...keys };
    routing = parsed.routing;
    apply(read.config);
    logger.info({ file, sites: read.config.sites.size }, 'routing file applied');
  }

  async function onSame(): Promise<void> {
    const keys = await readKeys(variables, routing);
    if (Object.entries(keys).every(([name, key]) => env[name] === key)) return;
    env = { ...env, ...keys };
    const read = readRouting(env, routing);
    if (!read.ok) {
      logger.error({ problems: read.problems }, 'renewed keys refused');
      return;
    }
    apply(read.config);
    logger.info({ sites: read.config.sites.size }, 'renewed keys applied');
  }

  function apply(config: Routing): void {
    secrets.push(...routingSecrets(config).filter((each) => !secrets.includes(each)));
    app.route(config);
  }

  function onMissing(error?: unknown): void {
    logger.warn({ file, err: error }, 'routing file cannot be read');
  }
}
