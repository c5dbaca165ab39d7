/**
 * When the next action may go. In: budgets that an action costs, and how urgent it is. Out: a promise that resolves when
 * it may be sent. Effects: waits on the clock, nothing else.
 *
 * Each bucket is a bucket of tokens that also remembers when its last actions went, so that neither the burst nor the
 * limit of any window is ever exceeded, whichever of the two the other side counts by. Whoever waits is looked at in
 * order of urgency, then of arrival; urgency is asked anew each time, because a reply that settles while it waits becomes
 * urgent. Words in the middle have two manners more: they leave as many tokens as replies will need for their last words,
 * and where a budget is to be spent evenly they keep a distance, so that what is left of the window lasts until its
 * oldest action falls out of it. A limit that we meet all the same teaches: the burst is taken to be smaller from then on.
 *
 * Where the size of a burst is not published, `burst` is what is surely there and `mostBurst` what may be. First and last
 * words go beyond what is known, one at a time; if one is taken, so much more is known, and if it is refused, the bound is,
 * for an hour.
 */
import type { Clock } from './clock.ts';
import type { Budget } from './ports.ts';
import { freeAsTold } from './told.ts';

/** Leave to go, by one of the ways that were asked for. */
export interface Pass {
  readonly way: number;
  /** To be called when the action was taken. */
  worked(): void;
}

/** 2: the first or the last words of a reply. 1: a sign of work. 0: words in the middle. */
export type Urgency = 0 | 1 | 2;

export interface Pacer {
  /** Resolves when all budgets have room, and takes it; resolves at once, taking nothing, when the signal aborts. */
  take(budgets: readonly Budget[], urgency: () => Urgency, signal?: AbortSignal): Promise<void>;
  /** The same for whichever of several ways has room first; the first way is preferred if it soon has. */
  takeFirst(ways: readonly (readonly Budget[])[], urgency: () => Urgency, signal?: AbortSignal): Promise<Pass>;
  /** How many replies share each action of these budgets, with one more. */
  load(budgets: readonly Budget[]): number;
  /** Last words will cost these budgets, so words in the middle leave room for them; until what it gives is called. */
  expect(budgets: readonly Budget[]): () => void;
  /** The other side said to wait: nothing that costs one of these budgets goes before `waitMs` from now. */
  pause(budgets: readonly Budget[], waitMs: number): void;
}

interface Bucket {
  tokens: number;
  filledAt: number;
  pausedUntil: number;
  /** When the last actions went, oldest first, not older than one window. */
  readonly sent: number[];
  /** Replies whose last words are still to come. */
  expected: number;
  /** What of the burst is believed in, from 1 down to `leastTrust`. */
  trust: number;
  /** What was learnt beyond the burst. */
  extra: number;
  /** When an action went beyond what is known; undefined when none is under way. */
  probedAt: number | undefined;
  /** The bound was met, and is not tried again before. */
  boundUntil: number;
}

interface Waiter {
  readonly ways: readonly (readonly Budget[])[];
  readonly urgency: () => Urgency;
  readonly since: number;
  readonly resolve: (pass: Pass) => void;
}

/**
 * So much of a window middle words may spend faster than evenly, and this share of the even distance they keep then. One
 * reply alone may turn out long, so it begins only a little faster than it can go on; where several share a window, the
 * burst helps each of them more than it harms those that are long.
 */
const early = { alone: { share: 0.25, pace: 0.68 }, together: { share: 0.5, pace: 0.33 } };
const several = 3;
/** Last words need not all go at once: room is left for this share of them. */
const reserved = 0.6;
/** By so much one call may travel longer than another: a bucket that was full fills again from so much later on. */
const strayMs = 400;
const leastTrust = 0.1;
/** How long the first way is waited for when another is free, and how soon it must be expected to be. */
const preferMs = 500;
const soonMs = 150;
const boundHoldsMs = 60 * 60_000;
/** About how long a call takes. */
const probeMs = 100;
/** How much of the trust that was lost comes back in each window. */
const regain = 0.05;

