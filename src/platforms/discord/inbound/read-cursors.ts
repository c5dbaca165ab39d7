/**
 * Until when everything that was said has been taken, by place: a server, or one person's direct messages. In: what begins
 * and ends to be taken. Out: times, in Discord's own clock, that of its ids. Effects: kept by the core, now and then.
 *
 * A message that is still being taken holds its place's time back, so what a process leaves behind, however it ends, was
 * said after the time that it kept. One that could not be taken holds it back for good.
 */
import { SnowflakeUtil } from 'discord.js';
import type { Clock } from '../../../base/clock.ts';
import type { Logger } from '../../../base/logger.ts';
import { StoreError } from '../../../core/model/errors.ts';
import type { Handlers } from '../../../core/ports/platform.ts';

export interface Heard {
  /** Learns what other processes have kept. Fails with StoreError. */
  refresh(): Promise<void>;
  /** What was said at this time is being taken. What it gives is called when that is done. */
  taking(place: string, at: number): () => void;
  /** undefined: the place is new to us. */
  until(place: string): number | undefined;
  /** Those of direct messages, where most was said last first. */
  directChannels(): readonly string[];
  /** Keeps what has changed every few seconds until the signal aborts. */
  keepOn(clock: Clock, signal: AbortSignal): Promise<void>;
  /** Keeps what has changed. */
  keep(): Promise<void>;
}

interface PlaceTimes {
  newest: number;
  kept: number;
  /** Times of what is being taken, one object each. */
  readonly open: Set<{ readonly at: number }>;
}

const keepEveryMs = 5_000;
const direct = '@me/';

/** Fails with StoreError. */
export async function createHeard(memory: NonNullable<Handlers['readCursors']>, logger: Logger): Promise<Heard> {
  const places = new Map<string, PlaceTimes>();
  await refresh();

  return {
    refresh,
    taking,
    until: (place) => optional(places.get(place), untilOf),
    directChannels,
    keepOn,
    keep,
  };

  async function refresh(): Promise<void> {
    for (const [place, until] of await memory.load()) {
      const times = places.get(place) ?? { newest: until, kept: until, open: new Set() };
      times.newest = Math.max(times.newest, until);
      times.kept = Math.max(times.kept, until);
      places.set(place, times);
    }
  }

  function taking(place: string, at: number): () => void {
    const times = places.get(place) ?? { newest: at, kept: -1, open: new Set() };
    places.set(place, times);
    const one = { at };
    times.open.add(one);
    return () => {
      times.open.delete(one);
      times.newest = Math.max(times.newest, at);
    };
  }

  function directChannels(): readonly string[] {
    return [...places]
      .filter(([place]) => place.startsWith(direct))
      .sort(([, a], [, b]) => b.newest - a.newest)
      .map(([place]) => place.slice(direct.length));
  }

  async function keepOn(clock: Clock, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await clock.wait(keepEveryMs, signal);
      if (!signal.aborted) await keep();
    }
  }

  async function keep(): Promise<void> {
    const changed = [...places].filter(([, times]) => untilOf(times) > times.kept);
    if (changed.length === 0) return;
    const news = new Map(changed.map(([place, times]) => [place, untilOf(times)]));
    try {
      await memory.save(news);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      logger.warn({ err: error }, 'until when all was heard is not kept');
      return;
    }
    for (const [place, times] of changed) times.kept = news.get(place) ?? times.kept;
  }
}

/** The server's name in it, or that of direct messages, which have none. */
export function placeOfMessage(guild: string | undefined, channel: string): string {
  return guild ?? direct + channel;
}

/** When an id was made, in milliseconds since 1970; 0 for none. */
export function timeOf(id: string | null | undefined): number {
  return id ? SnowflakeUtil.timestampFrom(id) : 0;
}

function untilOf({ newest, open }: PlaceTimes): number {
  return Math.min(newest, ...[...open].map(({ at }) => at));
}

function optional<T, R>(value: T | undefined, act: (value: T) => R): R | undefined {
  return value === undefined ? undefined : act(value);
}
