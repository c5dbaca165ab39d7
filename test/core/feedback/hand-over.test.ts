/** Who learns of a call for help. */
import { expect, it, onTestFinished } from 'vitest';
import { showOperators } from '../../../src/core/feedback/operators-cards.ts';
import type { Body } from '../../../src/core/model/body.ts';
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

/** Whom the operators' platform told, when each call fails so, one after another; `again`: by the next process, too. */
async function told(
  failures: readonly PlatformError[],
  operators: readonly string[] = ['fake:C1', 'fake:C2'],
  { again = false } = {},
): Promise<readonly string[]> {
  const clock = createManualClock();
  const store = createStore(await openDatabase('sqlite::memory:'), clock);
  onTestFinished(() => store.close());
  await store.accept(question());
  const calls: string[] = [];
  const left = [...failures];
  const platform: Platform = Object.assign(createFakePlatform({ clock }), {
    name: operators[0]?.split(':')[0] ?? '',
    async postTo(recipient: string, _: Body, key: string) {
      calls.push(recipient);
      const failure = left.shift();
      if (failure) throw failure;
      return { thread: { platform: 'fake', installation: '', channel: recipient, thread: '' }, message: key };
    },
  });
  const signal = new AbortController().signal;
  const routing = everywhere(createFakeAssistant(clock, () => []));
  const logger = createKeptLog();
  for (let process = 1; process <= (again ? 2 : 1); process += 1) {
    const turn = await store.claimTurn('me', process * 100, process * 100 + 50, ['slack']);
    if (!turn) throw new TypeError('nothing to claim');
    const options = { platforms: [platform], store, routing, clock, logger, signal, operators };
    expect(await clock.until(showOperators(turn, options))).toBe(true);
  }
  return [...calls, ...logger.lines.flatMap(({ level, phrase }) => (level === 'warn' ? [phrase] : []))];
}

it('each operator, after a limit that passes', async () => {
  expect(await told([])).toEqual(['fake:C1', 'fake:C2']);
  const limit = new PlatformError('rate_limited', { waitMs: 5_000 });
  expect(await told([limit, limit])).toEqual(['fake:C1', 'fake:C1', 'fake:C1', 'fake:C2']);
});

it('none of those who were told before the process died, and each of the others', async () => {
  const phrase = 'operators not notified of a call for help';
  const refused = new PlatformError('forbidden');
  expect(await told([], undefined, { again: true })).toEqual(['fake:C1', 'fake:C2']);
  expect(await told([refused], undefined, { again: true })).toEqual(['fake:C1', 'fake:C2', 'fake:C1', phrase]);
});

it('nobody who cannot be told, which is logged', async () => {
  const phrase = 'operators not notified of a call for help';
  expect(await told([new PlatformError('forbidden')])).toEqual(['fake:C1', 'fake:C2', phrase]);
  const long = new PlatformError('rate_limited', { waitMs: 3_600_000 });
  expect(await told([long])).toEqual(['fake:C1', 'fake:C2', phrase]);
});

it('nobody in another workspace than that of the question', async () => {
  expect(await told([], ['slack:T1:C1', 'slack:T2:C2', 'slack:C3'])).toEqual(['slack:T1:C1', 'slack:C3']);
  expect(await told([], ['fake:T2:C2'])).toEqual(['fake:T2:C2']);
});
