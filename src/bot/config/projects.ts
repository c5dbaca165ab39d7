/**
 * The projects that can be deployed: those of docent.yaml, whose fields take precedence over the DEPLOY_* variables, and
 * those variables as the project `default`.
 */
import type { Reader } from '../../kit/settings/reader.ts';
import type { LoadedRouting } from './routing/load.ts';
import { environmentName, type ProjectSettings } from './routing/schema.ts';
import { mayShareKey } from './values.ts';
import { v } from './variables.ts';

export interface DeployConfig {
  /** The part before `/v1`; may include a path. No trailing slash. */
  readonly url: string;
  readonly projectId: string;
  readonly token: string;
  /** Contains `{statusId}`. */
  readonly statusPath: string;
  /** `slack:U…`, `slack:S…`, `discord:<id>`. Empty: no one may deploy. */
  readonly allow: readonly string[];
  /** The channels in which it may be deployed: `slack:C…`, `discord:<id>`. If unset, everywhere. */
  readonly channels?: readonly string[];
  /** Whether each deployment of it needs the requester's confirmation. If unset, as for all projects. */
  readonly confirm?: boolean;
  /** The branch that the service publishes, shown to people. */
  readonly branch?: string;
  /** The address of the published docs. */
  readonly siteUrl?: string;
}

/** Projects by name; `defaultProject` is deployed unless a rule names another. */
export interface Projects {
  readonly projects: ReadonlyMap<string, DeployConfig>;
  readonly defaultProject?: string;
}

/** Returns the projects that could be read; the reader collects the problems of the others. */
export function readProjects(reader: Reader, routing: LoadedRouting): Projects {
  const { file } = routing;
  const projects = new Map<string, DeployConfig>();
  // If the file has projects, DEPLOY_* may contain only what they share.
  const isWhole = Object.keys(file.projects).length === 0 || reader.isSet(v.deployProjectId);
  const ofEnvironment = file.projects[environmentName] || !isWhole ? undefined : readDeploy(reader);
  if (ofEnvironment) projects.set(environmentName, ofEnvironment);
  for (const [name, settings] of Object.entries(file.projects)) {
    const project = readProject(reader, name, settings, routing);
    if (project) projects.set(name, project);
  }
  const named = file.defaults.project ?? (projects.has(environmentName) ? environmentName : undefined);
  const [only] = projects.size === 1 ? projects.keys() : [];
  const defaultProject = named ?? only;
  return { projects, ...(defaultProject !== undefined && { defaultProject }) };
}

/** Requires the whole group, or none of it; DEPLOY_ALLOW is optional. */
function readDeploy(reader: Reader): DeployConfig | undefined {
  const group = [v.deployUrl, v.deployProjectId, v.deployToken, v.deployStatusPath, v.deployAllow];
  if (!group.some(reader.isSet)) return undefined;
  const url = reader.need(v.deployUrl);
  const projectId = reader.need(v.deployProjectId);
  const token = reader.need(v.deployToken);
  const common = readCommon(reader);
  if (url === undefined || projectId === undefined || token === undefined) return undefined;
  const siteUrl = reader.get(v.assistantSiteUrl);
  return { url, projectId, token, ...common, ...(siteUrl !== undefined && { siteUrl }) };
}

/** The environment's settings for every project. */
function readCommon(reader: Reader): Pick<DeployConfig, 'statusPath' | 'allow'> {
  return {
    statusPath: reader.get(v.deployStatusPath),
    allow: reader.get(v.deployAllow),
  };
}

function readProject(
  reader: Reader,
  name: string,
  settings: ProjectSettings,
  { problem }: LoadedRouting,
): DeployConfig | undefined {
  const at = ['projects', name];
  const url = settings.url ?? reader.get(v.deployUrl) ?? missing('url', v.deployUrl.name);
  const projectId = settings.id ?? reader.get(v.deployProjectId) ?? missing('id', v.deployProjectId.name);
  const token = settings.token === undefined ? shared() : own(settings.token);
  const common = readCommon(reader);
  if (url === undefined || projectId === undefined || token === undefined) return undefined;
  const { statusPath, allow, channels, confirm, branch, siteUrl } = settings;
  return {
    url,
    projectId,
    token,
    ...common,
    ...(statusPath && { statusPath }),
    ...(allow && { allow }),
    ...(channels && { channels }),
    ...(confirm !== undefined && { confirm }),
    ...(branch && { branch }),
    ...(siteUrl && { siteUrl }),
  };

  function shared(): string | undefined {
    const own = reader.get(v.deployUrl);
    if (settings.url === undefined || (own !== undefined && mayShareKey(settings.url, own)))
      return reader.get(v.deployToken) ?? missing('token', v.deployToken.name);
    return reader.refuseToShare(problem(at, `projects.${name}.token is missing`), v.deployToken, v.deployUrl);
  }

  function own(variable: string): string | undefined {
    return reader.secret(
      variable,
      problem([...at, 'token'], `the environment variable ${variable} is missing or not a key`),
    );
  }

  function missing(field: string, variable: string): undefined {
    reader.add(problem(at, `projects.${name}.${field} is missing, and ${variable} is not set`));
  }
}
