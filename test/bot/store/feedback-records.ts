/** Feedback on answers, as stored in the bot's database. */
import {
  type Answer,
  type Feedback,
  type FeedbackDetail,
  isFeedbackReason,
} from '../../../src/bot/core/model/feedback.ts';
import { createFeedback } from '../../../src/bot/store/feedback.ts';
import { type Database, openDatabase } from '../../../src/kit/sql/database.ts';

export interface FeedbackRecord extends Feedback, Partial<FeedbackDetail> {
  readonly answer: Answer;
  /** Whether the question was asked again since, so that the answer is a different one now. */
  readonly isOnEarlierAnswer: boolean;
}

/** Oldest first. */
export async function listFeedback(database: Database): Promise<readonly FeedbackRecord[]> {
  const { findAnswer } = createFeedback(database);
  const rows = await database.sql.selectFrom('feedback').selectAll().orderBy('given_at').execute();
  const records = rows.map(async ({ turn_id: turn, times_again: timesAgain, ...row }): Promise<FeedbackRecord[]> => {
    const answer = await findAnswer(turn);
    const { person, reason, comment } = row;
    if (!answer) return [];
    return [
      {
        turn,
        person,
        answer,
        at: row.given_at,
        isOnEarlierAnswer: timesAgain < answer.timesAgain,
        mark: row.mark === 'helpful' ? 'helpful' : 'not_helpful',
        via: row.via === 'reaction' ? 'reaction' : 'button',
        ...(isFeedbackReason(reason) && { reason }),
        ...(comment !== null && { comment }),
        ...(row.is_correction === 1 && { isCorrection: true }),
      },
    ];
  });
  return (await Promise.all(records)).flat();
}

/** Reads a database that a bot may be using. */
export async function readFeedback(url: string): Promise<readonly FeedbackRecord[]> {
  const database = await openDatabase(url);
  try {
    return await listFeedback(database);
  } finally {
    await database.close();
  }
}
