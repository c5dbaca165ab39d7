/** The tables of the documentation service as types, written as in schema.ts. */
import type { Generated, GeneratedAlways, Selectable } from 'kysely';

export interface ServiceSchema {
  readonly threads: ThreadsTable;
  readonly messages: MessagesTable;
  readonly api_keys: ApiKeysTable;
  readonly updates: UpdatesTable;
  readonly vectors: VectorsTable;
}

/** Threads of the assistant operation. */
export interface ThreadsTable {
  id: string;
  domain: string;
  /** The id of the Bearer key that opened it. */
  owner: string;
  /** The organization of that key; null in threads of processes of an earlier version. */
  organization: string | null;
  /** sha256 of the thread's key, hex. */
  key_hash: string;
  opened_at: number;
  /** The last question: threads unused for long are deleted. */
  used_at: number;
}

/** The messages of threads, in order. */
export interface MessagesTable {
  seq: GeneratedAlways<number>;
  thread_id: string;
  role: string;
  /** Who asked, as the client names them. */
  fp: string | null;
  content: string;
  written_at: number;
}

/** Bearer keys. Only their hashes are stored. */
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

/** Updates of projects, and their queue. */
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
  claimed_by: string | null;
  claimed_until: Generated<number>;
  queued_at: number;
  /** Null while it is open. */
  ended_at: number | null;
}

/** Embeddings. */
export interface VectorsTable {
  /** Of model and text. */
  hash: string;
  vector: string;
  used_at: number;
}

export type ThreadRow = Selectable<ThreadsTable>;
export type ApiKeyRow = Selectable<ApiKeysTable>;
export type UpdateRow = Selectable<UpdatesTable>;
