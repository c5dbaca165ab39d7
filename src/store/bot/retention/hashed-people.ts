/**
 * Replaces ids of people by hashes where a turn has ended long enough ago. By then the id is needed only to
 * recognise the same person: who asked first in a thread, who may ask again, who marked an answer, who wants to be forgotten.
 * A person who asks again gives their id back to the turn.
 */
import { setImmediate } from 'node:timers/promises';
import { sql as raw } from 'kysely';
import { questionDeleted } from '../../../core/model/conversation.ts';
import type { Database } from '../../sql/database.ts';
import { isHashed } from '../../sql/person-hash.ts';
import type { TurnRow } from '../../sql/schema.ts';
import { removed } from '../rows/turn-rows.ts';
import { hashPersonInIds } from './question-ids.ts';
import { lockingPlaces } from './removal.ts';
import { emptyLog, slicesOf } from './retention.ts';

/** Turns of one transaction. */
const turnsAtOnce = 50;

const named = ['id', 'conversation_id', 'platform', 'asker', 'stopped_by', 'taken_by'] as const;
const withIds = ['question_id', 'event_id', 'shares', 'asked_in'] as const;

type Named = Pick<TurnRow, (typeof named)[number] | (typeof withIds)[number]>;

/** Hashes ids in turns that ended before then. Returns the number of turns. */
export async function hashPeople(database: Database, before: number, signal?: AbortSignal): Promise<number> {
  const { sql } = database;
  let count = 0;
  for await (const { after, until } of slicesOf(sql, 'turns', signal)) {
    const turns = await sql
      .selectFrom('turns')
      .select([...named, ...withIds])
      .where('seq', '>', after)
      .where('seq', '<=', until)
      .where('ended_at', '<', before)
      .where('asker', '<>', removed)
      .where(
        raw<boolean>`(${isNamed('asker')} or ${isNamed('stopped_by')} or ${isNamed('taken_by')} or opens is not null)`,
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
  return lockingPlaces(database, turns, async (tx) => {
    for (const turn of turns) {
      for (const column of ['asker', 'stopped_by', 'taken_by'] as const) {
        const person = turn[column];
        if (person === null || !isName(person)) continue;
        // Since it was read somebody may have been forgotten, or the turn asked again, which opens it.
        const same = tx.updateTable('turns').where('id', '=', turn.id).where(column, '=', person);
        await same
          .where('ended_at', 'is not', null)
          .set({ [column]: hashPerson(person) })
          .execute();
      }
      await hashPersonInIds(tx, turn);
    }
    const ids = turns.map(({ id }) => id);
    // A turn that ended before its thread was opened still holds who asked, and where.
    const unopened = tx.updateTable('turns').where('id', 'in', ids).where('ended_at', 'is not', null);
    await unopened.where('opens', 'is not', null).set({ opens: null }).execute();
    const marks = await tx.selectFrom('feedback').select(['turn_id', 'person']).where('turn_id', 'in', ids).execute();
    for (const { turn_id, person } of marks) {
      if (!isName(person)) continue;
      const hashed = hashPerson(person);
      const isThere = marks.some((other) => other.turn_id === turn_id && other.person === hashed);
      if (isThere)
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
      if (solved_by === null || !isName(solved_by)) continue;
      const same = tx.updateTable('conversations').where('id', '=', id).where('solved_by', '=', solved_by);
      await same.set({ solved_by: hashPerson(solved_by) }).execute();
    }
  });
}

/** An old answer may be stopped, or its call taken over, after its asker was hashed. */
function isNamed(column: 'asker' | 'stopped_by' | 'taken_by') {
  const person = raw.ref(column);
  return raw<boolean>`(${person} not like 'hash:%' and ${person} not in (${removed}, ${questionDeleted}))`;
}

function isName(person: string): boolean {
  return !isHashed(person) && person !== questionDeleted && !person.startsWith(removed);
}
