/**
 * Kinds of places in Slack, recognised by their ThreadRef. `thread` is the ts of a root message; '' is the channel itself;
 * `private:` is what only one person sees, reached by its response URL.
 */
import type { MessageRef, Question, ThreadRef } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import { privatePrefix } from '../../../core/model/private-place.ts';
import type { Opening } from '../inbound/commands.ts';
import { threadRef } from '../inbound/events.ts';

/** The response URL belongs to the button under an answer that only its asker sees. */
const underAnswer = `${privatePrefix}shared:`;

/** Where a question is answered for its asker only. */
export function privatePlace({ id, thread }: Question, { responseUrl, isShared }: Opening): ThreadRef {
  const prefix = isShared ? underAnswer : privatePrefix;
  return threadRef(thread.installation, thread.channel, prefix + id, responseUrl);
}

/** Whether the first message there replaces the one whose button was pressed. */
export function replacesPressed({ thread }: ThreadRef): boolean {
  return thread.startsWith(underAnswer);
}

/** The id of the question that is answered in a private place. */
export function privateQuestion({ thread }: ThreadRef): string | undefined {
  const prefix = [underAnswer, privatePrefix].find((each) => thread.startsWith(each));
  return prefix && thread.slice(prefix.length);
}

/** Whether the place is a thread under a message, which all may see. */
export function isThread({ thread }: ThreadRef): boolean {
  return /^\d+\.\d+$/.test(thread);
}

/** The ts of the thread's root; undefined for the channel itself. */
export function rootOf(thread: ThreadRef): string | undefined {
  return isThread(thread) ? thread.thread : undefined;
}

/** Whether we may do nothing at all in a place. */
export function isPlaceRefused(error: unknown): boolean {
  return error instanceof PlatformError && (error.code === 'forbidden' || error.code === 'thread_gone');
}

/** Where Slack's apps open a message; `workspace`: its address, which ends in a slash. undefined for one without a ts. */
export function linkTo(workspace: string | undefined, thread: ThreadRef, message: MessageRef): string | undefined {
  if (workspace === undefined || !/^\d+\.\d+$/.test(message)) return undefined;
  const root = rootOf(thread);
  const inThread = root === undefined || root === message ? '' : `?thread_ts=${root}&cid=${thread.channel}`;
  return `${workspace}archives/${thread.channel}/p${message.replace('.', '')}${inThread}`;
}
