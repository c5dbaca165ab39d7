/**
 * Starts threads, with the system messages that Discord posts for them. Source: developer docs "Topics: Threads" and
 * "Resources: Message, Message Types", read 2026-11-21.
 */
import { emptyDraft, type Message, MessageFlag, MessageType } from './message.ts';
import type { World } from './state.ts';
import type { Thread, ThreadDraft } from './thread.ts';

/** Minutes without a message until a thread is archived, unless its draft has another number. */
const defaultArchiveMinutes = 4_320;

/** Threads in announcement channels have their own type. */
export function threadDraft(
  world: World,
  fields: Pick<ThreadDraft, 'parent' | 'name' | 'owner'> & Partial<ThreadDraft>,
): ThreadDraft {
  const kind = world.channels.get(fields.parent)?.kind === 'announcement' ? 'announcement' : 'public';
  return { kind, autoArchiveMinutes: defaultArchiveMinutes, tags: [], ...fields };
}

/** The thread has the message's id; its first message refers to the message. */
export function startFromMessage(world: World, draft: ThreadDraft, message: Message): Thread {
  const thread = world.startThread(draft, message.id);
  world.edit(message, { flags: message.flags | MessageFlag.hasThread, thread: thread.id });
  const replyTo = { channel: message.channel, id: message.id };
  world.post({ ...emptyDraft(thread.id, draft.owner), type: MessageType.threadStarter, replyTo });
  return thread;
}

/** Announces the thread with a message in the channel. */
export function startWithoutMessage(world: World, draft: ThreadDraft): Thread {
  const thread = world.startThread(draft);
  world.post({
    ...emptyDraft(draft.parent, draft.owner),
    type: MessageType.threadCreated,
    content: thread.name,
    flags: MessageFlag.hasThread,
    thread: thread.id,
    replyTo: { channel: thread.id, id: thread.id },
  });
  return thread;
}
