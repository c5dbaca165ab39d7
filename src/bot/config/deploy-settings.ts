/** The settings of deployments: the projects, the default one first, and what applies to all of them. */

import type { Reader } from '../../kit/settings/reader.ts';
import type { DeployConfig, Projects } from './projects.ts';
import { environmentName } from './routing/schema.ts';
import type { deployFilters } from './values.ts';
import { v } from './variables.ts';

export interface NamedProject extends DeployConfig {
  /** The name used in commands. */
  readonly name: string;
  /** The name shown to people: the environment's only project is not shown as `default`. */
  readonly title: string;
}

export interface DeploymentsConfig {
  /** At least one; the first one is the default. */
  readonly projects: readonly NamedProject[];
  /** Whether every deployment needs the requester's confirmation. */
  readonly confirm: boolean;
  /** Whether questions without a good answer are asked again after a successful deployment. */
  readonly reask: boolean;
  /** How long a deployment is followed. */
  readonly timeoutMs: number;
  /** Where the results of deployments are posted. */
  readonly announcements?: {
    readonly platform: string;
    /** Slack only: which of several workspaces. */
    readonly installation?: string;
    readonly channel: string;
    readonly filter: (typeof deployFilters)[number];
  };
}

/** undefined: no project is configured. */
export function readDeployments(reader: Reader, { projects, defaultProject }: Projects): DeploymentsConfig | undefined {
  const channel = reader.get(v.deployChannel);
  const filter = reader.get(v.deployChannelFilter);
  const confirm = reader.get(v.deployConfirm) === 'on';
  const reask = reader.get(v.deployReask) === 'on';
  const timeoutMs = reader.get(v.deployTimeout) * 60_000;
  const named = [...projects].map(([name, project]) => ({
    ...project,
    name,
    title: name === environmentName ? 'the docs' : name,
  }));
  if (named.length === 0) return undefined;
  const byDefault = named.filter(({ name }) => name === defaultProject);
  const others = named.filter(({ name }) => name !== defaultProject);
  return {
    projects: [...byDefault, ...others],
    confirm,
    reask,
    timeoutMs,
    ...(channel && { announcements: { ...channel, filter } }),
  };
}
