/**
 * Question ids that contain a person, as earlier versions made them: ids of a question about a message (`…:asked:U…`),
 * and of a press that calls a person or marks a thread as solved. During a rolling update an older process may still
 * write them.
 */
import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Schema, TurnRow } from '../../../kit/sql/schema.ts';
import { toAskedAbout } from '../../core/model/people.ts';

type Named = Pick<TurnRow, 'id' | 'conversation_id' | 'platform' | 'question_id' | 'event_id' | 'shares' | 'asked_in'>;

/** Matches the id of a person, never its hash, which is 16 lower-case hexadecimal digits. */
const askedAbout = /(slack:\w+:\w+:\d+\.\d+|discord:\d+):asked:([UW][A-Z0-9]+|\d{17,20})\b/g;
const pressed = /^((?:human|solved):[\w-]+):(?:slack|discord):[\w:]+/;

/** Replaces the person in an id, or in a text that contains one, with the hash that this version uses. */
export function withoutPerson(text: string): string {
  return text
    .replace(askedAbout, (_, message: string, person: string) => toAskedAbout(message, person))
    .replace(pressed, (whole, press: string) => `${press}:${hash(whole)}`);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Takes the turn as it was read, and does nothing if it has changed since. */
export async function hashPersonInIds(tx: Transaction<Schema>, turn: Named): Promise<void> {
  const { id, conversation_id: place, platform, question_id: before } = turn;
  const question = withoutPerson(before);
  const shares = turn.shares === null ? null : withoutPerson(turn.shares);
  if (question === before && shares === turn.shares) return;
  // The same question may have been stored by a process of this version.
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

/** The thread of a private answer contains the id of its question. */
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
  const inChannel = same.where('installation', '=', installation).where('channel', '=', channel);
  const other = await inChannel.where('ended_at', '=', ended_at).executeTakeFirst();
  const update = tx.updateTable('conversations').set({ thread: other ? `${thread}:${id}` : thread });
  await update.where('id', '=', id).where('thread', '=', row.thread).execute();
}
