/** The sign that a private answer is asked for again: no working indicator is shown where only one person sees it. */
import type { Wording } from '../../../wording/wording.ts';
import { createLiveReply, type LiveReplyOptions } from '../../live-reply/live-reply.ts';
import type { Turn } from '../../model/conversation.ts';
import { PlatformError } from '../../model/errors.ts';
import { emptyReply, settle } from '../../model/reply.ts';

type Options = Pick<LiveReplyOptions, 'platform' | 'pacer' | 'clock' | 'logger' | 'metrics' | 'cut'>;

/**
 * A sentence under the earlier answer, in place of its buttons. Resolves when it is there, so that it never replaces the new
 * answer, or cannot be. A process that goes on with the turn says nothing more.
 */
export async function sayAskedAgain(turn: Turn, wording: Wording, options: Options): Promise<void> {
  const { earlier, shown, question, replyKey: key } = turn;
  const { thread } = turn.conversation;
  const reply = settle({ ...emptyReply, ...earlier, wording }, wording.say('askingAgain'));
  const { text, sources, notices } = reply;
  const isOneMessage =
    shown.length === 1 &&
    options.platform.fits({ markdown: text, from: 0, to: text.length, sources, notices, wording });
  if (!isOneMessage) return;
  // What it shows is no share of the new answer, so nothing of it is stored.
  const save = async (): Promise<void> => undefined;
  const live = createLiveReply({ ...options, thread, key, since: question.askedAt, shown, save });
  live.show(reply);
  try {
    await live.done;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
  }
}
