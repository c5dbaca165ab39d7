/**
 * The engine: accepts each question once, runs one turn at a time per conversation, recovers, drains.
 *
 * The store is the queue. Accepting is one transaction, and the platform acknowledges the event after it. Open work is
 * claimed whenever something was accepted or ended, and every few seconds: first the oldest turn whose conversation has no
 * earlier open one. A claim is renewed while this process lives and expires otherwise, so a restart and the death of another
 * replica are the same case. Draining stops claiming, hands deployments over and gives open turns the grace time; after that
 * each reply says that it was interrupted, and its claim is released. A hanging platform call is not waited for: since it may
 * still arrive late, its turn keeps the claim until that expires.
 */
import { within } from '../../../kit/base/clock.ts';
import type { RootLogger } from '../../../kit/base/logger.ts';
import { ClaimLostError } from '../../../kit/sql/store-errors.ts';
import { expireConfirmations } from '../deployments/confirmation.ts';
import { follow } from '../deployments/follow.ts';
import type { DeployRules } from '../deployments/projects.ts';
import { reask } from '../deployments/reask.ts';
import type { Deployment, ThreadRef, Turn } from '../model/conversation.ts';
import type { Reask } from '../model/deployment.ts';
import type { Handlers } from '../ports/handlers.ts';
import type { Platform } from '../ports/platform.ts';
import type { OldButtons } from '../ports/store.ts';
import { createBudgetWatch, type WatchBudget } from '../questions/limits.ts';
import { createSharedPacer } from '../rate-limits/pacer.ts';
import { ClaimLoop, createStoreGuard, Leases, leaseMs } from './claims.ts';
import { removeOldButtons } from './old-buttons.ts';
import { createHandlers, type HandlerSettings } from './platform-handlers.ts';
import { answer, type TurnOptions } from './turn/turn.ts';
import { warmUp } from './warm-up.ts';

/** How long interrupted replies have to say so, and how long hanging calls then have to end. */
const farewellMs = 2_500;
const cutMs = 1_000;
/** How often the engine looks for work left by other processes, including dead ones. */
const pollMs = 2_000;

export interface EngineOptions extends HandlerSettings {
  readonly logger: RootLogger;
  /** The name of this process in its claims, unique among living processes. */
  readonly owner: string;
  /** The maximum number of turns and deployments in progress; defaults to 1,000. */
  readonly maxTurns?: number;
}

export interface Engine {
  /** The handlers that the platform calls. */
  handlersFor(platform: Platform): Handlers;
  /** Starts claiming. */
  start(): void;
  /** Looks for work immediately, for instance because a platform has connected. */
  wake(): void;
  /** Stops claiming, waits at most `graceMs` for open work, then interrupts it and releases its claims. */
  drain(graceMs: number): Promise<void>;
}

/** Whether the platform can post; if not, its work is left to a process whose platform can. */
function isUp(platform: Platform): boolean {
  const { state } = platform.health();
  return state === 'ready' || state === 'reconnecting';
}

export function createEngine(options: EngineOptions): Engine {
  const { store, clock, owner, platforms, deploy } = options;
  const draining = new AbortController();
  const interrupting = new AbortController();
  const cutting = new AbortController();
  const work = new OpenWork(wake);
  const leases = new Leases(store, owner);
  const guard = createStoreGuard(options, (id) => leases.abandon(id));
  const pacer = createSharedPacer(options.pacer, () => leases.processes);
  const watchBudget = createBudgetWatch(options);
  const claimed = new ClaimedWork({
    ...options,
    pacer,
    watchBudget,
    draining: draining.signal,
    signal: interrupting.signal,
    cut: cutting.signal,
  });
  const claims = new ClaimLoop({
    store,
    owner,
    platforms: () => platforms.filter(isUp).map((platform) => platform.name),
    open: () => work.ids,
    maxOpen: options.maxTurns ?? 1_000,
    before: () => leases.releaseAbandoned(),
    onTurn: (turn) => begin(turn.id, turn.conversation.thread, (platform) => claimed.answer(turn, platform)),
    onDeployment: (deployment) =>
      begin(deployment.id, deployment.request.thread, (platform) => claimed.follow(deployment, platform)),
    onReask: (again) => begin(again.id, again.deployment.request.thread, (platform) => claimed.reask(again, platform)),
    onOldButtons: (old) => begin(old.turn, old.thread, (platform) => claimed.removeButtons(old, platform)),
    guard: claim,
  });
  let loops: readonly Promise<void>[] = [];

  return {
    handlersFor: (platform) => createHandlers(platform, { ...options, onAccepted: wake, guard, watchBudget }),
    start() {
      warmUp(platforms);
      loops = [every(pollMs, poll), every(pollMs, expire), every(leaseMs / 3, renew)];
      wake();
    },
    wake,
    drain,
  };

  function wake(): void {
    claims.wake();
  }

  async function every(waitMs: number, act: () => void | Promise<void>): Promise<void> {
    while (!interrupting.signal.aborted) {
      await clock.wait(waitMs, interrupting.signal);
      if (!interrupting.signal.aborted) await act();
    }
  }

  async function poll(): Promise<void> {
    await guard(() => store.releaseDead());
    wake();
  }

  /** Expires confirmations that nobody pressed in time, and tells their requesters. */
  function expire(): Promise<void> {
    return guard(() => expireConfirmations({ ...options, rules: deploy, platforms: platforms.filter(isUp) }));
  }

  async function renew(): Promise<void> {
    if (work.size > 0) await guard(() => leases.renew(work.ids));
  }

  /** Announces a formerly idle process before it works, so that the others share the rate limits with it immediately. */
  async function claim(act: () => Promise<void>): Promise<void> {
    const wasIdle = work.size === 0;
    await guard(act);
    if (wasIdle) await renew();
  }

  /** Starts the work in the background. */
  function begin(id: string, thread: ThreadRef, act: (platform: Platform) => Promise<void>): void {
    const platform = platforms.find(({ name }) => name === thread.platform);
    if (!platform) throw new TypeError(`claimed for a platform that is not configured: ${thread.platform}`);
    leases.take(id);
    work.add(
      id,
      guard(() => act(platform), id),
    );
  }

  async function drain(graceMs: number): Promise<void> {
    draining.abort();
    const ended = claims.stop().then(() => work.ended());
    await within(ended, graceMs, clock);
    interrupting.abort();
    await within(ended, farewellMs, clock);
    cutting.abort();
    await within(ended, cutMs, clock);
    await Promise.all(loops);
    // A hanging call may still arrive: its turn's claim is left to expire, so that no other process continues before that.
    await guard(() => (work.size === 0 ? store.release(owner) : leases.releaseAbandoned()));
  }
}

