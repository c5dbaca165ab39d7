/** Applies changes of the routing file and its sites' keys to the running bot; invalid ones are rejected. */
import type { App } from '../bot/app/app.ts';
import { type Routing, readRouting } from '../bot/config/config.ts';
import { type RoutingSource, readKeys, readTokens } from '../bot/config/load.ts';
import type { Env } from '../bot/config/reader.ts';
import { parseRouting, watchRouting } from '../bot/config/routing/file.ts';
import { routingSecrets } from '../bot/config/secrets.ts';
import type { Clock } from '../kit/base/clock.ts';
import type { Logger } from '../kit/base/logger.ts';

export interface FollowOptions {
  /** The environment in force, including values read from secret files. */
  readonly env: Env;
  /** The environment without those values. */
  readonly variables: Env;
  readonly source: RoutingSource;
  readonly app: Pick<App, 'route'>;
  readonly logger: Logger;
  /** The secrets that the log redacts. New keys are added. */
  readonly secrets: string[];
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Runs until the signal aborts. Never fails. */
export function followRouting(options: FollowOptions): Promise<void> {
  const { variables, source, app, logger, secrets, clock, signal } = options;
  const { path: file } = source;
  const first = source.text === undefined ? undefined : parseRouting(source.text, file);
  let routing = first?.ok ? first.routing : undefined;
  let { env } = options;
  /** The keys at the last check, including rejected ones. */
  let seen: Env = env;
  return watchRouting({ ...source, clock, signal, onText, onSame, onMissing });

  async function onText(text: string): Promise<void> {
    const parsed = parseRouting(text, file);
    if (!parsed.ok) return logger.error({ file, problems: parsed.problems }, 'routing file refused');
    const keys = await readKeys(variables, parsed.routing);
    const whole = { ...env, ...keys, ...(await readTokens(variables, parsed.routing)) };
    const read = readRouting(whole, parsed.routing);
    if (!read.ok) return logger.error({ file, problems: read.problems }, 'routing file refused');
    routing = parsed.routing;
    seen = { ...seen, ...keys };
    apply(whole, read.config);
    logger.info({ file, sites: read.config.sites.size }, 'routing file applied');
  }

  async function onSame(): Promise<void> {
    const keys = await readKeys(variables, routing);
    if (Object.entries(keys).every(([name, key]) => seen[name] === key)) return;
    seen = { ...seen, ...keys };
    const whole = { ...env, ...keys };
    const read = readRouting(whole, routing);
    if (!read.ok) return logger.error({ problems: read.problems }, 'renewed keys refused');
    apply(whole, read.config);
    logger.info({ sites: read.config.sites.size }, 'renewed keys applied');
  }

  function apply(whole: Env, config: Routing): void {
    env = whole;
    secrets.push(...routingSecrets(config).filter((secret) => !secrets.includes(secret)));
    app.route(config);
  }

  function onMissing(error?: unknown): void {
    logger.warn({ file, err: error }, 'routing file cannot be read');
  }
}
