/**
 * Messages posted, edited and removed on Discord. A thread ref names one of two ways: the bot's own messages in a channel or
 * thread, or the webhook of one interaction, where the bot may not post (open-thread.ts chooses).
 */
import { RequestMethod, Routes } from 'discord.js';
import type { Body } from '../../../core/model/body.ts';
import type { MessageRef, Question, ThreadRef } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import { toButtons } from '../inbound/buttons.ts';
import { readMessageRef, targetOf, toMessageRef } from '../thread-refs.ts';
import { findFollowUp } from './find-posted.ts';
import { createMessageCalls, type MessageCallOptions, noMentions, toNew } from './message-calls.ts';
import { createOpening, type Opened, type OpeningOptions } from './open-thread.ts';
import { render } from './render.ts';

export type MessagesOptions = MessageCallOptions & Omit<OpeningOptions, 'calls'>;

/** As in Platform, which says what each does. */
export interface Messages {
  open(question: Question): Promise<Opened>;
  post(thread: ThreadRef, body: Body, key: string, since?: number): Promise<MessageRef>;
  edit(thread: ThreadRef, message: MessageRef, body: Body): Promise<void>;
  remove(thread: ThreadRef, message: MessageRef): Promise<void>;
  working(thread: ThreadRef, on: boolean): Promise<void>;
}

export function createMessages(options: MessagesOptions): Messages {
  const { api, applicationId } = options;
  const calls = createMessageCalls(options);
  return { open: createOpening({ ...options, calls }), post, edit, remove, working };

  async function post(thread: ThreadRef, body: Body, key: string, since?: number): Promise<MessageRef> {
    const target = targetOf(thread);
    const content = render(body);
    if (target.via === 'interaction') {
      const known = since !== undefined && (await findFollowUp(api, applicationId(), target.token, indexIn(key)));
      if (!known) return followUp(target.token, content);
      await edit(thread, known, body);
      return known;
    }
    const { channel } = target;
    const components = toButtons(body.suggestions);
    const posted = await calls.create(channel, { ...toNew(content), components, ...calls.replyTo(target) }, key);
    // A post that was made before, and whose response was lost, comes back as it was made.
    const isNewest = looksLike(posted.content, content) && (posted.components?.length ?? 0) === components.length;
    if (!isNewest) await editAsBot(channel, posted.id, body);
    return toMessageRef(channel, posted.id);
  }

  async function followUp(token: string, content: string): Promise<MessageRef> {
    const route = `${Routes.webhook(applicationId(), token)}?wait=true` as const;
    const posted = await calls.byToken(RequestMethod.Post, route, toNew(content));
    return toMessageRef(posted.channel_id, posted.id);
  }

  async function edit(thread: ThreadRef, ref: MessageRef, body: Body): Promise<void> {
    const target = targetOf(thread);
    const { channel, message } = readMessageRef(ref);
    if (target.via === 'bot') return editAsBot(channel, message, body);
    const route = Routes.webhookMessage(applicationId(), target.token, message);
    await calls.byToken(RequestMethod.Patch, route, { content: render(body), ...noMentions });
  }

  async function editAsBot(channel: string, message: string, body: Body): Promise<void> {
    const route = Routes.channelMessage(channel, message);
    const shown = { content: render(body), components: toButtons(body.suggestions), ...noMentions };
    await calls.unarchiving(channel, () => calls.asBot(RequestMethod.Patch, route, shown));
  }

  async function remove(thread: ThreadRef, ref: MessageRef): Promise<void> {
    const target = targetOf(thread);
    const { channel, message } = readMessageRef(ref);
    try {
      if (target.via === 'bot') {
        const route = Routes.channelMessage(channel, message);
        await calls.unarchiving(channel, () => calls.asBot(RequestMethod.Delete, route));
      } else {
        await calls.byToken(RequestMethod.Delete, Routes.webhookMessage(applicationId(), target.token, message));
      }
    } catch (error) {
      const isGone = error instanceof PlatformError && (error.code === 'message_gone' || error.code === 'thread_gone');
      if (!isGone) throw error;
    }
  }

  /** The typing indicator clears itself. An interaction shows its own. */
  async function working(thread: ThreadRef, on: boolean): Promise<void> {
    const target = targetOf(thread);
    if (on && target.via === 'bot') await calls.asBot(RequestMethod.Post, Routes.channelTyping(target.channel));
  }
}

/** Which message of its reply a key names, from 0. */
function indexIn(key: string): number {
  return Number(key.slice(key.lastIndexOf(':') + 1));
}

/** Equal but for what Discord may trim or drop. */
function looksLike(shown: string, sent: string): boolean {
  const visible = (text: string): string => text.replace(/[\s\p{Cf}]/gu, '');
  return visible(shown) === visible(sent);
}
