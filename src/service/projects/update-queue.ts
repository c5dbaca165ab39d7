/**
 * The queue of a project's updates, in the store that all processes of a service share. A process claims all open updates of
 * the project and runs one for all of them, since it serves the newest docs; they all get its result. The claim is a lease,
 * so that another process takes over when this one dies.
 */
import { type Clock, endWait, systemClock } from '../../kit/base/clock.ts';
import type { Logger } from '../../kit/base/logger.ts';
import { toLine, unserved } from '../content/page-problem.ts';
import { DocsServerError } from '../errors.ts';
import { createUlid } from '../ids.ts';
import type { ServiceStore } from '../store/store.ts';
import type { UpdateChange } from '../store/updates.ts';
import type { Project, Updated, UpdateLog } from './project.ts';

/** Who requested an update: a client, or the service itself. */
export type UpdateOrigin = 'api' | 'internal';

/** Updates of one project, one at a time. */
export interface UpdateQueue {
  /** Returns the update's id. Fails with StoreError. */
  queue(origin: UpdateOrigin): Promise<string>;
  /** Runs open updates. Call it once, when the project is opened. */
  resume(): void;
  /** Runs updates that other processes left open, and serves docs that they have updated. Call it every few seconds. */
  follow(): void;
  /** Releases open updates to other processes. Resolves when nothing runs. */
  stop(): Promise<void>;
}

export interface UpdateQueueOptions {
  readonly project: Project;
  readonly store: ServiceStore;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Aborts when the service stops: a running update ends immediately and stays open. */
  readonly signal?: AbortSignal;
  /** Called after each run. */
  readonly onEnd?: (state: 'success' | 'failure') => void;
}

/** How long a claim holds; it is renewed three times as often. */
const leaseMs = 15_000;

export function createUpdateQueue(options: UpdateQueueOptions): UpdateQueue {
  return new ProjectUpdates(options);
}

class ProjectUpdates implements UpdateQueue {
  readonly #project: Project;
  readonly #projectId: string;
  readonly #store: ServiceStore;
  readonly #logger: Logger;
  readonly #clock: Clock;
  readonly #onEnd: UpdateQueueOptions['onEnd'];
  /** Names this queue in its claims. */
  readonly #owner: string;
  readonly #ending = new AbortController();
  readonly #stopping: AbortSignal;
  #running: Promise<void> | undefined;
  #runAgain = false;
  /** The newest update whose docs this process serves. */
  #served: string | undefined;

  constructor({ project, store, logger, clock = systemClock, signal, onEnd }: UpdateQueueOptions) {
    this.#project = project;
    this.#projectId = project.settings.id;
    this.#store = store;
    this.#logger = logger;
    this.#clock = clock;
    this.#onEnd = onEnd;
    this.#owner = createUlid(clock.now());
    this.#stopping = signal ? AbortSignal.any([this.#ending.signal, signal]) : this.#ending.signal;
  }

  async queue(source: UpdateOrigin): Promise<string> {
    const queuedAt = this.#clock.now();
    const id = createUlid(queuedAt);
    await this.#store.queueUpdate({ id, project: this.#projectId, source, queuedAt });
    this.#wake();
    return id;
  }

  resume(): void {
    this.#run(() => this.#begin());
  }

