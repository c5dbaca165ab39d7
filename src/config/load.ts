/** The configuration of a process: the environment, .env in this folder, and docent.yaml. */
import { type Config, type ConfigResult, type Routing, readConfig, readRouting } from './config.ts';
import { readEnvFile, readSecretFiles } from './env-file.ts';
import type { Env } from './reader.ts';
import { defaultFile, parseRouting, readRoutingText } from './routing/file.ts';
import type { LoadedRouting } from './routing/load.ts';
import { v } from './variables.ts';

/** Where the routing file is, and what it says; `text` is undefined where there is none. */
export interface RoutingSource {
  readonly path: string;
  readonly text: string | undefined;
}

export type LoadResult<T> = ConfigResult<T> & { readonly env: Env; readonly source: RoutingSource };

/** All that `docent start` needs. */
export function loadConfig(env: Env): Promise<LoadResult<Config>> {
  return load(env, readConfig);
}

/** Only the routing file. */
export function loadRoutes(env: Env): Promise<LoadResult<Routing>> {
  return load(env, readRouting);
}

/** What a new text of the file says, in the same environment. */
export function readRoutes(env: Env, { path, text = '' }: RoutingSource): ConfigResult<Routing> {
  const parsed = parseRouting(text, path);
  return parsed.ok ? readRouting(env, parsed.routing) : parsed;
}

async function load<T>(
  given: Env,
  read: (env: Env, loaded?: LoadedRouting) => ConfigResult<T>,
): Promise<LoadResult<T>> {
  const env = await readEnvFile('.env', given);
  const named = env[v.docentConfig.name]?.trim();
  const path = named || defaultFile;
  const text = await readRoutingText(path).catch((error: unknown) => error);
  if (text === undefined && !named) return { ...read(env), env, source: { path, text } };
  if (typeof text !== 'string') {
    const reason = text === undefined ? 'there is no such file' : `it cannot be read (${codeOf(text)})`;
    const problems = [`The routing file is ${path}, and ${reason}; see ${v.docentConfig.name}.`];
    return { ok: false, problems, env, source: { path, text: undefined } };
  }
  const source = { path, text };
  const parsed = parseRouting(text, path);
  if (!parsed.ok) return { ...parsed, env, source };
  const { sites, projects } = parsed.routing.file;
  const keys = [...Object.values(sites).map(({ key }) => key), ...Object.values(projects).map(({ token }) => token)];
  const whole = await readSecretFiles(env, (name) => keys.includes(name));
  return { ...read(whole, parsed.routing), env: whole, source };
}

/** `EISDIR`, `EACCES`. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
