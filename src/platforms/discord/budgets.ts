/**
 * What Discord lets a bot do and how often. In: an action, a thread. Out: the budgets that it costs. Pure.
 */
import type { ThreadRef } from '../../core/conversation.ts';
import type { Budget, PlatformAction } from '../../core/ports.ts';
import { targetOf } from './places.ts';

/** Typing shows for 10 s. Source: developer docs "Resources: Channel, Trigger Typing Indicator", read 2026-11-21. */
export const workingLastsMs = 8_000;

/**
 * All calls of a bot together: 50 in a second, of which some are left for calls that nobody paces (channels looked up) and
 * for those that take longer than others to arrive. Source: developer docs "Topics: Rate Limits, Global", read 2026-11-21.
 */
const everything: Budget = { bucket: 'discord:all', limit: 47, windowMs: 1_080, burst: 47, shared: true };

/**
 * What one action costs, the narrowest budget first. Discord publishes no numbers for single routes, it tells them in
 * headers; 5 in 5 s is what is seen for messages of one channel or thread. A limit that comes earlier is `rate_limited`.
 * Source: github.com/discord-net/Discord.Net/issues/2375, read 2026-11-21.
 */
export function budgets(action: PlatformAction, thread: ThreadRef): readonly Budget[] {
  if (action === 'open') return [{ ...everything, bucket: `discord:open:${thread.channel}` }, everything];
  const target = targetOf(thread);
  const bucket =
    target.via === 'bot' ? `discord:${action}:${target.channel}` : `discord:webhook:${thread.channel}:${thread.thread}`;
  return [{ bucket, limit: 5, windowMs: 5_100, burst: 5, evenly: true }, everything];
}
