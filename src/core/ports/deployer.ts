/** The update operation of the docs, as the core asks for it. Types only. */
import type { DeployedCommit } from '../model/deployment.ts';

/** The state of a deployment as its service reports it. All texts are the service's, without secrets. */
export interface DeploymentStatus {
  readonly state: 'queued' | 'in_progress' | 'success' | 'failure' | 'unknown';
  /** The service's own word for its state, where it gave one. */
  readonly word?: string;
  readonly summary?: string;
  readonly commit?: DeployedCommit;
  readonly author?: string;
  /** Files that it added or changed, by their paths in the repository. Missing: not known, or too many. */
  readonly pages?: readonly string[];
  /** The last lines of its log. */
  readonly logs?: readonly string[];
}

/** Updates the docs. Both methods fail with DeployError. */
export interface Deployer {
  /** Queues an update. Never retries by itself. */
  trigger(signal: AbortSignal): Promise<{ readonly statusId: string }>;
  /** undefined: the service does not report a status. */
  status(statusId: string, signal: AbortSignal): Promise<DeploymentStatus | undefined>;
}
