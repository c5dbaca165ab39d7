/**
 * Accept a question once, one turn at a time per conversation, recover, drain. In: questions and deployments from the
 * platforms. Out: turns and deployments worked on by this process. Effects: through the ports alone.
 *
 * The store is the queue. accepting: a question is one transaction, and its platform is acknowledged after it. claiming:
 * whenever something was accepted or ended, and every few seconds, the engine claims what is open: the oldest turn whose
 * conversation has no earlier open one. A claim is an owner and a time; it is renewed while this process lives, and one
 * that ran out is claimed by anybody, so a restart and another replica's death are the same case. draining: nothing more
 * is claimed, and what is accepted meanwhile is left to the next process; what is open gets the grace time, then its reply
 * says so and its claim is released; a platform that hangs is not waited for, and what it may still do late keeps its claim
 * until that runs out.
 */
import type { Clock } from '../../base/clock.ts';
import type { RootLogger } from '../../base/logger.ts';
import type { Deployment, DeploymentRequest, Question, Turn } from '../model/conversation.ts';
import { ClaimLostError, StoreError } from '../model/errors.ts';
import * as wording from '../model/wording.ts';
import type { Assistant } from '../ports/assistant.ts';
import type { Handlers, Platform } from '../ports/platform.ts';
import type { Store } from '../ports/store.ts';
import type { Metrics } from '../ports/telemetry.ts';
import type { Pacer } from '../rate-limits/pacer.ts';
import { createSharedPacer } from '../rate-limits/replica-share.ts';
import { type DeployRules, follow, refusal } from './deployments.ts';
import { answer, type TurnOptions } from './turn.ts';

/** A claim holds this long; it is renewed three times as often. */
const leaseMs = 30_000;
/** How long interrupted replies have to say so, and what hangs then has to end. */
const farewellMs = 2_500;
const cutMs = 1_000;
/** How often the engine looks for what others left. */
const lookMs = 5_000;

export interface EngineOptions {
  readonly platforms: readonly Platform[];
  readonly assistant: Assistant;
  readonly deploy: DeployRules;
  readonly store: Store;
  readonly pacer: Pacer;
  readonly clock: Clock;
  readonly logger: RootLogger;
  readonly metrics: Metrics;
  /** Names this process in its claims; no other living process has the same. */
  readonly owner: string;
  /** From the asker's id to the id that the assistant gets. */
  fingerprint(asker: string): string;
  /** Turns worked on at once: 1,000, if nothing else is said. */
  readonly maxTurns?: number;
}

export interface Engine {
  /** What a platform calls. */
  handlersFor(platform: Platform): Handlers;
  /** Begins to claim. */
  start(): void;
  /** Something may be there to claim that was not: a platform is up. */
  look(): void;
  /** Claims no more, waits at most `graceMs` for what is open, then interrupts it and releases its claims. */
  drain(graceMs: number): Promise<void>;
}

/** What a platform that is not there should show is left to a process whose platform is. */
function isUp(platform: Platform): boolean {
  const { state } = platform.health();
  return state === 'ready' || state === 'reconnecting';
}

