/**
 * Ids of questions that name a person, as earlier versions made them: of a question about a message (`…:asked:U…`), and of a
 * press that calls a person or marks a thread as solved. A process of such a version may still write them beside this one.
 */
import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { toAskedAbout } from '../../../core/model/people.ts';
import type { Schema, TurnRow } from '../../sql/schema.ts';

type Named = Pick<TurnRow, 'id' | 'conversation_id' | 'platform' | 'question_id' | 'event_id' | 'shares' | 'asked_in'>;

/** The person is an id, never the hash of one: 16 small hexadecimal digits. */
const askedAbout = /(slack:\w+:\w+:\d+\.\d+|discord:\d+):asked:([UW][A-Z0-9]+|\d{17,20})\b/g;
const pressed = /^((?:human|solved):[\w-]+):(?:slack|discord):[\w:]+/;

/** The id, or the text that holds it, with a hash in place of the person: the one that this version makes. */
export function withoutPerson(text: string): string {
  return text
    .replace(askedAbout, (_, message: string, person: string) => toAskedAbout(message, person))
    .replace(pressed, (whole, press: string) => `${press}:${hash(whole)}`);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** The turn as it was read; where it has changed since, nothing is done. */
export async function hashPersonInIds(tx: Transaction<Schema>, turn: Named): Promise<void> {
  const { id, conversation_id: place, platform, question_id: before } = turn;
  const question = withoutPerson(before);
  const shares = turn.shares === null ? null : withoutPerson(turn.shares);
  if (question === before && shares === turn.shares) return;
  // The person may have asked the same in a process of this version.
  const asked = tx.selectFrom('turns').select('id').where('question_id', '=', question);
  const other = await asked.where('platform', '=', platform).where('id', '<>', id).executeTakeFirst();
  await tx
    .updateTable('turns')
    .set({
      question_id: other ? `${question}:${id}` : question,
      event_id: withoutPerson(turn.event_id),
      shares,
      asked_in: withoutPerson(turn.asked_in),
    })
    .where('id', '=', id)
    .where('question_id', '=', before)
    .execute();
  await hashPersonInPlace(tx, place);
}

/** A private answer's thread has the id of its question. */
async function hashPersonInPlace(tx: Transaction<Schema>, id: string): Promise<void> {
  const row = await tx.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return;
  const thread = withoutPerson(row.thread);
  if (thread === row.thread) return;
  const { platform, installation, channel, ended_at } = row;
  const same = tx
    .selectFrom('conversations')
    .select('id')
    .where('platform', '=', platform)
    .where('thread', '=', thread);
  const there = same.where('installation', '=', installation).where('channel', '=', channel);
  const other = await there.where('ended_at', '=', ended_at).executeTakeFirst();
  const update = tx.updateTable('conversations').set({ thread: other ? `${thread}:${id}` : thread });
  await update.where('id', '=', id).where('thread', '=', row.thread).execute();
}
