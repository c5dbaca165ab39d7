/** The update operations: start an update of a project's docs, and read its status. */
import type { Hono, MiddlewareHandler } from 'hono';
import type { UpdateStatusBody } from '../../kit/wire/api.ts';
import { isUlid } from '../ids.ts';
import type { UpdatableProject } from '../projects/update-queue.ts';
import type { ServiceStore } from '../store/store.ts';
import type { StoredCommit, StoredUpdate } from '../store/updates.ts';
import type { Admitted } from './middleware.ts';
import { Refusal, refuseOtherMethods } from './requests.ts';

export interface UpdateRoutesOptions {
  /** By project id. */
  readonly projects: ReadonlyMap<string, UpdatableProject>;
  readonly admit: MiddlewareHandler<Admitted>;
  readonly store: ServiceStore;
}

const updatePath = '/v1/project/update/:projectId';
const statusPath = '/v1/project/update-status/:statusId';

/** Adds `POST /v1/project/update/{projectId}` and `GET /v1/project/update-status/{statusId}`. */
export function addUpdateRoutes(app: Hono, { projects, admit, store }: UpdateRoutesOptions): void {
  app.post(updatePath, admit, async (context) => {
    const { organization } = context.get('caller');
    const updatable = projects.get(context.req.param('projectId'));
    if (!updatable) throw new Refusal(404, 'There is no such project.');
    if (updatable.project.organization !== organization) {
      throw new Refusal(403, 'This API key belongs to a different organization than this project.');
    }
    return context.json({ statusId: await updatable.updates.queue('api') }, 202);
  });
  app.all(updatePath, refuseOtherMethods('POST'));
  app.get(statusPath, admit, async (context) => {
    const { organization } = context.get('caller');
    const id = context.req.param('statusId');
    const update = isUlid(id) ? await store.findUpdate(id) : undefined;
    const isTheirs = update && projects.get(update.project)?.project.organization === organization;
    if (!isTheirs) throw new Refusal(404, 'There is no such update.');
    return context.json(toStatus(update));
  });
  app.all(statusPath, refuseOtherMethods('GET, HEAD'));
}

function toStatus(update: StoredUpdate): UpdateStatusBody {
  const { id, project, state, queuedAt, endedAt, summary, logs, source, commit } = update;
  return {
    _id: id,
    projectId: project,
    status: state,
    createdAt: new Date(queuedAt).toISOString(),
    ...(endedAt !== undefined && { endedAt: new Date(endedAt).toISOString() }),
    ...(summary !== undefined && { summary }),
    logs,
    source,
    ...(commit && toCommit(commit)),
  };
}

function toCommit({ author, ...commit }: StoredCommit): Pick<UpdateStatusBody, 'author' | 'commit'> {
  return { ...(author !== undefined && { author: { name: author } }), commit };
}
