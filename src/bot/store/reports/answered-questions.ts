/** Answered questions and who asked them, from which the core chooses questions to propose to others. */
import { type Kysely, sql as raw } from 'kysely';
import { readOrSkip } from '../../../kit/sql/column-values.ts';
import type { Database } from '../../../kit/sql/database.ts';
import { isHashed } from '../../../kit/sql/person-hash.ts';
import type { Schema } from '../../../kit/sql/schema.ts';
import { questionDeleted } from '../../core/model/conversation.ts';
import { readersOf } from '../../core/model/private-place.ts';
import type { Store } from '../../core/ports/store.ts';
import { readSources, removed, toPlaceKind } from '../rows/turn-rows.ts';

/**
 * Takes the newest `limit` questions since `since` and returns those that everyone in one workspace or server may read, newest
 * first.
 */
export function createAnsweredQuestions({ sql, hashPerson }: Database): Pick<Store, 'answeredSince'> {
  return {
    async answeredSince({ platform, installation }, since, limit, among) {
      // The limit comes first, because on SQLite the query blocks the event loop.
      const rows = await sql
        .selectFrom((among === 'all' ? askedSince : helpfulSince)(sql, since).limit(limit).as('turns'))
        .innerJoin('conversations', 'conversations.id', 'turns.conversation_id')
        .select([
          'turns.asker',
          'turns.text',
          'turns.sources',
          'turns.place',
          'turns.link',
          'turns.ended_at',
          'conversations.channel',
          'conversations.thread',
        ])
        .where('turns.platform', '=', platform)
        .where('conversations.installation', '=', installation)
        .where('turns.state', '=', 'answered')
        .where('turns.code', 'is', null)
        .where('turns.sources', '<>', '[]')
        .where('turns.asker', '<>', removed)
        .where((where) =>
          where.or([where('turns.stopped_by', 'is', null), where('turns.stopped_by', '<>', questionDeleted)]),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('turns as earlier')
                .select('earlier.id')
                .whereRef('earlier.conversation_id', '=', 'turns.conversation_id')
                .whereRef('earlier.seq', '<', 'turns.seq'),
            ),
          ),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('feedback')
                .select('person')
                .whereRef('feedback.turn_id', '=', 'turns.id')
                .whereRef('feedback.times_again', '=', 'turns.times_again')
                .where('mark', '=', 'not_helpful'),
            ),
          ),
        )
        .orderBy('turns.asked_at', 'desc')
        .orderBy('turns.seq', 'desc')
        .execute();
      return rows
        .filter((row) => readersOf(toPlaceKind(row.place), row) === 'everyone')
        .flatMap(
          ({ asker, text, channel, thread, ...row }) =>
            readOrSkip(() => ({
              thread: { platform, installation, channel, thread },
              // A call for help that nobody has taken over still names who asked.
              asker: isHashed(asker) ? asker : hashPerson(asker),
              text,
              sources: readSources(row.sources),
              ...(row.link !== null && { link: row.link }),
              answeredAt: Number(row.ended_at),
            })) ?? [],
        );
    },
  };
}

function askedSince(sql: Kysely<Schema>, since: number) {
  return sql.selectFrom('turns').selectAll().where('asked_at', '>=', since).orderBy('asked_at', 'desc');
}

/** Those of which somebody marked the present answer as helpful; once for each mark. */
function helpfulSince(sql: Kysely<Schema>, since: number) {
  return (
    sql
      .selectFrom('feedback')
      .innerJoin('turns', (join) =>
        join.onRef('turns.id', '=', 'feedback.turn_id').onRef('turns.times_again', '=', 'feedback.times_again'),
      )
      .selectAll('turns')
      // As the condition of the index, which a parameter would not match.
      .where('mark', '=', raw.lit('helpful'))
      .where('given_at', '>=', since)
      .orderBy('given_at', 'desc')
  );
}
