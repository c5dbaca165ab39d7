/** The update operation of the docs, as the core asks for it. Types only. */

/** Where a deployment stands, as its service tells it. */
export interface DeploymentStatus {
  readonly state: 'queued' | 'in_progress' | 'success' | 'failure' | 'unknown';
  readonly summary?: string;
}

/** What deploys the docs. Both fail with DeployError. */
export interface Deployer {
  /** Queues an update. Never repeated by itself. */
  trigger(signal: AbortSignal): Promise<{ readonly statusId: string }>;
  /** undefined: the service has no status to read. */
  status(statusId: string, signal: AbortSignal): Promise<DeploymentStatus | undefined>;
}
