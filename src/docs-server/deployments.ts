/**
 * POST update -> the folder read again; its status. In: requests with the deploy key. Out: 202 with a status id, and
 * what became of it.
 *
 * queued: waits for the update before it. in_progress: the folder is read beside the docs that are served. success:
 * swapped. failure: the docs from before are still served, `summary` says why. Of updates that wait, only the newest
 * runs: it reads what the others would have read.
 */
import type { Hono } from 'hono';
import type { UpdateStatusBody } from '../wire/api.ts';
import type { Corpus, Logger, Reading } from './corpus.ts';
import { DocsServerError } from './errors.ts';
import { hasKey, refuse } from './requests.ts';
import { createUlid } from './threads.ts';

/** What the update operations need. */
export interface DeploymentsOptions {
  readonly projectId: string;
  readonly key: string;
  readonly corpus: Corpus;
  readonly logger: Logger;
}

/** Updates in progress. */
export interface Deployments {
  /** Resolves when nothing is being read any more. */
  idle(): Promise<void>;
}

/** Adds `POST /v1/project/update/{projectId}` and `GET /v1/project/update-status/{statusId}`. */
export function addDeployments(app: Hono, options: DeploymentsOptions): Deployments {
  const updates = createUpdates(options);
  app.post('/v1/project/update/:projectId', (context) => {
    if (!hasKey(context, options.key)) return refuse(context, 401, 'The API key is missing or wrong.');
    if (context.req.param('projectId') !== options.projectId) return refuse(context, 404, 'There is no such project.');
    return context.json({ statusId: updates.queue() }, 202);
  });
  app.get('/v1/project/update-status/:statusId', (context) => {
    if (!hasKey(context, options.key)) return refuse(context, 401, 'The API key is missing or wrong.');
    const status = updates.status(context.req.param('statusId'));
    return status ? context.json(status) : refuse(context, 404, 'There is no such update.');
  });
  return updates;
}

/** Old updates are forgotten beyond this. */
const maxKept = 1_000;

interface Updates extends Deployments {
  queue(): string;
  status(statusId: string): UpdateStatusBody | undefined;
}

function createUpdates({ projectId, corpus, logger }: DeploymentsOptions): Updates {
  const updates = new Map<string, UpdateStatusBody>();
  let waiting: readonly string[] = [];
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;

  return {
    queue() {
      const _id = createUlid(Date.now());
      updates.set(_id, { _id, projectId, status: 'queued', createdAt: new Date().toISOString(), source: 'api' });
      const [oldest] = updates.keys();
      if (updates.size > maxKept && oldest !== undefined) updates.delete(oldest);
      waiting = [...waiting, _id];
      if (!isRunning) running = runAll();
      return _id;
    },
    status: (statusId) => updates.get(statusId),
    idle: () => running,
  };

  async function runAll(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      const ids = waiting;
      waiting = [];
      for (const id of ids) change(id, { status: 'in_progress' });
      const end = await run();
      for (const id of ids) change(id, { ...end, endedAt: new Date().toISOString() });
    }
    isRunning = false;
  }

  function change(id: string, fields: Partial<UpdateStatusBody>): void {
    const update = updates.get(id);
    if (update) updates.set(id, { ...update, ...fields });
  }

  async function run(): Promise<Pick<UpdateStatusBody, 'status' | 'summary' | 'logs'>> {
    try {
      return toSuccess(await corpus.reload());
    } catch (error) {
      const expected = error instanceof DocsServerError;
      logger[expected ? 'warn' : 'error']({ err: error }, 'update failed');
      const reason = expected ? error.message : 'The docs could not be read.';
      return { status: 'failure', summary: `${reason} The docs from before are still served.` };
    }
  }
}

function toSuccess({ pages, problems }: Reading): Pick<UpdateStatusBody, 'status' | 'summary' | 'logs'> {
  const logs = problems.map((problem) => `${problem.file}: ${problem.reason}`);
  const left = problems.length === 0 ? '' : `, ${problems.length} could not be read`;
  return { status: 'success', summary: `${pages.length} pages are served${left}.`, logs };
}
