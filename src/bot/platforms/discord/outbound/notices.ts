/** Messages that are not answers: notes about a message in a thread, and notices to a person or a channel. */
import { randomUUID } from 'node:crypto';
import { RequestMethod, Routes } from 'discord.js';
import type { Body } from '../../../core/model/body.ts';
import type { MessageRef, ThreadRef } from '../../../core/model/conversation.ts';
import { isPassing, PlatformError } from '../../../core/model/errors.ts';
import type { Note, Notices, PostedAt } from '../../../core/ports/platform.ts';
import { readObject } from '../read-json.ts';
import { readMessageRef, targetOf, threadRef } from '../thread-refs.ts';
import { escapeMarks } from './escape.ts';
import type { FindMention } from './mentions.ts';
import { type MessageCallOptions, type MessageCalls, newMessage, toNew } from './message-calls.ts';
import type { OpeningOptions } from './open-thread.ts';
import type { StartThread } from './start-thread.ts';

export interface NoticeOptions extends Pick<MessageCallOptions, 'api'>, Pick<OpeningOptions, 'applicationId'> {
  readonly calls: MessageCalls;
  readonly startThread: StartThread;
  readonly mentionOf: FindMention;
  post(thread: ThreadRef, body: Body, key: string): Promise<MessageRef>;
}

export function createNotices({ api, applicationId, calls, startThread, mentionOf, post }: NoticeOptions): Notices {
  return { notify, tell, postTo };

  /** A note with a title opens a thread under its message if possible; any other note replies to the message. */
  async function notify({ thread, message: ref, person, body, key, title }: Note): Promise<void> {
    const target = targetOf(thread);
    const { channel, message } = readMessageRef(ref);
    const note = newMessage(body, await mentionOf(thread, person));
    if (target.via === 'interaction') {
      await calls.byToken(RequestMethod.Post, Routes.webhook(applicationId(), target.token), target.since, note);
      return;
    }
    const mayOpen = title !== undefined && thread.thread === '';
    if (mayOpen && (await startThread(channel, message, title)).isOpen) await calls.create(message, note, key);
    else await calls.create(channel, { ...note, ...calls.replyTo({ ...target, replyTo: message }) }, key);
  }

  async function tell(recipient: string, text: string): Promise<void> {
    await calls.create(await channelOf(recipient), toNew(escapeMarks(text)), randomUUID());
  }

  async function postTo(recipient: string, body: Body, key: string): Promise<PostedAt> {
    const thread = threadRef(undefined, await channelOf(recipient));
    return { thread, message: await post(thread, body, key) };
  }

  /** Discord's ids do not show what they belong to: an id that is not a person's is taken for a channel's. */
  async function channelOf(recipient: string): Promise<string> {
    const id = recipient.replace(/^discord:/, '');
    try {
      const channel = await api.call(RequestMethod.Post, Routes.userChannels(), { body: { recipient_id: id } });
      return readObject<{ readonly id?: string }>(channel).id ?? id;
    } catch (error) {
      if (!(error instanceof PlatformError) || isPassing(error)) throw error;
      return id;
    }
  }
}
