/**
 * What Docent does on Discord: threads opened, messages posted, edited, removed. In: thread refs, bodies. Out: message refs, or
 * PlatformError. Effects: HTTP by api.ts.
 *
 * A thread ref names one of two ways: the bot's own messages in a channel or thread, or the webhook of one command, where
 * the bot may not post. `open` is where the way is chosen; everything else follows the ref.
 */
import { createHash } from 'node:crypto';
import { MessageFlags, PermissionFlagsBits, RESTJSONErrorCodes, RequestMethod, Routes } from 'discord.js';
import type { Clock } from '../../../base/clock.ts';
import type { Body } from '../../../core/model/body.ts';
import type { MessageRef, OpenNotice, Question, ThreadRef } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { Api } from '../connection/rest.ts';
import { discordCodeOf } from '../errors.ts';
import { readPresser, toButtons } from '../inbound/buttons.ts';
import { type CommandOpening, readOpening } from '../inbound/commands.ts';
import { interactionRef, readMessageRef, replyRef, type Target, targetOf, toMessageRef } from '../thread-refs.ts';
import { findFollowUp } from './find-posted.ts';
import { render, renderQuestion, toTitle } from './render.ts';

export interface MessagesOptions {
  readonly api: Api;
  readonly clock: Clock;
  applicationId(): string;
  /** What we may do in a channel, a bit set; undefined when that is not known. */
  rightsIn(channel: string): bigint | undefined;
  /** Resolves when the command was acknowledged, if it is being acknowledged by this process. */
  acknowledged(questionId: string): Promise<void> | undefined;
}

export interface Messages {
  open(question: Question): Promise<{ readonly thread: ThreadRef; readonly notice?: OpenNotice }>;
  post(thread: ThreadRef, body: Body, key: string, since?: number): Promise<MessageRef>;
  edit(thread: ThreadRef, message: MessageRef, body: Body): Promise<void>;
  remove(thread: ThreadRef, message: MessageRef): Promise<void>;
  working(thread: ThreadRef, on: boolean): Promise<void>;
}

type Route = `/${string}`;

/** A message as far as it is read here. */
interface Posted {
  readonly id: string;
  readonly channel_id: string;
  readonly content: string;
  readonly components?: readonly unknown[];
}

/** Nobody is pinged, not even by an edit, whose default is to ping. */
const silently = { allowed_mentions: { parse: [], replied_user: false } };
/** Making threads is limited for minutes at times; nobody waits that long for an answer. */
const longestThreadWaitMs = 5_000;
/** A command that was not acknowledged by now never will be; 3 s, and some for clocks that differ. */
const acknowledgeLimitMs = 5_000;
/** What Discord says of a command's reply that is not there. */
const unacknowledged: readonly (number | undefined)[] = [
  RESTJSONErrorCodes.UnknownMessage,
  RESTJSONErrorCodes.UnknownWebhook,
  RESTJSONErrorCodes.UnknownInteraction,
  RESTJSONErrorCodes.InvalidWebhookToken,
];

