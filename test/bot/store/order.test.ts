/**
 * Invariants of any interleaving of accepts, claims and ends: a conversation is answered in order, and each turn once.
 */
import fc from 'fast-check';
import { type RootOperationNode, sql as raw } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Turn } from '../../../src/bot/core/model/conversation.ts';
import { createStore, type OwnStore } from '../../../src/bot/store/store.ts';
import { findConversation } from '../../../src/bot/store/turns/conversations.ts';
import { type Database, openDatabase } from '../../../src/kit/sql/database.ts';
import { runs } from '../../fakes/runs.ts';
import {
  engines,
  type FreshDatabase,
  openStore,
  postgres,
  runWorker,
  sharedEngines,
  waitingStatements,
} from '../../kit/sql/engines.ts';
import { question } from './samples.ts';

type Step =
  | { readonly do: 'accept'; readonly thread: number; readonly id: number }
  | { readonly do: 'claim'; readonly owner: string }
  | { readonly do: 'end'; readonly pick: number }
  | { readonly do: 'release' | 'renew'; readonly owner: string }
  | { readonly do: 'pass'; readonly ms: number };

const owner = fc.constantFrom('a', 'b');
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('accept' as const), thread: fc.nat(2), id: fc.nat(30) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('claim' as const), owner }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('end' as const), pick: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('release' as const, 'renew' as const), owner }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 60 }) }) },
);
const leaseMs = 50;

/** A simple model of what the store should do. */
class Model {
  now = 0;
  readonly #turns: { id: string; thread: number; owner?: string; until: number; ended: boolean }[] = [];

  accept(id: string, thread: number): 'accepted' | 'duplicate' {
    if (this.#turns.some((turn) => turn.id === id)) return 'duplicate';
    this.#turns.push({ id, thread, until: 0, ended: false });
    return 'accepted';
  }

  claim(by: string): string | undefined {
    const heads = this.#open().filter((turn, at, all) => all.findIndex((other) => other.thread === turn.thread) === at);
    const next = heads.find((turn) => turn.until <= this.now);
    if (next) Object.assign(next, { owner: by, until: this.now + leaseMs });
    return next?.id;
  }

  held(): readonly string[] {
    return this.#open()
      .filter((turn) => turn.owner !== undefined)
      .map((turn) => turn.id);
  }

  end(id: string): void {
    for (const turn of this.#turns) if (turn.id === id) turn.ended = true;
  }

  setUntil(by: string, until: number): void {
    for (const turn of this.#open()) if (turn.owner === by) turn.until = until;
  }

  letGo(by: string): void {
    for (const turn of this.#open()) if (turn.owner === by) Object.assign(turn, { owner: undefined, until: 0 });
  }

  #open() {
    return this.#turns.filter((turn) => !turn.ended);
  }
}

describe.each(engines)('order on $name', (engine) => {
  let database: Database;
  let store: OwnStore;

  beforeEach(async () => {
    ({ database, store } = await openStore(engine));
  });

  it('holds for any interleaving of accepts, claims, ends, releases and expired claims', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        run += 1;
        await follow(steps, `platform ${run}`);
      }),
      runs(30),
    );
  });

  /** Each run uses its own platform, so that all runs share one database. */
  async function follow(steps: readonly Step[], platform: string): Promise<void> {
    const model = new Model();
    const turns = new Map<string, Turn>();
    for (const step of steps) await take(step);
    // Everything left is answered in the order of the model.
    for (;;) {
      model.now += leaseMs;
      if (!(await claim('last'))) break;
      for (const id of model.held()) await end(id);
    }

    async function take(step: Step): Promise<void> {
      if (step.do === 'accept') await accept(`${step.id}`, step.thread);
      else if (step.do === 'claim') await claim(step.owner);
      else if (step.do === 'end') await end(model.held()[step.pick]);
      else if (step.do === 'pass') model.now += step.ms;
      else if (step.do === 'renew') {
        model.setUntil(step.owner, model.now + leaseMs);
        await store.renew(
          step.owner,
          [...turns.values()].map((turn) => turn.id),
          model.now,
          model.now + leaseMs,
        );
      } else {
        model.letGo(step.owner);
        await store.release(step.owner);
      }
    }

    async function accept(id: string, thread: number): Promise<void> {
      const { result } = await store.accept(question({ id, platform, thread: `${thread}` }));
      expect(result).toBe(model.accept(id, thread));
    }

    async function claim(by: string): Promise<boolean> {
      const turn = await store.claimTurn(by, model.now, model.now + leaseMs, [platform]);
      expect(turn?.question.id).toBe(model.claim(by));
      if (turn) turns.set(turn.question.id, turn);
      return turn !== undefined;
    }

    async function end(id: string | undefined): Promise<void> {
      if (id === undefined) return;
      model.end(id);
      await store.endTurn(
        turns.get(id) ?? { id: '', tries: 0 },
        { state: 'answered', answer: id, sources: [] },
        model.now,
      );
    }
  }

