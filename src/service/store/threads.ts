/** Threads of the assistant operation, and the messages in them. */
import { type Kysely, sql as raw } from 'kysely';
import { storable } from '../../kit/sql/column-values.ts';
import type { Schema } from '../../kit/sql/schema.ts';
import type { ThreadRow } from '../../kit/sql/service-schema.ts';

/** A thread with the hash of its key. */
export type StoredThread = Pick<ThreadRow, 'id' | 'domain' | 'owner' | 'organization'> & { readonly keyHash: string };

/** A message of a thread. */
export interface StoredMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** The client's fingerprint of who asked. */
  readonly fp?: string;
}

/** Stores a thread with its first message. */
export async function openThread(
  sql: Kysely<Schema>,
  { id, domain, owner, organization, keyHash }: StoredThread,
  first: StoredMessage,
  now: number,
): Promise<void> {
  await sql.transaction().execute(async (tx) => {
    await tx
      .insertInto('threads')
      .values({ id, domain, owner, organization, key_hash: keyHash, opened_at: now, used_at: now })
      .execute();
    await tx
      .insertInto('messages')
      .values(fromMessage(id, first, now))
      .execute();
  });
}

export async function findThread(sql: Kysely<Schema>, id: string): Promise<StoredThread | undefined> {
  const row = await sql.selectFrom('threads').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const { domain, owner, organization, key_hash: keyHash } = row;
  return { id, domain, owner, organization, keyHash };
}

/** Does nothing if the thread was deleted in the meantime. */
export async function addMessage(
  sql: Kysely<Schema>,
  threadId: string,
  message: StoredMessage,
  now: number,
): Promise<void> {
  await sql.transaction().execute(async (tx) => {
    const used = await tx.updateTable('threads').set({ used_at: now }).where('id', '=', threadId).executeTakeFirst();
    if (used.numUpdatedRows === 0n) return;
    await tx
      .insertInto('messages')
      .values(fromMessage(threadId, message, now))
      .execute();
  });
}

function fromMessage(threadId: string, { role, text, fp }: StoredMessage, now: number) {
  return {
    thread_id: threadId,
    role,
    content: storable(text),
    fp: fp === undefined ? null : storable(fp),
    written_at: now,
  };
}

/** Threads per statement, which takes a few milliseconds. Their messages are deleted with them. */
const threadsAtOnce = 50;

/**
 * Deletes a batch of the threads of a domain in which `fp` asked. Whole threads are deleted, because later messages
 * may repeat what was asked.
 */
export async function forgetThreads(
  sql: Kysely<Schema>,
  { domain, organization }: Pick<StoredThread, 'domain' | 'organization'>,
  fp: string,
): Promise<{ readonly deleted: number; readonly isMoreLeft: boolean }> {
  const theirs = sql
    .selectFrom('threads')
    .select('id')
    .where('domain', '=', domain)
    .where('organization', '=', organization)
    .where('id', 'in', sql.selectFrom('messages').select('thread_id').where('fp', '=', storable(fp)))
    .limit(threadsAtOnce);
  const { numDeletedRows } = await sql.deleteFrom('threads').where('id', 'in', theirs).executeTakeFirst();
  return { deleted: Number(numDeletedRows), isMoreLeft: numDeletedRows >= threadsAtOnce };
}

/** The newest messages, oldest first, each cut to its first `maxChars` characters. */
export async function newestMessages(
  sql: Kysely<Schema>,
  threadId: string,
  limit: number,
  maxChars: number,
): Promise<readonly StoredMessage[]> {
  const rows = await sql
    .selectFrom('messages')
    .select(['role', 'fp', raw<string>`substr(content, 1, ${maxChars})`.as('content')])
    .where('thread_id', '=', threadId)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse().map(({ role, content, fp }) => ({
    role: role === 'assistant' ? 'assistant' : 'user',
    text: content,
    ...(fp !== null && { fp }),
  }));
}
