/** How a turn ends when its answer is not whole: the answer was stopped, failed, broke off, or cannot be shown. */
import type { Logger } from '../../../base/logger.ts';
import type { Wording } from '../../../wording/wording.ts';
import { questionDeleted, type Turn } from '../../model/conversation.ts';
import { AssistantError, ClaimLostError, isPassing, PlatformError, StoreError } from '../../model/errors.ts';
import type { Part } from '../../model/reply.ts';
import type { Platform } from '../../ports/platform.ts';
import type { TurnEnd } from '../../ports/store.ts';
import type { Sentence } from './final-reply.ts';

/** `by`: who stopped it; undefined where it is not known. */
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

/** Whether `noticesAt` says anything about it. */
export function needsWording({ type }: Part): boolean {
  return type === 'search' || type === 'fallback' || type === 'finish';
}

/** What is to be said under an answer because of this part of it. */
export function noticesAt(part: Part, wording: Wording): readonly string[] {
  if (part.type === 'fallback') return [wording.say('fallback')];
  if (part.type !== 'finish') return [];
  return [
    ...(part.unread ? [wording.say('partlyUnread')] : []),
    ...(part.reason === 'length' ? [wording.say('lengthLimit')] : []),
  ];
}

/** The sentence for an answer that broke off or never began. Rethrows what is not a failure of the answer. */
export async function failureSentence(
  error: unknown,
  anyText: boolean,
  findWording: () => Promise<Wording>,
  logger: Logger,
): Promise<Sentence> {
  throwIfStores(error);
  const wording = await findWording();
  if (!(error instanceof AssistantError)) {
    logger.error({ err: error }, 'turn failed by an unexpected error');
    return { sentence: wording.say('defect'), code: 'defect' };
  }
  logger.warn({ code: error.code, status: error.status, err: error }, 'assistant failed');
  return { sentence: wording.say(`${anyText ? 'cutAnswer' : 'noAnswer'}.${error.code}`), code: error.code };
}

/** While a platform is down, its turns stay open for this long after the question. */
const maxOutageMs = 24 * 60 * 60_000;

/**
 * How a turn ends when its reply cannot be shown. Deleting the message is the reader's way to stop it. Rethrows what is not a
 * failure of the platform.
 */
export function leavingWithoutReply(
  error: unknown,
  ageMs: number,
  mustEnd: boolean,
  logger: Logger,
): Pick<TurnEnd, 'state' | 'code'> | 'interrupted' | 'outage' {
  throwIfStores(error);
  if (!(error instanceof PlatformError)) {
    logger.error({ err: error }, 'turn failed by an unexpected error');
    return { state: 'failed', code: 'defect' };
  }
  if (error.code === 'message_gone') return { state: 'stopped', code: error.code };
  if (isPassing(error) && mustEnd) return 'interrupted';
  if (isPassing(error) && ageMs < maxOutageMs) return 'outage';
  logger.warn({ code: error.code, err: error }, 'reply could not be shown');
  return { state: 'failed', code: error.code };
}

function throwIfStores(error: unknown): void {
  if (error instanceof StoreError || error instanceof ClaimLostError) throw error;
}
