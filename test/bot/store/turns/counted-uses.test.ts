/** Questions and repeated questions, counted by several processes in the same windows. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Decide } from '../../../../src/bot/core/ports/store.ts';
import type { UseWindow } from '../../../../src/bot/core/ports/use-window.ts';
import { createStore, type OwnStore } from '../../../../src/bot/store/store.ts';
import { openDatabase } from '../../../../src/kit/sql/database.ts';
import { openStore, postgres, sqliteInMemory } from '../../../kit/sql/engines.ts';
import { question } from '../samples.ts';

const month: UseWindow = { limit: 'limit_month', of: 'docs', endsAt: 900_000, max: 5 };
const minute: UseWindow = { limit: 'limit_minute', of: 'slack:T1:U1', endsAt: 60_000, max: 100 };

/** Refuses questions over a limit, as the rules do. */
const withinLimits: Decide = (_, { uses }) =>
  uses.some(({ used, max }) => used >= max) ? { fixedReply: 'limit_month' } : {};

it('two processes on Postgres that accept at the same time never exceed a limit', async () => {
  const fresh = await postgres.migrated();
  const stores: readonly OwnStore[] = await Promise.all(
    ['one', 'two'].map(async (name) => createStore(await openDatabase(`${fresh.url}&application_name=${name}`))),
  );
  onTestFinished(async () => {
    for (const store of stores) await store.close();
    await fresh.drop();
  });
  const accepted = await Promise.all(
    Array.from({ length: 24 }, (_, at) =>
      stores[at % 2]?.accept(question({ id: `q${at}`, thread: `${at}` }), withinLimits, [month, minute]),
    ),
  );
  const used = accepted.flatMap((outcome) => outcome?.uses?.find(({ limit }) => limit === 'limit_month')?.used ?? []);
  expect(used.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
});

const calls: UseWindow = { limit: 'limit_calls', of: 'slack:T1:U1 in C1', endsAt: 3_601_000, max: 1, rolls: true };
const callNotices: UseWindow = { ...calls, of: `notice:${calls.of}`, countsNotices: true };

/** Calls a person unless the limit is reached. */
const callOnce: Decide = (_, { uses: [window, notices] }) => {
  if (window?.used === 0) return { fixedReply: 'human', isCounted: true };
  return { ignore: 'limit_calls', ...(notices?.used === 0 && { isToTell: true as const }) };
};

describe.each([sqliteInMemory, postgres])('calls for a person on $name', (engine) => {
  it('are counted for an hour from the first one on, with one notice that there may be no more', async () => {
    const { store } = await openStore(engine);
    const call = async (askedAt: number) => {
      const windows = [calls, callNotices].map((window) => ({ ...window, endsAt: askedAt + 3_600_000 }));
      const asked = question({ id: `q${askedAt}`, thread: `${askedAt}`, askedAt });
      const { result, isToTell = false } = await store.accept(asked, callOnce, windows);
      return [result, isToTell];
    };
    expect(await call(1_000)).toEqual(['accepted', false]);
    expect(await call(2_000)).toEqual(['limit_calls', true]);
    expect(await call(3_600_999)).toEqual(['limit_calls', false]);
    expect(await call(3_601_000)).toEqual(['accepted', false]);
    expect(await call(3_601_001)).toEqual(['limit_calls', false]);
    expect(await call(3_602_000)).toEqual(['limit_calls', true]);
  });
});

it('two processes on Postgres that accept calls at the same time make one and send one notice', async () => {
  const fresh = await postgres.migrated();
  const stores: readonly OwnStore[] = await Promise.all(
    ['one', 'two'].map(async (name) => createStore(await openDatabase(`${fresh.url}&application_name=${name}`))),
  );
  onTestFinished(async () => {
    for (const store of stores) await store.close();
    await fresh.drop();
  });
  const accepted = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      stores[at % 2]?.accept(question({ id: `q${at}`, thread: `${at}` }), callOnce, [calls, callNotices]),
    ),
  );
  expect(accepted.filter((outcome) => outcome?.result === 'accepted')).toHaveLength(1);
  expect(accepted.filter((outcome) => outcome?.isToTell)).toHaveLength(1);
});

describe.each([sqliteInMemory, postgres])('asking again on $name', (engine) => {
  it('counts like a question, and is refused at a limit', async () => {
    const { store } = await openStore(engine);
    const again = async () => {
      const facts = await store.findTurn(question());
      return facts && store.reopen(facts, { at: 2_000 }, [{ ...month, max: 3 }]);
    };
    await store.accept(question(), withinLimits, [month]);
    expect(await again()).toMatchObject({ result: 'reopened', uses: [{ used: 2 }] });
    expect(await again()).toMatchObject({ result: 'reopened', uses: [{ used: 3 }] });
    expect(await again()).toEqual({ result: 'limit_month' });
    expect(await store.findTurn(question())).toMatchObject({ timesAgain: 2 });
  });

  it('counts notices about a limit separately, and reports when no more should be sent', async () => {
    const { store } = await openStore(engine);
    const reached = { ...month, max: 1 };
    const windows = [reached, { ...reached, of: 'notice:slack:T1:U1', countsNotices: true as const }];
    await store.accept(question(), withinLimits, [reached]);
    const again = async () => {
      const facts = await store.findTurn(question());
      return facts && store.reopen(facts, { at: 2_000 }, windows);
    };
    expect([await again(), await again()]).toEqual([
      { result: 'limit_month' },
      { result: 'limit_month', isSaidAlready: true },
    ]);
  });

  it('costs nothing when it takes a wrong answer back', async () => {
    const { store } = await openStore(engine);
    await store.accept(question(), withinLimits, [month]);
    const facts = await store.findTurn(question());
    expect(facts && (await store.reopen(facts, { at: 2_000, shows: 'taken_back' }))).toEqual({
      result: 'reopened',
      uses: [],
    });
  });

  it('counts like a question when a quick message causes it', async () => {
    const { store } = await openStore(engine);
    await store.accept(question(), withinLimits, [month]);
    const joined = await store.accept(question({ id: 'q2' }), () => ({ joined: 'both' }), [month]);
    expect(joined).toMatchObject({ result: 'joined', uses: [{ used: 2 }] });
  });
});
