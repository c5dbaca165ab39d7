/** The tables of the documentation service as types, by the conventions of schema.ts. */
import type { Generated, GeneratedAlways, Selectable } from 'kysely';

export interface ServiceSchema {
  readonly threads: ThreadsTable;
  readonly messages: MessagesTable;
  readonly api_keys: ApiKeysTable;
  readonly updates: UpdatesTable;
  readonly vectors: VectorsTable;
  readonly problems: ProblemsTable;
}

/** Threads of the assistant operation. */
export interface ThreadsTable {
  id: string;
  domain: string;
  /** The id of the Bearer key that opened it. */
  owner: string;
  /** The organization of that key. */
  organization: string;
  /** The access groups of all keys that asked in it, in order. JSON of string[]. */
  access_groups: Generated<string>;
  /** sha256 of the thread's key, hex. */
  key_hash: string;
  opened_at: number;
  /** The time of the last question: threads that have not been used for a long time are deleted. */
  used_at: number;
}

/** The messages of threads, in order. */
export interface MessagesTable {
  seq: GeneratedAlways<number>;
  thread_id: string;
  role: string;
  /** The client's fingerprint of the person who asked. */
  fp: string | null;
  content: string;
  written_at: number;
}

/** Bearer keys. Only their hashes are stored. */
export interface ApiKeysTable {
  id: string;
  kind: string;
  organization: string;
  /** JSON of string[]. */
  access_groups: Generated<string>;
  /** sha256 of the key, hex. */
  hash: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
}

/** Project updates: both the queue and the record. */
export interface UpdatesTable {
  seq: GeneratedAlways<number>;
  id: string;
  project: string;
  source: string;
  state: Generated<string>;
  summary: string | null;
  /** JSON of string[]. */
  logs: Generated<string>;
  /** JSON of the commit, as the update's status shows it. */
  commit_json: string | null;
  claimed_by: string | null;
  claimed_until: Generated<number>;
  queued_at: number;
  /** null while it is open. */
  ended_at: number | null;
}

/** Embeddings. */
export interface VectorsTable {
  /** Hash of model and text. */
  hash: string;
  vector: string;
  used_at: number;
}

/** Problems with the docs that MCP clients reported. */
export interface ProblemsTable {
  id: string;
  domain: string;
  /** That of the key. */
  organization: string;
  question: string;
  reason: string;
  comment: string;
  /** Site paths. JSON of string[]. */
  pages: string;
  reported_at: number;
}

export type ThreadRow = Selectable<ThreadsTable>;
export type ApiKeyRow = Selectable<ApiKeysTable>;
export type UpdateRow = Selectable<UpdatesTable>;
