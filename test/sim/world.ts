/**
 * One simulated history. In: a seed, and a deliberate bug or none. Out: what happened as a story, the faults injected,
 * and what was violated. The real core and the real store run in it; the platform, the assistant, the network, the
 * processes and the clock are simulated.
 */
import type { Question, ThreadRef } from '../../src/core/conversation.ts';
import { createEngine } from '../../src/core/engine.ts';
import { AssistantError, PlatformError, StoreError } from '../../src/core/errors.ts';
import type { Body } from '../../src/core/layout.ts';
import { createPacer } from '../../src/core/pacer.ts';
import type { Ask, Handlers, Platform, Store } from '../../src/core/ports.ts';
import type { Part } from '../../src/core/reply.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { createStore } from '../../src/store/store.ts';
import { createFakeMetrics } from '../fakes/assistant.ts';
import { silent } from '../fakes/logger.ts';
import { type Mutation, mutate } from './mutations.ts';
import { createRandom, type Random } from './random.ts';
import { clockOf, createTime, type Life, living, type Time } from './time.ts';

export interface History {
  readonly seed: number;
  readonly story: readonly string[];
  readonly faults: Readonly<Record<string, number>>;
  readonly questions: number;
  readonly violations: readonly string[];
}

interface Message {
  readonly ref: string;
  readonly thread: string;
  /** The turn that posted it. */
  readonly turn: string;
  text: string;
}

interface Process extends Life {
  readonly name: string;
  /** Its way to the database is cut. */
  partitioned: boolean;
  readonly handlers: Handlers;
}

const startAt = Date.UTC(2026, 0, 5, 9);
/** Questions and faults come within this time; afterwards everything heals and comes to rest. */
const troubleMs = 120_000;
const restMs = 20 * 60_000;
/** Small, so that many answers go on in further messages. */
const maxChars = 240;

export async function simulate(seed: number, mutation?: Mutation): Promise<History> {
  const database = await openDatabase('sqlite::memory:');
  try {
    return await new World(seed, database, mutation).run();
  } finally {
    await database.close();
  }
}

class World {
  readonly #random: Random;
  readonly #time: Time = createTime(startAt);
  readonly #database: Database;
  readonly #store: Store;
  readonly #mutation: Mutation | undefined;
  readonly #seed: number;
  readonly #story: string[] = [];
  readonly #faults: Record<string, number> = {};
  readonly #violations: string[] = [];
  readonly #messages: Message[] = [];
  readonly #byKey = new Map<string, Message>();
  /** Words of its answer that each turn ever showed. */
  readonly #shownWords = new Map<string, number>();
  readonly #deleted = new Set<string>();
  readonly #acknowledged = new Set<string>();
  readonly #answers = new Map<string, string>();
  readonly #threadOwners = new Map<string, string>();
  #processes: Process[] = [];
  #made = 0;
  #troubled = true;

  constructor(seed: number, database: Database, mutation: Mutation | undefined) {
    this.#seed = seed;
    this.#random = createRandom(seed);
    this.#database = database;
    this.#mutation = mutation;
    this.#store = createStore(database);
  }

