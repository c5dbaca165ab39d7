/**
 * The tables as types. Pure; types only. One schema for SQLite and Postgres: texts and whole numbers, JSON as text, times
 * in milliseconds since 1970, 0 where a time has not come in a unique key or a claim.
 */
import type { Generated, GeneratedAlways, Selectable } from 'kysely';

export interface Schema {
  readonly conversations: ConversationsTable;
  readonly turns: TurnsTable;
  readonly deployments: DeploymentsTable;
  readonly threads: ThreadsTable;
  readonly messages: MessagesTable;
  readonly api_keys: ApiKeysTable;
  readonly uses: UsesTable;
  readonly updates: UpdatesTable;
  readonly heard: HeardTable;
  readonly replicas: ReplicasTable;
  readonly shards: ShardsTable;
  readonly vectors: VectorsTable;
}

/** One row for each conversation; of one thread at most one has not ended. */
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
  /** 0 while it lives; otherwise its part of the unique key. */
  ended_at: Generated<number>;
}

/** One row for each question: the ledger, and the queue. */
export interface TurnsTable {
  /** The order of asking within a conversation. */
  seq: GeneratedAlways<number>;
  id: string;
  conversation_id: string;
  platform: string;
  question_id: string;
  event_id: string;
  /** JSON of the ThreadRef that the question came with, before its thread was made. */
  asked_in: string;
  asker: string;
  addressed: string;
  text: string;
  /** Question.opens: may be a secret. */
  opens: string | null;
  ends_after_silence_ms: number | null;
  state: Generated<string>;
  tries: Generated<number>;
  /** JSON of Shown[]. */
  shown: Generated<string>;
  answer: Generated<string>;
  /** JSON of Source[]. */
  sources: Generated<string>;
  code: string | null;
  claimed_by: string | null;
  claimed_until: Generated<number>;
  asked_at: number;
  started_at: number | null;
  /** null while the turn is open. */
  ended_at: number | null;
}

/** One row for each accepted deploy command. */
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
  state: Generated<string>;
  status_id: string | null;
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

/** Documentation service: one row for each thread of the assistant operation. */
export interface ThreadsTable {
  id: string;
  domain: string;
  /** The id of the Bearer key that opened it. */
  owner: string;
  /** sha256 of the thread's key, hex. */
  key_hash: string;
  opened_at: number;
  /** The last question: threads that nobody used for long are forgotten. */
  used_at: number;
}

/** Documentation service: what was said in a thread, in its order. */
export interface MessagesTable {
  seq: GeneratedAlways<number>;
  thread_id: string;
  role: string;
  /** Who asked, as the client names them. */
  fp: string | null;
  content: string;
  written_at: number;
}

/** Documentation service: Bearer keys. The key itself is nowhere. */
export interface ApiKeysTable {
  id: string;
  kind: string;
  organization: string;
  /** sha256 of the key, hex. */
  hash: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
}

/** Documentation service: what was used of each limit in its present window. */
export interface UsesTable {
  key: string;
  points: Generated<number>;
  expire: number | null;
}

/** Documentation service: updates of projects, and their queue. */
export interface UpdatesTable {
  seq: GeneratedAlways<number>;
  id: string;
  project: string;
  source: string;
  state: Generated<string>;
  summary: string | null;
  /** JSON of string[]. */
  logs: Generated<string>;
  /** JSON of the commit, as its status shows it. */
  commit_json: string | null;
  queued_at: number;
  /** null while it is open. */
  ended_at: number | null;
}

/** One row for each place of a platform: until when all that was said there was taken. */
export interface HeardTable {
  platform: string;
  /** By the platform's own name. */
  place: string;
  until: number;
}

/** One row for each process that has work, or had some not long ago. */
export interface ReplicasTable {
  owner: string;
  alive_until: number;
}

/** One row for each shard of a platform's events. */
export interface ShardsTable {
  platform: string;
  shard: number;
  claimed_by: string | null;
  claimed_until: Generated<number>;
  claimed_at: Generated<number>;
  /** Another process that is to have it next. */
  wanted_by: string | null;
  wanted_until: Generated<number>;
}

/** Documentation service: what a text means, as an embedding model told it. */
export interface VectorsTable {
  /** Of the model and the text. */
  hash: string;
  vector: string;
  used_at: number;
}

export type ConversationRow = Selectable<ConversationsTable>;
export type TurnRow = Selectable<TurnsTable>;
export type DeploymentRow = Selectable<DeploymentsTable>;
export type ThreadRow = Selectable<ThreadsTable>;
export type ApiKeyRow = Selectable<ApiKeysTable>;
export type UpdateRow = Selectable<UpdatesTable>;
export type ShardRow = Selectable<ShardsTable>;
