/**
 * The kinds of places in Slack, recognised by their ThreadRef: `thread` is the ts of a root message, '' for the channel
 * itself, or begins with `private:` for what only one person sees, which is reached over a response URL.
 */
import type { MessageRef, Question, ThreadRef } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import { privatePrefix } from '../../../core/model/private-place.ts';
import type { Opening } from '../inbound/commands.ts';
import { threadRef } from '../inbound/events.ts';

/** For a response URL that belongs to the button under an answer that only its asker sees. */
const underAnswer = `${privatePrefix}shared:`;

/** The place where a question is answered for its asker only. */
export function privatePlace({ id, thread }: Question, { responseUrl, isShared }: Opening): ThreadRef {
  const prefix = isShared ? underAnswer : privatePrefix;
  return threadRef(thread.installation, thread.channel, prefix + id, responseUrl);
}

/** Whether the first message there replaces the message whose button was pressed. */
export function replacesPressed({ thread }: ThreadRef): boolean {
  return thread.startsWith(underAnswer);
}

/** The id of the question that is answered in a private place. */
export function privateQuestion({ thread }: ThreadRef): string | undefined {
  const prefix = [underAnswer, privatePrefix].find((candidate) => thread.startsWith(candidate));
  return prefix && thread.slice(prefix.length);
}

/** Whether the place is a thread under a message, visible to the whole channel. */
export function isThread({ thread }: ThreadRef): boolean {
  return /^\d+\.\d+$/.test(thread);
}

/** The ts of the thread's root; undefined for the channel itself. */
export function rootOf(thread: ThreadRef): string | undefined {
  return isThread(thread) ? thread.thread : undefined;
}

/** Whether the failure means that we may not post in a place at all. */
export function isPlaceRefused(error: unknown): boolean {
  return error instanceof PlatformError && (error.code === 'forbidden' || error.code === 'thread_gone');
}

/** A message's permalink; undefined for a message without a ts. `workspace`: the workspace's URL, which ends in a slash. */
export function linkTo(workspace: string | undefined, thread: ThreadRef, message: MessageRef): string | undefined {
  if (workspace === undefined || !/^\d+\.\d+$/.test(message)) return undefined;
  const root = rootOf(thread);
  const inThread = root === undefined || root === message ? '' : `?thread_ts=${root}&cid=${thread.channel}`;
  return `${workspace}archives/${thread.channel}/p${message.replace('.', '')}${inThread}`;
}
