/** The calls that write messages: as the bot, or with the token of an interaction. Nobody is pinged but as mentions.ts says. */
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

/** A message as far as it is read here. */
export interface Posted {
  readonly id: string;
  readonly channel_id: string;
  readonly content: string;
  readonly components?: readonly unknown[];
}

export interface MessageCalls {
  asBot(method: RequestMethod, route: Route, body?: object): Promise<Posted>;
  /** With the interaction's token, which is in the route. */
  byToken(method: RequestMethod, route: Route, body?: object): Promise<Posted>;
  /** A new message of the bot's; the same `key` again makes no second one for some minutes. */
  create(channel: string, message: object, key: string): Promise<Posted>;
  /** Posting unarchives a thread by itself, editing does not. */
  unarchiving(channel: string, act: () => Promise<unknown>): Promise<void>;
  /** What makes a new message a reply, where the target is one and we may read what is replied to. */
  replyTo(target: BotTarget): object;
  /** Whether we have these rights in a channel; rights that are not known are tried. */
  may(channel: string, rights: bigint): boolean;
}

export interface MessageCallOptions {
  readonly api: Api;
  /** Our rights in a channel, a bit set; undefined when they are not known. */
  rightsIn(channel: string): bigint | undefined;
}

/** Also for edits, which ping unless they say otherwise. */
export const noMentions = { allowed_mentions: { parse: [], replied_user: false } };

export function createMessageCalls({ api, rightsIn }: MessageCallOptions): MessageCalls {
  return { asBot, byToken, create, unarchiving, replyTo, may };

  async function asBot(method: RequestMethod, route: Route, body?: object): Promise<Posted> {
    // Only responses that are messages are read.
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

/** What a message shows of a body; `mention`: of `body.mention`. */
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
