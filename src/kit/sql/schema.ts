/**
 * The tables as types, the same for SQLite and Postgres: text and integers, JSON as text, times in milliseconds since 1970.
 * In unique keys and claims, 0 means that the time is not set.
 */
import type { Generated, GeneratedAlways, Selectable } from 'kysely';
import type { ServiceSchema } from './service-schema.ts';

export interface Schema extends ServiceSchema {
  readonly conversations: ConversationsTable;
  readonly turns: TurnsTable;
  readonly feedback: FeedbackTable;
  readonly deployments: DeploymentsTable;
  readonly deployment_locks: DeploymentLocksTable;
  readonly deployment_confirmations: DeploymentConfirmationsTable;
  readonly deployment_audit: DeploymentAuditTable;
  readonly reasks: ReasksTable;
  readonly uses: UsesTable;
  readonly read_cursors: ReadCursorsTable;
  readonly replicas: ReplicasTable;
  readonly person_key: PersonKeyTable;
  readonly prepared_issues: PreparedIssuesTable;
  readonly report_runs: ReportRunsTable;
  readonly setup_findings: SetupFindingsTable;
  readonly installations: InstallationsTable;
  readonly used_states: UsedStatesTable;
}

/** Conversations. At most one per thread is open. */
export interface ConversationsTable {
  id: string;
  platform: string;
  installation: string;
  channel: string;
  thread: string;
  /** ThreadRef.address; may be a secret. */
  address: string | null;
  notice: string | null;
  assistant_thread_id: string | null;
  assistant_thread_key: string | null;
  /** The site whose assistant created it. */
  assistant_thread_site: string | null;
  /** A Listening. */
  listening: Generated<string>;
  solved_at: number | null;
  solved_by: string | null;
  /** 1 if its thread at the assistant was given up because a question was deleted, until the next answer says so. */
  is_restarted: Generated<number>;
  /** 0 while it is open; part of the unique key. */
  ended_at: Generated<number>;
}

/** One row per question: both the queue and the record. */
export interface TurnsTable {
  /** The order in which questions were asked. */
  seq: GeneratedAlways<number>;
  id: string;
  conversation_id: string;
  platform: string;
  question_id: string;
  event_id: string;
  /** JSON of the question's original ThreadRef, before its thread was opened. */
  asked_in: string;
  asker: string;
  addressed: string;
  /** A PlaceKind; null if it could not be known. */
  place: string | null;
  /** The hash of who wrote the text, if somebody else asked about it. */
  about: string | null;
  /** JSON of Reading. */
  reading: string | null;
  text: string;
  /** Question.opens; may be a secret. */
  opens: string | null;
  locale: string | null;
  /** Question.shares: the id of the question whose answer this turn shows. */
  shares: string | null;
  /** JSON of AttachedFile[]. */
  files: string | null;
  ends_after_silence_ms: number | null;
  state: Generated<string>;
  tries: Generated<number>;
  /** `tries` when it was last asked again. */
  tries_before: Generated<number>;
  /** How often it was asked again. */
  times_again: Generated<number>;
  /** When it was last asked again. */
  again_at: number | null;
  /** The key of the messages of its reply; null if that is the turn's id. */
  reply_key: string | null;
  /** Who stopped it. */
  stopped_by: string | null;
  /** JSON of Shown[]. */
  shown: Generated<string>;
  /** Of its last message. 0: it has no buttons. 1: it has some. 2: they go, because a newer answer has some. */
  buttons: Generated<number>;
  answer: Generated<string>;
  /** JSON of Source[]. */
  sources: Generated<string>;
  /** 1 if an AI wrote the answer. */
  is_by_ai: Generated<number>;
  /** 1 if the answer says so. */
  has_ai_notice: Generated<number>;
  code: string | null;
  /** A link to the first message of its reply. */
  link: string | null;
  /** For a call for help: who took it over. */
  taken_by: string | null;
  taken_at: number | null;
  /** For a call for help: JSON of PostedCard[]. */
  cards: string | null;
  claimed_by: string | null;
  claimed_until: Generated<number>;
  asked_at: number;
  started_at: number | null;
  /** When the first words of its answer arrived; null if none did, or if unknown. */
  first_text_at: number | null;
  /** null while the turn is open. */
  ended_at: number | null;
}

/** Feedback on answers: one row per person and turn, deleted with the turn. */
export interface FeedbackTable {
  turn_id: string;
  person: string;
  /** A Mark. */
  mark: string;
  via: string;
  /** A FeedbackReason. */
  reason: string | null;
  comment: string | null;
  /** 1 if a helper of that place gave the right answer. */
  is_correction: Generated<number>;
  /** The turn's `times_again` at that time, which tells which of its answers this is about. */
  times_again: Generated<number>;
  given_at: number;
}