  async run(): Promise<History> {
    const random = this.#random;
    const replicas = random.between(1, 3);
    for (let each = 0; each < replicas; each += 1) await this.#startProcess();
    const questions = random.between(1, 10);
    const threads = random.between(1, 3);
    for (let each = 0; each < questions; each += 1) {
      const question = this.#question(`q${each}`, `T${random.between(1, threads)}`);
      this.#time.after(random.between(0, troubleMs / 2), () => this.#deliver(question));
      if (random.chance(0.3)) this.#time.after(random.between(0, troubleMs), () => this.#redeliver(question));
    }
    this.#planFaults();
    await this.#time.runUntil(startAt + troubleMs);
    this.#troubled = false;
    for (const process of this.#processes) process.partitioned = false;
    if (!this.#processes.some((process) => process.alive)) await this.#startProcess();
    for (let minute = 1; minute <= restMs / 60_000 && !(await this.#isAtRest()); minute += 1) {
      await this.#time.runUntil(startAt + troubleMs + minute * 60_000);
    }
    await this.#check(questions);
    for (const process of this.#processes) process.alive = false;
    const { seed, story, faults, violations } = {
      seed: this.#seed,
      story: this.#story,
      faults: this.#faults,
      violations: this.#violations,
    };
    return { seed, story, faults, questions, violations };
  }

  #planFaults(): void {
    const random = this.#random;
    for (let each = random.between(0, 4); each > 0; each -= 1) {
      this.#time.after(random.between(1_000, troubleMs), () => void this.#kill());
    }
    for (let each = random.between(0, 2); each > 0; each -= 1) {
      this.#time.after(random.between(1_000, troubleMs), () => this.#partition());
    }
    if (random.chance(0.15)) this.#time.after(random.between(2_000, troubleMs), () => this.#deleteOne());
  }

  // ── processes

  async #startProcess(): Promise<void> {
    this.#made += 1;
    const name = `process-${this.#made}`;
    const life: Life = { alive: true };
    const clock = clockOf(life, this.#time, this.#random.between(-1_000, 1_000));
    const process = { name, partitioned: false, alive: true } as { -readonly [Key in keyof Process]: Process[Key] };
    Object.defineProperty(process, 'alive', { get: () => life.alive, set: (alive: boolean) => (life.alive = alive) });
    const platform = this.#platformFor(life);
    const engine = createEngine({
      platforms: [platform],
      assistant: { ask: (ask, signal) => this.#ask(ask, signal, life, clock.wait) },
      deploy: { allow: [] },
      store: mutate(this.#storeFor(process), this.#mutation),
      pacer: createPacer(clock),
      clock,
      logger: silent,
      metrics: createFakeMetrics(),
      owner: name,
      fingerprint: (asker) => asker,
    });
    process.handlers = engine.handlersFor(platform);
    this.#processes.push(process);
    this.#tell(`${name} starts`);
    engine.start();
  }

  async #kill(): Promise<void> {
    const living = this.#processes.filter((process) => process.alive);
    if (living.length === 0 || !this.#troubled) return;
    const victim = this.#random.pick(living);
    victim.alive = false;
    this.#fault('kill');
    this.#tell(`${victim.name} is killed`);
    this.#time.after(this.#random.between(100, 8_000), () => void this.#startProcess());
  }

  #partition(): void {
    const living = this.#processes.filter((process) => process.alive);
    if (living.length === 0 || !this.#troubled) return;
    const victim = this.#random.pick(living);
    victim.partitioned = true;
    this.#fault('partition');
    this.#tell(`${victim.name} loses the database`);
    this.#time.after(this.#random.between(1_000, 50_000), () => {
      victim.partitioned = false;
      this.#tell(`${victim.name} has the database again`);
    });
  }

  /** The database as this process reaches it: sometimes cut off, and sometimes the answer to a commit is lost. */
  #storeFor(process: Process): Store {
    return new Proxy(this.#store, {
      get: (store, name: keyof Store) => {
        const method = store[name] as (...given: unknown[]) => Promise<unknown>; // every member is an async method
        return (...given: unknown[]) =>
          living(process, async () => {
            if (process.partitioned) throw new StoreError('partitioned');
            const result = await method(...given);
            if (this.#troubled && this.#random.chance(0.01)) {
              this.#fault('lost commit');
              throw new StoreError('the answer was lost');
            }
            return result;
          });
      },
    });
  }

  // ── questions

  #question(id: string, name: string): Question {
    const words = this.#random.between(1, 90);
    const answer = Array.from({ length: words }, (_, index) => `${id}w${index}`);
    this.#answers.set(
      id,
      answer
        .map((word, index) => (index % 17 === 16 ? `${word}.\n\n` : `${word} `))
        .join('')
        .trim(),
    );
    const thread: ThreadRef = { platform: 'sim', installation: 'I', channel: 'C', thread: name };
    return {
      id,
      eventId: id,
      thread,
      asker: 'sim:U',
      addressed: 'mention',
      text: `${id} in ${name}`,
      askedAt: startAt,
    };
  }

  /** Until somebody acknowledges it. */
  #deliver(question: Question): void {
    const living = this.#processes.filter((process) => process.alive);
    const again = (): void => {
      if (!this.#acknowledged.has(question.id)) this.#time.after(3_000, () => this.#deliver(question));
    };
    if (living.length === 0) {
      again();
      return;
    }
    const process = this.#random.pick(living);
    let answered = false;
    const asked = { ...question, askedAt: this.#time.now() };
    this.#hand(process, asked).then(
      () => {
        answered = true;
        this.#acknowledged.add(question.id);
      },
      () => {
        answered = true;
        again();
      },
    );
    // A process that died says nothing.
    this.#time.after(5_000, () => {
      if (!answered) again();
    });
  }

  #redeliver(question: Question): void {
    const living = this.#processes.filter((process) => process.alive);
    if (living.length === 0) return;
    this.#fault('redelivery');
    this.#hand(this.#random.pick(living), question).then(
      () => this.#acknowledged.add(question.id),
      () => undefined,
    );
  }

  async #hand(process: Process, question: Question): Promise<void> {
    const result = await living(process, () => process.handlers.question(question));
    this.#tell(`${process.name} takes ${question.id}: ${result}`);
  }

  // ── the assistant

  async *#ask(
    ask: Ask,
    signal: AbortSignal,
    life: Life,
    wait: (ms: number, signal?: AbortSignal) => Promise<void>,
  ): AsyncIterable<Part> {
    const random = this.#random;
    const [id = '', , name = ''] = ask.messages.at(-1)?.text.split(' ') ?? [];
    const owner = ask.thread && this.#threadOwners.get(ask.thread.id);
    if (ask.thread && owner !== name) this.#violate(`${id} of ${name} went out with the thread of ${owner}`);
    for (const message of ask.messages) {
      if (message.role === 'user' && !message.text.endsWith(` ${name}`))
        this.#violate(`${id} of ${name} told of ${message.text}`);
    }
    await wait(random.between(50, 2_000), signal);
    if (this.#troubled && random.chance(0.08)) {
      this.#fault('assistant refuses');
      throw new AssistantError(random.pick(['unavailable', 'rate_limited', 'unauthorized'] as const), {
        waitMs: 3_000,
      });
    }
    const threadId = ask.thread?.id ?? `th-${this.#threadOwners.size}`;
    this.#threadOwners.set(threadId, name);
    yield { type: 'thread', thread: { id: threadId } };
    const pieces = this.#answers.get(id)?.match(/\S+\s*/g) ?? [];
    const breaksAt = this.#troubled && random.chance(0.08) ? random.between(0, pieces.length) : undefined;
    const gapMs = random.between(5, 400);
    for (const [index, text] of pieces.entries()) {
      await wait(gapMs, signal);
      if (signal.aborted || !life.alive) return;
      if (index === breaksAt) {
        this.#fault('stream cut');
        throw new AssistantError('cut_off');
      }
      yield { type: 'text', text };
    }
    yield { type: 'finish', reason: 'stop' };
  }

  // ── the platform

  #platformFor(life: Life): Platform {
    return {
      name: 'sim',
      workingLastsMs: 8_000,
      start: async () => undefined,
      stop: async () => undefined,
      health: () => ({ state: 'ready' }),
      open: async (question) => ({ thread: question.thread }),
      post: (thread, body, key) => this.#call(life, () => this.#post(thread, body, key)),
      edit: (thread, ref, body) => this.#call(life, () => this.#edit(thread, ref, body)),
      remove: (_, ref) => this.#call(life, () => this.#remove(ref)),
      working: () => this.#call(life, () => undefined),
      fits: (body) => shownText(body).length <= maxChars,
      budgets: (action, thread) => [
        { bucket: `${action}:${action === 'edit' ? 'all' : thread.thread}`, limit: 50, windowMs: 60_000, burst: 10 },
      ],
      isLive: () => true,
    };
  }

  /** A call takes time; it is refused, or done, or done without anybody learning of it. */
  #call<T>(life: Life, act: () => T): Promise<T> {
    const random = this.#random;
    return living(life, async () => {
      await this.#pause(life, random.chance(0.03) ? random.between(2_000, 12_000) : random.between(20, 300));
      if (this.#troubled && random.chance(0.04)) {
        this.#fault('429');
        throw new PlatformError('rate_limited', { waitMs: random.between(200, 8_000) });
      }
      if (this.#troubled && random.chance(0.04)) {
        this.#fault('500');
        throw new PlatformError('unavailable');
      }
      const result = act();
      await this.#pause(life, random.between(1, 100));
      if (this.#troubled && random.chance(0.05)) {
        this.#fault('lost answer');
        throw new PlatformError('unavailable', { arrived: 'unknown' });
      }
      return result;
    });
  }

  #pause(life: Life, ms: number): Promise<void> {
    return clockOf(life, this.#time, 0).wait(ms);
  }

  #post(thread: ThreadRef, body: Body, key: string): string {
    const [turn = ''] = key.split(':');
    const there = this.#mutation === 'skip the nonce' ? undefined : this.#byKey.get(key);
    if (there) {
      this.#edit(thread, there.ref, body);
      return there.ref;
    }
    const message: Message = { ref: `m${this.#messages.length}`, thread: thread.thread, turn, text: shownText(body) };
    this.#messages.push(message);
    this.#byKey.set(key, message);
    this.#tell(`${thread.thread}: ${message.ref} is posted: ${message.text.slice(0, 60)}`);
    this.#seen(message, body);
    return message.ref;
  }

  #edit(_: ThreadRef, ref: string, body: Body): void {
    const message = this.#messages.find((each) => each.ref === ref);
    if (!message || this.#deleted.has(ref)) throw new PlatformError('message_gone');
    message.text = shownText(body);
    this.#tell(`${message.thread}: ${ref} becomes ${message.text.length} long`);
    this.#seen(message, body);
  }

  #remove(ref: string): void {
    this.#deleted.add(ref);
    this.#tell(`${ref} is removed`);
  }

  #deleteOne(): void {
    const message = this.#messages.length > 0 ? this.#random.pick(this.#messages) : undefined;
    if (!message) return;
    this.#fault('reader deletes');
    this.#deleted.add(message.ref);
    this.#tell(`a reader deletes ${message.ref}`);
  }

  /** What a person sees after each change. */
  #seen(message: Message, body: Body): void {
    if (shownText(body).length > maxChars) this.#violate(`${message.ref} is ${shownText(body).length} long`);
    const words = this.#wordsOf(message.turn).length;
    const before = this.#shownWords.get(message.turn) ?? 0;
    const hasDeleted = this.#messages.some((each) => each.turn === message.turn && this.#deleted.has(each.ref));
    if (words < before && !hasDeleted) this.#violate(`turn of ${message.ref} shows ${words} words after ${before}`);
    this.#shownWords.set(message.turn, words);
  }

  #messagesOf(turn: string): readonly Message[] {
    return this.#messages.filter((each) => each.turn === turn && !this.#deleted.has(each.ref));
  }

  #wordsOf(turn: string): readonly string[] {
    const words = this.#messagesOf(turn).flatMap((message) => message.text.match(/\bq\d+w\d+\b/g) ?? []);
    return [...new Set(words)];
  }

  // ── what must hold

  async #isAtRest(): Promise<boolean> {
    const { sql } = this.#database;
    const open = await sql.selectFrom('turns').select('id').where('ended_at', 'is', null).executeTakeFirst();
    const all = await sql.selectFrom('turns').select('id').execute();
    return open === undefined && all.length >= this.#answers.size;
  }

  async #check(questions: number): Promise<void> {
    const rows = await this.#database.sql.selectFrom('turns').selectAll().orderBy('seq').execute();
    if (rows.length !== questions) this.#violate(`${questions} questions, ${rows.length} turns`);
    for (const row of rows) {
      const { thread }: { thread: string } = JSON.parse(row.asked_in);
      this.#checkTurn(row.id, row.question_id, row.state, thread, row.ended_at);
    }
    for (const id of this.#acknowledged) {
      if (!rows.some((row) => row.question_id === id)) this.#violate(`${id} was acknowledged and is not there`);
    }
    const ended = new Map<string, number>();
    for (const row of rows) {
      if (row.ended_at === null) continue;
      const before = ended.get(row.conversation_id) ?? 0;
      if (row.ended_at < before - 3_000) this.#violate(`${row.question_id} ended before one that was asked earlier`);
      ended.set(row.conversation_id, Math.max(before, row.ended_at));
    }
  }

  #checkTurn(turn: string, id: string, state: string, thread: string, endedAt: number | null): void {
    const messages = this.#messagesOf(turn);
    if (endedAt === null) {
      this.#violate(`${id} never ends: ${state}`);
      return;
    }
    if (state === 'stopped') {
      if (!this.#messages.some((each) => each.turn === turn && this.#deleted.has(each.ref)))
        this.#violate(`${id} stopped by nobody`);
      return;
    }
    if (messages.some((message) => message.thread !== thread)) this.#violate(`${id} is answered in another thread`);
    if (messages.some((message) => this.#deleted.has(message.ref))) return;
    const text = messages.map((message) => message.text).join(' ');
    const said = text.match(/\bq\d+w\d+\b/g) ?? [];
    const answer =
      this.#answers
        .get(id)
        ?.match(/\S+/g)
        ?.map((word) => word.replace('.', '')) ?? [];
    const whole = said.join(' ') === answer.join(' ');
    const wasDeleted = this.#messages.some((each) => each.turn === turn && this.#deleted.has(each.ref));
    if (wasDeleted) return;
    if (state === 'answered' && !whole)
      this.#violate(`${id} is answered with ${said.length} of ${answer.length} words: ${said.slice(-3)}`);
    if (state === 'answered' && text.includes('‹')) this.#violate(`${id} is answered and says that it is not`);
    if (state === 'failed' && (text.match(/‹/g) ?? []).length !== 1)
      this.#violate(`${id} failed without one sentence: ${text.slice(-80)}`);
    if (state === 'failed' && said.some((word, index) => word !== answer[index]))
      this.#violate(`${id} failed with words out of order`);
  }

  #violate(sentence: string): void {
    this.#violations.push(sentence);
    this.#tell(`VIOLATION: ${sentence}`);
  }

  #fault(name: string): void {
    this.#faults[name] = (this.#faults[name] ?? 0) + 1;
  }

  #tell(line: string): void {
    this.#story.push(`${((this.#time.now() - startAt) / 1_000).toFixed(3).padStart(9)} s  ${line}`);
  }
}

/** What a person sees of a body; sentences of ours are marked. */
function shownText(body: Body): string {
  return [body.markdown, ...body.notices.map((notice) => `‹${notice}›`)].filter((line) => line !== '').join('\n');
}
