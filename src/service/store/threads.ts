/** Threads of the assistant operation, and the messages in them. */
import { type Kysely, sql as raw } from 'kysely';
import { storable } from '../../kit/sql/column-values.ts';
import type { Schema } from '../../kit/sql/schema.ts';
import type { ThreadRow } from '../../kit/sql/service-schema.ts';

/** A thread with the hash of its key. */
export interface StoredThread extends Pick<ThreadRow, 'id' | 'domain' | 'owner' | 'organization'> {
  /** The access groups whose pages its answers may use. */
  readonly groups: readonly string[];
  readonly keyHash: string;
}

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
  { id, domain, owner, organization, groups, keyHash }: StoredThread,
  first: StoredMessage,
  now: number,
): Promise<void> {
  const times = { opened_at: now, used_at: now };
  await sql.transaction().execute(async (tx) => {
    await tx
      .insertInto('threads')
      .values({ id, domain, owner, organization, access_groups: toList(groups), key_hash: keyHash, ...times })
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
  const { domain, owner, organization, access_groups, key_hash: keyHash } = row;
  return { id, domain, owner, organization, groups: fromList(access_groups), keyHash };
}

/** Does nothing if the thread was deleted in the meantime. `groups`: those of the key that asks. */
export async function addMessage(
  sql: Kysely<Schema>,
  threadId: string,
  { groups = [], ...message }: StoredMessage & Partial<Pick<StoredThread, 'groups'>>,
  now: number,
): Promise<void> {
  await sql.transaction().execute(async (tx) => {
    const thread = tx.updateTable('threads').where('id', '=', threadId);
    const used = await thread.set({ used_at: now }).returning('access_groups').executeTakeFirst();
    if (!used) return;
    // The row is locked by now. From here on, answers may repeat what the pages of these groups say.
    const all = toList([...fromList(used.access_groups), ...groups]);
    if (all !== used.access_groups) await thread.set({ access_groups: all }).execute();
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

/** Each once and in order, so that equal lists are equal text. */
function toList(groups: readonly string[]): string {
  return JSON.stringify([...new Set(groups)].toSorted());
}

function fromList(groups: string): readonly string[] {
  // Written by `toList`.
  return JSON.parse(groups) as readonly string[];
}

/** A message of a person, or an answer to one. */
export interface FoundMessage extends Omit<StoredMessage, 'fp'> {
  /** Increases with each message of a database. */
  readonly seq: number;
  readonly threadId: string;
  readonly writtenAt: number;
}

/** Which messages to find. */
export interface MessageQuery extends Pick<StoredThread, 'domain' | 'organization' | 'groups'> {
  readonly fp: string;
  /** Only messages after this `seq`. */
  readonly after: number;
  readonly limit: number;
}

/**
 * What `fp` asked, with the answers, oldest first, from threads in which only keys asked that have no other access groups than
 * these: other answers may contain words of pages that the reader must not see.
 */
export async function messagesOf(
  sql: Kysely<Schema>,
  { domain, organization, groups, fp, after, limit }: MessageQuery,
): Promise<readonly FoundMessage[]> {
  const theirs = sql
    .selectFrom('threads')
    .where('domain', '=', domain)
    .where('organization', '=', organization)
    .where('id', 'in', sql.selectFrom('messages').select('thread_id').where('fp', '=', storable(fp)));
  const lists = await theirs.select('access_groups').distinct().execute();
  const readable = lists
    .map((row) => row.access_groups)
    .filter((list) => fromList(list).every((group) => groups.includes(group)));
  if (readable.length === 0) return [];
  const rows = await sql
    .selectFrom('messages')
    .select(['seq', 'thread_id', 'role', 'content', 'written_at'])
    .where('thread_id', 'in', theirs.select('id').where('access_groups', 'in', readable))
    .where('seq', '>', after)
    .where((eb) =>
      eb(
        eb.val(storable(fp)),
        '=',
        // Who asked last before this answer, or with this message.
        eb
          .selectFrom('messages as asked')
          .select('asked.fp')
          .whereRef('asked.thread_id', '=', 'messages.thread_id')
          .whereRef('asked.seq', '<=', 'messages.seq')
          .where('asked.role', '=', 'user')
          .orderBy('asked.seq', 'desc')
          .limit(1),
      ),
    )
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map(({ seq, thread_id: threadId, role, content: text, written_at: writtenAt }) => {
    return { seq, threadId, role: toRole(role), text, writtenAt };
  });
}

function toRole(role: string): StoredMessage['role'] {
  return role === 'assistant' ? 'assistant' : 'user';
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
    role: toRole(role),
    text: content,
    ...(fp !== null && { fp }),
  }));
}
