/** What each action costs on Discord: the rate limits it counts towards, for the core's pacer. */
import { RequestMethod, Routes } from 'discord.js';
import type { ThreadRef } from '../../../core/model/conversation.ts';
import type { Budget } from '../../../core/ports/budget.ts';
import type { Platform, PlatformAction } from '../../../core/ports/platform.ts';
import { type Target, targetOf } from '../thread-refs.ts';
import { globalLimit } from './global-limit.ts';
import type { Limits } from './learned-limits.ts';
import { type LimitKey, limitKeyOf } from './limit-key.ts';

/** Less than the 10 s for which Discord shows typing. Source: developer docs "Resources: Channel, Trigger Typing Indicator", read 2026-11-21. */
export const workingLastsMs = 8_000;

const halfOfAll = Math.ceil(globalLimit / 2);

export function createBudgets(limits: Limits): Platform['budgets'] {
  /**
   * The global limit, over slightly more than a second; global-limit.ts enforces it exactly.
   * Source: developer docs "Topics: Rate Limits, Global", read 2026-11-21.
   */
  const allCalls: Budget = {
    bucket: 'discord:all',
    limit: globalLimit,
    windowMs: 1_010,
    burst: globalLimit,
    spread: true,
    shared: true,
    reported: limits.reportedGlobal,
  };
  /** A thread is useless without the start of its answer, so half of all calls are left for posting it. */
  const openings: Budget = {
    bucket: 'discord:open',
    limit: halfOfAll,
    windowMs: allCalls.windowMs,
    burst: halfOfAll,
    shared: true,
  };
  /**
   * Opening a thread costs two calls, and its answer one more each second. Once nearly as many answers are open as the global
   * limit can serve, new threads open slowly, and two thirds of the calls go to open answers. Fitted with
   * test/bot/platforms/discord/crowd.ts.
   */
  const sustained: Budget = {
    bucket: 'discord:open:lasting',
    limit: 450,
    windowMs: 60_000,
    burst: 42,
    maxHoldMs: 8_000,
    shared: true,
  };
  return budgets;

  /** Narrowest budget first. */
  function budgets(action: PlatformAction, thread: ThreadRef): readonly Budget[] {
    // Discord's own limit on thread creation lasts minutes; `open` reports it.
    if (action === 'open') {
      const inChannel: Budget = { ...openings, bucket: `discord:open:${thread.channel}` };
      return [inChannel, openings, sustained, allCalls];
    }
    const target = targetOf(thread);
    const key = limitKeyFor(action, target);
    const { limit, windowMs } = limits.size(key);
    const channel = target.via === 'bot' ? target.channel : `${thread.channel}:${thread.thread}`;
    const own: Budget = {
      bucket: `discord:${action}:${channel}`,
      limit,
      windowMs,
      burst: limit,
      spread: true,
      reported: () => limits.reported(key),
    };
    return target.via === 'bot' ? [own, allCalls] : [own];
  }
}

function limitKeyFor(action: PlatformAction, target: Target): LimitKey {
  const method = methods[action] ?? RequestMethod.Patch;
  if (target.via === 'interaction') {
    const isNew = action === 'post';
    const route = isNew ? Routes.webhook(any, target.token) : Routes.webhookMessage(any, target.token, any);
    return limitKeyOf(method, route, false);
  }
  const { channel } = target;
  if (action === 'working') return limitKeyOf(method, Routes.channelTyping(channel));
  return limitKeyOf(method, action === 'post' ? Routes.channelMessages(channel) : Routes.channelMessage(channel, any));
}

/** A placeholder for ids that do not affect the limit. */
const any = '0';

const methods: Partial<Record<PlatformAction, RequestMethod>> = {
  post: RequestMethod.Post,
  working: RequestMethod.Post,
  remove: RequestMethod.Delete,
};
