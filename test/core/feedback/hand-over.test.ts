/** Who learns of a call for help. */
import { expect, it, onTestFinished } from 'vitest';
import { tellOperators } from '../../../src/core/feedback/hand-over.ts';
import { PlatformError } from '../../../src/core/model/errors.ts';
import type { Platform } from '../../../src/core/ports/platform.ts';
import { createStore } from '../../../src/store/bot/store.ts';
import { openDatabase } from '../../../src/store/sql/database.ts';
import { createFakeAssistant } from '../../fakes/assistant.ts';
import { createManualClock } from '../../fakes/clock.ts';
import { createKeptLog } from '../../fakes/logger.ts';
import { createFakePlatform } from '../../fakes/platform.ts';
import { everywhere } from '../../fakes/routing.ts';
import { question } from '../../store/samples.ts';

/** Whom the operators' platform told, when each call fails so, one after another. */
async function told(
  failures: readonly PlatformError[],
  operators: readonly string[] = ['fake:C1', 'fake:C2'],
): Promise<readonly string[]> {
  const clock = createManualClock();
  const store = createStore(await openDatabase('sqlite::memory:'), clock);
  onTestFinished(() => store.close());
  await store.accept(question());
  const turn = await store.claimTurn('me', 0, 100, ['slack']);
  if (!turn) throw new TypeError('nothing to claim');
  const calls: string[] = [];
  const left = [...failures];
  const platform: Platform = Object.assign(createFakePlatform({ clock }), {
    name: operators[0]?.split(':')[0] ?? '',
    async tell(recipient: string) {
      calls.push(recipient);
      const failure = left.shift();
      if (failure) throw failure;
    },
  });
  const signal = new AbortController().signal;
  const routing = everywhere(createFakeAssistant(clock, () => []));
  const logger = createKeptLog();
  await clock.until(tellOperators(turn, { platforms: [platform], store, routing, clock, logger, signal, operators }));
  return [...calls, ...logger.lines.map(({ phrase }) => phrase)];
}

it('each operator, after a limit that passes', async () => {
  expect(await told([])).toEqual(['fake:C1', 'fake:C2']);
  const limit = new PlatformError('rate_limited', { waitMs: 5_000 });
  expect(await told([limit, limit])).toEqual(['fake:C1', 'fake:C1', 'fake:C1', 'fake:C2']);
});

it('not twice, where the first card may have arrived, and nobody who may not know', async () => {
  const lost = new PlatformError('unavailable', { arrived: 'unknown' });
  const phrase = 'operators not notified of a call for help';
  expect(await told([lost])).toEqual(['fake:C1', 'fake:C2', phrase]);
  expect(await told([new PlatformError('forbidden')])).toEqual(['fake:C1', 'fake:C2', phrase]);
});

it('nobody in another workspace than that of the question', async () => {
  expect(await told([], ['slack:T1:C1', 'slack:T2:C2', 'slack:C3'])).toEqual(['slack:T1:C1', 'slack:C3']);
  expect(await told([], ['fake:T2:C2'])).toEqual(['fake:T2:C2']);
});
