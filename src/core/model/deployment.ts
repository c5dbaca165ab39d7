/** Deploy commands, private replies, records, locks, confirmations and the audit. Types and their closed lists. */
import type {
  DeploymentRequest,
  DeploymentState,
  DeploymentStep,
  Exchange,
  MessageRef,
  ThreadRef,
} from './conversation.ts';

/** Somebody typed the deploy command, or said it in a mention of us. */
export interface DeploymentCommand extends DeploymentRequest {
  /** What was typed after the command; empty for the bare command. */
  readonly text: string;
}

/** What a button of a private reply stands for. issue: files an issue about a topic of a report; the others: deployments. */
export const privateChoices = ['confirm', 'cancel', 'again', 'issue'] as const;
export type PrivateChoice = (typeof privateChoices)[number];

/** Somebody pressed a button of a private reply. */
export interface DeploymentPress extends DeploymentRequest {
  readonly choice: PrivateChoice;
  /** The button's own reference: what it confirms, cancels or repeats. */
  readonly ref: string;
}

export interface PrivateButton {
  readonly choice: PrivateChoice;
  readonly ref: string;
  readonly label: string;
  /** The one that most people want. */
  readonly isMain?: true;
}

/** What only one person reads in answer to a command or a press. */
export interface PrivateReply {
  readonly markdown: string;
  readonly buttons: readonly PrivateButton[];
  /** The message whose button was pressed stays, and this one is beside it. */
  readonly isBeside?: true;
}

/** The commit that a deployment published, with the number of pages that it touches. */
export interface DeployedCommit {
  readonly sha: string;
  readonly ref?: string;
  readonly message?: string;
  readonly added?: number;
  readonly changed?: number;
  readonly removed?: number;
}

/** What the service reported about a deployment that has ended. */
export interface DeploymentOutcome {
  readonly commit?: DeployedCommit;
  readonly author?: string;
  readonly summary?: string;
}

/** A deployment as it is listed. */
export interface DeploymentRecord {
  readonly id: string;
  readonly project: string;
  readonly request: DeploymentRequest;
  readonly state: DeploymentState;
  /** Why it failed or was lost. */
  readonly code?: string;
  readonly statusId?: string;
  readonly steps: readonly DeploymentStep[];
  /** The message that follows it, once posted. */
  readonly message?: MessageRef;
  readonly outcome?: DeploymentOutcome;
  readonly endedAt?: number;
}

/**
 * Questions that are asked again after a deployment, to see which of them the docs answer now. Claimed like a deployment, by an
 * id of its own.
 */
export interface Reask {
  readonly id: string;
  readonly tries: number;
  readonly deployment: DeploymentRecord;
  /** The files of the docs that the deployment changed. Missing: not known. */
  readonly pages?: readonly string[];
  /** So far, in the order in which they were asked. */
  readonly asked: readonly ReaskedQuestion[];
}

export interface ReaskedQuestion {
  /** The turn's id. */
  readonly turn: string;
  readonly isAnswered: boolean;
  /** A link to the answer that it had. */
  readonly link?: string;
}

/** What is needed to ask a question again. */
export interface AskableQuestion {
  readonly thread: ThreadRef;
  /** The answer that it had. */
  readonly answer: string;
  /** What was asked before it in its thread, oldest first. */
  readonly earlier: readonly Exchange[];
}

/** Nobody deploys a locked project. */
export interface DeploymentLock {
  readonly project: string;
  readonly holder: string;
  readonly holderName?: string;
  readonly reason: string;
  /** Where it was locked. Missing: locked by an earlier version. */
  readonly place?: Pick<ThreadRef, 'platform' | 'installation'>;
  readonly lockedAt: number;
}

export type ConfirmationEnd = 'pressed' | 'expired';

/** A deployment that waits for its requester to press Deploy. */
export interface Confirmation {
  readonly id: string;
  readonly project: string;
  readonly request: DeploymentRequest;
  readonly expiresAt: number;
  /** Missing while it waits. pressed: its requester has pressed a button. expired: nobody has in time. */
  readonly taken?: ConfirmationEnd;
}

/** What happened, in the order in which it does. Each happens at most once to one command or press. */
export const auditEvents = [
  'asked',
  'refused',
  'offered',
  'confirmed',
  'cancelled',
  'expired',
  'joined',
  'planned',
  'started',
  'ended',
  'locked',
  'unlocked',
] as const;
export type AuditEvent = (typeof auditEvents)[number];

/** One line of the audit: who did what, where and when. */
export interface AuditEntry {
  readonly at: number;
  readonly event: AuditEvent;
  readonly platform: string;
  readonly channel: string;
  /** The id of the command or press. */
  readonly requestId: string;
  readonly person: string;
  readonly personName?: string;
  /** Missing while no project is chosen. */
  readonly project?: string;
  /** What was typed, why it was refused, or how it ended. */
  readonly detail?: string;
  readonly statusId?: string;
}
