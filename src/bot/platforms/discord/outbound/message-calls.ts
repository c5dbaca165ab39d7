/** The calls that write messages: as the bot, or with an interaction's token. Only mentions from mentions.ts ping anyone. */
import { createHash } from 'node:crypto';
import { MessageFlags, PermissionFlagsBits, RESTJSONErrorCodes, RequestMethod, Routes } from 'discord.js';
import type { Clock } from '../../../../kit/base/clock.ts';
import type { Body } from '../../../core/model/body.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { Api } from '../connection/rest.ts';
import { discordCodeOf } from '../errors.ts';
import { readObject } from '../read-json.ts';
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
  /**
   * Authorised by the interaction's token in the route. `since`: when the interaction was created. As long as another process
   * may still acknowledge it, a response that does not exist fails as `unavailable`; later, there will never be one.
   */
  byToken(method: RequestMethod, route: Route, since: number, body?: object): Promise<Posted>;
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
  readonly clock: Clock;
  /** Our permissions in a channel, as a bit set; undefined if unknown. */
  rightsIn(channel: string): bigint | undefined;
}

/** Needed for edits too, which ping by default. */
export const noMentions = { allowed_mentions: { parse: [], replied_user: false } };

/** A command not acknowledged by then never will be: Discord's 3 s, plus clock differences. */
const acknowledgeLimitMs = 5_000;
/** Discord's error codes for a command whose response does not exist. */
const unacknowledged: readonly (number | undefined)[] = [
  RESTJSONErrorCodes.UnknownMessage,
  RESTJSONErrorCodes.UnknownWebhook,
  RESTJSONErrorCodes.UnknownInteraction,
  RESTJSONErrorCodes.InvalidWebhookToken,
];

export function isUnacknowledged(error: unknown): error is PlatformError {
  return error instanceof PlatformError && unacknowledged.includes(discordCodeOf(error));
}

export function createMessageCalls({ api, clock, rightsIn }: MessageCallOptions): MessageCalls {
  return { asBot, byToken, create, unarchiving, replyTo, may };

  async function asBot(method: RequestMethod, route: Route, body?: object): Promise<Posted> {
    return toPosted(await api.call(method, route, body && { body }));
  }

  async function byToken(method: RequestMethod, route: Route, since: number, body?: object): Promise<Posted> {
    try {
      return toPosted(await api.call(method, route, { auth: false, ...(body && { body }) }));
    } catch (error) {
      if (!isUnacknowledged(error) || clock.now() - since >= acknowledgeLimitMs) throw error;
      throw new PlatformError('unavailable', { waitMs: 1_000, cause: error });
    }
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

/** Its fields are read only for calls that return a message. */
function toPosted(response: unknown): Posted {
  const { id = '', channel_id = '', content = '', ...rest } = readObject<Partial<Posted>>(response);
  return { ...rest, id, channel_id, content };
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
