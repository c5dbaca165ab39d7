/** The deployments that the configuration allows, with a deployer for each project. */
import type { DeploymentsConfig, NamedProject } from '../config/deploy-settings.ts';
import type { DeployRules, Project } from '../core/deployments/projects.ts';
import { createDeployer } from '../docs-api/deployer.ts';

export interface OpenDeployRules {
  readonly rules: DeployRules;
  /** Closes the connections. */
  close(): Promise<void>;
}

/** `config`: undefined if deployments are not set up. */
export function openDeployRules(config: DeploymentsConfig | undefined): OpenDeployRules {
  const { projects = [], confirm = true, reask = false, timeoutMs = 0, announcements } = config ?? {};
  const opened = projects.map((project) => ({ project, deployer: createDeployer(project) }));
  return {
    rules: {
      projects: opened.map(({ project, deployer }) => toProject(project, deployer)),
      confirm,
      reask,
      timeoutMs,
      ...(announcements && { announcements }),
    },
    async close() {
      await Promise.all(opened.map(({ deployer }) => deployer.close()));
    },
  };
}

/** Leaves out address and token, which only the deployer needs. */
function toProject(project: NamedProject, deployer: Project['deployer']): Project {
  const { name, title, allow, channels, branch, siteUrl, url } = project;
  return {
    ...{ name, title, deployer, allow, service: new URL(url).host },
    ...(channels && { channels }),
    ...(branch !== undefined && { branch }),
    ...(siteUrl !== undefined && { siteUrl }),
  };
}