  follow(): void {
    this.#run(async () => {
      await this.#runOpen();
      await this.#catchUp();
    });
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
    // Otherwise other processes would wait until the claims expire.
    await this.#store.releaseUpdates(this.#owner).catch((error: unknown) => this.#reportFailure(error));
  }

  /** Starts a run, or makes the current one check once more. */
  #wake(): void {
    this.#runAgain = true;
    this.#run(() => this.#runOpen());
  }

  #run(work: () => Promise<void>): void {
    if (this.#stopping.aborted) return;
    this.#running ??= work()
      // Open updates stay open until the next check.
      .catch((error: unknown) => this.#reportFailure(error))
      .finally(() => {
        this.#running = undefined;
        if (this.#runAgain) this.#wake();
      });
  }

  #reportFailure(error: unknown): void {
    this.#logger.error({ err: error, project: this.#projectId }, 'update queue failed');
  }

  /** A folder has just been read; of a branch, another process may have served a newer commit. */
  async #begin(): Promise<void> {
    await this.#project.begun;
    const newest = await this.#store.newestSuccess(this.#projectId);
    if (!newest?.commit || newest.commit.sha === this.#project.commit()?.sha) this.#served = newest?.id;
    await this.#runOpen();
  }

  /** Runs until no update can be claimed. */
  async #runOpen(): Promise<void> {
    this.#runAgain = false;
    while (!this.#stopping.aborted) {
      const ids = await this.#store.claimUpdates(this.#projectId, this.#owner, leaseMs);
      if (ids.length === 0) return;
      await this.#renewWhile(this.#runFor(ids));
    }
  }

  async #renewWhile(run: Promise<void>): Promise<void> {
    const over = new AbortController();
    const renewing = this.#renewUntil(over.signal);
    try {
      await run;
    } finally {
      endWait(over);
      await renewing;
    }
  }

  async #renewUntil(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await this.#clock.wait(leaseMs / 3, over);
      if (over.aborted) return;
      await this.#store.renewUpdates(this.#owner, leaseMs).catch((error: unknown) => this.#reportFailure(error));
    }
  }

  async #runFor(ids: readonly string[]): Promise<void> {
    const logs: string[] = [];
    const save = (change: UpdateChange): Promise<void> => this.#store.saveUpdates(this.#owner, ids, change);
    const startedAt = this.#clock.now();
    await save({ state: 'in_progress' });
    const end = await this.#update((line, commit) => {
      logs.push(line);
      return save({ state: 'in_progress', logs, ...(commit && { commit }) });
    });
    if (!end) return;
    const endedAt = this.#clock.now();
    await save({ ...end, logs: [...logs, ...(end.logs ?? [])], endedAt });
    if (end.state === 'success') this.#served = ids.at(-1);
    this.#onEnd?.(end.state === 'success' ? 'success' : 'failure');
    const fields = { project: this.#projectId, state: end.state, updates: ids.length, tookMs: endedAt - startedAt };
    this.#logger.info(fields, 'update ended');
  }

  /** undefined: the service is stopping, and another process will run the update again. */
  async #update(log: UpdateLog): Promise<UpdateChange | undefined> {
    try {
      return toSuccess(await this.#project.update(log, this.#stopping));
    } catch (error) {
      if (this.#stopping.aborted) return undefined;
      const isExpected = error instanceof DocsServerError;
      const reason = isExpected ? error.message : 'The docs could not be read.';
      this.#logger[isExpected ? 'warn' : 'error']({ err: error, project: this.#projectId, reason }, 'update failed');
      const left = this.#project.corpus() ? ' The previous docs are still served.' : '';
      const logs = isExpected ? error.lines.slice(0, maxLoggedProblems) : [];
      return { state: 'failure', summary: `${reason}${left}`, logs };
    }
  }

  /** Serves what another process has served since. */
  async #catchUp(): Promise<void> {
    const newest = await this.#store.newestSuccess(this.#projectId);
    if (!newest || newest.id === this.#served) return;
    const fields = { project: this.#projectId };
    try {
      await this.#project.update(async () => {}, this.#stopping);
      this.#served = newest.id;
      this.#logger.info(fields, 'update of another process served');
    } catch (error) {
      if (!(error instanceof DocsServerError)) throw error;
      if (!this.#stopping.aborted) this.#logger.warn({ err: error, ...fields }, 'update of another process failed');
    }
  }
}

const maxLoggedProblems = 200;

function toSuccess({ reading: { pages, problems }, commit }: Updated): UpdateChange {
  const logs = problems.slice(0, maxLoggedProblems).map(toLine);
  const unread = unserved(problems).length;
  const left = unread === 0 ? '' : `, ${unread} could not be read`;
  const served = pages.length === 1 ? '1 page is served' : `${pages.length} pages are served`;
  return { state: 'success', summary: `${served}${left}.`, logs, ...(commit && { commit }) };
}

/** A project with its updates. */
export interface UpdatableProject {
  readonly project: Project;
  readonly updates: UpdateQueue;
}
