/**
 * Slack's rate limits as budgets for each action.
 *
 * Slack counts per app, workspace and method. It publishes the quota per minute, but neither the burst size nor whether the
 * minutes slide. We therefore assume a burst of a quarter of the quota, and stay within the quota in any sliding minute.
 * When an answer's first or last text finds no budget left, one more call is tried. What Slack's response shows about the
 * burst size, up to half a minute's quota, holds for a day and for all methods here, which we assume are limited alike.
 * Source: docs.slack.dev apis/web-api/rate-limits and reference/methods, 2026-11-21.
 */
import type { ThreadRef } from '../../../core/model/conversation.ts';
import type { Budget } from '../../../core/ports/budget.ts';
import type { PlatformAction } from '../../../core/ports/platform.ts';

/** Slightly more than a minute, because the latency of calls varies. */
const minuteMs = 60_300;

/** Slack removes a status after two minutes. Source: docs.slack.dev reference/methods/assistant.threads.setStatus, 2026-11-21. */
export const workingLastsMs = 90_000;

export function budgets(action: PlatformAction, thread: ThreadRef): readonly Budget[] {
  const { installation, channel } = thread;
  const burstGroup = `slack:${installation}`;
  const named = (name: string, limit: number, burst: number, more: Partial<Budget> = {}): Budget => ({
    bucket: `slack:${installation}:${name}`,
    limit,
    windowMs: minuteMs,
    burst,
    shared: true,
    countedOnArrival: true,
    ...more,
  });
  switch (action) {
    case 'open':
    case 'post':
      // "About one message a second per channel", with short bursts, and "several hundred a minute" per workspace.
      return [named(`post:${channel}`, 60, 5), named('post', 300, 20)];
    case 'edit':
      // Tier 3, 50 a minute.
      return [named('edit', 50, 12, { maxBurst: 25, burstGroup, spread: true })];
    case 'begin':
      // Tier 2, 20 a minute.
      return [named('begin', 20, 5, { maxBurst: 10, burstGroup })];
    case 'end':
      return [named('end', 20, 5, { maxBurst: 10, burstGroup })];
    case 'append':
      // Tier 4, 100 a minute.
      return [named('append', 100, 25, { maxBurst: 50, burstGroup, spread: true })];
    case 'remove':
      return [named('remove', 50, 10)];
    case 'working':
      // Special tier, documented as comparable to chat.postMessage. Reactions, the fallback, are tier 3 and tier 2.
      return [named(`working:${channel}`, 60, 4), named('working', 100, 20)];
  }
}
