/**
 * The messages of a thread from before the first question in it. They are read once and sent along as context, not as part of
 * the question.
 */
import type { Turn } from '../model/conversation.ts';
import type { EarlierMessage, Platform } from '../ports/platform.ts';
import type { Store } from '../ports/store.ts';

const maxMessages = 20;
const maxChars = 8_000;

/** `unread`: the platform does not let us read them, or not right now. Fails with StoreError. */
export async function readThreadContext(
  { question, conversation, fixedReply }: Turn,
  platform: Pick<Platform, 'earlierIn'>,
  history: () => ReturnType<Store['history']>,
): Promise<{ readonly context?: string; readonly unread?: true }> {
  const isFirst = question.addressed === 'mention' && !fixedReply && !conversation.assistantThread;
  if (!platform.earlierIn || !isFirst || (await history()).length > 0) return {};
  const messages = await platform.earlierIn(conversation.thread, question);
  if (messages === 'unread') return { unread: true };
  const context = newestWithin(messages);
  return context === '' ? {} : { context };
}

/** The newest messages within the limits, oldest first. If the newest alone is too long, it is cut. */
export function newestWithin(messages: readonly EarlierMessage[]): string {
  const kept: string[] = [];
  let chars = 0;
  for (const message of messages.slice(-maxMessages).map(toLines).toReversed()) {
    chars += message.length + 1;
    if (chars > maxChars && kept.length > 0) break;
    kept.unshift(message.slice(0, maxChars).toWellFormed());
  }
  return kept.join('\n');
}

/** Whatever a reader may take for the end of a line: every control character but the tab, and Unicode's separators. */
const lineBreak = /\r\n|(?!\t)[\p{Cc}\u2028\u2029]/gu;

/** Only a line that begins a message begins with a name, which ends at the first colon; further lines are indented. */
function toLines({ name, text }: EarlierMessage): string {
  const speaker = name.replace(lineBreak, ' ').replace(/[:：]/g, ' ').trim() || '?';
  return `${speaker}: ${text.replace(lineBreak, '\n  ')}`;
}