export function createPacer(clock: Clock): Pacer {
  const buckets = new Map<string, Bucket>();
  let waiters: readonly Waiter[] = [];
  let alarm = new AbortController();

  return {
    async take(budgets, urgency, signal) {
      await takeFirst([budgets], urgency, signal);
    },
    takeFirst,
    load: (budgets) => Math.max(...budgets.map((budget) => (bucketOf(budget).expected + 1) / budget.limit)),
    expect(budgets) {
      const expected = budgets.map(bucketOf);
      for (const bucket of expected) bucket.expected += 1;
      return () => {
        for (const bucket of expected.splice(0)) bucket.expected -= 1;
        if (waiters.length > 0) serve();
      };
    },
    pause(budgets, waitMs) {
      for (const budget of budgets) {
        const bucket = bucketOf(budget);
        bucket.pausedUntil = Math.max(bucket.pausedUntil, clock.now() + waitMs);
        bucket.tokens = Math.min(bucket.tokens, 1);
        if (bucket.probedAt === undefined) bucket.trust = Math.max(leastTrust, bucket.trust / 2);
        else bucket.boundUntil = clock.now() + boundHoldsMs;
        bucket.probedAt = undefined;
      }
      serve();
    },
  };

  function takeFirst(
    ways: readonly (readonly Budget[])[],
    urgency: () => Urgency,
    signal?: AbortSignal,
  ): Promise<Pass> {
    if (signal?.aborted) return Promise.resolve(nothingTaken);
    return new Promise((resolve) => {
      const waiter: Waiter = { ways, urgency, since: clock.now(), resolve: done };
      waiters = [...waiters, waiter];
      const leave = (): void => done(nothingTaken);
      signal?.addEventListener('abort', leave, { once: true });
      serve();
      function done(pass: Pass): void {
        waiters = waiters.filter((each) => each !== waiter);
        if (waiters.length === 0) alarm.abort();
        signal?.removeEventListener('abort', leave);
        resolve(pass);
      }
    });
  }

  /** Lets everybody go who may, most urgent first, and sets the alarm for the next one who will. */
  function serve(): void {
    const now = clock.now();
    let nextAt = Number.POSITIVE_INFINITY;
    for (const { waiter, urgency } of inOrder(waiters)) {
      const free = waiter.ways.map((budgets) =>
        Math.max(now, ...budgets.map((budget) => freeAtOf(budget, bucketOf(budget), now, urgency))),
      );
      const [best = now] = free;
      const isWorthIt = best <= now + soonMs && now < waiter.since + preferMs;
      const way = isWorthIt && best > now ? -1 : free.findIndex((at) => at <= now);
      if (way === -1) {
        nextAt = Math.min(nextAt, ...free.filter((at) => at > now));
        continue;
      }
      waiter.resolve(passOf(way, waiter.ways[way] ?? [], now));
    }
    alarm.abort();
    if (nextAt === Number.POSITIVE_INFINITY) return;
    alarm = new AbortController();
    const { signal } = alarm;
    void clock.wait(Math.ceil(nextAt - now), signal).then(() => {
      if (!signal.aborted) serve();
    });
  }

  function passOf(way: number, budgets: readonly Budget[], now: number): Pass {
    const probed = budgets.map(bucketOf).filter((bucket, index) => {
      const budget = budgets[index];
      return budget && spend(budget, bucket, now);
    });
    return {
      way,
      worked() {
        for (const bucket of probed.splice(0)) {
          // A refusal that came meanwhile was meant for this one or for one before it.
          if (bucket.probedAt === undefined) continue;
          bucket.probedAt = undefined;
          bucket.extra += 1;
          bucket.tokens += 1;
        }
        serve();
      },
    };
  }

  function bucketOf(budget: Budget): Bucket {
    const known = buckets.get(budget.bucket);
    if (known) return known;
    forgetIdle();
    const bucket: Bucket = {
      tokens: budget.burst,
      filledAt: clock.now(),
      pausedUntil: 0,
      sent: [],
      expected: 0,
      trust: 1,
      extra: 0,
      probedAt: undefined,
      boundUntil: 0,
    };
    buckets.set(budget.bucket, bucket);
    return bucket;
  }

  /** Buckets of threads nobody writes in any more are let go, a thousand at a time at most. */
  function forgetIdle(): void {
    if (buckets.size < 1000) return;
    const longAgo = clock.now() - 10 * 60_000;
    for (const [name, bucket] of buckets) {
      const idle = bucket.filledAt < longAgo && bucket.pausedUntil < longAgo && bucket.expected === 0;
      if (idle) buckets.delete(name);
    }
  }
}

function inOrder(waiters: readonly Waiter[]): readonly { readonly waiter: Waiter; readonly urgency: Urgency }[] {
  return waiters.map((waiter) => ({ waiter, urgency: waiter.urgency() })).sort((a, b) => b.urgency - a.urgency);
}

const nothingTaken: Pass = { way: 0, worked: () => undefined };

