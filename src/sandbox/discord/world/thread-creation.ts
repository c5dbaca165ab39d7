/**
 * Threads begin. In: what the thread shall be, and the message it begins at. Out: the thread, with the messages that
 * Discord itself writes then. Source: developer docs "Topics: Threads" and "Resources: Message, Message Types", read
 * 2026-11-21.
 */
import { noMentions } from './mentions.ts';
import { type Draft, type Message, MessageFlag, MessageType } from './message.ts';
import type { World } from './state.ts';
import type { Thread, ThreadDraft } from './thread.ts';

/** Minutes without a message after which a thread is archived, where nobody says. */
export const defaultArchiveMinutes = 4_320;

/** The thread has the message's id. Its first message points to that one. */
export function startFromMessage(world: World, draft: ThreadDraft, message: Message): Thread {
  const thread = world.startThread(draft, message.id);
  world.edit(message, { flags: message.flags | MessageFlag.hasThread, thread: thread.id });
  const replyTo = { channel: message.channel, id: message.id };
  world.post({ ...systemMessage(thread.id, draft.owner), type: MessageType.threadStarter, replyTo });
  return thread;
}

/** The channel shows a line about it. */
export function startAlone(world: World, draft: ThreadDraft): Thread {
  const thread = world.startThread(draft);
  world.post({
    ...systemMessage(draft.parent, draft.owner),
    type: MessageType.threadCreated,
    content: thread.name,
    flags: MessageFlag.hasThread,
    thread: thread.id,
    replyTo: { channel: thread.id, id: thread.id },
  });
  return thread;
}

/** What Discord writes in somebody's name. */
export function systemMessage(channel: string, author: string): Omit<Draft, 'type'> {
  return {
    channel,
    author,
    content: '',
    flags: 0,
    mentions: noMentions,
    embeds: [],
    components: [],
    previews: [],
  };
}
