/**
 * Reads the messages of this process's conversations that were missed while no connection was open. Slack redelivers them
 * too, but only after a minute, and a user with a follow-up should not have to wait that long. A message that arrives twice
 * is the same question.
 */
import { BoundedCache } from '../../../../kit/base/bounded-cache.ts';
import type { Clock } from '../../../../kit/base/clock.ts';
import type { Logger } from '../../../../kit/base/logger.ts';
import { StoreError } from '../../../../kit/sql/store-errors.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { WebApi } from '../connection/web-api.ts';
import type { Delivery, Message } from './events.ts';

export interface Backfill {
  /** This event was a question: its thread and channel will be read after a gap. */
  note(delivery: Delivery): void;
  /** Reads everything written since then (milliseconds since 1970). Never fails. */
  read(since: number): Promise<void>;
}

export interface BackfillOptions {
  readonly api: WebApi;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Fails with StoreError when the question cannot be stored. */
  take(delivery: Delivery): Promise<void>;
}

/** Conversations idle for longer than this are not read. */
const openForMs = 30 * 60_000;
/**
 * At most this many calls per gap, of the 50 a minute that Slack allows (tier 3). Source: docs.slack.dev
 * apis/web-api/rate-limits, 2026-11-21.
 */
const maxPlaces = 20;
/** Tolerance for differences from Slack's clock, which dates the messages. */
const skewMs = 2_000;
const pageSize = 100;

/** A thread or channel (root '') where a question was asked. */
interface Place {
  readonly channel: string;
  readonly root: string;
  readonly askedAt: number;
  readonly delivery: Delivery;
}

export function createBackfill({ api, clock, logger, take }: BackfillOptions): Backfill {
  const places = new BoundedCache<string, Place>(maxPlaces);
  let reading: Promise<void> | undefined;
  /** The start of a gap that occurred while another was being read. */
  let next = Number.POSITIVE_INFINITY;

  return { note, read };

  function note(delivery: Delivery): void {
    const { channel = '', ts = '', thread_ts: root = ts } = delivery.event;
    for (const key of ['', root])
      places.set(`${channel} ${key}`, { channel, root: key, askedAt: clock.now(), delivery });
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
        logger.debug({ count, places: open.length }, 'backfill finished');
      } catch (error) {
        if (!(error instanceof PlatformError || error instanceof StoreError)) throw error;
        // Slack redelivers what is missing.
        logger.warn({ err: error, count }, 'backfill interrupted');
      }
    }
  }

  async function readPlace({ channel, root, delivery }: Place, since: number): Promise<number> {
    const messages = await messagesOf(channel, root, since);
    for (const message of messages) await take(toDelivery(message, delivery, channel));
    return messages.length;
  }

  /** Oldest first; empty where we lack access. */
  async function messagesOf(channel: string, root: string, since: number): Promise<readonly Message[]> {
    const range = { channel, oldest: String(Math.max(0, since - skewMs) / 1_000), limit: pageSize };
    try {
      const { messages = [] } = await api.attempt(({ conversations }) =>
        root === '' ? conversations.history(range) : conversations.replies({ ...range, ts: root }),
      );
      // The vendor types these as response messages; message events have the same fields.
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

/** The message as the Events API would have delivered it, to the installation that the question in that place came from. */
function toDelivery(message: Message, { team_id, authorizations, event }: Delivery, channel: string): Delivery {
  return {
    event_id: `backfill:${channel}:${message.ts}`,
    ...(team_id !== undefined && { team_id }),
    ...(authorizations && { authorizations }),
    event: { ...message, type: 'message', channel, channel_type: channel.startsWith('D') ? 'im' : event.channel_type },
  };
}
