/** The workspace's messages as people see them, and the live tokens in the app's posts. */
import { isObject } from '../../json.ts';
import { surfacesOf, type Token, tokensIn } from './live-tokens.ts';
import type { Message } from './message.ts';
import { botId } from './seed.ts';
import type { Status, Workspace } from './workspace.ts';

/** A message as people see it. */
export interface SandboxMessage extends Message {
  /** "is thinking…", on the root of a thread. */
  readonly status?: Status;
  readonly replyCount: number;
}

/** A live token in a post of the app, with its position. */
export interface LiveToken extends Token {
  readonly channel: string;
  readonly ts: string;
}

/** A channel's messages (without replies) or a thread's, oldest first. */
export function messagesIn(workspace: Workspace, channel: string, thread?: string): SandboxMessage[] {
  const messages = thread
    ? workspace.thread(channel, thread)
    : workspace.all(channel).filter(({ threadTs, broadcast }) => !threadTs || broadcast);
  return messages.map((message) => {
    const status = workspace.status(channel, message.ts);
    const replies = workspace.thread(channel, message.ts).filter(({ threadTs, visibleTo }) => threadTs && !visibleTo);
    return { ...message, replyCount: replies.length, ...(status ? { status } : {}) };
  });
}

/** The text of a message, including the blocks below it with which a stream ended. */
export function fullTextOf({ text, blocks = [] }: SandboxMessage): string {
  const objects = blocks.flatMap(({ type, text: section, elements }) =>
    type === 'context' && Array.isArray(elements) ? elements : [section],
  );
  const below = objects.flatMap((object) => (isObject(object) && 'text' in object ? [String(object.text)] : []));
  return [text, ...below.filter((blockText) => !text.includes(blockText))].join('\n');
}

export function liveTokensOf(workspace: Workspace): LiveToken[] {
  const messages = [...workspace.channels.keys()].flatMap((channel) => workspace.all(channel));
  return messages
    .filter((message) => message.botId === botId)
    .flatMap((message) => {
      const { channel, ts } = message;
      return surfacesOf(message)
        .flatMap(tokensIn)
        .map((token) => ({ ...token, channel, ts }));
    });
}
