/** The part of the Store for deployments. Types only. */
import type { Deployment, DeploymentRequest, DeploymentState, DeploymentStep, Shown } from '../model/conversation.ts';
import type {
  AuditEntry,
  Confirmation,
  ConfirmationEnd,
  DeploymentLock,
  DeploymentOutcome,
  DeploymentRecord,
} from '../model/deployment.ts';
import type { Claim } from './claim.ts';

/** `running`: another deployment of the project is open. `locked`: the project is locked. */
export type DeploymentResult = 'accepted' | 'duplicate' | 'running' | 'locked';

/** `ended`: the deployment to run after has ended. `planned_already`: somebody else's further run is planned. */
export type PlanResult = 'planned' | 'planned_already' | 'ended';

export interface DeploymentChange {
  readonly state: DeploymentState;
  readonly statusId?: string;
  readonly code?: string;
  readonly steps?: readonly DeploymentStep[];
  readonly outcome?: DeploymentOutcome;
  /** With a success: questions are asked again afterwards. `pages`: the files of the docs that changed, if known. */
  readonly reask?: { readonly pages?: readonly string[] };
  /** With a final state: the planned further run is not started. */
  readonly isLast?: true;
}

/** The further run of a finished deployment: now open, or not started because the project is locked. */
export interface FurtherRun {
  readonly request: DeploymentRequest;
  readonly result: DeploymentResult;
}

export interface DeploymentStore {
  /** At most one deployment of a project is open at a time, across all requesters and processes. */
  acceptDeployment(request: DeploymentRequest, project: string): Promise<{ readonly result: DeploymentResult }>;
  /** Plans one further run to start when an open deployment ends. */
  planFurtherRun(deploymentId: string, request: DeploymentRequest): Promise<PlanResult>;
  plannedRun(deploymentId: string): Promise<DeploymentRequest | undefined>;
  /** Like `claimTurn`, but without an order. */
  claimDeployment(
    owner: string,
    now: number,
    until: number,
    platforms: readonly string[],
    busy?: readonly string[],
  ): Promise<Deployment | undefined>;
  saveDeploymentShown(deployment: Claim, shown: readonly Shown[]): Promise<void>;
  /** A final state releases the claim and starts the planned further run in the same transaction. */
  saveDeployment(deployment: Claim, change: DeploymentChange, now: number): Promise<FurtherRun | undefined>;
  /** Newest first. */
  listDeployments(project: string, limit: number): Promise<readonly DeploymentRecord[]>;

  deploymentLock(project: string): Promise<DeploymentLock | undefined>;
  /** Returns the lock in force, which is an earlier one if there was one. */
  lockDeployments(lock: DeploymentLock): Promise<DeploymentLock>;
  /** Returns the lock that was removed. */
  unlockDeployments(project: string): Promise<DeploymentLock | undefined>;

  addConfirmation(confirmation: Confirmation): Promise<void>;
  findConfirmation(id: string): Promise<Confirmation | undefined>;
  /** Whether it was still open: of several concurrent calls, one returns true. */
  takeConfirmation(id: string, end: ConfirmationEnd): Promise<boolean>;
  /** Those of the last hour that expired before `now` and were not taken. */
  expiredConfirmations(now: number): Promise<readonly Confirmation[]>;

  /** Appends to the audit log. False if it already has this event for this command or press. */
  audit(entry: AuditEntry): Promise<boolean>;
  /** What the audit log has of this command or press, oldest first. */
  auditOf(
    request: Pick<AuditEntry, 'platform' | 'requestId'>,
  ): Promise<readonly Pick<AuditEntry, 'event' | 'detail'>[]>;
}
