/** The projects that may be deployed, and the rules for it. Types, and the choice of a project by its name. */
import type { Deployer } from '../ports/deployer.ts';

/** One documentation project. */
export interface Project {
  /** What people type; deployments are stored under it. */
  readonly name: string;
  /** Shown to people. */
  readonly title: string;
  readonly deployer: Deployer;
  /** `slack:U…`, `slack:S…` (a user group), `discord:<user or role id>`. Empty: nobody. */
  readonly allow: readonly string[];
  /** `slack:C…`, `discord:<channel id>`: where the command may be used. Missing: everywhere. */
  readonly channels?: readonly string[];
  /** What the service publishes, where that is known. */
  readonly branch?: string;
  /** Where the docs can be read. */
  readonly siteUrl?: string;
  /** Host of the documentation service, shown so that people can look there. */
  readonly service: string;
}

/** Where every deployment is announced when it has ended. */
export interface Announcements {
  readonly platform: string;
  /** Where the platform's channels are in several workspaces. */
  readonly installation?: string;
  readonly channel: string;
  readonly filter: 'all' | 'failures';
}

export interface DeployRules {
  /** The first one is the default. Empty: deployments are not set up. */
  readonly projects: readonly Project[];
  /** Whether the requester is asked before anything is deployed. */
  readonly confirm: boolean;
  /** Whether questions without a good answer are asked again after a success. */
  readonly reask: boolean;
  /** How long a deployment is followed. */
  readonly timeoutMs: number;
  readonly announcements?: Announcements;
}

export function namesOf({ projects }: DeployRules): readonly string[] {
  return projects.map(({ name }) => name);
}

/** A deployment that an earlier version accepted names no project: it means the default one. */
export function projectNamed({ projects }: DeployRules, name: string): Project | undefined {
  return name === '' ? projects[0] : projects.find((project) => project.name === name);
}
