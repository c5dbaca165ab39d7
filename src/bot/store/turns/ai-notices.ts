/** Where people have read that an AI writes: the places of the answers that say it. */
import { type Kysely, sql as raw } from 'kysely';
import type { Database } from '../../../kit/sql/database.ts';
import type { Schema } from '../../../kit/sql/schema.ts';
import type { ThreadRef } from '../../core/model/conversation.ts';
import { isPrivatePlace, privatePrefix } from '../../core/model/private-place.ts';
import type { Store } from '../../core/ports/store.ts';

export function createAiNotices({ sql, hashPerson }: Database): Pick<Store, 'hasAiNotice'> {
  return {
    async hasAiNotice({ id, question: { asker }, conversation: { thread } }) {
      const row = await aiNotices(sql, thread, [asker, hashPerson(asker)])
        .where('turns.id', '<>', id)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

/** The turns whose answers say it to those who read this thread. `askers`: who may read it if it is private. */
export function aiNotices(sql: Kysely<Schema>, thread: ThreadRef, askers: readonly string[]) {
  const isPrivate = isPrivatePlace(thread);
  return (
    sql
      .selectFrom('turns')
      .innerJoin('conversations', 'conversations.id', 'turns.conversation_id')
      .select('turns.seq')
      // A literal, so that SQLite uses the index.
      .where('has_ai_notice', '=', raw.lit(1))
      .where('conversations.platform', '=', thread.platform)
      .where('installation', '=', thread.installation)
      .where('channel', '=', thread.channel)
      .where('thread', isPrivate ? 'like' : 'not like', `${privatePrefix}%`)
      .$if(isPrivate, (query) => query.where('asker', 'in', askers))
  );
}