export function createEngine(options: EngineOptions): Engine {
  const { store, clock, logger, metrics, owner, platforms, deploy } = options;
  const maxTurns = options.maxTurns ?? 1_000;
  const draining = new AbortController();
  const interrupting = new AbortController();
  const cutting = new AbortController();
  /** What this process works on, by id. */
  const open = new Map<string, Promise<void>>();
  /** What it gave up because the store failed, and still has claims on. */
  const dropped = new Set<string>();
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let loops: readonly Promise<void>[] = [];
  /** Those that have work, this one counted. */
  let processes = 1;
  const pacer = createSharedPacer(options.pacer, () => processes);

  return { handlersFor, start, look, drain };

  function handlersFor(platform: Platform): Handlers {
    return {
      question: (question) => accept(question),
      deployment: (request) => acceptDeployment(request, platform),
      stop: (place) => copingWithStore(() => store.stop(place)),
      readCursors: {
        load: () => store.readCursors(platform.name),
        save: (until) => store.saveReadCursors(platform.name, until),
      },
      shards: {
        async lease(count, apartMs) {
          const until = clock.now() + leaseMs;
          const now = await store.now();
          const holding = { platform: platform.name, owner, count, apartMs, now, until: now + leaseMs };
          return { ...(await store.leaseShards(holding)), until };
        },
        release: (shards) => store.releaseShards(platform.name, owner, shards),
      },
    };
  }

  async function accept(question: Question): ReturnType<Handlers['question']> {
    const { result } = await store.accept(question);
    metrics.count('questions', { platform: question.thread.platform, result });
    if (result === 'accepted') look();
    return result;
  }

  async function acceptDeployment(request: DeploymentRequest, platform: Platform): ReturnType<Handlers['deployment']> {
    const sentence = await refusal(request, deploy, platform);
    if (sentence !== undefined) return { accepted: false, sentence };
    await store.acceptDeployment(request);
    look();
    return { accepted: true, sentence: wording.deploymentTaken };
  }

  function start(): void {
    loops = [renew(), every(lookMs, look), every(leaseMs / 3, renew)];
    look();
  }

  async function every(waitMs: number, act: () => void | Promise<void>): Promise<void> {
    while (!interrupting.signal.aborted) {
      await clock.wait(waitMs, interrupting.signal);
      if (!interrupting.signal.aborted) await act();
    }
  }

  /** Who has no work spends none of the budgets, and says nothing: then the others share without it. */
  async function renew(): Promise<void> {
    if (open.size === 0) return;
    await copingWithStore(async () => {
      const now = await store.now();
      await store.renew(owner, [...open.keys()], now + leaseMs);
      processes = await store.announce(owner, now, now + leaseMs);
    });
  }

  /** Claims all that may be claimed; calls that come while it does are one more look after it. */
  function look(): void {
    if (draining.signal.aborted) return;
    lookAgain = true;
    looking ??= claimAll().finally(() => {
      looking = undefined;
      if (lookAgain && open.size < maxTurns) look();
    });
  }

  async function claimAll(): Promise<void> {
    const hadWork = open.size > 0;
    await copingWithStore(async () => {
      while (lookAgain) {
        lookAgain = false;
        await releaseDropped();
        while (await claimOne()) lookAgain = true;
      }
    });
    if (!hadWork) await renew();
    // A store that failed is looked at again in a while, not at once.
  }

  /** The store is back: what was given up goes on at once, here or elsewhere, and not when its claim runs out. */
  async function releaseDropped(): Promise<void> {
    for (const id of dropped) {
      await store.release(owner, id);
      dropped.delete(id);
    }
  }

  /** Whether there was something to claim. */
  async function claimOne(): Promise<boolean> {
    if (draining.signal.aborted || open.size >= maxTurns) return false;
    const now = await store.now();
    const names = platforms.filter(isUp).map((platform) => platform.name);
    const busy = [...open.keys()];
    const turn = await store.claimTurn(owner, now, now + leaseMs, names, busy);
    if (turn) {
      work(turn.id, turn.conversation.thread.platform, (platform) => runTurn(turn, platform));
      return true;
    }
    const deployment = await store.claimDeployment(owner, now, now + leaseMs, names, busy);
    if (deployment) {
      work(deployment.id, deployment.request.thread.platform, (platform) => runDeployment(deployment, platform));
      return true;
    }
    return false;
  }

  /** Does it in the background; `open` holds it until it is over. */
  function work(id: string, name: string, act: (platform: Platform) => Promise<void>): void {
    const platform = platforms.find((each) => each.name === name);
    if (!platform) throw new TypeError(`claimed for a platform that is not here: ${name}`);
    dropped.delete(id);
    const task = copingWithStore(() => act(platform), id).finally(() => {
      open.delete(id);
      look();
    });
    open.set(id, task);
  }

  async function runTurn(turn: Turn, platform: Platform): Promise<void> {
    const { thread } = turn.conversation;
    const child = logger.child({ platform: thread.platform, conversation: turn.conversation.id, turn: turn.id });
    if (turn.tries > 1) metrics.count('takeovers', { platform: thread.platform });
    const outcome = await answer(turn, { ...toolsFor(platform, child), assistant: options.assistant });
    if (outcome === 'by us') await store.release(owner, turn.id);
    // After an outage its claim runs out, and whoever claims it then may find the platform back.
  }

  async function runDeployment(deployment: Deployment, platform: Platform): Promise<void> {
    const child = logger.child({ platform: platform.name, deployment: deployment.id });
    await follow(deployment, { ...toolsFor(platform, child), ...(deploy.deployer && { deployer: deploy.deployer }) });
    if (interrupting.signal.aborted) await store.release(owner, deployment.id);
  }

  function toolsFor(platform: Platform, child: RootLogger): Omit<TurnOptions, 'assistant'> {
    const { fingerprint } = options;
    const signals = { signal: interrupting.signal, cut: cutting.signal };
    return { platform, store, pacer, clock, logger: child, metrics, fingerprint, ...signals };
  }

  /** A store that fails ends the act, not the process: its claim is released when the store is back, or runs out. */
  async function copingWithStore(act: () => Promise<void>, id?: string): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (error instanceof ClaimLostError) {
        metrics.count('claims_lost');
        logger.warn({ id }, 'another process took over');
        return;
      }
      const known = error instanceof StoreError;
      if (id !== undefined) dropped.add(id);
      metrics.count('store_failures');
      logger[known ? 'warn' : 'error']({ err: error, ...(id && { id }) }, known ? 'the store failed' : 'a defect');
    }
  }

  async function drain(graceMs: number): Promise<void> {
    draining.abort();
    await endedWithin(graceMs);
    interrupting.abort();
    await endedWithin(farewellMs);
    cutting.abort();
    // A platform that does not answer keeps nobody.
    await endedWithin(cutMs);
    await Promise.all(loops);
    // What is still under way may arrive late: its claim runs out by itself, so that nobody goes on before that.
    await copingWithStore(() => (open.size === 0 ? store.release(owner) : releaseDropped()));
  }

  async function endedWithin(waitMs: number): Promise<void> {
    const over = new AbortController();
    await Promise.race([ended(), clock.wait(waitMs, over.signal)]);
    over.abort();
  }

  async function ended(): Promise<void> {
    await looking;
    while (open.size > 0) await Promise.all(open.values());
  }
}
