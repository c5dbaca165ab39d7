/**
 * Reads the messages that were missed while no connection was open, in this process's conversations. Slack delivers them
 * again too, but only after a minute; somebody who asks again should not wait for that. A message that arrives twice is the
 * same question.
 */
import { BoundedCache } from '../../../base/bounded-cache.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Logger } from '../../../base/logger.ts';
import { PlatformError, StoreError } from '../../../core/model/errors.ts';
import type { WebApi } from '../connection/web-api.ts';
import type { Delivery, Message } from './events.ts';

export interface Backfill {
  /** A question came by this event: its thread and channel are read after a gap. */
  note(delivery: Delivery): void;
  /** Reads all that was said since then (milliseconds since 1970). Never fails. */
  read(since: number): Promise<void>;
}

export interface BackfillOptions {
  readonly api: WebApi;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Fails with StoreError when it cannot be stored. */
  take(delivery: Delivery): Promise<void>;
}

/** Conversations that are idle for longer than this are not read. */
const openForMs = 30 * 60_000;
/**
 * Of the 50 calls a minute that Slack allows (tier 3), a gap takes at most this many. Source: docs.slack.dev
 * apis/web-api/rate-limits, 2026-11-21.
 */
const maxPlaces = 20;
/** Tolerance for Slack's clock, by which messages are dated. */
const skewMs = 2_000;
const pageSize = 100;

/** A thread, or a channel (root ''), in which a question was asked. */
interface Place {
  readonly channel: string;
  readonly root: string;
  readonly askedAt: number;
  readonly delivery: Delivery;
}

export function createBackfill({ api, clock, logger, take }: BackfillOptions): Backfill {
  const places = new BoundedCache<string, Place>(maxPlaces);
  let reading: Promise<void> | undefined;
  /** The beginning of a gap that occurred while another was being read. */
  let next = Number.POSITIVE_INFINITY;

  return { note, read };

  function note(delivery: Delivery): void {
    const { channel = '', ts = '', thread_ts: root = ts } = delivery.event;
    for (const each of ['', root])
      places.set(`${channel} ${each}`, { channel, root: each, askedAt: clock.now(), delivery });
  }

  function read(since: number): Promise<void> {
    next = Math.min(next, since);
    reading ??= readAll().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function readAll(): Promise<void> {
    while (next < Number.POSITIVE_INFINITY) {
      const since = next;
      next = Number.POSITIVE_INFINITY;
      const open = [...places.values()].filter(({ askedAt }) => clock.now() - askedAt < openForMs);
      let count = 0;
      try {
        for (const place of open.toReversed()) count += await readPlace(place, since);
        logger.debug({ count, places: open.length }, 'backfill ended');
      } catch (error) {
        if (!(error instanceof PlatformError || error instanceof StoreError)) throw error;
        // Slack delivers it again.
        logger.warn({ err: error, count }, 'backfill broke off');
      }
    }
  }

  async function readPlace({ channel, root, delivery }: Place, since: number): Promise<number> {
    const messages = await messagesOf(channel, root, since);
    for (const message of messages) await take(toDelivery(message, delivery, channel));
    return messages.length;
  }

  /** Oldest first; empty where we may not read. */
  async function messagesOf(channel: string, root: string, since: number): Promise<readonly Message[]> {
    const range = { channel, oldest: String(Math.max(0, since - skewMs) / 1_000), limit: pageSize };
    try {
      const { messages = [] } = await api.attempt(({ conversations }) =>
        root === '' ? conversations.history(range) : conversations.replies({ ...range, ts: root }),
      );
      // The vendor's package types messages as those of a response; events name the same fields.
      const read = messages as readonly Message[];
      return read
        .filter(({ ts = '0' }) => Number(ts) * 1_000 >= since - skewMs)
        .toSorted((a, b) => Number(a.ts) - Number(b.ts));
    } catch (error) {
      if (error instanceof PlatformError && (error.code === 'forbidden' || error.code === 'thread_gone')) return [];
      throw error;
    }
  }
}

/** As the Events API would have delivered it, to the same installation as the question that was asked there. */
function toDelivery(message: Message, { team_id, authorizations, event }: Delivery, channel: string): Delivery {
  return {
    event_id: `backfill:${channel}:${message.ts}`,
    ...(team_id !== undefined && { team_id }),
    ...(authorizations && { authorizations }),
    event: { ...message, type: 'message', channel, channel_type: channel.startsWith('D') ? 'im' : event.channel_type },
  };
}
