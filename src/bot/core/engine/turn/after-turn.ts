/**
 * What happens after a turn has ended and is stored: an answered or solved forum post gets its tag, and a person who asked
 * where Docent may not write, or no longer can, gets a message elsewhere. Failures here do not change how the turn ended.
 */
import type { Logger } from '../../../../kit/base/logger.ts';
import type { Question, Turn } from '../../model/conversation.ts';
import { PlatformError } from '../../model/errors.ts';
import { findWording } from '../../people/find-wording.ts';
import type { Platform } from '../../ports/platform.ts';
import type { Routing } from '../../ports/routing.ts';
import type { TurnEnd } from '../../ports/store.ts';

export interface AfterTurnOptions {
  readonly platform: Platform;
  readonly routing: Routing;
  readonly logger: Logger;
}

export async function afterTurn(turn: Turn, end: TurnEnd, options: AfterTurnOptions): Promise<void> {
  const { platform, routing, logger } = options;
  const { question, conversation } = turn;
  try {
    const sentence = turn.shown.length === 0 && unshownSentence(end, question);
    if (sentence) {
      const { thread, asker: person, locale } = question;
      const wording = await findWording({ thread, person, locale }, options);
      await platform.tell?.(person, wording.say(sentence), thread);
    }
    const { answeredTag } = routing.routeFor(conversation.thread);
    if (answeredTag !== undefined && (isAnswered(end) || end.code === 'solved'))
      await platform.markAnswered?.(conversation.thread, answeredTag);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    logger.debug({ code: error.code, err: error }, 'turn follow-up failed');
  }
}

/** For a person who asked us and saw nothing of the reply. */
function unshownSentence({ code }: TurnEnd, { addressed }: Question): 'mayNotWrite' | 'commandLost' | undefined {
  if (code === 'forbidden' && addressed !== 'auto') return 'mayNotWrite';
  // A command leaves no message, so nothing else shows that it was not answered.
  return code === 'thread_gone' && addressed === 'command' ? 'commandLost' : undefined;
}

/** An answer that cites no page may not be a real answer. */
function isAnswered({ state, code, sources }: TurnEnd): boolean {
  return state === 'answered' && code === undefined && sources.length > 0;
}
