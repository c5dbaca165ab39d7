/** Shows that a private answer is being requested again, since private replies have no working indicator. */
import type { Wording } from '../../../wording/wording.ts';
import { createLiveReply, type LiveReplyOptions } from '../../live-reply/live-reply.ts';
import type { Turn } from '../../model/conversation.ts';
import { PlatformError } from '../../model/errors.ts';
import { emptyReply, settle } from '../../model/reply.ts';
import type { CallRuntime } from '../../runtime.ts';

/**
 * Shows a sentence under the earlier answer, in place of its buttons. Resolves once it is shown, or cannot be, so that it
 * never overwrites the new answer. Not repeated by a process that continues the turn.
 */
export async function sayAskedAgain(
  turn: Turn,
  wording: Wording,
  options: CallRuntime & Pick<LiveReplyOptions, 'cut'>,
): Promise<void> {
  const { earlier, shown, question, replyKey: key } = turn;
  const { thread } = turn.conversation;
  const reply = settle({ ...emptyReply, ...earlier, wording }, wording.say('askingAgain'));
  const { text, sources, notices } = reply;
  const isOneMessage =
    shown.length === 1 &&
    options.platform.fits({ markdown: text, from: 0, to: text.length, sources, notices, wording });
  if (!isOneMessage) return;
  // It shows no part of the new answer, so nothing is stored.
  const save = async (): Promise<void> => undefined;
  const live = createLiveReply({ ...options, thread, key, since: question.askedAt, shown, save });
  live.show(reply);
  try {
    await live.done;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
  }
}
