/**
 * Posts, edits and removes messages on Discord. A thread ref selects one of two ways: messages of the bot in a channel or
 * thread, or the webhook of an interaction where the bot may not post (open-thread.ts chooses).
 */
import { MessageFlags, RequestMethod, Routes } from 'discord.js';
import { type Body, withoutUnreachable } from '../../../core/model/body.ts';
import type { MessageRef, ThreadRef } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import { isPrivatePlace, toShareName } from '../../../core/model/private-place.ts';
import type { Buttons, EarlierPost, Notices, Platform } from '../../../core/ports/platform.ts';
import { english } from '../../../wording/wording.ts';
import type { Api } from '../connection/rest.ts';
import { toButtons, toPrivateButtons } from '../inbound/interactions/buttons.ts';
import { toShareButton } from '../inbound/interactions/share.ts';
import { workingLastsMs } from '../limits/budgets.ts';
import { readList, readObject } from '../read-json.ts';
import { privateQuestion, readMessageRef, type Target, targetOf, toMessageRef } from '../thread-refs.ts';
import { createMentions, type Mention } from './mentions.ts';
import {
  contentOf,
  createMessageCalls,
  type MessageCallOptions,
  newMessage,
  noMentions,
  toNew,
} from './message-calls.ts';
import { createNotices } from './notices.ts';
import { createOpening, type OpeningOptions } from './open-thread.ts';
import { render } from './render.ts';
import { createThreadStart } from './start-thread.ts';

type InteractionTarget = Extract<Target, { readonly via: 'interaction' }>;

export type MessagesOptions = MessageCallOptions & Omit<OpeningOptions, 'calls' | 'startThread'>;

export type Messages = Pick<Platform, 'open' | 'post' | 'edit' | 'remove' | 'working'> & {
  readonly buttons: Buttons;
  readonly notices: Notices;
};

export function createMessages(options: MessagesOptions): Messages {
  const { api, applicationId, clock } = options;
  const calls = createMessageCalls(options);
  const mentionOf = createMentions(api, clock);
  const startThread = createThreadStart(api);
  const notices = createNotices({ api, applicationId, calls, startThread, mentionOf, post });
  return {
    open: createOpening({ ...options, calls, startThread }),
    post,
    edit,
    remove,
    working: { set: setWorking, lastsMs: workingLastsMs, clearsItself: true, stepsIn: 'message' },
    buttons: { remove: removeButtons },
    notices,
  };

  async function post(thread: ThreadRef, body: Body, key: string, earlier?: EarlierPost): Promise<MessageRef> {
    const target = targetOf(thread);
    const mention = await mentionOf(thread, body.mention);
    const content = contentOf(body, mention);
    if (target.via === 'interaction') {
      if (target.isPrivate) return postPrivately(thread, target, body, indexIn(key));
      const known = earlier && (await findFollowUp(api, applicationId(), target.token, indexIn(key)));
      if (!known) return followUp(target, toNew(content));
      await edit(thread, known, body);
      return known;
    }
    const { channel } = target;
    const components = toButtons(body);
    const posted = await calls.create(
      channel,
      { ...newMessage(body, mention), components, ...calls.replyTo(target) },
      key,
    );
    // Discord returns an earlier post with the same nonce unchanged, which may show an older body.
    const isNewest = looksLike(posted.content, content) && (posted.components?.length ?? 0) === components.length;
    if (!isNewest) await editAsBot(channel, posted.id, body, mention);
    return toMessageRef(channel, posted.id);
  }

  /** The first message replaces the response's loading state. Lost follow-ups cannot be found again. */
  async function postPrivately(
    thread: ThreadRef,
    target: InteractionTarget,
    body: Body,
    index: number,
  ): Promise<MessageRef> {
    const message = { content: render(body), components: privateButtons(thread, body), ...noMentions };
    if (index > 0) return followUp(target, { ...message, flags: MessageFlags.Ephemeral | MessageFlags.SuppressEmbeds });
    const route = Routes.webhookMessage(applicationId(), target.token);
    const posted = await calls.byToken(RequestMethod.Patch, route, target.since, message);
    return toMessageRef(posted.channel_id, posted.id);
  }

  async function followUp({ token, since }: InteractionTarget, message: object): Promise<MessageRef> {
    const route = `${Routes.webhook(applicationId(), token)}?wait=true` as const;
    const posted = await calls.byToken(RequestMethod.Post, route, since, message);
    return toMessageRef(posted.channel_id, posted.id);
  }

  async function edit(thread: ThreadRef, ref: MessageRef, body: Body): Promise<void> {
    const target = targetOf(thread);
    const { channel, message } = readMessageRef(ref);
    if (target.via === 'bot') return editAsBot(channel, message, body, await mentionOf(thread, body.mention));
    // The first message is `@original` both for the command and for presses of its buttons.
    const name = target.isPrivate && body.from === 0 ? '@original' : message;
    const route = Routes.webhookMessage(applicationId(), target.token, name);
    const components = privateButtons(thread, body);
    const shown = { content: render(body), components, ...noMentions };
    await calls.byToken(RequestMethod.Patch, route, target.since, shown);
  }

  /** Edits never notify anyone. */
  async function editAsBot(channel: string, message: string, body: Body, mention?: Mention): Promise<void> {
    const route = Routes.channelMessage(channel, message);
    const shown = { content: contentOf(body, mention), components: toButtons(body), ...noMentions };
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
        const route = Routes.webhookMessage(applicationId(), target.token, message);
        // A message that is gone need not be waited for.
        await calls.byToken(RequestMethod.Delete, route, 0);
      }
    } catch (error) {
      const isGone = error instanceof PlatformError && (error.code === 'message_gone' || error.code === 'thread_gone');
      if (!isGone) throw error;
    }
  }

  /** A thread that was archived since stays archived. */
  async function removeButtons(thread: ThreadRef, ref: MessageRef): Promise<void> {
    const target = targetOf(thread);
    const { channel, message } = readMessageRef(ref);
    if (target.via === 'bot')
      await calls.asBot(RequestMethod.Patch, Routes.channelMessage(channel, message), { components: [] });
    else {
      const route = Routes.webhookMessage(applicationId(), target.token, message);
      await calls.byToken(RequestMethod.Patch, route, target.since, { components: [] });
    }
  }

  /** The typing indicator clears itself. Interactions show their own. */
  async function setWorking(thread: ThreadRef, on: boolean): Promise<void> {
    const target = targetOf(thread);
    if (on && target.via === 'bot') await calls.asBot(RequestMethod.Post, Routes.channelTyping(target.channel));
  }
}

