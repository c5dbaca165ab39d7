/** The calls that write messages: as the bot, or with an interaction's token. Only mentions from mentions.ts ping anyone. */
import { createHash } from 'node:crypto';
import { MessageFlags, PermissionFlagsBits, RESTJSONErrorCodes, RequestMethod, Routes } from 'discord.js';
import type { Body } from '../../../core/model/body.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { Api } from '../connection/rest.ts';
import { discordCodeOf } from '../errors.ts';
import type { Target } from '../thread-refs.ts';
import type { Mention } from './mentions.ts';
import { render } from './render.ts';

export type Route = `/${string}`;
export type BotTarget = Extract<Target, { readonly via: 'bot' }>;

/** The fields of a message that we read. */
export interface Posted {
  readonly id: string;
  readonly channel_id: string;
  readonly content: string;
  readonly components?: readonly unknown[];
}

export interface MessageCalls {
  asBot(method: RequestMethod, route: Route, body?: object): Promise<Posted>;
  /** Authorised by the interaction's token in the route. */
  byToken(method: RequestMethod, route: Route, body?: object): Promise<Posted>;
  /** Posts a message as the bot. For a few minutes, the same `key` does not post a second one. */
  create(channel: string, message: object, key: string): Promise<Posted>;
  /** Unarchives the thread if necessary: posting does that automatically, editing does not. */
  unarchiving(channel: string, act: () => Promise<unknown>): Promise<void>;
  /** The fields that make a message a reply, if the target is a reply and we may read the message it replies to. */
  replyTo(target: BotTarget): object;
  /** Whether we have these permissions in a channel; true if they are unknown. */
  may(channel: string, rights: bigint): boolean;
}

export interface MessageCallOptions {
  readonly api: Api;
  /** Our permissions in a channel, as a bit set; undefined if unknown. */
  rightsIn(channel: string): bigint | undefined;
}

/** Needed for edits too, which ping by default. */
export const noMentions = { allowed_mentions: { parse: [], replied_user: false } };

export function createMessageCalls({ api, rightsIn }: MessageCallOptions): MessageCalls {
  return { asBot, byToken, create, unarchiving, replyTo, may };

  async function asBot(method: RequestMethod, route: Route, body?: object): Promise<Posted> {
    // The result is read only for calls that return a message.
    return (await api.call(method, route, body && { body })) as Posted;
  }

  async function byToken(method: RequestMethod, route: Route, body?: object): Promise<Posted> {
    // As above.
    return (await api.call(method, route, { auth: false, ...(body && { body }) })) as Posted;
  }

  function create(channel: string, message: object, key: string): Promise<Posted> {
    const body = { ...message, nonce: nonceOf(key), enforce_nonce: true };
    return asBot(RequestMethod.Post, Routes.channelMessages(channel), body);
  }

  async function unarchiving(channel: string, act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (error) {
      const isArchived =
        error instanceof PlatformError && discordCodeOf(error) === RESTJSONErrorCodes.InvalidActionOnArchivedThread;
      if (!isArchived) throw error;
      await asBot(RequestMethod.Patch, Routes.channel(channel), { archived: false });
      await act();
    }
  }

  function replyTo({ channel, replyTo: message }: BotTarget): object {
    if (message === undefined || !may(channel, PermissionFlagsBits.ReadMessageHistory)) return {};
    return { message_reference: { message_id: message, fail_if_not_exists: false } };
  }

  function may(channel: string, rights: bigint): boolean {
    const ours = rightsIn(channel);
    return ours === undefined || (ours & rights) === rights;
  }
}

/** The message's content. `mention` stands for `body.mention`. */
export function contentOf(body: Body, mention?: Mention): string {
  return mention ? `${mention.token} ${render(body)}` : render(body);
}

export function newMessage(body: Body, mention?: Mention): object {
  const allowed = mention && { allowed_mentions: mention.allowed_mentions };
  return { ...toNew(contentOf(body, mention)), ...allowed };
}

export function toNew(content: string): object {
  return { content, flags: MessageFlags.SuppressEmbeds, ...noMentions };
}

/** Source: developer docs "Resources: Message, Create Message" (nonce: up to 25 characters), read 2026-11-21. */
function nonceOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 25);
}
