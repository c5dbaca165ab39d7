/**
 * What Docent hears on Discord: gateway events made questions and deployments; commands and presses acknowledged. In: events, the client
 * that heard them. Out: calls of the core's handlers. Effects: HTTP by api.ts.
 *
 * Discord delivers an event once, so a message waits here for a store that fails. A command has 3 s until it must be
 * acknowledged: that is done when it is stored, or when there is no time left to wait for the store.
 * Source: developer docs "Interactions: Receiving and Responding", read 2026-11-21.
 */
import {
  type Client,
  InteractionResponseType,
  MessageFlags,
  RESTJSONErrorCodes,
  RequestMethod,
  Routes,
} from 'discord.js';
import type { Clock } from '../../../base/clock.ts';
import { within } from '../../../base/deadline.ts';
import type { Logger } from '../../../base/logger.ts';
import type { DeploymentRequest, Question } from '../../../core/model/conversation.ts';
import { PlatformError, StoreError } from '../../../core/model/errors.ts';
import * as wording from '../../../core/model/wording.ts';
import type { Handlers } from '../../../core/ports/platform.ts';
import type { Api } from '../connection/rest.ts';
import { discordCodeOf } from '../errors.ts';
import type { ChannelShape, CommandEvent, MessageEvent, ReadyEvent, ServerEvent } from '../native-events.ts';
import { type Place, toPlace } from '../thread-refs.ts';
import { createGaps } from './backfill.ts';
import { type Pressed, toPressed } from './buttons.ts';
import { toCommand } from './commands.ts';
import { isNoQuestion, type Names, toQuestion, type Us } from './events.ts';
import { type Heard, placeOfMessage, timeOf } from './read-cursors.ts';
import { isPassing, patiently } from './retry.ts';

export interface ListenerOptions {
  readonly api: Api;
  readonly handlers: Handlers;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Aborts when no more is to be heard. */
  readonly signal: AbortSignal;
  /** Missing: what was said while nobody listened is not read. */
  readonly heard?: Heard | undefined;
}

export interface Listener {
  onMessage(message: MessageEvent, client: Client): Promise<void>;
  onCommand(command: CommandEvent, client: Client): Promise<void>;
  onReady(ready: ReadyEvent, client: Client): Promise<void>;
  onServer(server: ServerEvent, client: Client): Promise<void>;
  /** Resolves when the command of this question was acknowledged; undefined when that is not under way. */
  acknowledged(questionId: string): Promise<void> | undefined;
}

/** Of the 3 s that a command has, so much is for the store; the rest is for Discord. */
const storeLimitMs = 1_500;
const maxFetchedPlaces = 500;

