import { expect, test, vi } from 'vitest';
import { doubling, type RetryOptions, retry } from '../../../src/kit/base/retry.ts';
import { createManualClock } from '../../fakes/clock.ts';

class Busy extends Error {
  readonly waitMs: number | undefined;

  constructor(waitMs?: number) {
    super('busy');
    this.waitMs = waitMs;
  }
}

const isBusy = (error: unknown): error is Busy => error instanceof Busy;

/** Retries an action that has these outcomes in turn, the last one for ever; and the waits between the attempts. */
async function tried(outcomes: readonly (Error | string)[], options: Partial<RetryOptions<Busy>> = {}) {
  const clock = createManualClock();
  const waits: number[] = [];
  let attempts = 0;
  const act = async (): Promise<string> => {
    const outcome = outcomes[Math.min(attempts, outcomes.length - 1)] ?? '';
    attempts += 1;
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  const all = { clock, mayPass: isBusy, pauseMs: doubling(1_000, 4_000), ...options };
  const onWait = (_: Busy, waitMs: number): void => void waits.push(waitMs);
  const until = options.until === undefined ? {} : { until: clock.now() + options.until };
  const result = await clock.until(
    retry(act, { ...all, ...until, onWait }).catch((error: unknown) => error),
    3_600_000,
  );
  return { result, waits, attempts };
}

test('an action is repeated until it succeeds, with pauses that double up to the longest', async () => {
  const busy = new Busy();
  expect(await tried([busy, busy, busy, busy, 'done'])).toEqual({
    result: 'done',
    waits: [1_000, 2_000, 4_000, 4_000],
    attempts: 5,
  });
});

test('a failure that says how long to wait is taken at its word', async () => {
  expect(await tried([new Busy(7_000), new Busy(0), 'done'])).toMatchObject({ result: 'done', waits: [7_000, 0] });
});

test('a failure that does not pass is final', async () => {
  const wrong = new Error('wrong');
  expect(await tried([new Busy(), wrong])).toEqual({ result: wrong, waits: [1_000], attempts: 2 });
});

test.each([
  ['the last attempt', [new Busy()], { maxAttempts: 3 }, [1_000, 2_000]],
  ['a wait that is too long', [new Busy(), new Busy(60_001)], { maxWaitMs: 60_000 }, [1_000]],
  ['a wait beyond the deadline', [new Busy()], { until: 6_999 }, [1_000, 2_000]],
] as const)('%s ends it with the last failure, without another wait', async (_, outcomes, options, waits) => {
  const { result, ...rest } = await tried(outcomes, options);
  expect(result).toBe(outcomes.at(-1));
  expect(rest).toEqual({ waits, attempts: waits.length + 1 });
});

test('nothing is tried after the signal, which ends the wait', async () => {
  const ending = new AbortController();
  const act = vi.fn(async () => {
    throw new Busy();
  });
  const clock = createManualClock();
  const retrying = retry(act, { clock, mayPass: isBusy, pauseMs: () => 1_000, signal: ending.signal });
  await clock.settle();
  expect(clock.waiting()).toBe(1);
  ending.abort();
  await expect(retrying).rejects.toThrow('busy');
  expect([act.mock.calls.length, clock.waiting()]).toEqual([1, 0]);
});
