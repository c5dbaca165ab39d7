/** Which answers are no longer the newest with buttons in their thread, and who removes theirs. */
import { type Kysely, sql as raw, type Transaction } from 'kysely';
import type { Database } from '../../../kit/sql/database.ts';
import type { Schema, TurnRow } from '../../../kit/sql/schema.ts';
import type { Store } from '../../core/ports/store.ts';
import { idList } from '../replicas/claims.ts';
import { readPlace, readShown, toThread } from '../rows/turn-rows.ts';

/** Afterwards nobody minds them any more. */
const maxAgeMs = 24 * 60 * 60_000;

export function createOldButtons({ sql, engine }: Database): Pick<Store, 'claimOldButtons' | 'endOldButtons'> {
  return {
    /** An ended turn is claimed by nobody else, and is not asked again meanwhile. */
    async claimOldButtons(owner, now, until, platforms, busy = []) {
      if (platforms.length === 0) return undefined;
      const { rows } = await raw<Pick<TurnRow, 'id'>>`
        update turns set claimed_by = ${owner}, claimed_until = ${until}
        where seq = (
          select seq from turns as candidate
          where buttons = 2 and ended_at > ${now - maxAgeMs} and claimed_until <= ${now}
            and platform in (${raw.join(platforms)}) and id not in ${idList(engine, busy)}
          order by seq limit 1
          ${engine === 'postgres' ? raw`for update skip locked` : raw``}
        )
        returning id`.execute(sql);
      return rows[0] && findButtons(sql, rows[0].id);
    },
    async endOldButtons(turn, owner) {
      const ended = { buttons: 0, claimed_by: null, claimed_until: 0 };
      await sql.updateTable('turns').set(ended).where('id', '=', turn).where('claimed_by', '=', owner).execute();
    },
  };
}

async function findButtons(sql: Kysely<Schema>, id: string): ReturnType<Store['claimOldButtons']> {
  const row = await sql
    .selectFrom('turns')
    .innerJoin('conversations', 'conversations.id', 'turns.conversation_id')
    .selectAll('turns')
    .select(['conversations.installation', 'conversations.channel', 'conversations.thread', 'conversations.address'])
    .where('turns.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const last = readShown(row.shown).findLast(({ message, removed }) => message !== '' && !removed);
  return { turn: id, thread: toThread(row, readPlace(row)), ...(last && { message: last.message }) };
}

/** To be called when a turn has ended with buttons. A new conversation in the same thread makes no difference. */
export async function markOldButtons(tx: Transaction<Schema>, turn: string): Promise<void> {
  const conversations = tx
    .selectFrom('turns as ended')
    .innerJoin('conversations as own', 'own.id', 'ended.conversation_id')
    .innerJoin('conversations as same', (join) =>
      join
        .onRef('same.platform', '=', 'own.platform')
        .onRef('same.installation', '=', 'own.installation')
        .onRef('same.channel', '=', 'own.channel')
        .onRef('same.thread', '=', 'own.thread'),
    )
    .where('ended.id', '=', turn)
    .select('same.id');
  const shown = await tx
    .selectFrom('turns')
    .select('id')
    .where('buttons', '=', raw.lit(1))
    .where('conversation_id', 'in', conversations)
    .orderBy('seq')
    .execute();
  const old = shown.slice(0, -1).map(({ id }) => id);
  if (old.length > 0) await tx.updateTable('turns').set({ buttons: 2 }).where('id', 'in', old).execute();
}