interface ClaimedWorkOptions extends Omit<TurnOptions, 'platform' | 'logger'> {
  readonly logger: RootLogger;
  readonly deploy: DeployRules;
  /** The name of this process in its claims. */
  readonly owner: string;
  readonly watchBudget: WatchBudget;
  /** Aborts when the process is shutting down: deployments are then handed over. */
  readonly draining: AbortSignal;
}

/** All fail with StoreError or ClaimLostError. */
class ClaimedWork {
  readonly #options: ClaimedWorkOptions;

  constructor(options: ClaimedWorkOptions) {
    this.#options = options;
  }

  async answer(turn: Turn, platform: Platform): Promise<void> {
    const { store, owner, metrics } = this.#options;
    const { thread } = turn.conversation;
    const logger = this.#logger({ platform: thread.platform, conversation: turn.conversation.id, turn: turn.id });
    if (turn.attempt > 1) metrics.count('takeovers', { platform: thread.platform });
    const outcome = await answer(turn, { ...this.#options, platform, logger }).catch(async (error: unknown) => {
      // The question was asked again, but the signal was lost: release the void claim so that it does not delay the new try.
      if (error instanceof ClaimLostError) await store.release(owner, turn.id);
      throw error;
    });
    if (outcome === 'interrupted' || outcome === 'restarted') await store.release(owner, turn.id);
    // After an outage the claim is left to expire; the platform may be back when the turn is claimed again.
  }

  async follow(deployment: Deployment, platform: Platform): Promise<void> {
    const { deploy: rules, draining: handover } = this.#options;
    const logger = this.#logger({ platform: platform.name, deployment: deployment.id });
    await follow(deployment, { ...this.#options, platform, logger, rules, handover });
    await this.#handOver(deployment.id);
  }

  async reask(claimed: Reask, platform: Platform): Promise<void> {
    const { deploy: rules, draining: signal } = this.#options;
    const logger = this.#logger({ platform: platform.name, deployment: claimed.deployment.id });
    await reask(claimed, { ...this.#options, platform, logger, rules, signal });
    await this.#handOver(claimed.id);
  }

  removeButtons(old: OldButtons, platform: Platform): Promise<void> {
    const logger = this.#logger({ platform: platform.name, turn: old.turn });
    return removeOldButtons(old, { ...this.#options, platform, logger });
  }

  async #handOver(id: string): Promise<void> {
    const { draining, store, owner } = this.#options;
    if (draining.aborted) await store.release(owner, id);
  }

  #logger(fields: Parameters<RootLogger['child']>[0]): RootLogger {
    return this.#options.logger.child(fields);
  }
}

/** The turns and deployments that this process works on, by id. */
class OpenWork {
  readonly #tasks = new Map<string, Promise<void>>();
  readonly #onEnd: () => void;

  /** `onEnd` is called after each task. */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  get size(): number {
    return this.#tasks.size;
  }

  get ids(): readonly string[] {
    return [...this.#tasks.keys()];
  }

  /** The work counts as open until the task ends, which must not reject. */
  add(id: string, task: Promise<void>): void {
    const ended = task.then(() => {
      this.#tasks.delete(id);
      this.#onEnd();
    });
    this.#tasks.set(id, ended);
  }

  /** Resolves when nothing is open. */
  async ended(): Promise<void> {
    while (this.#tasks.size > 0) await Promise.all(this.#tasks.values());
  }
}
