/** The projects that can be deployed, and the rules for that. */
import type { Deployer } from '../ports/deployer.ts';

/** One documentation project. */
export interface Project {
  /** The name that people type; deployments are stored under it. */
  readonly name: string;
  /** The name shown to people. */
  readonly title: string;
  readonly deployer: Deployer;
  /** `slack:U…`, `slack:S…` (a user group), `discord:<user or role id>`. Empty: nobody may deploy. */
  readonly allow: readonly string[];
  /** The channels in which the command may be used: `slack:C…`, `discord:<channel id>`. If unset, everywhere. */
  readonly channels?: readonly string[];
  /** The branch that the service publishes, if known. */
  readonly branch?: string;
  /** The address of the published docs. */
  readonly siteUrl?: string;
  /** Whether each deployment of it needs the requester's confirmation. If unset, as in the rules. */
  readonly confirm?: boolean;
  /** The host of the documentation service, shown so that people can check there. */
  readonly service: string;
}

/** Where the end of each deployment is announced. */
export interface Announcements {
  readonly platform: string;
  /** The channel's workspace, if there are several. */
  readonly installation?: string;
  readonly channel: string;
  readonly filter: 'all' | 'failures';
}

export interface DeployRules {
  /** The default project first. Empty if deployments are not set up. */
  readonly projects: readonly Project[];
  /** Whether each deployment needs the requester's confirmation; see also needsConfirmation. */
  readonly confirm: boolean;
  /** Whether questions without a good answer are asked again after a successful deployment. */
  readonly reask: boolean;
  /** How long a deployment is followed at most. */
  readonly timeoutMs: number;
  readonly announcements?: Announcements;
}

export function namesOf({ projects }: DeployRules): readonly string[] {
  return projects.map(({ name }) => name);
}

export function projectNamed({ projects }: DeployRules, name: string): Project | undefined {
  return projects.find((project) => project.name === name);
}
