/**
 * Replaces ids of people with hashes in turns that ended long enough ago. By then an id is needed only to recognise
 * the same person: who asked first in a thread, who may ask again, who marked an answer, who wants to be forgotten.
 * When a person asks again, the turn gets their id back.
 */
import { setImmediate } from 'node:timers/promises';
import { sql as raw } from 'kysely';
import type { Database } from '../../../kit/sql/database.ts';
import { emptyLog } from '../../../kit/sql/empty-log.ts';
import { isHashed } from '../../../kit/sql/person-hash.ts';
import type { TurnRow } from '../../../kit/sql/schema.ts';
import { questionDeleted } from '../../core/model/conversation.ts';
import { removed } from '../rows/turn-rows.ts';
import { withLockedConversations } from './removal.ts';
import { slicesOf } from './retention.ts';

/** Turns per transaction. */
const turnsAtOnce = 50;

const columns = ['id', 'conversation_id', 'asker', 'stopped_by', 'taken_by'] as const;

type Named = Pick<TurnRow, (typeof columns)[number]>;

/** Hashes ids in turns that ended before `before`. Returns the number of turns. */
export async function hashPeople(database: Database, before: number, signal?: AbortSignal): Promise<number> {
  const { sql } = database;
  let count = 0;
  for await (const { after, until } of slicesOf(sql, 'turns', signal)) {
    const turns = await sql
      .selectFrom('turns')
      .select([...columns])
      .where('seq', '>', after)
      .where('seq', '<=', until)
      .where('ended_at', '<', before)
      .where('asker', '<>', removed)
      .where(
        raw<boolean>`(${isUnhashed('asker')} or ${isUnhashed('stopped_by')} or ${isUnhashed('taken_by')} or opens is not null)`,
      )
      .execute();
    for (let at = 0; at < turns.length; at += turnsAtOnce) {
      await hashIn(database, turns.slice(at, at + turnsAtOnce));
      await setImmediate();
    }
    count += turns.length;
  }
  if (count > 0) await emptyLog(database);
  return count;
}

function hashIn(database: Database, turns: readonly Named[]): Promise<void> {
  const { hashPerson } = database;
  return withLockedConversations(database, turns, async (tx) => {
    for (const turn of turns) {
      for (const column of ['asker', 'stopped_by', 'taken_by'] as const) {
        const person = turn[column];
        if (person === null || !isPlainId(person)) continue;
        // Since the turn was read the person may have been forgotten, or the turn reopened by asking again.
        const same = tx.updateTable('turns').where('id', '=', turn.id).where(column, '=', person);
        await same
          .where('ended_at', 'is not', null)
          .set({ [column]: hashPerson(person) })
          .execute();
      }
    }
    const ids = turns.map(({ id }) => id);
    // A turn that ended before its thread was opened still contains who asked, and where.
    const unopened = tx.updateTable('turns').where('id', 'in', ids).where('ended_at', 'is not', null);
    await unopened.where('opens', 'is not', null).set({ opens: null }).execute();
    const marks = await tx.selectFrom('feedback').select(['turn_id', 'person']).where('turn_id', 'in', ids).execute();
    for (const { turn_id, person } of marks) {
      if (!isPlainId(person)) continue;
      const hashed = hashPerson(person);
      const hasHashed = marks.some((other) => other.turn_id === turn_id && other.person === hashed);
      if (hasHashed)
        await tx.deleteFrom('feedback').where('turn_id', '=', turn_id).where('person', '=', person).execute();
      else
        await tx
          .updateTable('feedback')
          .where('turn_id', '=', turn_id)
          .where('person', '=', person)
          .set({ person: hashed })
          .execute();
    }
    const places = turns.map(({ conversation_id: place }) => place);
    const solved = tx.selectFrom('conversations').select(['id', 'solved_by']).where('id', 'in', places);
    for (const { id, solved_by } of await solved.where('solved_by', 'is not', null).execute()) {
      if (solved_by === null || !isPlainId(solved_by)) continue;
      const same = tx.updateTable('conversations').where('id', '=', id).where('solved_by', '=', solved_by);
      await same.set({ solved_by: hashPerson(solved_by) }).execute();
    }
  });
}

/** Each column is checked on its own: a turn may be stopped, or its call taken over, after its asker was hashed. */
function isUnhashed(column: 'asker' | 'stopped_by' | 'taken_by') {
  const person = raw.ref(column);
  return raw<boolean>`(${person} not like 'hash:%' and ${person} not in (${removed}, ${questionDeleted}))`;
}

function isPlainId(person: string): boolean {
  return !isHashed(person) && person !== questionDeleted && !person.startsWith(removed);
}
