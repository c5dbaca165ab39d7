/**
 * The tables as types, the same for SQLite and Postgres: texts and integers, JSON as text, times in milliseconds since
 * 1970, 0 for a time that has not come in a unique key or a claim.
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
  readonly heard: HeardTable;
  readonly replicas: ReplicasTable;
  readonly shards: ShardsTable;
  readonly retention: RetentionTable;
  readonly person_key: PersonKeyTable;
  readonly report_runs: ReportRunsTable;
  readonly setup_findings: SetupFindingsTable;
  readonly issues: IssuesTable;
  readonly installations: InstallationsTable;
  readonly used_states: UsedStatesTable;
}

/** Conversations; at most one of a thread has not ended. */
export interface ConversationsTable {
  id: string;
  platform: string;
  installation: string;
  channel: string;
  thread: string;
  /** ThreadRef.address: may be a secret. */
  address: string | null;
  notice: string | null;
  assistant_thread_id: string | null;
  assistant_thread_key: string | null;
  /** The site that made it. */
  assistant_thread_site: string | null;
  /** Listening. */
  listening: Generated<string>;
  solved_at: number | null;
  solved_by: string | null;
  /** 1: in a group direct message. */
  is_group: Generated<number>;
  /** 0 while it is open; a part of the unique key. */
  ended_at: Generated<number>;
}

/** One row per question: the queue, and the record. */
export interface TurnsTable {
  /** The order of asking within a conversation. */
  seq: GeneratedAlways<number>;
  id: string;
  conversation_id: string;
  platform: string;
  question_id: string;
  event_id: string;
  /** JSON of the ThreadRef that the question came with, before its thread was opened. */
  asked_in: string;
  asker: string;
  addressed: string;
  text: string;
  /** Question.opens: may be a secret. */
  opens: string | null;
  locale: string | null;
  /** Question.shares: the id of the question whose answer it shows. */
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
  /** Names the messages of its reply; null: its id does. */
  reply_key: string | null;
  /** Who wants no more of it. */
  stopped_by: string | null;
  /** JSON of Shown[]. */
  shown: Generated<string>;
  answer: Generated<string>;
  /** JSON of Source[]. */
  sources: Generated<string>;
  code: string | null;
  /** Opens the first message of its reply. */
  link: string | null;
  /** Of an issue about its topic. */
  issue_id: string | null;
  /** Of a call for help: who took it over. */
  taken_by: string | null;
  taken_at: number | null;
  /** Of a call for help: JSON of PostedCard[]. */
  cards: string | null;
  claimed_by: string | null;
  claimed_until: Generated<number>;
  asked_at: number;
  started_at: number | null;
  /** When the first words of its answer came; null where none came, or it is not known. */
  first_text_at: number | null;
  /** null while the turn is open. */
  ended_at: number | null;
}

/** What people say about answers: one row per person and turn, deleted with the turn. */
export interface FeedbackTable {
  turn_id: string;
  person: string;
  /** Mark. */
  mark: string;
  via: string;
  /** FeedbackReason. */
  reason: string | null;
  comment: string | null;
  /** 1 where somebody who helps there says what is right. */
  is_correction: Generated<number>;
  /** The turn's `times_again` at that time: which of its answers it is about. */
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
  /** Its name in the configuration; empty for a request that an earlier version accepted. */
  project: Generated<string>;
  requester_name: string | null;
  locale: string | null;
  state: Generated<string>;
  status_id: string | null;
  /** JSON of DeploymentStep[]. */
  steps: Generated<string>;
  /** JSON of DeploymentOutcome. */
  outcome: string | null;
  /** JSON of the DeploymentRequest that runs at its end. */
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
  /** JSON of string[]; null where they are not known, and once it has ended. */
  pages: string | null;
  /** JSON of ReaskedQuestion[]; once it has ended, those that are answered. */
  asked: Generated<string>;
  tries: Generated<number>;
  claimed_by: string | null;
  claimed_until: Generated<number>;
  started_at: number | null;
  /** null while it is open. */
  ended_at: number | null;
}

/** Locked projects: nobody deploys them. */
export interface DeploymentLocksTable {
  project: string;
  holder: string;
  holder_name: string | null;
  reason: string;
  locked_at: number;
  /** Where; null where an earlier version locked it. */
  platform: string | null;
  installation: string | null;
}

/** Deployments that wait for their requester's press. */
export interface DeploymentConfirmationsTable {
  id: string;
  project: string;
  /** JSON of the DeploymentRequest. */
  request: string;
  expires_at: number;
  /** 0: it waits. 1: pressed. 2: expired. */
  taken: Generated<number>;
}

/** Rows are added and never deleted; retention takes people and their words out of them. */
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

/** Uses in windows of time: questions to the bot, requests to the documentation service. */
export interface UsesTable {
  key: string;
  points: Generated<number>;
  expire: number | null;
}

/** Read cursors: per place of a platform, the time up to which every message was handled. */
export interface HeardTable {
  platform: string;
  /** By the platform's own name. */
  place: string;
  until: number;
}

/** Processes that have work, or had some not long ago. */
export interface ReplicasTable {
  owner: string;
  alive_until: number;
  /** Of the advisory lock that it holds while it lives; null where it holds none. */
  lock_key: number | null;
}

/** Leases of a platform's shards. */
export interface ShardsTable {
  platform: string;
  shard: number;
  claimed_by: string | null;
  claimed_until: Generated<number>;
  claimed_at: Generated<number>;
  /** Another process that requested it. */
  wanted_by: string | null;
  wanted_until: Generated<number>;
}

/** What ids of people are hashed with: one row. */
export interface PersonKeyTable {
  /** 1. */
  id: number;
  /** 32 bytes, base64. */
  key: string;
}

/** From when on the bot removes what is older than it keeps: one row. */
export interface RetentionTable {
  /** 1: words and ids are removed. 2: ids of people are hashed. */
  id: number;
  begins_at: number;
}

/** Issues about what people ask. */
export interface IssuesTable {
  id: string;
  begun_at: number;
  claimed_until: number;
  /** null until it is filed. */
  url: string | null;
}

/** Reports that are made once. */
export interface ReportRunsTable {
  /** sha256 of what it is for, hex. */
  id: string;
  claimed_until: number;
  /** 1 once it is. */
  is_done: Generated<number>;
}

/** What was wrong with the set-up when it was looked at last. */
export interface SetupFindingsTable {
  /** The platforms of the processes that look. */
  scope: string;
  /** JSON. */
  findings: string;
}

/** The workspaces and organisations that installed the app. */
export interface InstallationsTable {
  platform: string;
  id: string;
  name: string | null;
  /** Encrypted, as is the next. */
  token: string;
  refresh_token: string | null;
  expires_at: number | null;
  /** A process gets the next token until then. */
  rotating_until: Generated<number>;
}

/** Of installations under way: each may end once. */
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
export type ShardRow = Selectable<ShardsTable>;
export type InstallationRow = Selectable<InstallationsTable>;
