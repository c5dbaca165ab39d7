/**
 * Messages that were missed, read over HTTP and handled like those that the gateway brings, the oldest of a channel first.
 *
 * A session that is resumed brings them by itself. A new one (after a start, or when the old one could not be resumed)
 * describes each server with the newest message of every channel and thread: those where it is newer than the read cursor
 * are read, and so are the direct messages of people who wrote to us before. A server without a cursor, as on a first
 * install, is not read. A message that arrives in such a channel meanwhile waits a little, so that the order is kept.
 */
import { ChannelType, type Client, PermissionFlagsBits, RequestMethod, Routes, SnowflakeUtil } from 'discord.js';
import { within } from '../../../../base/clock.ts';
import { PlatformError } from '../../../../core/model/errors.ts';
import type { Api } from '../../connection/rest.ts';
import type { ChannelActivity, MessageEvent, ReadyEvent, ServerEvent } from '../../native-events.ts';
import { isTransient, type RetryOptions, withRetries } from '../messages/retry.ts';
import { createPacedQueue } from './paced-queue.ts';
import { cursorKey, type ReadCursors, timestampOf } from './read-cursors.ts';

export interface BackfillOptions extends RetryOptions {
  readonly api: Api;
  readonly cursors: ReadCursors;
  /** Fails when the message cannot be handled. */
  handle(message: MessageEvent, client: Client): Promise<unknown>;
}

export interface Backfill {
  onReady(ready: ReadyEvent, client: Client): Promise<void>;
  onServer(server: ServerEvent, client: Client): Promise<void>;
  /** Resolves when this channel's missed messages are handled, which are read next, or when that takes too long. */
  caughtUp(channel: string): Promise<void>;
}

/** Older questions are not answered: nobody waits for an answer any more. */
const maxAgeMs = 60 * 60_000;
const pageSize = 100;
/** Limit for one channel: 10,000 messages in an hour. */
const maxPages = 100;
const maxDirectChannels = 50;
/** Reads are not paced by the core: its budget leaves three of Discord's 50 calls a second for them. */
const pauseMs = 360;
/** A new message waits no longer than this for the ones before it. */
const maxHoldMs = 10_000;
const typesWithoutMessages: readonly number[] = [
  ChannelType.GuildForum,
  ChannelType.GuildMedia,
  ChannelType.GuildCategory,
  ChannelType.GuildDirectory,
];

export function createBackfill(options: BackfillOptions): Backfill {
  const { cursors, clock, signal } = options;
  const queue = createPacedQueue(pauseMs, clock, signal);
  const reading = new Map<string, Promise<boolean>>();

  return { onReady, onServer, caughtUp };

  /** Direct messages come to the first shard. */
  async function onReady({ shard }: ReadyEvent, client: Client): Promise<void> {
    if (shard && shard[0] !== 0) return;
    const channels = cursors.directChannels().slice(0, maxDirectChannels);
    await Promise.all(channels.map((channel) => readAll(undefined, [channel], client)));
  }

  async function onServer(server: ServerEvent, client: Client): Promise<void> {
    if (server.unavailable) return;
    const channels = [...(server.threads ?? []), ...(server.channels ?? [])];
    const cursor = cursors.at(server.id);
    if (cursor !== undefined) return readAll(server.id, channelsSince(earliest(cursor), channels), client);
    // A new server's cursor begins with its newest message, by Discord's clock, which need not be ours.
    cursors.hold(server.id, Math.max(0, ...channels.map((channel) => timestampOf(channel.last_message_id))))();
    // At once: the next process must know that the server is not new.
    await cursors.save();
  }

  /** The cursor stays where it is unless every channel was read to its end. */
  async function readAll(guild: string | undefined, channels: readonly string[], client: Client): Promise<void> {
    if (channels.length === 0) return;
    const key = cursorKey(guild, channels[0] ?? '');
    const since = earliest(cursors.at(key) ?? 0);
    const done = cursors.hold(key, since);
    const complete = await Promise.all(channels.map((channel) => read({ guild, channel, since, client })));
    if (complete.every((each) => each)) done();
  }

  /** Whether the channel was read to its end. */
  async function read(gap: Gap): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const { channel } = gap;
    const step = createReader(gap, options);
    reading.set(channel, promise);
    queue.add({
      key: channel,
      async step() {
        const result = await step();
        if (result !== 'more') resolve(result === 'complete');
        return result === 'more';
      },
    });
    const isComplete = await promise;
    if (reading.get(channel) === promise) reading.delete(channel);
    return isComplete;
  }

  async function caughtUp(channel: string): Promise<void> {
    const underWay = reading.get(channel);
    if (!underWay) return;
    queue.prioritize(channel);
    await within(underWay, maxHoldMs, clock);
  }

  function earliest(cursor: number): number {
    return Math.max(cursor, clock.now() - maxAgeMs);
  }
}

