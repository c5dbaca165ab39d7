/** Feedback on answers: one mark per person and answer, of which a turn that is asked again has several. */
import { type Kysely, sql as raw } from 'kysely';
import { storable } from '../../kit/sql/column-values.ts';
import type { Database } from '../../kit/sql/database.ts';
import type { ConversationRow, Schema, TurnRow } from '../../kit/sql/schema.ts';
import type { Answer } from '../core/model/feedback.ts';
import type { FeedbackStore, PostedMessage } from '../core/ports/feedback-store.ts';
import {
  codesUnseen,
  codesWithoutAnswer,
  readPlace,
  readShown,
  readSources,
  removed,
  toPlaceKind,
  toThread,
} from './rows/turn-rows.ts';

type AnswerRow = TurnRow & Pick<ConversationRow, 'installation' | 'channel' | 'thread' | 'address'>;

/** How long after its question an answer may be posted: while a platform is down, turns stay open for a day. */
const maxAnswerAgeMs = 2 * 24 * 60 * 60_000;
const soonMs = 15 * 60_000;
/** How far the platform's clock may lag behind ours. */
const skewMs = 60_000;

export function createFeedback({ sql, hashPerson }: Database): Omit<FeedbackStore, 'takeCall'> {
  return {
    async findAnswer(of) {
      if (typeof of !== 'string') return findAnswerIn(sql, of);
      const row = await answers(sql).where('turns.id', '=', of).where('asker', '<>', removed).executeTakeFirst();
      return row && toAnswer(row);
    },
    async answersBefore({ conversation, turn }, limit) {
      const rows = await answers(sql)
        .where('conversation_id', '=', conversation)
        .where('turns.ended_at', 'is not', null)
        .where('turns.text', '<>', '')
        .where('asker', '<>', removed)
        .where((where) => where.or([where('code', 'is', null), where('code', 'not in', [...codesUnseen])]))
        .where('seq', '<', (query) => query.selectFrom('turns').select('seq').where('id', '=', turn))
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toAnswer);
    },
    /** Stored under the hash of the person. */
    saveFeedback({ turn, person, mark, via, at }) {
      const hash = hashPerson(person);
      return sql.transaction().execute(async (tx) => {
        const kept = tx.selectFrom('turns').where('id', '=', turn).where('asker', '<>', removed);
        const row = await kept.select('times_again').executeTakeFirst();
        if (!row) return 'gone';
        const earlier = await tx
          .selectFrom('feedback')
          .select(['person', 'mark', 'reason'])
          .where('turn_id', '=', turn)
          .where('person', 'in', [person, hash])
          .where('times_again', '=', row.times_again)
          .executeTakeFirst();
        if (earlier?.mark === mark) return earlier.reason === null ? 'same' : 'explained';
        const { times_again } = row;
        const values = { mark, via, reason: null, comment: null, is_correction: 0, times_again, given_at: at };
        await tx
          .insertInto('feedback')
          .values({ turn_id: turn, person: earlier?.person ?? hash, ...values })
          .onConflict((conflict) => conflict.columns(['turn_id', 'person', 'times_again']).doUpdateSet(values))
          .execute();
        return earlier ? 'changed' : 'new';
      });
    },
    /** Whoever corrects an answer is named where it is taken back, so their id is stored until that turn has ended. */
    async saveFeedbackDetail({ turn, person }, { reason, comment, isCorrection }) {
      const names = [person, hashPerson(person)];
      // The question may have been asked again while the form was open.
      const marked = sql.selectFrom('feedback').where('turn_id', '=', turn).where('person', 'in', names);
      const newest = await marked.select(({ fn }) => fn.max('times_again').as('answer')).executeTakeFirst();
      const { numUpdatedRows } = await sql
        .updateTable('feedback')
        .set({
          reason,
          comment: comment === undefined ? null : storable(comment),
          is_correction: isCorrection ? 1 : 0,
          ...(isCorrection && { person }),
        })
        .where('turn_id', '=', turn)
        .where('person', 'in', names)
        .where('times_again', '=', newest?.answer ?? 0)
        .where('mark', '=', 'not_helpful')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    /** The newest correction. */
    async findCorrection(turn) {
      const row = await sql
        .selectFrom('feedback')
        .select(['person', 'comment'])
        .where('turn_id', '=', turn)
        .where('is_correction', '=', 1)
        .orderBy('given_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && { person: row.person, ...(row.comment !== null && { comment: row.comment }) };
    },
    async removeFeedback({ turn, person, mark, via }) {
      await sql
        .deleteFrom('feedback')
        .where('turn_id', '=', turn)
        .where('person', 'in', [person, hashPerson(person)])
        .where('mark', '=', mark)
        .where('via', '=', via)
        .execute();
    },
    async removeReactions(turn, mark) {
      await sql
        .deleteFrom('feedback')
        .where('turn_id', '=', turn)
        .where('via', '=', 'reaction')
        .$if(mark !== undefined, (query) => query.where('mark', '=', mark ?? ''))
        .execute();
    },
  };
}

/**
 * Searches by time, because message ids are not indexed: most answers begin soon after their question, and of a million turns
 * two days hold tens of thousands. An answer that was given again is still in its old message.
 */
async function findAnswerIn(sql: Kysely<Schema>, posted: PostedMessage): Promise<Answer | undefined> {
  const { postedAt } = posted;
  const [from, soon, until] = [postedAt - maxAnswerAgeMs, postedAt - soonMs, postedAt + skewMs];
  return (await answerAskedIn(sql, posted, soon, until)) ?? answerAskedIn(sql, posted, from, soon);
}

/** Searches the answers to questions asked after `after` and no later than `until`. */
async function answerAskedIn(
  sql: Kysely<Schema>,
  { platform, installation, channel, message }: PostedMessage,
  after: number,
  until: number,
): Promise<Answer | undefined> {
  const rows = await answers(sql)
    .where('turns.asked_at', '>', after)
    .where('turns.asked_at', '<=', until)
    .where('turns.platform', '=', platform)
    .where(raw<boolean>`turns.shown like ${`%${JSON.stringify(message)}%`}`)
    .$if(installation !== undefined, (query) => query.where('conversations.installation', '=', installation ?? ''))
    .$if(channel !== undefined, (query) => query.where('conversations.channel', '=', channel ?? ''))
    .execute();
  return rows.map(toAnswer).find(({ messages }) => messages.includes(message));
}

/** Turns joined with the thread of their conversation. */
function answers(sql: Kysely<Schema>) {
  return sql
    .selectFrom('turns')
    .innerJoin('conversations', 'conversations.id', 'turns.conversation_id')
    .selectAll('turns')
    .select(['conversations.installation', 'conversations.channel', 'conversations.thread', 'conversations.address']);
}

function toAnswer(row: AnswerRow): Answer {
  const { link } = row;
  const place = toPlaceKind(row.place);
  return {
    turn: row.id,
    conversation: row.conversation_id,
    thread: toThread(row, readPlace(row)),
    asker: row.asker,
    question: row.text,
    answer: row.answer,
    sources: readSources(row.sources),
    ...(place && { place }),
    isOpen: row.ended_at === null,
    isAsked: row.text !== '' && (row.code === null || !codesWithoutAnswer.includes(row.code)),
    timesAgain: row.times_again,
    messages: readShown(row.shown).flatMap(({ message }) => (message === '' ? [] : [message])),
    ...(link !== null && { link }),
  };
}
