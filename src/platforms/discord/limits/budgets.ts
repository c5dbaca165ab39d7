/** What each action costs on Discord: the limits that it counts into, for the core's pacer. */
import { RequestMethod, Routes } from 'discord.js';
import type { ThreadRef } from '../../../core/model/conversation.ts';
import type { Budget } from '../../../core/ports/budget.ts';
import type { Platform, PlatformAction } from '../../../core/ports/platform.ts';
import { type Target, targetOf } from '../thread-refs.ts';
import { globalLimit } from './global-limit.ts';
import type { Limits } from './learned-limits.ts';
import { type LimitKey, limitKeyOf } from './limit-key.ts';

/** Typing shows for 10 s. Source: developer docs "Resources: Channel, Trigger Typing Indicator", read 2026-11-21. */
export const workingLastsMs = 8_000;

const halfOfAll = Math.ceil(globalLimit / 2);

export function createBudgets(limits: Limits): Platform['budgets'] {
  /**
   * The global limit, over a second and a little more; global-limit.ts counts it exactly.
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
  /** A thread is useless without its first words, so half of the calls are left for them. */
  const openings: Budget = {
    bucket: 'discord:open',
    limit: halfOfAll,
    windowMs: allCalls.windowMs,
    burst: halfOfAll,
    shared: true,
  };
  /**
   * Opening a thread costs two calls, and its answer then one each second. When almost as many are open as can have that,
   * others follow slowly, and two thirds of the calls go to open answers. Fitted with test/platforms/discord/crowd.ts.
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

  /** The narrowest budget first. */
  function budgets(action: PlatformAction, thread: ThreadRef): readonly Budget[] {
    // Discord's own limit on threads, minutes long, is for `open` to report.
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

/** A placeholder for an id that does not matter for the limit. */
const any = '0';

const methods: Partial<Record<PlatformAction, RequestMethod>> = {
  post: RequestMethod.Post,
  working: RequestMethod.Post,
  remove: RequestMethod.Delete,
};