/** One channel's messages since a time. */
interface Gap {
  readonly guild: string | undefined;
  readonly channel: string;
  readonly since: number;
  readonly client: Client;
}

/** Returns a function that reads and handles the next page. It never fails; `incomplete`: messages were left out. */
function createReader(gap: Gap, options: BackfillOptions): () => Promise<'more' | 'complete' | 'incomplete'> {
  const { guild, channel, since, client } = gap;
  const { logger, signal } = options;
  let after = String(((BigInt(since) - SnowflakeUtil.epoch) << 22n) - 1n);
  let count = 0;
  let allHandled = true;

  return async () => {
    try {
      return await readPage();
    } catch (error) {
      logger.warn({ err: error, channel }, 'backfill failed');
      return 'incomplete';
    }
  };

  async function readPage(): Promise<'more' | 'complete' | 'incomplete'> {
    const messages = mayRead(channel, client) ? await fetchPage(channel, after, options) : [];
    for (const message of messages) {
      allHandled = (await handle({ ...message, ...(guild !== undefined && { guild_id: guild }) })) && allHandled;
    }
    count += messages.length;
    after = messages.at(-1)?.id ?? after;
    if (messages.length === pageSize && count < maxPages * pageSize) return 'more';
    const isEnd = messages.length < pageSize;
    if (isEnd) logger.debug({ channel, count }, 'channel backfilled');
    else logger.warn({ channel, count }, 'backfill stopped: too many messages missed');
    return isEnd && allHandled && !signal.aborted ? 'complete' : 'incomplete';
  }

  /** A message that cannot be handled does not delay the others. */
  async function handle(message: MessageEvent): Promise<boolean> {
    if (signal.aborted) return false;
    try {
      await options.handle(message, client);
      return true;
    } catch (error) {
      if (isTransient(error)) throw error;
      logger.error({ err: error }, 'event lost');
      return false;
    }
  }
}

/** Oldest first; empty where Discord refuses to let us read. */
async function fetchPage(channel: string, after: string, options: BackfillOptions): Promise<readonly MessageEvent[]> {
  const query = new URLSearchParams({ limit: String(pageSize), after });
  let page: readonly MessageEvent[] = [];
  try {
    await withRetries(options, async () => {
      // Discord's response to this route is a list of messages, newest first.
      page = (await options.api.call(RequestMethod.Get, Routes.channelMessages(channel), { query })) as MessageEvent[];
    });
  } catch (error) {
    if (!(error instanceof PlatformError) || isTransient(error)) throw error;
  }
  return page.toReversed();
}

function channelsSince(since: number, channels: readonly ChannelActivity[]): readonly string[] {
  return channels
    .filter(({ type, last_message_id: last }) => !typesWithoutMessages.includes(type) && timestampOf(last) >= since)
    .map(({ id }) => id);
}

function mayRead(id: string, client: Client): boolean {
  const channel = client.channels.cache.get(id);
  if (!client.user || !channel || channel.isDMBased()) return true;
  const { ViewChannel, ReadMessageHistory } = PermissionFlagsBits;
  return channel.permissionsFor(client.user)?.has([ViewChannel, ReadMessageHistory]) ?? true;
}
