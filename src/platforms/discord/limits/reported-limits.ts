/**
 * What Discord's limits leave, as its answers tell it. In: each call when it goes, and its answer. Out: leave to go for
 * calls that are not one too many, and what is left of a limit. Effects: waits on the clock, a second at most.
 *
 * Discord counts a call when it arrives, some time after it was sent and before its answer came; most answers say when, by
 * Discord's own clock. The call that arrived soonest tells how long each takes there at least: so one more may be sent
 * before the window is over, and arrives just after. Source: developer docs "Topics: Rate Limits", read 2026-11-21.
 */
import type { Clock } from '../../../base/clock.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { ReportedLimit } from '../../../core/ports/platform.ts';

/** Which limit a call counts into. */
export interface LimitKey {
  /** Method and address, without ids and secrets. */
  readonly kind: string;
  /** The channel, server or webhook, each of which has limits of its own. */
  readonly major: string;
  /** Whether it counts into the limit of all calls; those of commands do not. */
  readonly counted: boolean;
}

/** The part of an answer that tells of limits. */
export interface LimitResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
}

export interface Limits {
  /**
   * Waits a little where all calls together are too many for this second; the call goes, and counts, when it gives what
   * `sent` gives. Fails with `rate_limited` when it would wait longer.
   */
  acquire(call: LimitKey): Promise<(answer?: LimitResponse) => void>;
  /** The call goes, whatever is left. What it gives is called when its answer comes, or none does; once is enough. */
  sent(call: LimitKey): (answer?: LimitResponse) => void;
  /** What is left of the call's own limit; undefined: not told, or told of a time that is over. */
  told(call: LimitKey): ReportedLimit | undefined;
  /** That nothing is left of the limit of all calls, and until when; undefined otherwise. */
  reportedGlobal(): ReportedLimit | undefined;
  /** How many calls of this kind a window holds; as told, or as a guess. */
  size(call: LimitKey): Size;
}

/** So many calls in any window of so many milliseconds. */
export interface Size {
  readonly limit: number;
  readonly windowMs: number;
}

/**
 * Until Discord tells: it publishes no numbers for single routes, and 5 in 5 s is what is seen for messages of one channel.
 * Source: github.com/discord-net/Discord.Net/issues/2375, read 2026-11-21.
 */
const usual: Size = { limit: 5, windowMs: 5_000 };

/** All calls of a bot together, in a second. */
export const globalLimit = 50;
const globalWindowMs = 1_000;
/** Where every call of a second is still under way, it is looked again so much later. */
const lookAgainMs = 50;
/** A call may get there so much sooner than any before: of a busy process, all may have waited a little. */
const marginMs = 15;
/** Milliseconds by which two clocks may part in one. */
const maxDrift = 0.001;
/** Windows that are over are forgotten when there are so many. */
const manyWindows = 1_000;

