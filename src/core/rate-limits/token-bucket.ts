/**
 * One budget as it is spent. In: a budget, what went so far, an instant, how urgent an action is. Out: when the action may
 * go. Effects: none but on the bucket that is given.
 *
 * A bucket is a bucket of tokens that also remembers when its last actions went, so that neither the burst nor the limit
 * of any window is ever exceeded, whichever of the two the other side counts by. Words in the middle have two manners
 * more: they leave as many tokens as replies will need for their last words, and where a budget is to be spent evenly they
 * keep a distance, so that what is left of the window lasts until its oldest action falls out of it. A limit that we meet
 * all the same teaches: the burst is taken to be smaller from then on.
 *
 * Where the size of a burst is not published, `burst` is what is surely there and `maxBurst` what may be. First and last
 * words that find nothing left try one action more, one at a time. If it is taken, so much more is known, of all budgets
 * that are `burstGroup` this one; if it is refused, the bound is, and nothing is tried for a day.
 */
import type { Budget } from '../ports/platform.ts';
import { reportedFreeAt } from './reported-limit.ts';

/** 2: the first or the last words of a reply. 1: a sign of work. 0: words in the middle. */
export type Urgency = 0 | 1 | 2;

/** What was found out about bursts. */
export interface BurstEstimate {
  /** The share of a window's limit that surely may go at once. */
  share: number;
  /** When more than that was tried; undefined when no try is under way. */
  probedAt: number | undefined;
  /** Nothing is tried before. */
  noProbeUntil: number;
}

export interface Bucket {
  readonly estimate: BurstEstimate;
  /** How many tokens are gone from the burst. */
  used: number;
  refilledAt: number;
  pausedUntil: number;
  /** When the last actions went, oldest first, not older than one window. */
  readonly sent: number[];
  /** Replies whose last words are still to come. */
  reservations: number;
  /** What of the burst is believed in, from 1 down to `leastTrust`. */
  confidence: number;
}

/**
 * So much of a window middle words may spend faster than evenly, and so long their burst then lasts. One reply alone may
 * turn out long, so it begins only a little faster than it can go on; where several share a window, the burst helps each
 * of them more than it harms those that are long, and most answers take about ten seconds.
 */
const burstShare = { alone: { share: 0.25, burstLastsMs: 32_000 }, together: { share: 0.4, burstLastsMs: 10_000 } };
/** Where many replies share a window, less of it is spent early: at most this share, divided by their number. */
const maxSharedBurst = 4;
const several = 2;
/** Half the even distance: what others left of a window is caught up with, and the window holds back what is too much. */
const catchUpRatio = 0.5;
/** Last words need not all go at once: room is left for this share of them. */
const reservedShare = 2 / 3;
/** By so much one call may travel longer than another: a bucket that was full fills again from so much later on. */
const jitterMs = 400;
const minConfidence = 0.1;
/** How much of the trust that was lost comes back in each window. */
const recoveryPerWindow = 0.05;
const probePauseMs = 24 * 60 * 60_000;
/** About how long a call takes; and when one has surely been answered. */
const [probeGapMs, probeTimeoutMs] = [100, 10_000];
/** So much less than a whole token counts as one, or rounding makes us wait for nothing. */
const epsilon = 1e-6;

export function newEstimate(): BurstEstimate {
  return { share: 0, probedAt: undefined, noProbeUntil: 0 };
}

export function newBucket(now: number, learnt: BurstEstimate): Bucket {
  return { estimate: learnt, used: 0, refilledAt: now, pausedUntil: 0, sent: [], reservations: 0, confidence: 1 };
}

/** When an action may go, in milliseconds since 1970; not later than `now` when it may go at once. */
export function freeAt(budget: Budget, bucket: Bucket, now: number, urgency: Urgency): number {
  refill(budget, bucket, now);
  const isSpread = urgency === 0 && budget.spread === true;
  const told = budget.reported?.();
  if (told) return Math.max(reportedFreeAt(told, bucket.sent, isSpread), bucket.pausedUntil);
  const isMiddle = urgency === 0 && !budget.reported;
  const limit = isMiddle ? middleLimit(budget, bucket) : budget.limit;
  const oldest = bucket.sent.length >= limit ? bucket.sent.at(-limit) : undefined;
  const windowAt = oldest === undefined ? 0 : oldest + budget.windowMs;
  const evenAt = isSpread ? evenSpacingAt(budget, bucket) : 0;
  const tryAt = urgency === 2 ? probeAt(budget, bucket, now) : Number.POSITIVE_INFINITY;
  const tokensAt = Math.min(tokenAt(budget, bucket, isMiddle), tryAt);
  return Math.max(tokensAt, windowAt, evenAt, bucket.pausedUntil);
}

