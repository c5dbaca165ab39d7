/** Which operators are notified of a call for help. */
import { expect, it, onTestFinished } from 'vitest';
import { showOperators } from '../../../../src/bot/core/feedback/operators-cards.ts';
import { PlatformError } from '../../../../src/bot/core/model/errors.ts';
import { createStore } from '../../../../src/bot/store/store.ts';
import { openDatabase } from '../../../../src/kit/sql/database.ts';
import { createFakeAssistant } from '../../../fakes/assistant.ts';
import { createManualClock } from '../../../fakes/clock.ts';
import { createKeptLog } from '../../../fakes/logger.ts';
import { createFakePlatform } from '../../../fakes/platform.ts';
import { everywhere } from '../../../fakes/routing.ts';
import { question } from '../../store/samples.ts';

/** The operators who were notified, and warnings. `failures`: of the calls, in order; `again`: a second process continues. */
async function notified(
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
  const platform = createFakePlatform({ clock, name: operators[0]?.split(':')[0] ?? '' });
  platform.notices.postTo = async (recipient, _, key) => {
    calls.push(recipient);
    const failure = left.shift();
    if (failure) throw failure;
    return { thread: { platform: 'fake', installation: '', channel: recipient, thread: '' }, message: key };
  };
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

it('every operator is notified, if necessary after a short rate limit', async () => {
  expect(await notified([])).toEqual(['fake:C1', 'fake:C2']);
  const limit = new PlatformError('rate_limited', { waitMs: 5_000 });
  expect(await notified([limit, limit])).toEqual(['fake:C1', 'fake:C1', 'fake:C1', 'fake:C2']);
});

it('after the process died, only operators who were not notified before are notified', async () => {
  const phrase = 'operators not notified of a call for help';
  const refused = new PlatformError('forbidden');
  expect(await notified([], undefined, { again: true })).toEqual(['fake:C1', 'fake:C2']);
  expect(await notified([refused], undefined, { again: true })).toEqual(['fake:C1', 'fake:C2', 'fake:C1', phrase]);
});

it('an operator who cannot be notified is logged, and the others are notified', async () => {
  const phrase = 'operators not notified of a call for help';
  expect(await notified([new PlatformError('forbidden')])).toEqual(['fake:C1', 'fake:C2', phrase]);
  const long = new PlatformError('rate_limited', { waitMs: 3_600_000 });
  expect(await notified([long])).toEqual(['fake:C1', 'fake:C2', phrase]);
});

it('operators in other workspaces than that of the question are not notified', async () => {
  expect(await notified([], ['slack:T1:C1', 'slack:T2:C2', 'slack:C3'])).toEqual(['slack:T1:C1', 'slack:C3']);
  expect(await notified([], ['fake:T2:C2'])).toEqual(['fake:T2:C2']);
});
