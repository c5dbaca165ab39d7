/** How a turn ends without a complete answer: the answer was stopped, failed, broke off, or cannot be shown. */
import type { Logger } from '../../../../kit/base/logger.ts';
import { ClaimLostError, StoreError } from '../../../../kit/sql/store-errors.ts';
import type { Wording } from '../../../wording/wording.ts';
import { questionDeleted, type Turn } from '../../model/conversation.ts';
import { AssistantError, isPassing, PlatformError } from '../../model/errors.ts';
import type { Part } from '../../model/reply.ts';
import type { Platform } from '../../ports/platform.ts';
import type { TurnEnd } from '../../ports/store.ts';
import type { Sentence } from './final-reply.ts';

/** `by`: who stopped it; undefined if unknown. */
export async function stoppedSentence(
  by: string | undefined,
  { question, conversation }: Turn,
  platform: Platform,
  wording: Wording,
): Promise<Sentence> {
  if (by === questionDeleted) return { sentence: wording.say('stopped'), code: by };
  if (by === undefined || by === question.asker) return { sentence: wording.say('stopped'), code: 'stopped' };
  const name = await platform.nameOf?.(by, conversation.thread);
  const again = wording.say('button.again');
  const sentence =
    name === undefined ? wording.say('stoppedByOther', { again }) : wording.say('stoppedBy', { name, again });
  return { sentence, code: 'stopped' };
}

/** Whether this part leads to sentences of ours: a notice, or the title of a search. */
export function needsWording({ type }: Part): boolean {
  return type === 'search' || type === 'fallback' || type === 'finish';
}

/** The notices to show under an answer because of this part. */
export function noticesFor(part: Part, wording: Wording): readonly string[] {
  if (part.type === 'fallback') return [wording.say('fallback')];
  if (part.type !== 'finish') return [];
  return [
    ...(part.unread ? [wording.say('partlyUnread')] : []),
    ...(part.reason === 'length' ? [wording.say('lengthLimit')] : []),
  ];
}

/** The sentence for an answer that broke off or never started. Rethrows failures of the store. */
export async function failureSentence(
  error: unknown,
  isPartial: boolean,
  findWording: () => Promise<Wording>,
  logger: Logger,
): Promise<Sentence> {
  rethrowStoreErrors(error);
  const wording = await findWording();
  if (!(error instanceof AssistantError)) {
    logger.error({ err: error }, 'turn failed with an unexpected error');
    return { sentence: wording.say('defect'), code: 'defect' };
  }
  logger.warn({ code: error.code, status: error.status, err: error }, 'assistant failed');
  return { sentence: wording.say(`${isPartial ? 'cutAnswer' : 'noAnswer'}.${error.code}`), code: error.code };
}

/** While a platform is down, its turns stay open for this long after they were asked. */
const maxOutageMs = 24 * 60 * 60_000;

/**
 * How a turn ends if its reply cannot be shown. A deleted message counts as stopped by the reader. Rethrows failures of the
 * store.
 */
export function endWithoutReply(
  error: unknown,
  ageMs: number,
  mustEnd: boolean,
  logger: Logger,
): Pick<TurnEnd, 'state' | 'code'> | 'interrupted' | 'outage' {
  rethrowStoreErrors(error);
  if (!(error instanceof PlatformError)) {
    logger.error({ err: error }, 'turn failed with an unexpected error');
    return { state: 'failed', code: 'defect' };
  }
  if (error.code === 'message_gone') return { state: 'stopped', code: error.code };
  if (isPassing(error) && mustEnd) return 'interrupted';
  if (isPassing(error) && ageMs < maxOutageMs) {
    logger.warn({ code: error.code, err: error }, 'reply not shown yet');
    return 'outage';
  }
  logger.warn({ code: error.code, err: error }, 'reply could not be shown');
  return { state: 'failed', code: error.code };
}

function rethrowStoreErrors(error: unknown): void {
  if (error instanceof StoreError || error instanceof ClaimLostError) throw error;
}
