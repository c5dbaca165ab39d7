/** The configuration of a process: the environment, .env in the working directory, and docent.yaml. */

import type { Env } from '../../kit/settings/reader.ts';
import { type Config, type ConfigResult, type Routing, readConfig, readRouting } from './config.ts';
import { readSecretFiles, readSecrets, readVariables } from './env-file.ts';
import { defaultFile, parseRouting, readRoutingText } from './routing/file.ts';
import { type LoadedRouting, noRouting } from './routing/load.ts';
import type { RoutingFile } from './routing/schema.ts';
import { v } from './variables.ts';

/** The path and text of the routing file; `text` is undefined if there is no file. */
export interface RoutingSource {
  readonly path: string;
  readonly text: string | undefined;
}

export type LoadResult<T> = ConfigResult<T> & {
  /** Including the secrets from their files. */
  readonly env: Env;
  /** Without those secrets. */
  readonly variables: Env;
  readonly source: RoutingSource;
};

/** Loads everything that `docent start` needs. */
export function loadConfig(env: Env): Promise<LoadResult<Config>> {
  return load(env, readConfig);
}

/** Loads only the routing file. */
export function loadRoutes(env: Env): Promise<LoadResult<Routing>> {
  return load(env, readRouting);
}

/** Loads docent.yaml alone, which is complete without the environment. */
export function loadRoutingFile(env: Env): Promise<LoadResult<RoutingFile>> {
  return load(env, (_, { file } = noRouting) => ({ ok: true, config: file }));
}

/** Reads the keys of sites from their files again. One that cannot be read is missing. */
export function readKeys(variables: Env, loaded?: LoadedRouting): Promise<Env> {
  const named = Object.values(loaded?.file.sites ?? {}).map(({ key }) => key);
  const names = [v.assistantApiKey.name, v.fallbackApiKey.name, ...named];
  return readSecretFiles(variables, (name) => names.includes(name));
}

/** Reads the tokens of projects from their files again. */
export function readTokens(variables: Env, { file }: LoadedRouting): Promise<Env> {
  const names = Object.values(file.projects).map(({ token }) => token);
  return readSecretFiles(variables, (name) => names.includes(name));
}

async function load<T>(
  processEnv: Env,
  read: (env: Env, loaded?: LoadedRouting) => ConfigResult<T>,
): Promise<LoadResult<T>> {
  const variables = await readVariables('.env', processEnv);
  const env = await readSecrets(variables);
  const named = env[v.docentConfig.name]?.trim();
  const path = named || defaultFile;
  const text = await readRoutingText(path).catch((error: unknown) => error);
  if (text === undefined && !named) return { ...read(env), env, variables, source: { path, text } };
  if (typeof text !== 'string') {
    const reason = text === undefined ? 'there is no such file' : `it cannot be read (${codeOf(text)})`;
    const problems = [`The routing file is ${path}, and ${reason}; see ${v.docentConfig.name}.`];
    return { ok: false, problems, env, variables, source: { path, text: undefined } };
  }
  const source = { path, text };
  const parsed = parseRouting(text, path);
  if (!parsed.ok) return { ...parsed, env, variables, source };
  const { routing } = parsed;
  const whole = { ...env, ...(await readKeys(variables, routing)), ...(await readTokens(variables, routing)) };
  return { ...read(whole, routing), env: whole, variables, source };
}

/** For instance `EISDIR` or `EACCES`. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