function burstOf(budget: Budget, bucket: Bucket): number {
  return Math.max(1, Math.floor((budget.burst + bucket.extra) * bucket.trust));
}

/** Whether there may be more of a burst than is known. Middle words try it where few last words would wait for them. */
function mayProbe(budget: Budget, bucket: Bucket, now: number, urgency: Urgency): boolean {
  const { mostBurst = 0, burst } = budget;
  const known = burst + bucket.extra;
  const isUnknown = known < mostBurst && now >= bucket.boundUntil && bucket.trust === 1;
  const isWorthIt = urgency === 2 || (bucket.expected >= several && bucket.expected * 3 <= known);
  return isUnknown && isWorthIt;
}

function freeAtOf(budget: Budget, bucket: Bucket, now: number, urgency: Urgency): number {
  refill(budget, bucket, now);
  const told = budget.told?.();
  if (told) {
    const spread = urgency === 0 && budget.evenly === true;
    return Math.max(now, freeAsTold(told, bucket.sent, spread), bucket.pausedUntil);
  }
  const manner = budget.told ? 2 : urgency;
  const tokenAt = mayProbe(budget, bucket, now, manner) ? probeAt(bucket, now) : tokenAtOf(budget, bucket, now, manner);
  const limit = manner === 0 ? middleLimit(budget, bucket) : budget.limit;
  const oldest = bucket.sent.length >= limit ? bucket.sent.at(-limit) : undefined;
  const windowAt = oldest === undefined ? now : oldest + budget.windowMs;
  const evenAt = manner === 0 && budget.evenly ? evenAtOf(budget, bucket) : now;
  return Math.max(tokenAt, windowAt, evenAt, bucket.pausedUntil);
}

function tokenAtOf(budget: Budget, bucket: Bucket, now: number, urgency: Urgency): number {
  const most = burstOf(budget, bucket) - 1;
  const reserve = urgency === 0 ? Math.min(Math.ceil(bucket.expected * reserved), most) : 0;
  const missing = 1 + reserve - bucket.tokens;
  // A hair less than a whole token counts, or rounding makes us wait for nothing.
  return missing <= 1e-6 ? now : bucket.filledAt + (missing * budget.windowMs) / budget.limit;
}

/** One at a time goes beyond what is known; what has no answer by then will be told of by a refusal. */
function probeAt(bucket: Bucket, now: number): number {
  if (bucket.tokens >= 1) return now;
  return bucket.probedAt === undefined || now >= bucket.probedAt + 10_000 ? now : now + probeMs;
}

/** What of a window is for middle words. */
function middleLimit(budget: Budget, bucket: Bucket): number {
  return Math.max(1, budget.limit - Math.min(Math.floor(bucket.expected * reserved), Math.floor(budget.limit / 4)));
}

/** When the next middle words go, for the window's rest to last. */
function evenAtOf(budget: Budget, bucket: Bucket): number {
  const [oldest] = bucket.sent;
  const last = bucket.sent.at(-1);
  if (oldest === undefined || last === undefined) return 0;
  const left = Math.max(1, middleLimit(budget, bucket) - bucket.sent.length + 1);
  const lastingMs = (oldest + budget.windowMs - last) / left;
  const { share, pace } = bucket.expected < several ? early.alone : early.together;
  const isEarly = bucket.sent.length < share * budget.limit;
  return last + Math.min(lastingMs, isEarly ? (pace * budget.windowMs) / budget.limit : lastingMs);
}

function refill(budget: Budget, bucket: Bucket, now: number): void {
  const pastMs = now - bucket.filledAt;
  if (pastMs > 0) {
    bucket.trust = Math.min(1, bucket.trust + (regain * pastMs) / budget.windowMs);
    bucket.tokens = Math.min(burstOf(budget, bucket), bucket.tokens + (pastMs * budget.limit) / budget.windowMs);
    bucket.filledAt = now;
  }
  while (bucket.sent[0] !== undefined && bucket.sent[0] <= now - budget.windowMs) bucket.sent.shift();
}

/** Whether it went beyond what is known. */
function spend(budget: Budget, bucket: Bucket, now: number): boolean {
  refill(budget, bucket, now);
  const isProbe = bucket.tokens < 1 - 1e-6;
  if (isProbe) bucket.probedAt = now;
  if (budget.strays && bucket.tokens >= burstOf(budget, bucket)) bucket.filledAt = now + strayMs;
  bucket.tokens -= 1;
  bucket.sent.push(now);
  return isProbe;
}
