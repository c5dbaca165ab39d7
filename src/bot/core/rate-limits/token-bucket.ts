/**
 * One rate limit budget: a token bucket (for bursts) combined with a sliding window log (for the limit itself), so that
 * neither is exceeded, whichever of the two the platform uses. Functions change only the bucket passed to them.
 *
 * Intermediate updates of a reply are restricted further: they leave tokens for the final updates that other replies have
 * reserved, and if the budget is to be spread, they keep a distance, so that what is left of the window lasts until its
 * oldest action leaves it.
 *
 * The size of a burst is adapted in two ways:
 * - Back-off and recovery, as in AIMD: a 429 halves the confidence in the burst, and each window restores a little of it.
 * - Probing, if the size is not published: `burst` is safe, `maxBurst` may be available. A first or final update that finds
 *   no token may probe for one more, one probe at a time. Success raises the estimate for the whole `burstGroup`; a 429
 *   ends probing for a day.
 */
import type { Budget, ReportedLimit } from '../ports/budget.ts';

/** 2: the first or the final update of a reply. 1: a working indicator. 0: an intermediate update. */
export type Urgency = 0 | 1 | 2;

/** What probing has found out about the bursts of a group of budgets. */
export interface BurstEstimate {
  /** The share of a window's limit that is known to be accepted in one burst. */
  share: number;
  /** When the pending probe was sent; undefined if none is pending. */
  probedAt: number | undefined;
  /** No probe before this time. */
  noProbeUntil: number;
}

export interface Bucket {
  readonly estimate: BurstEstimate;
  /** Tokens spent and not refilled yet; may be fractional. */
  used: number;
  refilledAt: number;
  pausedUntil: number;
  /** Sliding window log: when actions were sent, oldest first, at most one window ago. */
  readonly sent: number[];
  /** The number of replies whose final update is still to come. */
  reservations: number;
  /** The share of the burst that may be used, from 1 down to `minConfidence`. */
  confidence: number;
}

/**
 * How much of a spread budget may be spent faster than evenly at first: this share of the limit, in about this time. A single
 * reply may turn out to be long, so it begins only a little faster than it can continue. If several replies share a window,
 * the burst helps most of them more than it harms long ones, since most answers take about ten seconds.
 */
const burstShare = { alone: { share: 0.25, lastsMs: 32_000 }, together: { share: 0.4, lastsMs: 10_000 } };
/** This many replies or more count as several. */
const several = 2;
/** The upper bound of that share if many replies use one window, multiplied by their number. */
const maxSharedBurst = 4;
/** Share of the even distance that is kept if the platform reports what is left; the report takes care of the rest. */
const catchUpRatio = 0.5;
/** Final updates need not all be sent at the same time: tokens are kept for this share of them. */
const reservedShare = 2 / 3;
/** At most this share of a window's limit is kept for final updates. */
const maxReservedShare = 1 / 4;
/** Difference in transit time between two calls: a full bucket starts to refill this much later. */
const jitterMs = 400;
const minConfidence = 0.1;
/** Confidence regained in each window. */
const recoveryPerWindow = 0.05;
/** How long probing stops after a refused probe. */
const probePauseMs = 24 * 60 * 60_000;
/** How soon a pending probe is checked again, and after how long it no longer blocks the next one. */
const [probeGapMs, probeTimeoutMs] = [100, 10_000];
/** Tolerance when fractional tokens are compared. */
const epsilon = 1e-6;

export function newEstimate(): BurstEstimate {
  return { share: 0, probedAt: undefined, noProbeUntil: 0 };
}

export function newBucket(now: number, estimate: BurstEstimate): Bucket {
  return { estimate, used: 0, refilledAt: now, pausedUntil: 0, sent: [], reservations: 0, confidence: 1 };
}

/** When an action may be sent, in milliseconds since 1970; not later than `now` if it may be sent immediately. */
export function freeAt(budget: Budget, bucket: Bucket, now: number, urgency: Urgency): number {
  refill(budget, bucket, now);
  const isSpread = urgency === 0 && budget.spread === true;
  const report = budget.reported?.();
  if (report) return Math.max(reportedFreeAt(report, bucket.sent, isSpread), bucket.pausedUntil);
  const isIntermediate = urgency === 0 && !budget.reported;
  const limit = isIntermediate ? intermediateLimit(budget, bucket) : budget.limit;
  const oldest = bucket.sent.length >= limit ? bucket.sent.at(-limit) : undefined;
  const windowAt = oldest === undefined ? 0 : oldest + budget.windowMs;
  const evenAt = isSpread ? evenSpacingAt(budget, bucket) : 0;
  const probeFrom = urgency === 2 ? probeAt(budget, bucket, now) : Number.POSITIVE_INFINITY;
  const tokensFrom = Math.min(tokenAt(budget, bucket, isIntermediate), probeFrom);
  return Math.max(tokensFrom, windowAt, evenAt, bucket.pausedUntil);
}