/** An action goes. Gives whether it tries more than is known. */
export function spend(budget: Budget, bucket: Bucket, now: number): boolean {
  refill(budget, bucket, now);
  if (budget.countedOnArrival && bucket.used <= 0) bucket.refilledAt = now + jitterMs;
  bucket.used += 1;
  bucket.sent.push(now);
  const tries = !budget.reported && bucket.used > burstOf(budget, bucket) + epsilon;
  if (tries) bucket.estimate.probedAt = now;
  return tries;
}

/** What was tried was taken, unless a refusal came meanwhile that may have been meant for it. */
export function confirmProbe(budget: Budget, bucket: Bucket): void {
  const { estimate: learnt } = bucket;
  if (learnt.probedAt === undefined) return;
  learnt.probedAt = undefined;
  learnt.share = Math.max(learnt.share, (burstOf(budget, bucket) + 1) / budget.limit);
}

/** The other side said to wait. */
export function backOff(budget: Budget, bucket: Bucket, now: number, waitMs: number): void {
  const { estimate: learnt } = bucket;
  bucket.pausedUntil = Math.max(bucket.pausedUntil, now + waitMs);
  // Where the other side tells, there is nothing to be learnt from it.
  if (budget.reported) return;
  if (learnt.probedAt === undefined) {
    bucket.used = Math.max(bucket.used, burstOf(budget, bucket) - 1);
    bucket.confidence = Math.max(minConfidence, bucket.confidence / 2);
    return;
  }
  bucket.used = burstOf(budget, bucket);
  learnt.noProbeUntil = now + probePauseMs;
  learnt.probedAt = undefined;
}

function burstOf({ burst, maxBurst = burst, limit }: Budget, { estimate: learnt, confidence: trust }: Bucket): number {
  const known = Math.max(burst, Math.min(maxBurst, Math.floor(learnt.share * limit + epsilon)));
  return Math.max(1, Math.floor(known * trust));
}

function tokenAt(budget: Budget, bucket: Bucket, leavesRoom: boolean): number {
  const burst = burstOf(budget, bucket);
  const room = leavesRoom ? reservedTokens(burst, bucket) : 0;
  const missing = bucket.used + 1 + room - burst;
  return missing <= epsilon ? 0 : bucket.refilledAt + (missing * budget.windowMs) / budget.limit;
}

/** What of a burst is kept for last words. */
function reservedTokens(burst: number, { reservations: expected }: Bucket): number {
  return Math.min(Math.ceil(expected * reservedShare), burst - 1);
}

/** When one more than is known may be tried. */
function probeAt(budget: Budget, bucket: Bucket, now: number): number {
  const { probedAt: triedAt, noProbeUntil: boundUntil } = bucket.estimate;
  const { burst, maxBurst = burst } = budget;
  if (burstOf(budget, bucket) >= maxBurst || bucket.confidence < 1 || now < boundUntil) return Number.POSITIVE_INFINITY;
  return triedAt === undefined || now >= triedAt + probeTimeoutMs ? now : now + probeGapMs;
}

/** What of a window is for middle words. */
function middleLimit(budget: Budget, bucket: Bucket): number {
  return Math.max(
    1,
    budget.limit - Math.min(Math.floor(bucket.reservations * reservedShare), Math.floor(budget.limit / 4)),
  );
}

/** When the next middle words go, for the window's rest to last. */
function evenSpacingAt(budget: Budget, bucket: Bucket): number {
  const [oldest] = bucket.sent;
  const last = bucket.sent.at(-1);
  if (oldest === undefined || last === undefined) return 0;
  if (budget.reported) return last + (catchUpRatio * budget.windowMs) / budget.limit;
  const left = Math.max(1, middleLimit(budget, bucket) - bucket.sent.length + 1);
  const lastingMs = (oldest + budget.windowMs - last) / left;
  const { share, burstLastsMs } = bucket.reservations < several ? burstShare.alone : burstShare.together;
  if (bucket.sent.length >= Math.min(share, maxSharedBurst / bucket.reservations) * budget.limit)
    return last + lastingMs;
  const burst = burstOf(budget, bucket);
  const perMs = budget.limit / budget.windowMs + (burst - reservedTokens(burst, bucket)) / burstLastsMs;
  return last + Math.min(lastingMs, 1 / perMs);
}

function refill(budget: Budget, bucket: Bucket, now: number): void {
  const pastMs = now - bucket.refilledAt;
  if (pastMs > 0) {
    bucket.confidence = Math.min(1, bucket.confidence + (recoveryPerWindow * pastMs) / budget.windowMs);
    bucket.used = Math.max(0, bucket.used - (pastMs * budget.limit) / budget.windowMs);
    bucket.refilledAt = now;
  }
  while (bucket.sent[0] !== undefined && bucket.sent[0] <= now - budget.windowMs) bucket.sent.shift();
}
