/** A killed process cannot release its claims: on Postgres another process takes its turns over long before they expire. */
import { expect, it, onTestFinished } from 'vitest';
import { leaseMs } from '../../../../src/bot/core/engine/claims.ts';
import { createEngine } from '../../../../src/bot/core/engine/engine.ts';
import type { Store } from '../../../../src/bot/core/ports/store.ts';
import { createPacer } from '../../../../src/bot/core/rate-limits/pacer.ts';
import { ownersWithoutLock } from '../../../../src/bot/store/replicas/liveness.ts';
import { createStore } from '../../../../src/bot/store/store.ts';
import { openDatabase } from '../../../../src/kit/sql/database.ts';
import { createFakeAssistant, createFakeMetrics, spoken } from '../../../fakes/assistant.ts';
import { createManualClock } from '../../../fakes/clock.ts';
import { noProjects } from '../../../fakes/deployments.ts';
import { createKeptLog } from '../../../fakes/logger.ts';
import { createFakePlatform } from '../../../fakes/platform.ts';
import { everywhere } from '../../../fakes/routing.ts';
import { postgres } from '../../../kit/sql/engines.ts';
import { question } from '../../store/samples.ts';

/** Wraps the store; `idle` resolves when all calls, and those that they lead to, have ended. */
function watched(store: Store): { readonly store: Store; idle(settle: () => Promise<void>): Promise<void> } {
  const open = new Set<Promise<unknown>>();
  const watch = (target: Store, name: string | symbol): unknown => {
    const member: unknown = Reflect.get(target, name);
    if (typeof member !== 'function') return member;
    return (...args: readonly unknown[]) => {
      const result: unknown = Reflect.apply(member, target, args);
      if (result instanceof Promise) {
        const over = (): void => void open.delete(result);
        open.add(result);
        result.then(over, over);
      }
      return result;
    };
  };
  return {
    store: new Proxy(store, { get: watch }),
    async idle(settle) {
      for (await settle(); open.size > 0; await settle()) await Promise.allSettled(open);
    },
  };
}

it('the turn of a dead process is taken over within 5 s, although its claim has not expired', async () => {
  const fresh = await postgres.migrated();
  onTestFinished(fresh.drop);
  const clock = createManualClock();
  const dying = createStore(await openDatabase(fresh.url), clock);
  await dying.accept({ ...question({ id: 'q', platform: 'fake' }), askedAt: clock.now() });
  const expiresAt = clock.now() + leaseMs;
  expect((await dying.claimTurn('killed', clock.now(), expiresAt, ['fake']))?.question.id).toBe('q');
  await dying.renew('killed', [], clock.now(), expiresAt);

  const database = await openDatabase(fresh.url);
  const own = createStore(database, clock);
  // Claims expire by the database's clock, which the test cannot move.
  const { store, idle } = watched({ ...own, now: async () => clock.now() });
  const pass = async (ms: number): Promise<void> => {
    await clock.advance(ms);
    await idle(clock.settle);
  };
  const platform = createFakePlatform({ clock });
  const assistant = createFakeAssistant(clock, () => spoken('Here.'));
  const engine = createEngine({
    platforms: [platform],
    routing: everywhere(assistant),
    deploy: noProjects,
    store,
    clock,
    owner: 'other',
    pacer: createPacer(clock),
    logger: createKeptLog(),
    metrics: createFakeMetrics(),
    fingerprint: (asker) => asker,
  });
  await platform.start(engine.handlersFor(platform));
  engine.start();
  onTestFinished(async () => {
    let isDrained = false;
    void engine.drain(0).then(() => {
      isDrained = true;
    });
    while (!isDrained) await pass(1_000);
    await own.close();
  });
  await pass(10_000);
  expect(assistant.asked).toHaveLength(0);

  // The kernel closes the connections of a killed process like this.
  await dying.close();
  await expect.poll(() => ownersWithoutLock(database.sql)).toEqual(['killed']);
  for (let second = 1; second <= 5; second += 1) await pass(1_000);
  expect(assistant.asked).toHaveLength(1);
});
