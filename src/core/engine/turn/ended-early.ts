/** Why an answer ended before it was whole, or is not quite whole, in words. */
import type { Wording } from '../../../wording/wording.ts';
import { questionDeleted, type Turn } from '../../model/conversation.ts';
import type { Part } from '../../model/reply.ts';
import type { Platform } from '../../ports/platform.ts';
import type { Sentence } from './final-reply.ts';

/** `by`: who stopped it; undefined where nobody knows. */
export async function stoppedSentence(
  by: string | undefined,
  { question }: Turn,
  platform: Platform,
  wording: Wording,
): Promise<Sentence> {
  if (by === questionDeleted) return { sentence: wording.say('stopped'), code: by };
  if (by === undefined || by === question.asker) return { sentence: wording.say('stopped'), code: 'stopped' };
  const name = await platform.nameOf?.(by);
  const again = wording.say('button.again');
  const sentence =
    name === undefined ? wording.say('stoppedByOther', { again }) : wording.say('stoppedBy', { name, again });
  return { sentence, code: 'stopped' };
}

/** Whether something of ours is said because of it. */
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