export function createListener(options: ListenerOptions): Listener {
  const { api, handlers, logger, clock, heard } = options;
  const acknowledging = new Map<string, Promise<void>>();
  const fetched = new Map<string, Promise<Place | 'closed'>>();

  const gaps = heard && createGaps({ ...options, heard, take: takeMessage });

  return {
    onMessage,
    onCommand,
    onReady: async (ready, client) => gaps?.onReady(ready, client),
    onServer: async (server, client) => gaps?.onServer(server, client),
    acknowledged: (questionId) => acknowledging.get(questionId),
  };

  async function onMessage(message: MessageEvent, client: Client): Promise<void> {
    const heardIt = heard?.taking(placeOfMessage(message.guild_id, message.channel_id), timeOf(message.id));
    if (!isNoQuestion(message, usIn(client, message.guild_id))) await gaps?.caughtUp(message.channel_id);
    if ((await takeMessage(message, client)) === 'done') heardIt?.();
  }

  async function takeMessage(message: MessageEvent, client: Client): Promise<'done' | 'stopped'> {
    const us = usIn(client, message.guild_id);
    if (isNoQuestion(message, us)) return 'done';
    return patiently(options, async () => {
      const place = await placeOf(message, client);
      const names = namesIn(client, message.guild_id);
      const question = place === 'closed' ? place : toQuestion(message, place, us, names);
      if (typeof question === 'string') logger.debug({ reason: question }, 'no question');
      else await handlers.question(question);
    });
  }

  async function placeOf(message: MessageEvent, client: Client): Promise<Place | 'closed'> {
    const { channel_id: id, guild_id: guild } = message;
    if (guild === undefined) return { kind: 'direct' };
    return placeInCache(id, client) ?? (await fetchPlace(id));
  }

  /** Of threads that slept so long that nobody told us of them; a thread's parent never changes. */
  function fetchPlace(id: string): Promise<Place | 'closed'> {
    const known = fetched.get(id);
    if (known) return known;
    const oldest = fetched.size >= maxFetchedPlaces ? fetched.keys().next().value : undefined;
    if (oldest !== undefined) fetched.delete(oldest);
    const place = askForPlace(id);
    fetched.set(id, place);
    place.catch(() => fetched.delete(id));
    return place;
  }

  /** closed: Discord does not let us look at it, and will not the next time either. */
  async function askForPlace(id: string): Promise<Place | 'closed'> {
    try {
      const channel = await getChannel(id);
      const place = toPlace(channel, undefined);
      return place.kind === 'thread' ? toPlace(channel, (await getChannel(place.parent)).type) : place;
    } catch (error) {
      if (!(error instanceof PlatformError) || isPassing(error)) throw error;
      return 'closed';
    }
  }

  async function getChannel(id: string): Promise<ChannelShape> {
    // Discord's answer to this route is a channel.
    return (await api.call(RequestMethod.Get, Routes.channel(id))) as ChannelShape;
  }

  async function onCommand(event: CommandEvent, client: Client): Promise<void> {
    const pressed = toPressed(event);
    if (pressed) return press(event, pressed);
    const command = toCommand(event, namesIn(client, event.guild_id));
    if (command?.kind === 'deploy') await deploy(event, command.request);
    if (command?.kind === 'docs') {
      const { question } = command;
      const done = takeQuestion(event, question).finally(() => acknowledging.delete(question.id));
      // Whoever waits for it wants to know when, not how.
      acknowledging.set(
        question.id,
        done.catch(() => undefined),
      );
      await done;
    }
  }

  async function takeQuestion(event: CommandEvent, question: Question): Promise<void> {
    const taken = take(question);
    const inTime = await within(taken, storeLimitMs, clock);
    // Whoever took it first acknowledges it.
    if (inTime === 'duplicate') return;
    if (inTime === 'failed') {
      await respond(event, ChannelMessageWithSource, toPrivate(wording.notTaken));
      return;
    }
    await respond(event, DeferredChannelMessageWithSource);
    if ((await taken) === 'failed') await respondLater(event, wording.notTaken);
  }

  /** The button goes, and no other one: what it asks is answered below. */
  async function press(event: CommandEvent, { question, rest }: Pressed): Promise<void> {
    const taken = take(question);
    if ((await within(taken, storeLimitMs, clock)) === 'failed') {
      await respond(event, ChannelMessageWithSource, toPrivate(wording.notTaken));
      return;
    }
    await respond(event, UpdateMessage, { components: rest, ...nobody });
    if ((await taken) !== 'failed') return;
    const route = Routes.webhook(event.application_id, event.token);
    await api.call(RequestMethod.Post, route, { body: toPrivate(wording.notTaken), auth: false });
  }

  async function take(question: Question): Promise<'accepted' | 'duplicate' | 'not_ours' | 'failed'> {
    try {
      return await handlers.question(question);
    } catch (error) {
      if (error instanceof StoreError) return 'failed';
      throw error;
    }
  }

  /** What became of it is for the person who typed it alone. */
  async function deploy(event: CommandEvent, request: DeploymentRequest): Promise<void> {
    const told = sentenceFor(request);
    const inTime = await within(told, storeLimitMs, clock);
    if (inTime !== 'late') {
      await respond(event, ChannelMessageWithSource, toPrivate(inTime.sentence));
      return;
    }
    await respond(event, DeferredChannelMessageWithSource, { flags: MessageFlags.Ephemeral });
    await respondLater(event, (await told).sentence);
  }

  async function sentenceFor(request: DeploymentRequest): Promise<{ readonly sentence: string }> {
    try {
      return await handlers.deployment(request);
    } catch (error) {
      if (error instanceof StoreError) return { sentence: wording.notTaken };
      throw error;
    }
  }

  /** Once more where no answer came: the second of two is refused, and harmless. */
  async function respond(event: CommandEvent, type: InteractionResponseType, data?: object): Promise<void> {
    const body = { type, ...(data && { data }) };
    const call = () =>
      api.call(RequestMethod.Post, Routes.interactionCallback(event.id, event.token), { body, auth: false });
    try {
      await call().catch((error: unknown) => {
        if (error instanceof PlatformError && error.code === 'unavailable') return call();
        throw error;
      });
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const already = discordCodeOf(error) === RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged;
      if (!already) logger.warn({ code: error.code, err: error }, 'a command could not be acknowledged');
    }
  }

  async function respondLater(event: CommandEvent, content: string): Promise<void> {
    const route = Routes.webhookMessage(event.application_id, event.token);
    await api.call(RequestMethod.Patch, route, { body: { content, ...nobody }, auth: false });
  }
}

const { ChannelMessageWithSource, DeferredChannelMessageWithSource, UpdateMessage } = InteractionResponseType;
const nobody = { allowed_mentions: { parse: [] } };

function toPrivate(content: string): object {
  return { content, flags: MessageFlags.Ephemeral, ...nobody };
}

function usIn(client: Client, guild: string | undefined): Us {
  const { user } = client;
  if (!user) throw new TypeError('an event before READY');
  const role = guild === undefined ? undefined : client.guilds.cache.get(guild)?.roles.botRoleFor(user);
  return { userId: user.id, roleIds: role ? [role.id] : [] };
}

function namesIn(client: Client, guild: string | undefined): Names {
  return {
    role: (id) => client.guilds.cache.get(guild ?? '')?.roles.cache.get(id)?.name,
    channel: (id) => {
      const channel = client.channels.cache.get(id);
      return channel && !channel.isDMBased() ? channel.name : undefined;
    },
  };
}

function placeInCache(id: string, client: Client): Place | undefined {
  const channel = client.channels.cache.get(id);
  if (!channel || channel.isDMBased()) return undefined;
  const parent = channel.isThread() ? channel.parentId : null;
  const parentType = parent === null ? undefined : client.channels.cache.get(parent)?.type;
  return toPlace({ id, type: channel.type, name: channel.name, parent_id: parent }, parentType);
}
