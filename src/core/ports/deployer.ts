/** The update operation of the docs, as the core asks for it. Types only. */

/** The state of a deployment as its service reports it. */
export interface DeploymentStatus {
  readonly state: 'queued' | 'in_progress' | 'success' | 'failure' | 'unknown';
  readonly summary?: string;
}

/** Updates the docs. Both methods fail with DeployError. */
export interface Deployer {
  /** Queues an update. Never retries by itself. */
  trigger(signal: AbortSignal): Promise<{ readonly statusId: string }>;
  /** undefined: the service does not report a status. */
  status(statusId: string, signal: AbortSignal): Promise<DeploymentStatus | undefined>;
}
