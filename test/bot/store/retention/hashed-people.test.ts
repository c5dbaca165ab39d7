/** Ids of people in turns that have ended: hashes, which still recognise the same person. */
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Claim } from '../../../../src/bot/core/ports/claim.ts';
import { createRetention } from '../../../../src/bot/store/retention/retention.ts';
import { createStore, type OwnStore } from '../../../../src/bot/store/store.ts';
import { type Database, openDatabase } from '../../../../src/kit/sql/database.ts';
import { ClaimLostError } from '../../../../src/kit/sql/store-errors.ts';
import { sharedEngines } from '../../../kit/sql/engines.ts';
import { question } from '../samples.ts';

const ada = 'slack:T1:UADA';
const bob = 'slack:T1:UBOB';

/** Wraps the database so that something happens just before a transaction begins. */
function beforeTransaction(database: Database, act: () => Promise<unknown>): Database {
  const sql = new Proxy(database.sql, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (key !== 'transaction') return typeof value === 'function' ? value.bind(target) : value;
      return () => ({
        async execute(run: Parameters<ReturnType<typeof target.transaction>['execute']>[0]) {
          await act();
          return target.transaction().execute(run);
        },
      });
    },
  });
  return { ...database, sql };
}

describe.each(sharedEngines)('ids of people on $name', (engine) => {
  let url: string;
  let database: Database;
  let store: OwnStore;

  beforeEach(async () => {
    const fresh = await engine.migrated();
    url = fresh.url;
    database = await openDatabase(url);
    store = createStore(database);
    onTestFinished(async () => {
      await store.close();
      await fresh.drop();
    });
  });

  async function answered(id: string, asker = ada, at = 1_000): Promise<string> {
    await store.accept({ ...question({ id, thread: id, askedAt: at }), asker });
    const turn = await store.claimTurn('me', at, at + 100, ['slack']);
    if (!turn) throw new Error('nothing to claim');
    await store.endTurn(turn, { state: 'answered', answer: 'Yes.', sources: [{ path: '/a' }] }, at + 500);
    return turn.id;
  }

  /** A person takes over the call for help, and its messages are updated. */
  async function take(turn: string, by: string, at: number): Promise<void> {
    await database.sql.updateTable('turns').set({ code: 'human' }).where('id', '=', turn).execute();
    expect(await store.takeCall(turn, by, at)).toBe(true);
    const claimed = await store.claimTurn('me', at, at + 100, ['slack']);
    if (!claimed) throw new Error('nothing to claim');
    await store.endTurn(claimed, { state: 'answered', code: 'human', answer: 'Yes.', sources: [{ path: '/a' }] }, at);
  }

  async function columns(): Promise<readonly unknown[]> {
    const turns = await database.sql.selectFrom('turns').select(['asker', 'stopped_by', 'taken_by']).execute();
    const marks = await database.sql.selectFrom('feedback').select('person').execute();
    const solved = await database.sql.selectFrom('conversations').select('solved_by').execute();
    return [...turns, ...marks, ...solved].flatMap((row) => Object.values(row)).filter((value) => value !== null);
  }

  function mark(turn: string, person: string, what: 'helpful' | 'not_helpful' = 'not_helpful', at = 2_000) {
    return store.saveFeedback({ turn, person, mark: what, via: 'button', at });
  }

  it('are hashed in every role when the turn ends, and not before', async () => {
    await store.accept({ ...question({ id: 'open', thread: 'open' }), asker: ada });
    expect(await columns()).toEqual([ada]);
    const open = await store.claimTurn('me', 1_000, 1_100, ['slack']);
    if (!open) throw new Error('nothing to claim');
    await store.stopTurn(open.id, bob);
    await store.endTurn(open, { state: 'stopped', answer: '', sources: [] }, 1_500);
    const turn = await answered('old');
    await mark(turn, bob);
    await take(turn, bob, 2_000);
    await store.accept({ ...question({ id: 'done', thread: 'old', askedAt: 1_600 }), asker: bob }, () => ({
      fixedReply: 'solved',
    }));
    const solving = await store.claimTurn('me', 1_600, 1_700, ['slack']);
    if (!solving) throw new Error('nothing to claim');
    await store.endTurn(solving, { state: 'answered', code: 'solved', answer: '', sources: [] }, 1_700);
    const hashes = [ada, bob].map(database.hashPerson);
    for (const column of await columns()) expect(hashes).toContain(column);
    expect(await columns()).toHaveLength(7);
  });

  it('stay in a call for help until somebody takes it over, because its cards name who asked', async () => {
    await store.accept({ ...question({ id: 'call', thread: 'call' }), asker: ada }, () => ({ fixedReply: 'human' }));
    const call = await store.claimTurn('me', 1_000, 1_100, ['slack']);
    if (!call) throw new Error('nothing to claim');
    await store.endTurn(call, { state: 'answered', code: 'human', answer: '', sources: [] }, 1_500);
    expect(await columns()).toEqual([ada]);
    await take(call.id, bob, 2_000);
    expect((await columns()).toSorted()).toEqual([ada, bob].map(database.hashPerson).toSorted());
  });

  it('have the same hash in every process and after a restart, and differ between people', async () => {
    const other = await openDatabase(url);
    expect(other.hashPerson(ada)).toBe(database.hashPerson(ada));
    expect(other.hashPerson(bob)).not.toBe(database.hashPerson(ada));
    await other.close();
  });

  it('are recognised in a follow-up, so that a thread still knows who asked first', async () => {
    await answered('old');
    const askers: unknown[] = [];
    for (const asker of [ada, bob]) {
      const followUp = question({ id: `of ${asker}`, thread: 'old', addressed: 'follow_up', askedAt: 6_000 });
      await store.accept({ ...followUp, asker }, (_, { conversation }) => {
        askers.push(conversation?.asker === asker);
        return { ignore: 'no_question' };
      });
    }
    expect(askers).toEqual([true, false]);
  });

  it('are recognised when the person asks again, and the answering process then gets the id', async () => {
    const turn = await answered('old');
    expect((await store.findTurn({ id: turn }, bob))?.asker).not.toBe(bob);
    const facts = await store.findTurn({ id: turn }, ada);
    expect(facts?.asker).toBe(ada);
    expect(facts && (await store.reopen(facts, { at: 6_000 }))).toMatchObject({ result: 'reopened' });
    expect((await store.claimTurn('me', 6_000, 6_100, ['slack']))?.question.asker).toBe(ada);
  });

  it.each(['asks again', 'takes the answer back'])('stay hashed when another person %s', async (what) => {
    const turn = await answered('old');
    const facts = await store.findTurn({ id: turn }, bob);
    const takesBack = what === 'takes the answer back' && ({ shows: 'taken_back' } as const);
    expect(facts && (await store.reopen(facts, { at: 6_000, ...takesBack }))).toMatchObject({ result: 'reopened' });
    const claimed = await store.claimTurn('me', 6_000, 6_100, ['slack']);
    expect(claimed?.question.asker).toBe(database.hashPerson(ada));
  });

  it('stay removed when a turn is asked again after its asker was forgotten', async () => {
    const turn = await answered('old');
    const facts = await store.findTurn({ id: turn }, ada);
    await store.forget(ada, 9_000);
    expect(facts && (await store.reopen(facts, { at: 9_500 }))).toEqual({ result: 'changed' });
    expect(await columns()).toEqual(['removed']);
  });

  it('keep one mark per person, whenever it was given', async () => {
    const turn = await answered('old');
    await mark(turn, ada);
    expect([await mark(turn, ada), await mark(turn, bob), await mark(turn, bob, 'helpful')]).toEqual([
      'same',
      'new',
      'changed',
    ]);
    expect(await store.saveFeedbackDetail({ turn, person: ada }, { reason: 'wrong' })).toBe(true);
    await store.removeFeedback({ turn, person: bob, mark: 'helpful', via: 'button' });
    const marks = await database.sql.selectFrom('feedback').select(['person', 'reason']).execute();
    expect(marks).toEqual([{ person: database.hashPerson(ada), reason: 'wrong' }]);
  });

  it('are removed from the data for opening a thread that was never opened', async () => {
    await store.accept({ ...question({ id: 'unopened', opens: JSON.stringify({ user: ada }) }), asker: ada });
    const turn = await store.claimTurn('me', 1_000, 1_100, ['slack']);
    if (!turn) throw new Error('nothing to claim');
    await store.endTurn(turn, { state: 'failed', answer: '', sources: [] }, 1_500);
    expect(await database.sql.selectFrom('turns').select('opens').execute()).toEqual([{ opens: null }]);
  });

  it('are found by their hash when a person must be forgotten', async () => {
    const [theirs, other] = [await answered('old'), await answered('of another', bob)];
    await mark(other, ada);
    expect(await store.forget(ada, 9_000)).toEqual({ turns: 1, deployments: 0 });
    expect(await store.findTurn({ id: theirs })).toBeUndefined();
    expect((await columns()).toSorted()).toEqual([database.hashPerson(bob), 'removed']);
  });

  it('are found by their hash even if an old call of theirs was reopened by being taken over', async () => {
    const turn = await answered('old');
    await database.sql.updateTable('turns').set({ code: 'human' }).execute();
    await store.takeCall(turn, bob, 8_000);
    const claimed = await store.claimTurn('me', 8_000, 8_100, ['slack']);
    if (!claimed) throw new Error('nothing to claim');
    const signals: unknown[] = [];
    store.onSignal(claimed, (signal) => void signals.push(signal));
    await store.forget(ada, 9_000);
    expect(signals).toEqual(['restart']);
    await expect(store.saveTurnShown(claimed, [], 'words that come late')).rejects.toBeInstanceOf(ClaimLostError);
    expect(await store.claimTurn('me', 9_000, 9_100, ['slack'])).toBeUndefined();
  });

  it('stay removed, as do the words, if a call is taken over while its asker is being forgotten', async () => {
    const turn = await answered('old');
    await database.sql.updateTable('turns').set({ code: 'human' }).execute();
    const claimed: Claim[] = [];
    const takenMeanwhile = beforeTransaction(database, async () => {
      await store.takeCall(turn, bob, 8_000);
      claimed.push(...[(await store.claimTurn('me', 8_000, 8_100, ['slack'])) ?? []].flat());
    });
    await createRetention(takenMeanwhile, async () => {}).forget(ada, 9_000);
    expect(claimed).toHaveLength(1);
    for (const claim of claimed)
      await expect(store.saveTurnShown(claim, [], 'words that come late')).rejects.toBeInstanceOf(ClaimLostError);
    expect(await store.claimTurn('me', 9_000, 9_100, ['slack'])).toBeUndefined();
    const rows = await database.sql.selectFrom('turns').select(['asker', 'answer', 'ended_at']).execute();
    expect(rows).toEqual([{ asker: 'removed', answer: '', ended_at: 9_000 }]);
  });

  it('count as one person when askers are counted', async () => {
    await answered('old');
    await answered('recent', ada, 8_000);
    const asked = await store.answeredSince({ platform: 'slack', installation: 'T1' }, 0, 9, 'all');
    expect(new Set(asked.map(({ asker }) => asker)).size).toBe(1);
    expect(asked).toHaveLength(2);
  });
});