/** One row per accepted deploy command. */
export interface DeploymentsTable {
  seq: GeneratedAlways<number>;
  id: string;
  platform: string;
  request_id: string;
  /** JSON of the ThreadRef. */
  asked_in: string;
  requester: string;
  /** JSON of string[]. */
  identities: string;
  /** The project's name in the configuration. */
  project: string;
  requester_name: string | null;
  locale: string | null;
  state: Generated<string>;
  status_id: string | null;
  /** JSON of DeploymentStep[]. */
  steps: Generated<string>;
  /** JSON of DeploymentOutcome. */
  outcome: string | null;
  /** JSON of the DeploymentRequest that runs after this one. */
  next_request: string | null;
  tries: Generated<number>;
  /** JSON of Shown[]. */
  shown: Generated<string>;
  code: string | null;
  claimed_by: string | null;
  claimed_until: Generated<number>;
  requested_at: number;
  started_at: number | null;
  /** null while it is open. */
  ended_at: number | null;
}

/** Deployments after which questions are asked again. */
export interface ReasksTable {
  seq: GeneratedAlways<number>;
  id: string;
  deployment_id: string;
  platform: string;
  /** JSON of string[]; null if unknown, and once it has ended. */
  pages: string | null;
  /** JSON of ReaskedQuestion[]; once it has ended, only those that were answered. */
  asked: Generated<string>;
  tries: Generated<number>;
  claimed_by: string | null;
  claimed_until: Generated<number>;
  started_at: number | null;
  /** null while it is open. */
  ended_at: number | null;
}

/** Projects that are locked against deployments. */
export interface DeploymentLocksTable {
  project: string;
  holder: string;
  holder_name: string | null;
  reason: string;
  locked_at: number;
  /** Where it was locked. */
  platform: string;
  installation: string;
}

/** Deployments that wait for their requester to confirm. */
export interface DeploymentConfirmationsTable {
  id: string;
  project: string;
  /** JSON of the DeploymentRequest. */
  request: string;
  expires_at: number;
  /** 0: waiting. 1: confirmed. 2: expired. */
  taken: Generated<number>;
}

/** Rows are never deleted; retention removes people and their words from them. */
export interface DeploymentAuditTable {
  seq: GeneratedAlways<number>;
  at: number;
  event: string;
  platform: string;
  channel: string;
  request_id: string;
  person: string;
  person_name: string | null;
  project: string | null;
  detail: string | null;
  status_id: string | null;
}

/** Uses counted per time window: questions to the bot, requests to the documentation service. */
export interface UsesTable {
  key: string;
  points: Generated<number>;
  expire: number | null;
}

/** Read cursors: for each place on a platform, the time up to which every message was handled. */
export interface ReadCursorsTable {
  platform: string;
  /** The platform's own id of it. */
  place: string;
  until: number;
}

/** Processes that have work, or recently had some. */
export interface ReplicasTable {
  owner: string;
  alive_until: number;
  /** The key of the advisory lock that the process holds while it lives; null if it holds none. */
  lock_key: number | null;
}

/** The key with which ids of people are hashed: one row. */
export interface PersonKeyTable {
  /** Always 1. */
  id: number;
  /** 32 bytes, base64. */
  key: string;
}

/** Of what an issue was prepared. */
export interface PreparedIssuesTable {
  /** The hash of the turn or message. */
  subject: string;
  platform: string;
  installation: string;
  /** The hash of who prepared it last. */
  person: string;
  prepared_at: number;
}

/** Reports that must be made only once. */
export interface ReportRunsTable {
  /** sha256 of what the report is for, hex. */
  id: string;
  claimed_until: number;
  /** 1 once it is made. */
  is_done: Generated<number>;
}

/** Problems that the last check of the setup found. */
export interface SetupFindingsTable {
  /** The platforms of the processes that check. */
  scope: string;
  /** JSON of the problems. */
  findings: string;
}

/** The workspaces and organisations that installed the app. */
export interface InstallationsTable {
  platform: string;
  id: string;
  name: string | null;
  /** Encrypted, like the refresh token. */
  token: string;
  refresh_token: string | null;
  expires_at: number | null;
  /** Until then a process is allowed to rotate the token. */
  rotating_until: Generated<number>;
}

/** OAuth states that were used: each is accepted once. */
export interface UsedStatesTable {
  /** sha256 of the state, hex. */
  hash: string;
  expires_at: number;
}

export type ConversationRow = Selectable<ConversationsTable>;
export type TurnRow = Selectable<TurnsTable>;
export type DeploymentRow = Selectable<DeploymentsTable>;
export type ReaskRow = Selectable<ReasksTable>;
export type DeploymentLockRow = Selectable<DeploymentLocksTable>;
export type DeploymentAuditRow = Selectable<DeploymentAuditTable>;
export type InstallationRow = Selectable<InstallationsTable>;
