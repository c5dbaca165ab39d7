/**
 * The queue of a project's updates. In: wishes for an update. Out: what became of each. Kept in the store, so a restart
 * goes on with what was open.
 *
 * queued: waits for the update before it. in_progress: the docs are built beside those that are served. success: swapped.
 * failure: the docs from before are still served, `summary` says why. Of updates that wait, only the newest runs: it
 * serves what the others would have served, and they end as it does.
 */
import type { Logger } from '../../base/logger.ts';
import type { ServiceStore } from '../../store/service/store.ts';
import type { StoredUpdate, UpdateChange } from '../../store/service/updates.ts';
import { toLine } from '../content/page-problem.ts';
import { DocsServerError } from '../errors.ts';
import { createUlid } from '../ids.ts';
import type { Project, Updated, UpdateLog } from './project.ts';

/** Who wants an update: a request, or the service itself. */
export type UpdateOrigin = 'api' | 'internal';

/** Updates of one project, one at a time. */
export interface UpdateQueue {
  /** The update's id. Fails with StoreError. */
  queue(origin: UpdateOrigin): Promise<string>;
  /** Goes on with what a former process left open. Call it once, when the project is served. */
  resume(): void;
  /** Serves what another process on the same database has served since. */
  follow(): void;
  /** Ends what can be ended, leaves the rest to the next process. Resolves when nothing runs. */
  stop(): Promise<void>;
}

export interface UpdateQueueOptions {
  readonly project: Project;
  readonly store: ServiceStore;
  readonly logger: Logger;
  readonly now: () => number;
  /** Told of each end, for who counts. */
  readonly onEnd?: (state: 'success' | 'failure') => void;
}

export function createUpdateQueue({ project, store, logger, now, onEnd }: UpdateQueueOptions): UpdateQueue {
  const { id: projectId } = project.settings;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let again = false;
  /** The newest update whose docs this process serves. */
  let served: string | undefined;

  /** Starts the one run, or has it look once more. */
  function wake(): void {
    again = true;
    run(runAll);
  }

  function run(work: () => Promise<void>): void {
    running ??= work()
      .catch((error: unknown) => {
        // The store does not answer: what is open stays so, and is taken up with the next update or start.
        logger.error({ err: error, project: projectId }, 'updates cannot go on');
      })
      .finally(() => {
        running = undefined;
        if (again && !stopping.signal.aborted) wake();
      });
  }

  async function runAll(): Promise<void> {
    again = false;
    for (;;) {
      const open = await store.openUpdates(projectId);
      if (open.length === 0 || stopping.signal.aborted) return;
      await runOnce(open);
    }
  }

  /** A folder was read just now; of a branch, an older commit may be served here than elsewhere. */
  async function begin(): Promise<void> {
    await project.begun;
    const newest = await store.newestSuccess(projectId);
    if (!newest?.commit || newest.commit.sha === project.commit()?.sha) served = newest?.id;
    await runAll();
  }

  async function catchUp(): Promise<void> {
    const newest = await store.newestSuccess(projectId);
    if (!newest || newest.id === served) return;
    try {
      await project.update(async () => {}, stopping.signal);
      served = newest.id;
      logger.info({ project: projectId }, 'update of another process served');
    } catch (error) {
      if (!(error instanceof DocsServerError)) throw error;
      if (!stopping.signal.aborted) logger.warn({ err: error, project: projectId }, 'update of another process failed');
    }
  }

  async function runOnce(open: readonly StoredUpdate[]): Promise<void> {
    const ids = open.map((each) => each.id);
    const logs: string[] = [];
    const log: UpdateLog = (line, commit) => {
      logs.push(line);
      return store.saveUpdates(ids, { state: 'in_progress', logs, ...(commit && { commit }) });
    };
    const startedAt = now();
    await store.saveUpdates(ids, { state: 'in_progress' });
    const end = await endOf(log);
    if (!end) return;
    await store.saveUpdates(ids, { ...end, logs: [...logs, ...(end.logs ?? [])], endedAt: now() });
    if (end.state === 'success') served = ids.at(-1);
    onEnd?.(end.state === 'success' ? 'success' : 'failure');
    logger.info(
      { project: projectId, state: end.state, updates: ids.length, tookMs: now() - startedAt },
      'update ended',
    );
  }

  /** undefined: the service stops, and the next process begins it anew. */
  async function endOf(log: UpdateLog): Promise<UpdateChange | undefined> {
    try {
      return toSuccess(await project.update(log, stopping.signal));
    } catch (error) {
      if (stopping.signal.aborted) return undefined;
      const expected = error instanceof DocsServerError;
      const reason = expected ? error.message : 'The docs could not be read.';
      logger[expected ? 'warn' : 'error']({ err: error, project: projectId, reason }, 'update failed');
      const left = project.corpus() ? ' The docs from before are still served.' : '';
      const logs = expected ? error.lines.slice(0, maxLoggedProblems) : [];
      return { state: 'failure', summary: `${reason}${left}`, logs };
    }
  }

  return {
    async queue(origin) {
      const id = createUlid(now());
      await store.queueUpdate({ id, project: projectId, source: origin, queuedAt: now() });
      wake();
      return id;
    },
    resume: () => run(begin),
    follow: () => run(catchUp),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

const maxLoggedProblems = 200;

function toSuccess({ reading: { pages, problems }, commit }: Updated): UpdateChange {
  const logs = problems.slice(0, maxLoggedProblems).map(toLine);
  const left = problems.length === 0 ? '' : `, ${problems.length} could not be read`;
  const served = pages.length === 1 ? '1 page is served' : `${pages.length} pages are served`;
  return { state: 'success', summary: `${served}${left}.`, logs, ...(commit && { commit }) };
}

/** A project with its updates. */
export interface UpdatableProject {
  readonly project: Project;
  readonly updates: UpdateQueue;
}
