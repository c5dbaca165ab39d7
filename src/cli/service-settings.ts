/**
 * The projects and settings with which `docent serve`, and a bot that serves its own docs, start the documentation service: read
 * from the environment, a folder or an address, and docs.yaml.
 */
import { dirname, join } from 'node:path';
import { type Env, Reader } from '../kit/settings/reader.ts';
import { type ProjectSettings, readServiceConfig, type ServiceOptions } from '../service/service.ts';
import { v, variableNames } from '../service/variables.ts';
import { type Given, projectsOf } from './checked-projects.ts';
import { databaseOf } from './database-problem.ts';
import { UsageError } from './terminal/command.ts';

export interface GivenService extends Given {
  /** The path of a docs.yaml. */
  readonly config?: string | undefined;
  /** Whether everybody may read the docs of the folder as llms.txt and Markdown. */
  readonly llms?: boolean;
  /** Whether the keys of the folder's docs may use them through MCP. */
  readonly mcp?: boolean;
  /** Before the variable. */
  readonly database?: string | undefined;
}

export interface ServiceSettings {
  readonly projects: readonly ProjectSettings[];
  readonly settings: Omit<ServiceOptions, 'logger' | 'host' | 'port'> & {
    readonly host: string;
    readonly port: number;
  };
  readonly logLevel: string;
  /** To be redacted in the log. */
  readonly secrets: readonly string[];
}

/** Fails with UsageError and DocsServerError: config_wrong. */
export async function readServiceSettings(env: Env, given: GivenService): Promise<ServiceSettings> {
  const config = given.config === undefined ? undefined : await readServiceConfig(given.config);
  const reader = new Reader(env, variableNames);
  const key = reader.get(v.assistantKey);
  const deployKey = reader.get(v.deployKey);
  const modelKey = reader.get(v.modelKey);
  const slackSigningSecret = reader.get(v.slackSigningSecret);
  const siteUrl = reader.get(v.siteUrl);
  const database = databaseOf(given.database, env, v.databaseUrl);
  const indexDir = config?.dataDir ?? indexDirOf(database);
  const settings = {
    database,
    host: reader.get(v.host),
    port: reader.get(v.port),
    trustedProxies: reader.get(v.trustProxy),
    corsOrigins: [...(config?.corsOrigins ?? []), ...reader.get(v.corsOrigins)],
    retentionDays: reader.get(v.retentionDays),
    requireThreadKey: config?.requireThreadKey === true,
    ...(config && { limits: config.limits, dataDir: config.dataDir }),
    ...(indexDir !== undefined && { indexDir }),
    ...(key !== undefined && { key }),
    ...(deployKey !== undefined && { deployKey }),
    ...(slackSigningSecret !== undefined && { slackSigningSecret }),
    env,
  };
  const logLevel = reader.get(v.logLevel);
  const problems = reader.problems();
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  const secrets = [key, deployKey, modelKey, slackSigningSecret].filter((secret) => secret !== undefined);
  const found = projectsOf(given, config, siteUrl);
  const readers = { ...(given.llms && { llms: 'public' as const }), ...(given.mcp && { mcp: 'keys' as const }) };
  const [flag] = Object.entries(readers);
  if (flag && given.folder === undefined)
    throw new UsageError(
      `--${flag[0]} applies to a folder given here; in the configuration file use ${flag.join(': ')}.`,
    );
  const projects = found.map((project) => ({ ...project, ...readers }));
  return { projects, settings, logLevel, secrets };
}

/**
 * Next to the database, or in the working directory. undefined: the index is not kept, because the database is in
 * memory.
 */
function indexDirOf(database: string): string | undefined {
  if (database === 'sqlite::memory:') return undefined;
  const file = /^sqlite:(.+)$/.exec(database)?.[1];
  return join(dirname(file ?? ''), 'docent-serve');
}