/** Records an action. True if it is a probe, that is, beyond the burst that is known to be accepted. */
export function spend(budget: Budget, bucket: Bucket, now: number): boolean {
  refill(budget, bucket, now);
  if (budget.countedOnArrival && bucket.used <= 0) bucket.refilledAt = now + jitterMs;
  bucket.used += 1;
  bucket.sent.push(now);
  const isProbe = !budget.reported && bucket.used > burstOf(budget, bucket) + epsilon;
  if (isProbe) bucket.estimate.probedAt = now;
  return isProbe;
}

/** Called when a probe is accepted: raises the estimate, unless the platform has since asked to wait. */
export function confirmProbe(budget: Budget, bucket: Bucket): void {
  const { estimate } = bucket;
  if (estimate.probedAt === undefined) return;
  estimate.probedAt = undefined;
  estimate.share = Math.max(estimate.share, (burstOf(budget, bucket) + 1) / budget.limit);
}

/** Called when the platform asks to wait: pauses, and either ends the pending probe or halves the confidence. */
export function backOff(budget: Budget, bucket: Bucket, now: number, waitMs: number): void {
  const { estimate } = bucket;
  bucket.pausedUntil = Math.max(bucket.pausedUntil, now + waitMs);
  // If the platform reports its limits, there is nothing to estimate.
  if (budget.reported) return;
  if (estimate.probedAt === undefined) {
    bucket.used = Math.max(bucket.used, burstOf(budget, bucket) - 1);
    bucket.confidence = Math.max(minConfidence, bucket.confidence / 2);
    return;
  }
  bucket.used = burstOf(budget, bucket);
  estimate.noProbeUntil = now + probePauseMs;
  estimate.probedAt = undefined;
}

function burstOf({ burst, maxBurst = burst, limit }: Budget, { estimate, confidence }: Bucket): number {
  const known = Math.max(burst, Math.min(maxBurst, Math.floor(estimate.share * limit + epsilon)));
  return Math.max(1, Math.floor(known * confidence));
}

function tokenAt(budget: Budget, bucket: Bucket, keepsReserve: boolean): number {
  const burst = burstOf(budget, bucket);
  const reserve = keepsReserve ? reservedTokens(burst, bucket) : 0;
  const missing = bucket.used + 1 + reserve - burst;
  return missing <= epsilon ? 0 : bucket.refilledAt + (missing * budget.windowMs) / budget.limit;
}

/** Tokens of a burst that are kept for final updates. */
function reservedTokens(burst: number, { reservations }: Bucket): number {
  return Math.min(Math.ceil(reservations * reservedShare), burst - 1);
}

/** When one token beyond the known burst may be probed for. */
function probeAt(budget: Budget, bucket: Bucket, now: number): number {
  const { probedAt, noProbeUntil } = bucket.estimate;
  const { burst, maxBurst = burst } = budget;
  if (burstOf(budget, bucket) >= maxBurst || bucket.confidence < 1 || now < noProbeUntil)
    return Number.POSITIVE_INFINITY;
  return probedAt === undefined || now >= probedAt + probeTimeoutMs ? now : now + probeGapMs;
}

/** The part of a window's limit that intermediate updates may use. */
function intermediateLimit(budget: Budget, bucket: Bucket): number {
  const { limit } = budget;
  const reserve = Math.min(Math.floor(bucket.reservations * reservedShare), Math.floor(limit * maxReservedShare));
  return Math.max(1, limit - reserve);
}

/** When the next intermediate update may be sent so that the rest of the window lasts. */
function evenSpacingAt(budget: Budget, bucket: Bucket): number {
  const [oldest] = bucket.sent;
  const last = bucket.sent.at(-1);
  if (oldest === undefined || last === undefined) return 0;
  if (budget.reported) return last + (catchUpRatio * budget.windowMs) / budget.limit;
  const left = Math.max(1, intermediateLimit(budget, bucket) - bucket.sent.length + 1);
  const evenMs = (oldest + budget.windowMs - last) / left;
  const { share, lastsMs } = bucket.reservations < several ? burstShare.alone : burstShare.together;
  if (bucket.sent.length >= Math.min(share, maxSharedBurst / bucket.reservations) * budget.limit) return last + evenMs;
  const burst = burstOf(budget, bucket);
  const perMs = budget.limit / budget.windowMs + (burst - reservedTokens(burst, bucket)) / lastsMs;
  return last + Math.min(evenMs, 1 / perMs);
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

/**
 * Milliseconds since 1970. `sent`: when the last actions were sent, oldest first. With `spread`, the remaining actions are
 * spread over the rest of the window; otherwise they may be sent immediately.
 */
export function reportedFreeAt(
  { remaining, resetAt, reportedAt }: ReportedLimit,
  sent: readonly number[],
  spread: boolean,
): number {
  const left = remaining - sent.filter((sentAt) => sentAt > reportedAt).length;
  if (left <= 0) return resetAt;
  const last = sent.at(-1);
  return spread && last !== undefined ? last + (resetAt - last) / (left + 1) : 0;
}
