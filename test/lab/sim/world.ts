/**
 * One simulated history. In: a seed, possibly a deliberate bug, and names of events to leave out. Out: what happened as a
 * story, the injected faults, and violations. It runs the real core and the real store; the platform, the documentation
 * service, the network, the processes and their clocks are simulated.
 */

import { createEngine, type Engine } from '../../../src/bot/core/engine/engine.ts';
import type { Conversation, Question } from '../../../src/bot/core/model/conversation.ts';
import type { Store } from '../../../src/bot/core/ports/store.ts';
import { createPacer } from '../../../src/bot/core/rate-limits/pacer.ts';
import { createStore } from '../../../src/bot/store/store.ts';
import { type Database, openDatabase } from '../../../src/kit/sql/database.ts';
import { StoreError } from '../../../src/kit/sql/store-errors.ts';
import { createFakeMetrics } from '../../fakes/assistant.ts';
import { rulesFor } from '../../fakes/deployments.ts';
import { silent } from '../../fakes/logger.ts';
import { everywhere } from '../../fakes/routing.ts';
import { createFaults, type Faults } from './faults.ts';
import { checkAtRest, type Ended } from './laws.ts';
import { type Mutation, mutatePacer, mutateStore } from './mutations.ts';
import { createPeople, type Hearing, type People } from './people.ts';
import { type Disaster, type Plan, planFor, troubleMs } from './plan.ts';
import { createMessages, type Messages } from './platform.ts';
import { createServices, type Services } from './services.ts';
import { createStory, type Story } from './story.ts';
import { clockOf, createTime, type Life, living, type Time } from './time.ts';

export interface History {
  readonly seed: number;
  readonly story: readonly string[];
  readonly faults: Readonly<Record<string, number>>;
  readonly questions: number;
  readonly deployments: number;
  readonly violations: readonly string[];
  /** What can be left out of it. */
  readonly names: readonly string[];
}

interface State extends Life {
  readonly name: string;
  /** Whether it is cut off from the database. */
  cutOff: boolean;
  /** Whether it no longer accepts anything. */
  stopping: boolean;
}

interface Process extends State, Hearing {
  readonly engine: Engine;
}

const startAt = Date.UTC(2026, 0, 5, 9);
const restMs = 20 * 60_000;

export async function simulate(
  seed: number,
  mutation?: Mutation,
  without: ReadonlySet<string> = new Set(),
): Promise<History> {
  const database = await openDatabase('sqlite::memory:');
  try {
    return await new World(seed, database, mutation, without).run();
  } finally {
    await database.close();
  }
}

class World {
  readonly #seed: number;
  readonly #database: Database;
  readonly #mutation: Mutation | undefined;
  readonly #store: Store;
  readonly #plan: Plan;
  readonly #time: Time = createTime(startAt);
  readonly #story: Story = createStory(() => this.#time.now() - startAt);
  readonly #faults: Faults;
  readonly #messages: Messages;
  readonly #services: Services;
  readonly #people: People;
  readonly #ended = new Map<string, Ended>();
  /** Threads of replies that ended when their process ran out of time. */
  readonly #hasty = new Set<string>();
  readonly #processes: Process[] = [];