export function createLimits(clock: Clock): Limits {
  /** By kind: Discord's name of its limit, which several kinds may share, and its size. */
  const kinds = new Map<string, Size & { readonly bucket: string }>();
  const windows = new Map<string, ReportedLimit>();
  /** How many calls of each limit are under way. */
  const going = new Map<string, number>();
  /** Until when each answered call counts into the limit of all, oldest first. */
  const counting: number[] = [];
  let underWay = 0;
  let waiting = 0;
  let closedUntil = 0;
  /** What Discord's clock says when a call arrives, less what ours said when it was sent, at least. */
  let arrival = { ms: Number.POSITIVE_INFINITY, at: 0 };

  return { acquire: pass, sent, told, reportedGlobal: toldOfAll, size };

  async function pass(call: LimitKey): Promise<(answer?: LimitResponse) => void> {
    for (;;) {
      const own = told(call);
      const ownMs = own && own.remaining <= 0 ? own.resetAt - clock.now() : 0;
      const besideMs = isCrowded(call) ? lookAgainMs : 0;
      const allMs = call.counted ? freeForAllAt(0) - clock.now() : 0;
      const waitMs = Math.max(ownMs, besideMs, allMs);
      if (ownMs > 0 || allMs > globalWindowMs + marginMs) throw new PlatformError('rate_limited', { waitMs });
      // Counted at once: those that ask in the same moment must see it.
      if (waitMs <= 0) return sent(call);
      waiting += 1;
      await clock.wait(waitMs);
      waiting -= 1;
    }
  }

  /** Whether the calls under way may take all that is left of a limit whose size is known. */
  function isCrowded(call: LimitKey): boolean {
    const left = told(call)?.remaining ?? kinds.get(call.kind)?.limit;
    return left !== undefined && (going.get(nameOf(call)) ?? 0) >= left;
  }

  /** When one more call may go, after `others` that have not gone yet. */
  function freeForAllAt(others: number): number {
    const now = clock.now();
    while (counting[0] !== undefined && counting[0] <= now) counting.shift();
    const isFull = underWay + counting.length + others >= globalLimit;
    return Math.max(isFull ? (counting[0] ?? now + lookAgainMs) : now, closedUntil);
  }

  function sent(call: LimitKey): (answer?: LimitResponse) => void {
    const at = clock.now();
    const name = nameOf(call);
    let isOver = false;
    if (call.counted) underWay += 1;
    goes(name, 1);
    return (answer) => {
      if (isOver) return;
      isOver = true;
      goes(name, -1);
      const countedAt = answer && learn(answer, at);
      if (call.counted) {
        underWay -= 1;
        counting.push(endOf(countedAt, globalWindowMs));
        counting.sort((one, other) => one - other);
      }
      if (answer) hear(call, answer, at, countedAt);
    };
  }

  /** When the call had arrived, by Discord's clock; undefined: the answer does not tell. */
  function learn(answer: LimitResponse, at: number): number | undefined {
    const arrivedAt = 1_000 * (numberIn(answer, 'x-ratelimit-reset') - numberIn(answer, 'x-ratelimit-reset-after'));
    if (!(arrivedAt > 0)) return undefined;
    const now = clock.now();
    // Clocks drift, so what was learnt long ago gives way to what is learnt now.
    const driftedMs = arrival.ms + maxDrift * (now - arrival.at);
    arrival = { ms: Math.min(driftedMs, arrivedAt - at), at: now };
    return arrivedAt;
  }

  /** When a call may be sent that must arrive so long after something. Discord's clock tells when that was; if not, it was now at the latest. */
  function endOf(theirs: number | undefined, lastsMs: number): number {
    // Whole milliseconds, as clocks wait.
    return Math.ceil(lastsMs + marginMs + (theirs === undefined ? clock.now() : theirs - arrival.ms));
  }

  function goes(name: string, more: 1 | -1): void {
    const count = (going.get(name) ?? 0) + more;
    if (count > 0) going.set(name, count);
    else going.delete(name);
  }

  function hear(call: LimitKey, answer: LimitResponse, at: number, countedAt: number | undefined): void {
    const { status, headers } = answer;
    const now = clock.now();
    const [limit, left] = [numberIn(answer, 'x-ratelimit-limit'), numberIn(answer, 'x-ratelimit-remaining')];
    const resetMs = numberIn(answer, 'x-ratelimit-reset-after') * 1_000;
    const bucket = headers.get('x-ratelimit-bucket');
    if (bucket !== null && limit > 0) {
      // Only the first call of a window tells how long it is.
      const windowMs = left === limit - 1 && resetMs > 0 ? resetMs : kinds.get(call.kind)?.windowMs;
      kinds.set(call.kind, { bucket, limit, windowMs: windowMs ?? (limit * usual.windowMs) / usual.limit });
    }
    if (status === 429) {
      const until = now + numberIn(answer, 'retry-after') * 1_000;
      const scope = headers.get('x-ratelimit-scope');
      // The network before Discord names no scope; it counts all calls.
      if (scope === 'global' || scope === null) closedUntil = Math.max(closedUntil, until || 0);
      else if (until > now) keep(call, { remaining: 0, resetAt: until, reportedAt: at });
      return;
    }
    if (left >= 0 && resetMs >= 0) keep(call, { remaining: left, resetAt: endOf(countedAt, resetMs), reportedAt: at });
  }

  /** Answers overtake each other: what was left least counts of one window, and nothing of an earlier one. */
  function keep(call: LimitKey, told: ReportedLimit): void {
    const known = windows.get(nameOf(call));
    const newerMs = known ? told.resetAt - known.resetAt : Number.POSITIVE_INFINITY;
    const halfMs = size(call).windowMs / 2;
    if (known && (newerMs < -halfMs || (newerMs < halfMs && told.remaining > known.remaining))) return;
    if (windows.size >= manyWindows) {
      for (const [name, { resetAt: until }] of windows) if (until <= clock.now()) windows.delete(name);
    }
    windows.set(nameOf(call), told);
  }

  function told(call: LimitKey): ReportedLimit | undefined {
    const known = windows.get(nameOf(call));
    return known && known.resetAt > clock.now() ? known : undefined;
  }

  function size({ kind }: LimitKey): Size {
    return kinds.get(kind) ?? usual;
  }

  function toldOfAll(): ReportedLimit | undefined {
    const at = clock.now();
    const until = freeForAllAt(waiting);
    return until > at ? { remaining: 0, resetAt: until, reportedAt: at } : undefined;
  }

  function nameOf({ kind, major }: LimitKey): string {
    return `${kinds.get(kind)?.bucket ?? kind} ${major}`;
  }
}

/** NaN where there is none. */
function numberIn({ headers }: LimitResponse, name: string): number {
  return Number(headers.get(name) ?? Number.NaN);
}

/** What a call counts into. `auth` false: its address holds a token of its own, as those of commands do. */
export function limitKeyOf(method: string, route: string, auth = true): LimitKey {
  const [path = ''] = route.split('?');
  const [, top = '', ...parts] = path.split('/');
  // Of commands the token, which follows the application or the command; elsewhere the channel or server.
  const major = top === 'webhooks' || top === 'interactions' ? 1 : 0;
  const rest = parts.slice(major + 1).map((part) => (/^\d+$/.test(part) ? ':id' : part));
  return { kind: [method, top, ...rest].join('/'), major: parts[major] ?? '', counted: auth };
}
