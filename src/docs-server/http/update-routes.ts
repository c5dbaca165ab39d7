/**
 * POST update -> the project's docs fetched and read again; its status. In: requests with a deploy key. Out: 202 with a
 * status id, and what became of it.
 */
import type { Hono } from 'hono';
import type { ServiceStore } from '../../store/service/store.ts';
import type { StoredUpdate } from '../../store/service/updates.ts';
import type { UpdateStatusBody } from '../../wire/api.ts';
import { isUlid } from '../ids.ts';
import type { CheckKey } from '../keys.ts';
import type { UpdatableProject } from '../projects/update-queue.ts';
import { refuse } from './requests.ts';

/** What the update operations need. */
export interface UpdateRoutesOptions {
  /** By project id. */
  readonly projects: ReadonlyMap<string, UpdatableProject>;
  readonly checkKey: CheckKey;
  readonly store: ServiceStore;
}

/** Adds `POST /v1/project/update/{projectId}` and `GET /v1/project/update-status/{statusId}`. */
export function addUpdateRoutes(app: Hono, { projects, checkKey, store }: UpdateRoutesOptions): void {
  app.post('/v1/project/update/:projectId', async (context) => {
    const caller = await checkKey(context.req.header('authorization'), 'deploy');
    if ('status' in caller) return refuse(context, caller.status, caller.sentence);
    const deployable = projects.get(context.req.param('projectId'));
    if (!deployable) return refuse(context, 404, 'There is no such project.');
    if (deployable.project.organization !== caller.organization) {
      return refuse(context, 403, 'This API key belongs to another organization than this project.');
    }
    return context.json({ statusId: await deployable.updates.queue('api') }, 202);
  });
  app.get('/v1/project/update-status/:statusId', async (context) => {
    const caller = await checkKey(context.req.header('authorization'), 'deploy');
    if ('status' in caller) return refuse(context, caller.status, caller.sentence);
    const id = context.req.param('statusId');
    const update = isUlid(id) ? await store.findUpdate(id) : undefined;
    const isTheirs = update && projects.get(update.project)?.project.organization === caller.organization;
    return isTheirs ? context.json(toStatus(update)) : refuse(context, 404, 'There is no such update.');
  });
}

function toStatus({
  id,
  project,
  state,
  queuedAt,
  endedAt,
  summary,
  logs,
  source,
  commit,
}: StoredUpdate): UpdateStatusBody {
  return {
    _id: id,
    projectId: project,
    status: state,
    createdAt: new Date(queuedAt).toISOString(),
    ...(endedAt !== undefined && { endedAt: new Date(endedAt).toISOString() }),
    ...(summary !== undefined && { summary }),
    logs,
    source,
    ...(commit && { commit }),
  };
}