  constructor(seed: number, database: Database, mutation: Mutation | undefined, without: ReadonlySet<string>) {
    this.#seed = seed;
    this.#database = database;
    this.#mutation = mutation;
    this.#store = createStore(database);
    this.#plan = planFor(seed, without);
    this.#faults = createFaults(seed, without);
    const shared = { time: this.#time, story: this.#story, faults: this.#faults };
    this.#messages = createMessages({ ...shared, growing: this.#plan.growing, mutation });
    this.#services = createServices({ ...shared, ...this.#plan });
    const living = (): readonly Process[] => this.#living();
    this.#people = createPeople({ ...shared, startAt, plan: this.#plan, living, opened: this.#messages.opened });
  }

  async run(): Promise<History> {
    const { questions, deployments, disasters, replicas } = this.#plan;
    for (let each = 0; each < replicas; each += 1) this.#startProcess();
    this.#people.begin();
    for (const disaster of disasters) this.#time.after(disaster.atMs, () => this.#strike(disaster));
    await this.#time.runUntil(startAt + troubleMs);
    this.#heal();
    for (let minute = 1; minute <= restMs / 60_000 && !(await this.#isAtRest()); minute += 1) {
      await this.#time.runUntil(startAt + troubleMs + minute * 60_000);
    }
    await this.#check();
    for (const process of this.#processes) process.alive = false;
    return {
      seed: this.#seed,
      story: this.#story.lines,
      faults: this.#faults.counts,
      questions: questions.length,
      deployments: deployments.length,
      violations: this.#story.violations,
      names: [
        ...[...questions, ...deployments, ...disasters].map(({ name }) => name),
        ...Object.keys(this.#faults.counts),
      ],
    };
  }

  #heal(): void {
    this.#story.tell('nothing fails any more');
    this.#faults.heal();
    for (const process of this.#processes) process.cutOff = false;
    if (this.#living().length === 0) this.#startProcess();
  }

  async #check(): Promise<void> {
    await checkAtRest({
      plan: this.#plan,
      database: this.#database,
      messages: this.#messages,
      services: this.#services,
      story: this.#story,
      acknowledged: this.#people.acknowledged,
      ended: this.#ended,
      hasty: this.#hasty,
    });
  }

  async #isAtRest(): Promise<boolean> {
    const { sql } = this.#database;
    if (this.#people.acknowledged.size < this.#plan.questions.length + this.#plan.deployments.length) return false;
    const turn = await sql.selectFrom('turns').select('id').where('ended_at', 'is', null).executeTakeFirst();
    const deployment = await sql
      .selectFrom('deployments')
      .select('id')
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    return turn === undefined && deployment === undefined;
  }

  // ── processes

  #living(): readonly Process[] {
    return this.#processes.filter((process) => process.alive && !process.stopping);
  }

  #startProcess(): void {
    const name = `process-${this.#processes.length + 1}`;
    const skewMs = this.#faults.chance.between(-1_000, 1_000);
    const state: State = { name, alive: true, skewMs, jumped: false, cutOff: false, stopping: false };
    const clock = clockOf(state, this.#time);
    const platform = this.#messages.platformFor(state);
    const engine = createEngine({
      platforms: [platform],
      routing: everywhere(this.#services.assistantFor(state)),
      deploy: rulesFor(this.#services.deployerFor(state), ['sim:U'], { timeoutMs: 2 * 60 * 60_000 }),
      store: mutateStore(this.#storeFor(state), this.#mutation),
      pacer: mutatePacer(createPacer(clock), this.#mutation),
      clock,
      logger: silent,
      metrics: createFakeMetrics(),
      owner: name,
      fingerprint: (asker) => asker,
    });
    this.#processes.push(Object.assign(state, { engine, handlers: engine.handlersFor(platform) }));
    this.#story.tell(`${name} starts`);
    engine.start();
  }

  #strike({ kind, ms }: Disaster): void {
    if (kind === 'delete') {
      this.#messages.deleteOne();
      return;
    }
    const living = this.#living();
    if (living.length === 0) return;
    const victim = this.#faults.chance.pick(living);
    this.#faults.count(kind);
    if (kind === 'kill') this.#kill(victim, ms);
    else if (kind === 'stop') void this.#stop(victim, ms);
    else if (kind === 'jump') this.#jump(victim, ms);
    else this.#cutOff(victim, ms);
  }

  #kill(victim: Process, untilNextMs: number): void {
    victim.alive = false;
    this.#story.tell(`${victim.name} is killed`);
    this.#time.after(untilNextMs, () => this.#startProcess());
  }

  /** As in a rolling update, another one starts immediately. */
  async #stop(victim: Process, graceMs: number): Promise<void> {
    victim.stopping = true;
    this.#story.tell(`${victim.name} is told to end within ${graceMs} ms`);
    this.#startProcess();
    await victim.engine.drain(graceMs);
    victim.alive = false;
    this.#story.tell(`${victim.name} ends`);
  }

  #jump(victim: Process, byMs: number): void {
    victim.skewMs += byMs;
    victim.jumped = true;
    this.#story.tell(`the clock of ${victim.name} jumps by ${byMs} ms`);
  }

  #cutOff(victim: Process, lastsMs: number): void {
    victim.cutOff = true;
    this.#story.tell(`${victim.name} loses the database`);
    this.#time.after(lastsMs, () => {
      victim.cutOff = false;
      this.#story.tell(`${victim.name} has the database again`);
    });
  }

  /** The database as seen by this process: sometimes cut off, and sometimes the response to a commit is lost. */
  #storeFor(process: State): Store {
    return new Proxy(this.#store, {
      get: (store, name: keyof Store) => {
        // The database's clock is the true one.
        if (name === 'now') return () => living(process, async () => this.#time.now());
        if (name === 'onSignal') return store.onSignal;
        const method = store[name] as (...given: unknown[]) => Promise<unknown>; // every member is an async method
        return (...given: unknown[]) =>
          living(process, async () => {
            if (process.cutOff) throw new StoreError('cut off');
            const result = await method(...given);
            this.#note(process, name, given, result);
            if (this.#faults.happens('lost commit', 0.01)) throw new StoreError('the answer was lost');
            return result;
          });
      },
    });
  }

  /** What the ledger has by now. */
  #note(process: State, name: keyof Store, given: readonly unknown[], result: unknown): void {
    if (name === 'claimTurn' || name === 'claimDeployment') {
      const claimed = result as Awaited<ReturnType<Store['claimTurn' | 'claimDeployment']>>; // of these methods
      const what = claimed && ('question' in claimed ? claimed.question : claimed.request).id;
      if (claimed) this.#story.tell(`${process.name} begins ${what}, try ${claimed.tries}`);
    }
    if (name !== 'endTurn') return;
    const [turn, end] = given as Parameters<Store['endTurn']>; // of this method
    if ('conversation' in turn && 'question' in turn) {
      const { id } = turn.question as Question; // it is the turn that was claimed
      const { id: conversation } = turn.conversation as Conversation; // as above
      this.#ended.set(turn.id, { at: this.#time.now(), conversation });
      this.#story.tell(`${process.name} ends ${id}: ${end.state} ${end.code ?? ''}`);
      const planned = this.#plan.questions.find((each) => each.name === id);
      if (planned && process.stopping) this.#hasty.add(planned.thread);
      // A person may ask in a new thread before we know that it is the same conversation.
      if (planned && planned.thread !== 'made' && end.state === 'answered') this.#services.answered(planned.thread);
    }
  }
}
