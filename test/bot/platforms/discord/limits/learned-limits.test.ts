import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlatformError } from '../../../../../src/bot/core/model/errors.ts';
import { globalLimit } from '../../../../../src/bot/platforms/discord/limits/global-limit.ts';
import { createLimits, type Limits } from '../../../../../src/bot/platforms/discord/limits/learned-limits.ts';
import { type LimitKey, limitKeyOf } from '../../../../../src/bot/platforms/discord/limits/limit-key.ts';
import { createManualClock } from '../../../../fakes/clock.ts';
import { runs } from '../../../../fakes/runs.ts';

const edit = limitKeyOf('PATCH', '/channels/100000000000000001/messages/200000000000000001');
const editElsewhere = limitKeyOf('PATCH', '/channels/100000000000000002/messages/200000000000000002');

function response(fields: Readonly<Record<string, string>>, status = 200) {
  return { status, headers: new Headers(fields) };
}

/** How long a call is refused; 0: it may be sent. */
function blockedMs(limits: Limits, call: LimitKey): Promise<number | undefined> {
  return limits.acquire(call).then(
    (answered) => {
      answered();
      return 0;
    },
    (error: PlatformError) => error.waitMs,
  );
}

function left(remaining: number, resetAfter: number, more: Readonly<Record<string, string>> = {}) {
  const own = { 'x-ratelimit-remaining': String(remaining), 'x-ratelimit-reset-after': String(resetAfter) };
  return response({ 'x-ratelimit-limit': '5', 'x-ratelimit-bucket': 'b', ...own, ...more });
}

describe('a wait of days', () => {
  it.each([
    ['retry-after', { 'retry-after': '1000000', 'x-ratelimit-scope': 'user' }],
    ['retry-after of the whole bot', { 'retry-after': '1000000' }],
  ])('in %s is believed for an hour', async (_, fields) => {
    const clock = createManualClock();
    const limits = createLimits(clock);
    limits.sent(edit)(response(fields, 429));
    expect(await blockedMs(limits, edit)).toBe(3_600_000);
    await clock.advance(3_600_001);
    expect(await blockedMs(limits, edit)).toBe(0);
  });

  it('in the report of a route is believed for an hour', async () => {
    const clock = createManualClock();
    const limits = createLimits(clock);
    limits.sent(edit)(left(0, 1_000_000));
    await clock.advance(3_600_100);
    expect(await blockedMs(limits, edit)).toBe(0);
  });
});

describe('a route limit', () => {
  it('is read from the headers: the remainder, the reset time and the size of a window', async () => {
    const clock = createManualClock();
    const limits = createLimits(clock);
    expect(limits.size(edit)).toEqual({ limit: 5, windowMs: 5_000 });
    expect(limits.reported(edit)).toBeUndefined();
    const sentAt = clock.now();
    // The call arrives 10 ms later, and Discord's clock is 7 s ahead.
    const theirs = sentAt + 10 + 7_000;
    const answered = limits.sent(edit);
    await clock.advance(100);
    answered(
      response({
        'x-ratelimit-limit': '3',
        'x-ratelimit-remaining': '2',
        'x-ratelimit-reset': String((theirs + 2_500) / 1_000),
        'x-ratelimit-reset-after': '2.5',
        'x-ratelimit-bucket': 'b',
      }),
    );
    expect(limits.size(editElsewhere)).toMatchObject({ limit: 3, windowMs: 2_500 });
    // A call sent this much later also arrives this much later.
    expect(limits.reported(edit)).toEqual({ remaining: 2, resetAt: sentAt + 2_500 + 15, reportedAt: sentAt });
    expect(limits.reported(editElsewhere)).toBeUndefined();
    await clock.advance(2_500);
    expect(limits.reported(edit)).toBeUndefined();
  });

  it('is measured equally well after hours of calls and after hours without any', async () => {
    const clock = createManualClock();
    const limits = createLimits(clock);
    for (const restMs of [1_000, 1_000, 3_600_000, 1_000]) {
      await clock.advance(restMs);
      const sentAt = clock.now();
      const answered = limits.sent(edit);
      await clock.advance(100);
      answered(left(2, 2.5, { 'x-ratelimit-reset': String((sentAt + 10 + 7_000 + 2_500) / 1_000) }));
      expect(limits.reported(edit)?.resetAt).toBe(sentAt + 2_500 + 15);
    }
  });

  it('starts at the response if that does not report when the call was counted', async () => {
    const clock = createManualClock();
    const limits = createLimits(clock);
    const answered = limits.sent(edit);
    await clock.advance(100);
    answered(left(2, 2.5));
    expect(limits.reported(edit)?.resetAt).toBe(clock.now() + 2_500 + 15);
  });

  it('blocks only calls that would be refused', async () => {
    const limits = createLimits(createManualClock());
    limits.sent(edit)(left(0, 4));
    expect(await blockedMs(limits, edit)).toBeGreaterThanOrEqual(4_000);
    expect(await blockedMs(limits, editElsewhere)).toBe(0);
  });

  it('is shared by routes with the same bucket', async () => {
    const limits = createLimits(createManualClock());
    const remove = limitKeyOf('DELETE', '/channels/100000000000000001/messages/200000000000000009');
    limits.sent(remove)(left(4, 5));
    limits.sent(edit)(left(0, 4));
    expect(await blockedMs(limits, remove)).toBeGreaterThan(0);
  });
});

