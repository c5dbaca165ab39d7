/** Messages that are not answers: notes beside a message of a thread, and notices to a person or a channel. */
import { randomUUID } from 'node:crypto';
import { RequestMethod, Routes } from 'discord.js';
import type { Body } from '../../../core/model/body.ts';
import { isPassing, PlatformError } from '../../../core/model/errors.ts';
import type { Note } from '../../../core/ports/platform.ts';
import { toButtons } from '../inbound/interactions/buttons.ts';
import { readMessageRef, targetOf } from '../thread-refs.ts';
import { escapeMarks } from './escape.ts';
import type { FindMention } from './mentions.ts';
import { type MessageCallOptions, type MessageCalls, newMessage, toNew } from './message-calls.ts';
import type { OpeningOptions } from './open-thread.ts';
import type { StartThread } from './start-thread.ts';

export interface NoticeOptions extends Pick<MessageCallOptions, 'api'>, Pick<OpeningOptions, 'applicationId'> {
  readonly calls: MessageCalls;
  readonly startThread: StartThread;
  readonly mentionOf: FindMention;
}

export interface Notices {
  notify(note: Note): Promise<void>;
  tell(recipient: string, message: string | Body): Promise<void>;
}

export function createNotices({ api, applicationId, calls, startThread, mentionOf }: NoticeOptions): Notices {
  return { notify, tell };

  /** A long note opens a thread under the message that it is about, where that may be; every other one replies to it. */
  async function notify({ thread, message: ref, person, body, key, title }: Note): Promise<void> {
    const target = targetOf(thread);
    const { channel, message } = readMessageRef(ref);
    const note = newMessage(body, await mentionOf(thread, person));
    if (target.via === 'interaction') {
      await calls.byToken(RequestMethod.Post, Routes.webhook(applicationId(), target.token), note);
      return;
    }
    const mayOpen = title !== undefined && thread.thread === '';
    if (mayOpen && (await startThread(channel, message, title)) === undefined) await calls.create(message, note, key);
    else await calls.create(channel, { ...note, ...calls.replyTo({ ...target, replyTo: message }) }, key);
  }

  /** Discord's ids do not say whose they are: one that is not a person's is taken for a channel's. */
  async function tell(recipient: string, message: string | Body): Promise<void> {
    const id = recipient.replace(/^discord:/, '');
    const content =
      typeof message === 'string'
        ? toNew(escapeMarks(message))
        : { ...newMessage(message), components: toButtons(message) };
    await calls.create(await directChannelOf(id), content, randomUUID());
  }

  async function directChannelOf(id: string): Promise<string> {
    try {
      // Discord's answer to this route is a channel.
      const channel = await api.call(RequestMethod.Post, Routes.userChannels(), { body: { recipient_id: id } });
      return (channel as { readonly id: string }).id;
    } catch (error) {
      if (!(error instanceof PlatformError) || isPassing(error)) throw error;
      return id;
    }
  }
}
