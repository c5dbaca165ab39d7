/** What a failure to open a thread delays. */

import { expect, it } from 'vitest';
import { openThread } from '../../../../../src/bot/core/engine/turn/open-thread.ts';
import type { Question } from '../../../../../src/bot/core/model/conversation.ts';
import { PlatformError } from '../../../../../src/bot/core/model/errors.ts';
import { createPacer } from '../../../../../src/bot/core/rate-limits/pacer.ts';
import { english } from '../../../../../src/bot/wording/wording.ts';
import { createFakeMetrics } from '../../../../fakes/assistant.ts';
import { createManualClock } from '../../../../fakes/clock.ts';
import { createFakePlatform } from '../../../../fakes/platform.ts';

const question: Question = {
  id: 'q1',
  eventId: 'e1',
  thread: { platform: 'fake', installation: 'I1', channel: 'C1', thread: '' },
  asker: 'fake:U1',
  addressed: 'command',
  text: 'how?',
  askedAt: 0,
  opens: '{}',
};

it.each([
  ['rate_limited', 60_000],
  ['unavailable', 0],
] as const)('posts in the same channel wait if opening a thread is %s: %i ms', async (code, heldMs) => {
  const clock = createManualClock();
  const [platform, pacer] = [createFakePlatform({ clock }), createPacer(clock)];
  platform.failNext('open', new PlatformError(code, { waitMs: 60_000 }));
  const tools = { platform, pacer, clock, metrics: createFakeMetrics() };
  const opening = openThread(question, english, tools, new AbortController().signal);
  await clock.settle();
  const askedAt = clock.now();
  await clock.until(pacer.acquire(platform.budgets('open', question.thread), () => 1));
  expect(clock.now() - askedAt).toBe(heldMs);
  await clock.until(opening);
});

it('opening a thread is not retried during a rate limit if the process ends', async () => {
  const clock = createManualClock();
  const [platform, stopping] = [createFakePlatform({ clock }), new AbortController()];
  platform.failNext('open', new PlatformError('rate_limited', { waitMs: 60_000 }));
  const tools = { platform, pacer: createPacer(clock), clock, metrics: createFakeMetrics() };
  const opening = openThread(question, english, tools, stopping.signal);
  const failed = expect(opening).rejects.toMatchObject({ code: 'rate_limited' });
  await clock.advance(1_000);
  stopping.abort();
  await clock.until(failed);
  expect(platform.transcript).toHaveLength(1);
});