export function createMessages({ api, clock, applicationId, rightsIn, acknowledged }: MessagesOptions): Messages {
  return { open, post, edit, remove, working };

  async function open(question: Question): ReturnType<Messages['open']> {
    const presser = readPresser(question.opens ?? '');
    if (presser !== undefined) return openForPress(question, presser);
    const opening = readOpening(question.opens ?? '');
    return opening ? openForCommand(question, opening) : openFromMessage(question);
  }

  async function openFromMessage(question: Question): ReturnType<Messages['open']> {
    const { channel, thread: message } = question.thread;
    const { CreatePublicThreads, SendMessagesInThreads } = PermissionFlagsBits;
    const may = allows(rightsIn(channel), CreatePublicThreads | SendMessagesInThreads);
    const notice = may ? await startThread(channel, message, question.text) : 'no_thread_right';
    return notice ? { thread: replyRef(question.thread, message), notice } : { thread: question.thread };
  }

  /** A press shows nothing by itself, so its question is told where the answer with the button stands. */
  async function openForPress(question: Question, presser: string): ReturnType<Messages['open']> {
    const { thread, text, id } = question;
    const target = targetOf(thread);
    const content = `<@${presser}> asked:\n${renderQuestion(text)}`;
    if (target.via === 'bot') await create(target.channel, { ...toNew(content), ...referenceIn(target) }, id);
    return { thread };
  }

  /** The command's own reply shows the question; the answer goes into a thread made from it, or as near as may be. */
  async function openForCommand(question: Question, opening: CommandOpening): ReturnType<Messages['open']> {
    await acknowledged(question.id);
    const { token, mayPost, mayThread, inChannel } = opening;
    const { thread: here } = question;
    const root = await showQuestion(question, opening, inChannel ? here.channel : here.thread || here.channel);
    if (!inChannel && mayPost) return { thread: here };
    const notice = mayThread ? await startThread(here.channel, root.id, question.text) : 'no_thread_right';
    if (!notice) return { thread: { ...here, thread: root.id } };
    return { thread: mayPost ? replyRef(here, root.id) : interactionRef(here, question.id, token), notice };
  }

  /**
   * In the command's own reply. A process that died before it acknowledged the command left none, and the token is dead:
   * then in a message of ours.
   */
  async function showQuestion(question: Question, opening: CommandOpening, channel: string): Promise<Posted> {
    const body = { content: renderQuestion(question.text), ...silently };
    try {
      return await byToken(RequestMethod.Patch, Routes.webhookMessage(applicationId(), opening.token), body);
    } catch (error) {
      if (!(error instanceof PlatformError) || !unacknowledged.includes(discordCodeOf(error))) throw error;
      const mayStillCome = clock.now() - question.askedAt < acknowledgeLimitMs;
      if (mayStillCome) throw new PlatformError('unavailable', { waitMs: 1_000, cause: error.cause });
      if (!opening.mayPost) throw error;
      return await create(channel, body, question.id);
    }
  }

  /** undefined: there is a thread now, made from the message, whose id it has; there is never a second one. Else why not. */
  async function startThread(channel: string, message: string, text: string): Promise<OpenNotice | undefined> {
    try {
      await api.call(RequestMethod.Post, Routes.threads(channel, message), { body: { name: toTitle(text) } });
      return undefined;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const code = discordCodeOf(error);
      if (code === RESTJSONErrorCodes.ThreadAlreadyCreatedForMessage) return undefined;
      const tooLong = error.code === 'rate_limited' && (error.waitMs ?? 0) > longestThreadWaitMs;
      if (tooLong || code === RESTJSONErrorCodes.MaximumActiveThreads) return 'threads_limited';
      if (error.code === 'forbidden') return 'no_thread_right';
      throw error;
    }
  }

  async function post(thread: ThreadRef, body: Body, key: string, since?: number): Promise<MessageRef> {
    const target = targetOf(thread);
    const content = render(body);
    if (target.via === 'interaction') {
      const known = since !== undefined && (await findFollowUp(api, applicationId(), target.token, indexIn(key)));
      if (!known) return follow(target.token, content);
      await edit(thread, known, body);
      return known;
    }
    const { channel } = target;
    const components = toButtons(body.suggestions);
    const posted = await create(channel, { ...toNew(content), components, ...referenceIn(target) }, key);
    // A post that was made before, and whose answer was lost, comes back as it was made.
    const asItShould = looksLike(posted.content, content) && (posted.components?.length ?? 0) === components.length;
    if (!asItShould) await editIn(channel, posted.id, body);
    return toMessageRef(channel, posted.id);
  }

  async function follow(token: string, content: string): Promise<MessageRef> {
    const route = `${Routes.webhook(applicationId(), token)}?wait=true` as const;
    const posted = await byToken(RequestMethod.Post, route, toNew(content));
    return toMessageRef(posted.channel_id, posted.id);
  }

  function referenceIn({ channel, replyTo }: BotTarget): object {
    return replyTo !== undefined && mayReply(channel) ? { message_reference: toReference(replyTo) } : {};
  }

  function create(channel: string, message: object, key: string): Promise<Posted> {
    const body = { ...message, nonce: nonceOf(key), enforce_nonce: true };
    return asBot(RequestMethod.Post, Routes.channelMessages(channel), body);
  }

  /** Replies need the right to read what is replied to. */
  function mayReply(channel: string): boolean {
    return allows(rightsIn(channel), PermissionFlagsBits.ReadMessageHistory);
  }

  async function edit(thread: ThreadRef, ref: MessageRef, body: Body): Promise<void> {
    const target = targetOf(thread);
    const { channel, message } = readMessageRef(ref);
    if (target.via === 'bot') return editIn(channel, message, body);
    const route = Routes.webhookMessage(applicationId(), target.token, message);
    await byToken(RequestMethod.Patch, route, { content: render(body), ...silently });
  }

  async function editIn(channel: string, message: string, body: Body): Promise<void> {
    const route = Routes.channelMessage(channel, message);
    const shown = { content: render(body), components: toButtons(body.suggestions), ...silently };
    await awake(channel, () => asBot(RequestMethod.Patch, route, shown));
  }

  async function remove(thread: ThreadRef, ref: MessageRef): Promise<void> {
    const target = targetOf(thread);
    const { channel, message } = readMessageRef(ref);
    try {
      if (target.via === 'bot') {
        await awake(channel, () => asBot(RequestMethod.Delete, Routes.channelMessage(channel, message)));
      } else {
        await byToken(RequestMethod.Delete, Routes.webhookMessage(applicationId(), target.token, message));
      }
    } catch (error) {
      const gone = error instanceof PlatformError && (error.code === 'message_gone' || error.code === 'thread_gone');
      if (!gone) throw error;
    }
  }

  /** Discord's sign goes by itself. A command shows its own. */
  async function working(thread: ThreadRef, on: boolean): Promise<void> {
    const target = targetOf(thread);
    if (on && target.via === 'bot') await asBot(RequestMethod.Post, Routes.channelTyping(target.channel));
  }

  /** Posting wakes an archived thread by itself, editing does not. */
  async function awake(channel: string, act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (error) {
      const archived =
        error instanceof PlatformError && discordCodeOf(error) === RESTJSONErrorCodes.InvalidActionOnArchivedThread;
      if (!archived) throw error;
      await asBot(RequestMethod.Patch, Routes.channel(channel), { archived: false });
      await act();
    }
  }

  async function asBot(method: RequestMethod, route: Route, body?: object): Promise<Posted> {
    // Only answers that are messages are read.
    return (await api.call(method, route, body && { body })) as Posted;
  }

  /** By the token of a command, in the route. */
  async function byToken(method: RequestMethod, route: Route, body?: object): Promise<Posted> {
    // As above.
    return (await api.call(method, route, { auth: false, ...(body && { body }) })) as Posted;
  }
}

type BotTarget = Extract<Target, { readonly via: 'bot' }>;

function toNew(content: string): object {
  return { content, flags: MessageFlags.SuppressEmbeds, ...silently };
}

/** Rights that are not known are tried. */
function allows(rights: bigint | undefined, wanted: bigint): boolean {
  return rights === undefined || (rights & wanted) === wanted;
}

/** Which message of its reply a key names, from 0. */
function indexIn(key: string): number {
  return Number(key.slice(key.lastIndexOf(':') + 1));
}

/** Source: developer docs "Resources: Message, Create Message" (nonce: up to 25 characters), read 2026-11-21. */
function nonceOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 25);
}

function toReference(message: string): object {
  return { message_id: message, fail_if_not_exists: false };
}

/** Equal but for what Discord may trim or drop. */
function looksLike(shown: string, sent: string): boolean {
  const visible = (text: string): string => text.replace(/[\s\p{Cf}]/gu, '');
  return visible(shown) === visible(sent);
}
