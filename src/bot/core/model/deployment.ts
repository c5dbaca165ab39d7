/** Deploy commands, private replies, records, locks, confirmations and the audit log. Types and their closed lists. */
import type {
  DeploymentRequest,
  DeploymentState,
  DeploymentStep,
  Exchange,
  MessageRef,
  ThreadRef,
} from './conversation.ts';

/** A deploy command, typed as a command or in a mention of us. */
export interface DeploymentCommand extends DeploymentRequest {
  /** The text after the command; empty for the bare command. */
  readonly text: string;
  /** The project named in the text, if the platform has a separate field for it. */
  readonly named?: string;
  /** Set if a change of the lock has to be confirmed first: the `ref` of the button that runs the command then. */
  readonly confirmRef?: string;
}

/** The buttons of private replies. issue: links to a new issue about a topic of a report. The others are about deployments. */
export const privateChoices = ['confirm', 'cancel', 'again', 'issue'] as const;
export type PrivateChoice = (typeof privateChoices)[number];

/** A press of a button in a private reply. */
export interface DeploymentPress extends DeploymentRequest {
  readonly choice: PrivateChoice;
  /** What the button confirms, cancels, repeats or files. */
  readonly ref: string;
}

export interface PrivateButton {
  /** run: runs a command with a `confirmRef`, which its platform handles. */
  readonly choice: PrivateChoice | 'run';
  readonly ref: string;
  readonly label: string;
  /** The primary button. */
  readonly isMain?: true;
}

/** A reply to a command or press that only one person sees. */
export interface PrivateReply {
  readonly markdown: string;
  readonly buttons: readonly PrivateButton[];
  /** Shown in addition to the message whose button was pressed, instead of replacing it. */
  readonly isBeside?: true;
  /**
   * A public message says the same and more: where the platform can leave it out, nothing is shown, and a message whose button
   * was pressed goes.
   */
  readonly isInPublic?: true;
}

/** The commit that a deployment published, and how many pages it touched. */
export interface DeployedCommit {
  readonly sha: string;
  readonly ref?: string;
  readonly message?: string;
  readonly added?: number;
  readonly changed?: number;
  readonly removed?: number;
}

/** What the service reported about a finished deployment. */
export interface DeploymentOutcome {
  readonly commit?: DeployedCommit;
  readonly author?: string;
  readonly summary?: string;
}

/** A deployment as listed in the history. */
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
 * Questions that are asked again after a deployment, to see which of them the docs answer now. Claimed like a deployment,
 * under an id of its own.
 */
export interface Reask {
  readonly id: string;
  readonly tries: number;
  readonly deployment: DeploymentRecord;
  /** The files of the docs that the deployment changed, if known. */
  readonly pages?: readonly string[];
  /** The questions asked so far, in order. */
  readonly asked: readonly ReaskedQuestion[];
}

export interface ReaskedQuestion {
  /** The turn's id. */
  readonly turn: string;
  readonly isAnswered: boolean;
  /** A link to its earlier answer. */
  readonly link?: string;
}

/** What is needed to ask a question again. */
export interface AskableQuestion {
  readonly thread: ThreadRef;
  /** Its earlier answer. */
  readonly answer: string;
  /** Earlier questions in its thread, oldest first. */
  readonly earlier: readonly Exchange[];
}

/** While a project is locked, nobody can deploy it. */
export interface DeploymentLock {
  readonly project: string;
  readonly holder: string;
  readonly holderName?: string;
  readonly reason: string;
  /** Where it was locked. */
  readonly place: Pick<ThreadRef, 'platform' | 'installation'>;
  readonly lockedAt: number;
}

export type ConfirmationEnd = 'pressed' | 'expired';

/** A deployment waiting for its requester to press Deploy. */
export interface Confirmation {
  readonly id: string;
  readonly project: string;
  readonly request: DeploymentRequest;
  readonly expiresAt: number;
  /** Unset while it waits. pressed: the requester pressed a button. expired: nobody did in time. */
  readonly taken?: ConfirmationEnd;
}

/** Audited events in the order in which they can occur. Each occurs at most once per command or press. */
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

/** One entry of the audit log: who did what, where and when. */
export interface AuditEntry {
  readonly at: number;
  readonly event: AuditEvent;
  readonly platform: string;
  readonly channel: string;
  /** The id of the command or press. */
  readonly requestId: string;
  readonly person: string;
  readonly personName?: string;
  /** Unset until a project is chosen. */
  readonly project?: string;
  /** What was typed, why it was refused, or how it ended. */
  readonly detail?: string;
  readonly statusId?: string;
}
