/**
 * What was said while nobody listened, read afterwards. In: a session's beginning and the servers that it tells of. Out:
 * messages, oldest first in each channel, taken like those that the gateway brings. Effects: HTTP by api.ts.
 *
 * A session that is resumed brings what was missed by itself. A new one (after a start, or when the old one could not be
 * resumed) tells of each server anew, with the newest message of every channel and thread: those where it is newer than
 * what was heard are read, and so are the direct messages of those who wrote us before. A server that we have never seen,
 * as on a first install, is not read. What comes in such a channel meanwhile waits a little, so that the order is kept.
 */

import { ChannelType, type Client, PermissionFlagsBits, RequestMethod, Routes, SnowflakeUtil } from 'discord.js';
import { within } from '../../../base/deadline.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { Api } from '../connection/rest.ts';
import type { MessageEvent, ReadyEvent, ServerEvent } from '../native-events.ts';
import { type Heard, placeOfMessage, timeOf } from './read-cursors.ts';
import { isPassing, type Patience, patiently } from './retry.ts';

export interface GapsOptions extends Patience {
  readonly api: Api;
  readonly heard: Heard;
  /** Fails when it cannot be taken. */
  take(message: MessageEvent, client: Client): Promise<unknown>;
}

export interface Gaps {
  onReady(ready: ReadyEvent, client: Client): Promise<void>;
  onServer(server: ServerEvent, client: Client): Promise<void>;
  /** Resolves when what was missed in this channel is taken, or when that takes too long. */
  caughtUp(channel: string): Promise<void>;
}

/** Nobody waits for an answer to what was asked before. */
const longestGapMs = 60 * 60_000;
const pageSize = 100;
const maxPages = 5;
const maxDirectChannels = 50;
/** Reads are not paced by the core: three in a second are what its budget leaves of Discord's 50. */
const pauseMs = 360;
const longestOrderMs = 10_000;
const withoutMessages: readonly number[] = [
  ChannelType.GuildForum,
  ChannelType.GuildMedia,
  ChannelType.GuildCategory,
  ChannelType.GuildDirectory,
];

export function createGaps(options: GapsOptions): Gaps {
  const { api, heard, clock, logger, signal, take } = options;
  const reading = new Map<string, Promise<void>>();
  let free: Promise<void> = Promise.resolve();

  return { onReady, onServer, caughtUp };

  /** Direct messages come to the first shard. */
  async function onReady({ shard }: ReadyEvent, client: Client): Promise<void> {
    if (shard && shard[0] !== 0) return;
    const channels = heard.directChannels().slice(0, maxDirectChannels);
    await Promise.all(channels.map((channel) => readPlace(undefined, [channel], client)));
  }

  async function onServer(server: ServerEvent, client: Client): Promise<void> {
    if (server.unavailable) return;
    const written = [...(server.threads ?? []), ...(server.channels ?? [])];
    const until = heard.until(server.id);
    if (until === undefined) {
      // By Discord's clock, which need not be ours.
      heard.taking(server.id, Math.max(0, ...written.map(({ last_message_id: last }) => timeOf(last))))();
      // At once: whoever comes after us must know that it is not new.
      return heard.keep();
    }
    const since = notTooOld(until);
    const channels = written.filter(({ type, last_message_id: last }) => {
      return !withoutMessages.includes(type) && timeOf(last) >= since;
    });
    await readPlace(
      server.id,
      channels.map(({ id }) => id),
      client,
    );
  }

  /** These channels of a server, or of direct messages, since all of it was heard. */
  async function readPlace(guild: string | undefined, channels: readonly string[], client: Client): Promise<void> {
    const place = placeOfMessage(guild, channels[0] ?? '');
    const since = notTooOld(heard.until(place) ?? 0);
    if (channels.length === 0) return;
    const heardAll = heard.taking(place, since);
    const whole: boolean[] = [];
    for (const [channel, read] of channels.map((id) => [id, startReading(id)] as const)) {
      whole.push(await read(() => readChannel(guild, channel, since, client)));
    }
    if (whole.every((each) => each)) heardAll();
  }

  /** From now on the channel is not caught up, until what it gives has been called and is over. */
  function startReading(channel: string): (read: () => Promise<boolean>) => Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<void>();
    reading.set(channel, promise);
    return async (read) => {
      try {
        return await read();
      } catch (error) {
        logger.warn({ err: error, channel }, 'what was missed cannot be read');
        return false;
      } finally {
        resolve();
        if (reading.get(channel) === promise) reading.delete(channel);
      }
    };
  }

  /** Whether nothing is left to read there, as far as we may. */
  async function readChannel(
    guild: string | undefined,
    channel: string,
    since: number,
    client: Client,
  ): Promise<boolean> {
    let after = String(((BigInt(since) - SnowflakeUtil.epoch) << 22n) - 1n);
    let count = 0;
    let whole = true;
    for (let page = 0; page < maxPages && !signal.aborted; page += 1) {
      // By the time that this is asked, discord.js knows the server.
      const messages = await paced(async () => (mayRead(channel, client) ? readPage(channel, after) : []));
      for (const message of messages) {
        whole = (await takeOne({ ...message, ...(guild !== undefined && { guild_id: guild }) }, client)) && whole;
      }
      count += messages.length;
      after = messages.at(-1)?.id ?? after;
      if (messages.length < pageSize) break;
    }
    logger.debug({ channel, count }, 'what was missed was read');
    return whole && !signal.aborted;
  }

  /** Whether it was taken; one that cannot be does not hold up the others. */
  async function takeOne(message: MessageEvent, client: Client): Promise<boolean> {
    if (signal.aborted) return false;
    try {
      await take(message, client);
      return true;
    } catch (error) {
      if (isPassing(error)) throw error;
      logger.error({ err: error }, 'an event was lost');
      return false;
    }
  }

  /** Oldest first; none where Discord does not let us look. */
  async function readPage(channel: string, after: string): Promise<readonly MessageEvent[]> {
    const query = new URLSearchParams({ limit: String(pageSize), after });
    let page: readonly MessageEvent[] = [];
    try {
      await patiently(options, async () => {
        // Discord's answer to this route is a list of messages, newest first.
        page = (await api.call(RequestMethod.Get, Routes.channelMessages(channel), { query })) as MessageEvent[];
      });
    } catch (error) {
      if (!(error instanceof PlatformError) || isPassing(error)) throw error;
    }
    return page.toReversed();
  }

  /** One at a time, with a pause after each. */
  function paced<T>(act: () => Promise<T>): Promise<T> {
    const result = free.then(act);
    const over = result.then(
      () => undefined,
      () => undefined,
    );
    free = over.then(() => clock.wait(pauseMs, signal));
    return result;
  }

  async function caughtUp(channel: string): Promise<void> {
    const being = reading.get(channel);
    if (being) await within(being, longestOrderMs, clock);
  }

  function notTooOld(since: number): number {
    return Math.max(since, clock.now() - longestGapMs);
  }
}

function mayRead(id: string, client: Client): boolean {
  const channel = client.channels.cache.get(id);
  if (!client.user || !channel || channel.isDMBased()) return true;
  const { ViewChannel, ReadMessageHistory } = PermissionFlagsBits;
  return channel.permissionsFor(client.user)?.has([ViewChannel, ReadMessageHistory]) ?? true;
}
