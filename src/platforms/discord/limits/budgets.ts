/**
 * What Discord lets a bot do and how often. In: an action, a thread, what the limits tell. Out: the budgets that it costs.
 */
import { RequestMethod, Routes } from 'discord.js';
import type { ThreadRef } from '../../../core/model/conversation.ts';
import type { Budget, Platform, PlatformAction } from '../../../core/ports/platform.ts';
import { type Target, targetOf } from '../thread-refs.ts';
import { globalLimit, type LimitKey, type Limits, limitKeyOf } from './reported-limits.ts';

/** Typing shows for 10 s. Source: developer docs "Resources: Channel, Trigger Typing Indicator", read 2026-11-21. */
export const workingLastsMs = 8_000;

const halfOfAll = Math.ceil(globalLimit / 2);

export function createBudgets(limits: Limits): Platform['budgets'] {
  /**
   * All calls of a bot together, in a second and a little more; exactly counted in limits.ts.
   * Source: developer docs "Topics: Rate Limits, Global", read 2026-11-21.
   */
  const everything: Budget = {
    bucket: 'discord:all',
    limit: globalLimit,
    windowMs: 1_010,
    burst: globalLimit,
    spread: true,
    shared: true,
    reported: limits.reportedGlobal,
  };
  /** A thread is of no use without its first words, so half of the calls are left for these. */
  const threads: Budget = {
    bucket: 'discord:open',
    limit: halfOfAll,
    windowMs: everything.windowMs,
    burst: halfOfAll,
    shared: true,
  };
  /**
   * A start costs two calls, and its words then want one each second. So when almost as many are open as can have that, the
   * others follow slowly, and two thirds of the calls are for those who read. Found with the crowd of test/platforms/discord.
   */
  const lasting: Budget = {
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
    // That no more threads may be made is for `open` to say: nobody waits for minutes.
    if (action === 'open') {
      const inChannel: Budget = { ...threads, bucket: `discord:open:${thread.channel}` };
      return [inChannel, threads, lasting, everything];
    }
    const target = targetOf(thread);
    const limited = limitOf(action, target);
    const { limit, windowMs } = limits.size(limited);
    const place = target.via === 'bot' ? target.channel : `${thread.channel}:${thread.thread}`;
    const own: Budget = {
      bucket: `discord:${action}:${place}`,
      limit,
      windowMs,
      burst: limit,
      spread: true,
      reported: () => limits.told(limited),
    };
    return target.via === 'bot' ? [own, everything] : [own];
  }
}

/** What the calls of an action count into. */
function limitOf(action: PlatformAction, target: Target): LimitKey {
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

/** In place of an id that makes no difference. */
const any = '0';

const methods: Partial<Record<PlatformAction, RequestMethod>> = {
  post: RequestMethod.Post,
  working: RequestMethod.Post,
  remove: RequestMethod.Delete,
};
