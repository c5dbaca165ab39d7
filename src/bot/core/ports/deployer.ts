/** The update operation of the docs as the core calls it. Types only. */
import type { DeployedCommit } from '../model/deployment.ts';

/** The state of a deployment as its service reports it. Texts are the service's own, without secrets. */
export interface DeploymentStatus {
  readonly state: 'queued' | 'in_progress' | 'success' | 'failure' | 'unknown';
  /** The service's own name for the state, if it sent one. */
  readonly word?: string;
  readonly summary?: string;
  readonly commit?: DeployedCommit;
  readonly author?: string;
  /** Paths in the repository of added or changed files. Unset if unknown or too many. */
  readonly pages?: readonly string[];
  /** The last lines of its log. */
  readonly logs?: readonly string[];
}

/** Updates the docs. Both methods fail with DeployError. */
export interface Deployer {
  /** Queues an update. Does not retry. */
  trigger(signal: AbortSignal): Promise<{ readonly statusId: string }>;
  /** undefined if the service does not report a status. */
  status(statusId: string, signal: AbortSignal): Promise<DeploymentStatus | undefined>;
}
