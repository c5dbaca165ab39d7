/** What the Store keeps about deployments. Types only. */
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

/** `running`: another one of the project is open. `locked`: the project is. */
export type DeploymentResult = 'accepted' | 'duplicate' | 'running' | 'locked';

/** `ended`: there is nothing to run after. `planned_already`: somebody else's further run is. */
export type PlanResult = 'planned' | 'planned_already' | 'ended';

export interface DeploymentChange {
  readonly state: DeploymentState;
  readonly statusId?: string;
  readonly code?: string;
  readonly steps?: readonly DeploymentStep[];
  readonly outcome?: DeploymentOutcome;
  /** With a success: questions are asked again, about these files of the docs where they are known. */
  readonly reask?: { readonly pages?: readonly string[] };
  /** With an end: the further run that was planned does not begin. */
  readonly isLast?: true;
}

/** The further run of a deployment that has ended: open now, or not started because the project is locked. */
export interface FurtherRun {
  readonly request: DeploymentRequest;
  readonly result: DeploymentResult;
}

export interface DeploymentStore {
  /** Of one project one deployment is open at a time, no matter who asks and in which process. */
  acceptDeployment(request: DeploymentRequest, project: string): Promise<{ readonly result: DeploymentResult }>;
  /** Plans one further run for the end of an open deployment. */
  planFurtherRun(deploymentId: string, request: DeploymentRequest): Promise<PlanResult>;
  plannedRun(deploymentId: string): Promise<DeploymentRequest | undefined>;
  /** Like claimTurn; deployments have no order. */
  claimDeployment(
    owner: string,
    now: number,
    until: number,
    platforms: readonly string[],
    busy?: readonly string[],
  ): Promise<Deployment | undefined>;
  saveDeploymentShown(deployment: Claim, shown: readonly Shown[]): Promise<void>;
  /** With an end state the claim is released, and the further run that was planned begins in the same transaction. */
  saveDeployment(deployment: Claim, change: DeploymentChange, now: number): Promise<FurtherRun | undefined>;
  /** The newest first. */
  listDeployments(project: string, limit: number): Promise<readonly DeploymentRecord[]>;

  deploymentLock(project: string): Promise<DeploymentLock | undefined>;
  /** Returns the lock that holds, which is an earlier one where there was one. */
  lockDeployments(lock: DeploymentLock): Promise<DeploymentLock>;
  /** Returns the lock that held. */
  unlockDeployments(project: string): Promise<DeploymentLock | undefined>;

  addConfirmation(confirmation: Confirmation): Promise<void>;
  findConfirmation(id: string): Promise<Confirmation | undefined>;
  /** Whether it was not taken yet: of many that take it at once, one gets true. */
  takeConfirmation(id: string, end: ConfirmationEnd): Promise<boolean>;
  /** Those that expired before `now` and are not taken, of the last hour. */
  expiredConfirmations(now: number): Promise<readonly Confirmation[]>;

  /** Appends to the audit. false: this event of this command or press is in it already. */
  audit(entry: AuditEntry): Promise<boolean>;
}