  it('holds when everything happens at the same time in one process, and nothing deadlocks', async () => {
    const accepts = Array.from({ length: 60 }, (_, n) => question({ id: `${n}`, thread: `${n % 5}` }));
    const order: string[] = [];
    const answerAll = async (by: string) => {
      while (order.length < accepts.length) {
        const turn = await store.claimTurn(by, 0, 1, ['slack']);
        if (!turn) continue;
        order.push(turn.question.id);
        await store.saveTurnShown(turn, [], 'half');
        await store.endTurn(turn, { state: 'answered', answer: 'whole', sources: [] }, 0);
      }
    };
    await Promise.all([...accepts.map((question) => store.accept(question)), answerAll('a'), answerAll('b')]);
    expect(new Set(order).size).toBe(accepts.length);
  });

  it('is looked up through the index of open turns, however many have ended', async () => {
    await fill(database, 2_000);
    const plans = await plansOf(database, (planned) => createStore(planned).claimTurn('me', 0, 1, ['slack']));
    expect(plans).toHaveLength(1);
    expect(plans[0]).toContain('turns_open');
    expect(plans[0]).not.toMatch(/Seq Scan|autoindex/);
    // Also in a single long conversation.
    expect(plans[0]).not.toContain('turns_of_conversation');
  });
});

describe.each(sharedEngines)('several processes on $name', (engine) => {
  let fresh: FreshDatabase;

  beforeEach(async () => {
    fresh = await engine.migrated();
  });

  afterEach(() => fresh.drop());

  it('claim each turn once, and the turns of a conversation in order', async () => {
    const database = await openDatabase(fresh.url);
    const store = createStore(database);
    for (let n = 0; n < 120; n += 1) await store.accept(question({ id: `${n}`, thread: `${n % 12}` }));
    const workers = await Promise.all(['a', 'b', 'c'].map((name) => runWorker(fresh.url, name)));
    await store.close();
    const claimed = workers.flat().sort((one, other) => Number(one.at - other.at));
    expect(claimed).toHaveLength(120);
    for (let thread = 0; thread < 12; thread += 1) {
      const order = claimed.filter((turn) => turn.thread === `${thread}`).map((turn) => Number(turn.question));
      expect(order).toEqual(Array.from({ length: 10 }, (_, n) => n * 12 + thread));
    }
  });
});

describe('two simultaneous questions in one thread on Postgres', () => {
  it('are numbered in the order in which they are stored, because the second waits for the first', async () => {
    const fresh = await postgres.migrated();
    const database = await openDatabase(fresh.url);
    const store = createStore(database);
    await store.accept(question({ id: 'q0' }));
    let second: Promise<unknown> | undefined;
    await database.sql.transaction().execute(async (tx) => {
      await findConversation(tx, 'postgres', question({ id: 'q1' }));
      second = store.accept(question({ id: 'q2' }));
      await expect.poll(() => waitingStatements(database)).toBe(1);
    });
    expect(await second).toEqual({ result: 'accepted' });
    await store.close();
    await fresh.drop();
  });
});

async function fill(database: Database, count: number): Promise<void> {
  const store = createStore(database);
  await store.accept(question());
  await raw`insert into turns (id, conversation_id, platform, question_id, event_id, asked_in, asker, addressed, text,
      state, asked_at, ended_at)
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${raw.lit(count)})
    select 'ended ' || n, conversation_id, platform, 'ended ' || n, event_id, asked_in, asker, addressed, text,
      'answered', 1, 2 from numbers, (select * from turns where question_id = 'q1') as sample`.execute(database.sql);
  // Postgres does so on its own, SQLite never does.
  if (database.engine === 'postgres') await raw`analyze`.execute(database.sql);
}

/** The query plan of each update that `act` makes. */
async function plansOf(database: Database, act: (planned: Database) => Promise<unknown>): Promise<readonly string[]> {
  const updates: RootOperationNode[] = [];
  const watched = database.sql.withPlugin({
    transformQuery({ node }) {
      if (node.kind === 'RawNode') updates.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await act({ ...database, sql: watched });
  const plans: string[] = [];
  for (const node of updates) {
    const query = database.sql.getExecutor().compileQuery(node, { queryId: 'plan' });
    const explain = database.engine === 'sqlite' ? 'explain query plan ' : 'explain ';
    const { rows } = await database.sql.executeQuery({ ...query, sql: explain + query.sql });
    plans.push(JSON.stringify(rows));
  }
  return plans;
}