describe('concurrent calls', () => {
  it('keep the lowest remainder of the window, in whatever order responses arrive', async () => {
    const clock = createManualClock();
    const limits = createLimits(clock);
    const [first, second, third] = [limits.sent(edit), limits.sent(edit), limits.sent(edit)];
    await clock.advance(80);
    third(left(0, 4));
    first(left(2, 4));
    second(left(1, 4.01));
    expect(limits.reported(edit)).toMatchObject({ remaining: 0 });
    expect(await blockedMs(limits, edit)).toBeGreaterThan(3_900);
    await clock.advance(4_000);
    limits.sent(edit)(left(4, 5));
    expect(limits.reported(edit)).toMatchObject({ remaining: 4 });
    limits.sent(edit)(left(0, 0.1));
    expect(limits.reported(edit)).toMatchObject({ remaining: 4 });
  });

  it('do not exceed the remainder: the next call waits for a response', async () => {
    const clock = createManualClock();
    const limits = createLimits(clock);
    limits.sent(edit)(left(1, 4));
    const last = limits.sent(edit);
    const next = blockedMs(limits, edit);
    await clock.advance(80);
    last(left(0, 3.92));
    await clock.advance(100);
    expect(await next).toBeGreaterThan(3_000);
    expect(await blockedMs(limits, editElsewhere)).toBe(0);
  });

  it('do not exceed the remainder, however many start at the same moment', async () => {
    const clock = createManualClock();
    const limits = createLimits(clock);
    limits.sent(edit)(left(3, 4));
    let sent = 0;
    const all = Array.from({ length: 8 }, async () => {
      const answered = await limits.acquire(edit);
      sent += 1;
      await clock.wait(200);
      answered();
    });
    await clock.advance(100);
    expect(sent).toBe(3);
    await clock.until(Promise.all(all));
  });

  it('do not exceed the size of a window that nothing was reported about yet', async () => {
    const clock = createManualClock();
    const limits = createLimits(clock);
    limits.sent(editElsewhere)(left(4, 5));
    const answered = Array.from({ length: 5 }, () => limits.sent(edit));
    let wasSent = false;
    const sixth = limits.acquire(edit).then(() => {
      wasSent = true;
    });
    await clock.advance(1_000);
    expect(wasSent).toBe(false);
    answered[0]?.();
    await clock.until(sixth);
  });
});

describe('a 429', () => {
  it.each(['user', 'shared'])('of scope %s blocks its own route only', async (scope) => {
    const limits = createLimits(createManualClock());
    limits.sent(edit)(response({ 'retry-after': '3', 'x-ratelimit-scope': scope }, 429));
    expect(await blockedMs(limits, edit)).toBe(3_000);
    expect([await blockedMs(limits, editElsewhere), limits.reportedGlobal()]).toEqual([0, undefined]);
  });

  it.each([{ 'x-ratelimit-scope': 'global', 'x-ratelimit-global': 'true' }, {}])(
    'for all calls (%o) blocks everything except interactions',
    async (fields) => {
      const clock = createManualClock();
      const limits = createLimits(clock);
      limits.sent(edit)(response({ 'retry-after': '3', ...fields }, 429));
      expect(await blockedMs(limits, editElsewhere)).toBe(3_000);
      expect(limits.reportedGlobal()).toEqual({ remaining: 0, resetAt: clock.now() + 3_000, reportedAt: clock.now() });
      expect(await blockedMs(limits, limitKeyOf('POST', '/interactions/1/secret/callback', false))).toBe(0);
    },
  );
});

it('the global limit holds, however many calls start at the same moment', async () => {
  const clock = createManualClock();
  const limits = createLimits(clock);
  let sent = 0;
  const all = Array.from({ length: 120 }, async () => {
    const answered = await limits.acquire(edit);
    sent += 1;
    await clock.wait(80);
    answered(response({}));
  });
  await clock.advance(900);
  expect(sent).toBe(globalLimit);
  await clock.until(Promise.all(all));
  expect(sent).toBe(120);
});

it('the global limit holds when calls arrive, however long each travels', async () => {
  const stepMs = 10;
  const way = fc.integer({ min: 1, max: 40 }).map((steps) => steps * stepMs);
  const travel = fc.record({ there: way, back: way });
  await fc.assert(
    fc.asyncProperty(fc.array(travel, { minLength: 110, maxLength: 110 }), async (calls) => {
      const clock = createManualClock();
      const limits = createLimits(clock);
      const arrived: number[] = [];
      const answered: { readonly at: number; tell(): void }[] = [];
      for (const { there, back } of calls) {
        const passed = limits.acquire(edit);
        let mayGo = false;
        void passed.then(() => {
          mayGo = true;
        });
        await clock.settle();
        while (!mayGo) {
          await clock.advance(stepMs);
          for (const one of answered.filter(({ at }) => at <= clock.now())) one.tell();
        }
        const tell = await passed;
        arrived.push(clock.now() + there);
        // Discord's clock differs from ours, and only half of the responses report it.
        const theirs = (clock.now() + there) / 1_000 + 77;
        const reported = { 'x-ratelimit-reset': String(theirs + 5), 'x-ratelimit-reset-after': '5' };
        const fields = arrived.length % 2 === 0 ? reported : {};
        answered.push({ at: clock.now() + there + back, tell: () => tell(response(fields)) });
      }
      for (const at of arrived) {
        expect(arrived.filter((other) => other >= at && other < at + 1_000).length).toBeLessThanOrEqual(globalLimit);
      }
    }),
    runs(8),
  );
});

it('the kind of a call contains no id and no token', () => {
  const kinds = [
    limitKeyOf('PATCH', '/webhooks/1/very-secret/messages/@original', false),
    limitKeyOf('POST', '/webhooks/1/very-secret?wait=true', false),
    limitKeyOf('POST', '/channels/100000000000000001/messages/200000000000000001/threads'),
  ].map(({ kind }) => kind);
  expect(kinds).toEqual(['PATCH/webhooks/messages/@original', 'POST/webhooks', 'POST/channels/messages/:id/threads']);
});