/** A complete private answer has a button that shares it. */
function privateButtons(thread: ThreadRef, body: Body): readonly object[] {
  if (!isPrivatePlace(thread)) return toButtons(body);
  const { shareable, wording = english } = body;
  const question = privateQuestion(thread);
  const shown = withoutUnreachable(body);
  if (question === undefined || shareable === undefined) return toPrivateButtons(shown);
  return toPrivateButtons(shown, toShareButton(toShareName(question, shareable), wording));
}

/** The message's position in its reply, from 0, taken from the key. */
function indexIn(key: string): number {
  return Number(key.slice(key.lastIndexOf(':') + 1));
}

/** Equal except for whitespace and invisible characters, which Discord may drop. */
function looksLike(shown: string, sent: string): boolean {
  const visible = (text: string): string => text.replace(/[\s\p{Cf}]/gu, '');
  return visible(shown) === visible(sent);
}

/** The fields of a message that we read. Source: developer docs "Resources: Message", read 2026-11-21. */
interface Read {
  readonly id: string;
  readonly channel_id: string;
  /** The command that the message answers. */
  readonly interaction_metadata?: { readonly id: string };
}

/** The largest page that Discord returns. */
const pageSize = '100';

/**
 * `index`: the message's position among the command's follow-ups, from 0. undefined if it is not found, if we may not read the
 * channel, or if the command's response was deleted: a duplicate is better than no message. Fails with PlatformError.
 */
async function findFollowUp(
  api: Api,
  applicationId: string,
  token: string,
  index: number,
): Promise<MessageRef | undefined> {
  try {
    const original = await api.call(RequestMethod.Get, Routes.webhookMessage(applicationId, token), { auth: false });
    const shown = readObject<Partial<Read>>(original);
    const command = shown.interaction_metadata?.id;
    if (shown.id === undefined || shown.channel_id === undefined) return undefined;
    const query = new URLSearchParams({ after: shown.id, limit: pageSize });
    const after = readList<Read>(
      await api.call(RequestMethod.Get, Routes.channelMessages(shown.channel_id), { query }),
    );
    const ours = after.filter(({ interaction_metadata: from }) => command !== undefined && from?.id === command);
    const found = ours.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))[index];
    return found && toMessageRef(found.channel_id, found.id);
  } catch (error) {
    if (error instanceof PlatformError && (error.code === 'forbidden' || error.code === 'message_gone'))
      return undefined;
    throw error;
  }
}
