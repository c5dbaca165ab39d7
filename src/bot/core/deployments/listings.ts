/** The replies to `status`, `latest` and `history`, which start nothing. */

import type { Logger } from '../../../kit/base/logger.ts';
import type { Wording } from '../../wording/wording.ts';
import type { ThreadRef } from '../model/conversation.ts';
import type { DeploymentRecord, PrivateReply } from '../model/deployment.ts';
import { DeployError } from '../model/errors.ts';
import { plain, say } from '../model/plain-text.ts';
import { isVisible, type SeenFromOptions, seenFrom } from '../people/seen-from.ts';
import type { Store } from '../ports/store.ts';
import type { Project } from './projects.ts';
import { fromRecord, toLine, toReport, toStatusReport } from './report.ts';

interface ListingOptions extends Pick<SeenFromOptions, 'platforms'> {
  readonly wording: Wording;
  readonly store: Store;
  readonly logger: Logger;
}

/** How many of the newest deployments are searched for those that may be shown. */
const maxScanned = 100;

/** The newest `count` deployments of a project that may be shown in this place. Fails with StoreError. */
export async function listVisible(
  project: Project,
  count: number,
  here: ThreadRef,
  options: Pick<ListingOptions, 'store' | 'platforms'>,
): Promise<readonly DeploymentRecord[]> {
  const seen = await seenFrom(here, options);
  const newest = await options.store.listDeployments(project.name, seen.apart.length > 0 ? maxScanned : count);
  return newest.filter(({ request }) => isVisible(request.thread, seen)).slice(0, count);
}

/** Queries the service only for a typed status id, since our own deployments are followed anyway. */
export async function statusReply(
  project: Project,
  statusId: string | undefined,
  here: ThreadRef,
  options: ListingOptions,
): Promise<PrivateReply> {
  const { wording } = options;
  if (statusId !== undefined) return say(await statusOf(project, statusId, options));
  const [newest] = await listVisible(project, 1, here, options);
  if (!newest) return say(wording.say('deploy.none', { project: plain(project.title) }));
  return say(
    toReport(fromRecord(newest), { ...project, project: project.title, request: newest.request, wording }).text,
  );
}

/** Slack and Discord require a response within seconds. */
const statusMs = 1_000;

async function statusOf(
  { deployer, title, service }: Project,
  statusId: string,
  { wording, logger }: ListingOptions,
): Promise<string> {
  try {
    const status = await deployer.status(statusId, AbortSignal.timeout(statusMs));
    return status
      ? toStatusReport(statusId, status, wording)
      : wording.say('deploy.noStatus', { project: plain(title), service });
  } catch (error) {
    if (!(error instanceof DeployError)) throw error;
    logger.warn({ code: error.code, status: error.status, err: error }, 'status of a deployment not read');
    return wording.say(`deployFailure.${error.code}`);
  }
}

/** A project has at most one open deployment, so at least one of the newest two has ended. */
const newestTwo = 2;

export async function latestReply(project: Project, here: ThreadRef, options: ListingOptions): Promise<PrivateReply> {
  const { wording } = options;
  const newest = await listVisible(project, newestTwo, here, options);
  const latest = newest.find(({ endedAt }) => endedAt !== undefined);
  if (!latest) return say(wording.say('deploy.none', { project: plain(project.title) }));
  return say(
    toReport(fromRecord(latest), { ...project, project: project.title, request: latest.request, wording }).text,
  );
}

export async function historyReply(
  project: Project,
  count: number,
  here: ThreadRef,
  options: ListingOptions,
): Promise<PrivateReply> {
  const { wording } = options;
  const newest = await listVisible(project, count, here, options);
  if (newest.length === 0) return say(wording.say('deploy.none', { project: plain(project.title) }));
  return say(newest.map((record) => `- ${toLine(record, wording)}`).join('\n'));
}
