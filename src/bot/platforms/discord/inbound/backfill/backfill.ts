/**
 * Reads missed messages over HTTP and handles them like messages from the gateway, oldest first in each channel.
 *
 * A resumed session replays missed messages itself. A new session (after a start, or when the old one could not be resumed)
 * lists the newest message of every channel and thread of each server. Channels whose newest message is after the read cursor
 * are read, and so are the direct messages of people who wrote to us before. A server without a cursor, as after a first
 * install, is not read. A new message in a channel that is being read waits a little, to keep the order.
 */
import { ChannelType, type Client, PermissionFlagsBits, RequestMethod, Routes, SnowflakeUtil } from 'discord.js';
import { type Clock, within } from '../../../../../kit/base/clock.ts';
import { PlatformError } from '../../../../core/model/errors.ts';
import type { Api } from '../../connection/rest.ts';
import type { ChannelActivity, MessageEvent, ReadyEvent, ServerEvent } from '../../native-events.ts';
import { readList, readMessage } from '../../read-json.ts';
import { isTransient, type RetryOptions, withRetries } from '../messages/retry.ts';
import { cursorKey, type ReadCursors, timestampOf } from './read-cursors.ts';

export interface BackfillOptions extends RetryOptions {
  readonly api: Api;
  readonly cursors: ReadCursors;
  /** Fails if the message cannot be handled. */
  handle(message: MessageEvent, client: Client): Promise<unknown>;
}

export interface Backfill {
  onReady(ready: ReadyEvent, client: Client): Promise<void>;
  onServer(server: ServerEvent, client: Client): Promise<void>;
  /** Moves this channel to the front of the queue. Resolves when its missed messages are handled, or after `maxOrderWaitMs`. */
  caughtUp(channel: string): Promise<void>;
}

/** Older questions are not answered: the asker no longer expects an answer. */
const maxAgeMs = 60 * 60_000;
const pageSize = 100;
/** Per channel: 10,000 messages. */
const maxPages = 100;
const maxDirectChannels = 50;
/** The core does not pace these reads; its budget leaves three of Discord's 50 calls a second for them. */
const pauseMs = 360;
/** How long a new message waits at most for the missed ones before it. */
const maxOrderWaitMs = 10_000;
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

  /** Only the first shard receives direct messages. */
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
    // A new server's cursor starts at its newest message, by Discord's clock, which may differ from ours.
    cursors.hold(server.id, Math.max(0, ...channels.map((channel) => timestampOf(channel.last_message_id))))();
    // Saved immediately: the next process must see that the server is not new.
    await cursors.save();
  }

  /** Moves the cursor only if every channel was read completely. */
  async function readAll(guild: string | undefined, channels: readonly string[], client: Client): Promise<void> {
    if (channels.length === 0) return;
    const key = cursorKey(guild, channels[0] ?? '');
    const since = earliest(cursors.at(key) ?? 0);
    const done = cursors.hold(key, since);
    const complete = await Promise.all(channels.map((channel) => read({ guild, channel, since, client })));
    if (complete.every((isComplete) => isComplete)) done();
  }

  /** Returns whether the channel was read completely. */
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
    const readingNow = reading.get(channel);
    if (!readingNow) return;
    queue.prioritize(channel);
    await within(readingNow, maxOrderWaitMs, clock);
  }

  function earliest(cursor: number): number {
    return Math.max(cursor, clock.now() - maxAgeMs);
  }
}

/** The messages of one channel since a given time, in milliseconds since 1970. */
interface Gap {
  readonly guild: string | undefined;
  readonly channel: string;
  readonly since: number;
  readonly client: Client;
}

/** Returns a function that reads and handles the next page. It never fails; `incomplete`: some messages were not handled. */
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
    for (const message of messages.flatMap((each) => readMessage(each) ?? [])) {
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

  /** A message that cannot be handled does not hold up the others. */
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

/** Oldest first; empty if Discord does not let us read the channel. */
async function fetchPage(channel: string, after: string, options: BackfillOptions): Promise<readonly MessageEvent[]> {
  const query = new URLSearchParams({ limit: String(pageSize), after });
  let page: readonly MessageEvent[] = [];
  try {
    await withRetries(options, async () => {
      // Newest first.
      page = readList<MessageEvent>(
        await options.api.call(RequestMethod.Get, Routes.channelMessages(channel), { query }),
      );
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

interface Job {
  readonly key: string;
  /** Runs one step. Returns false after the last one. Never fails. */
  step(): Promise<boolean>;
}

interface PacedQueue {
  add(job: Job): void;
  /** Moves the jobs with this key to the front. */
  prioritize(key: string): void;
}

/** No further step starts once the signal aborts. */
function createPacedQueue(pauseMs: number, clock: Clock, signal: AbortSignal): PacedQueue {
  let jobs: readonly Job[] = [];
  let isRunning = false;

  return {
    add(job) {
      jobs = [...jobs, job];
      if (!isRunning) void run();
    },
    prioritize(key) {
      jobs = [...jobs.filter((job) => job.key === key), ...jobs.filter((job) => job.key !== key)];
    },
  };

  async function run(): Promise<void> {
    isRunning = true;
    for (let [job] = jobs; job && !signal.aborted; [job] = jobs) {
      const current = job;
      if (!(await job.step())) jobs = jobs.filter((other) => other !== current);
      await clock.wait(pauseMs, signal);
    }
    isRunning = false;
  }
}
