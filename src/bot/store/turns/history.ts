/** The earlier questions and answers of a conversation. */
import type { Kysely } from 'kysely';
import type { Schema } from '../../../kit/sql/schema.ts';
import { type Exchange, questionDeleted, type Turn } from '../../core/model/conversation.ts';
import { codesWithoutAnswer, removed } from '../rows/turn-rows.ts';

/** The ids of a turn and its conversation. */
type TurnInConversation = Pick<Turn, 'id'> & { readonly conversation: Pick<Turn['conversation'], 'id'> };

/** Earlier ended turns of the conversation that the assistant answered, newest first, without deleted questions. */
export async function history(
  sql: Kysely<Schema>,
  turn: TurnInConversation,
  limit: number,
): Promise<readonly Exchange[]> {
  const rows = await sql
    .selectFrom('turns')
    .select(['id', 'text', 'answer', 'asked_at'])
    .where('conversation_id', '=', turn.conversation.id)
    .where('ended_at', 'is not', null)
    .where('asker', '<>', removed)
    .where((where) => where.or([where('stopped_by', 'is', null), where('stopped_by', '<>', questionDeleted)]))
    .where((where) => where.or([where('code', 'is', null), where('code', 'not in', [...codesWithoutAnswer])]))
    .where('seq', '<', (query) => query.selectFrom('turns').select('seq').where('id', '=', turn.id))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ turnId: row.id, question: row.text, answer: row.answer, askedAt: row.asked_at }));
}
