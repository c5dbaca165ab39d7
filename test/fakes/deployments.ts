/** Deployment rules for tests that are about something else. */
import type { DeployRules, Project } from '../../src/bot/core/deployments/projects.ts';
import type { Deployer } from '../../src/bot/core/ports/deployer.ts';

export const noProjects: DeployRules = { projects: [], confirm: false, reask: false, timeoutMs: 0 };

/** One project, deployed without a confirmation. */
export function rulesFor(deployer: Deployer, allow: readonly string[], more: Partial<DeployRules> = {}): DeployRules {
  return { projects: [projectFor(deployer, allow)], confirm: false, reask: false, timeoutMs: 30 * 60_000, ...more };
}

export function projectFor(deployer: Deployer, allow: readonly string[], more: Partial<Project> = {}): Project {
  return { name: 'docs', title: 'docs', deployer, allow, service: 'docs.example', ...more };
}
