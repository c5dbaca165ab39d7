/** Answers to `status`, `latest` and `history`. None of them starts anything. */

import type { Wording } from '../../wording/wording.ts';
import type { PrivateReply } from '../model/deployment.ts';
import { DeployError } from '../model/errors.ts';
import { plain, say } from '../model/plain-text.ts';
import type { Store } from '../ports/store.ts';
import type { Project } from './projects.ts';
import { fromRecord, toLine, toReport, toStatusReport } from './report.ts';

interface ListingOptions {
  readonly wording: Wording;
  readonly store: Store;
}

/** The service is asked only for a status id that somebody typed; its own deployments are followed anyway. */
export async function statusReply(
  project: Project,
  statusId: string | undefined,
  { store, wording }: ListingOptions,
): Promise<PrivateReply> {
  if (statusId !== undefined) return say(await statusOf(project, statusId, wording));
  const [newest] = await store.listDeployments(project.name, 1);
  if (!newest) return say(wording.say('deploy.none', { project: plain(project.title) }));
  return say(
    toReport(fromRecord(newest), { ...project, project: project.title, request: newest.request, wording }).text,
  );
}

/** Slack and Discord want an answer within seconds. */
const statusMs = 1_000;

async function statusOf({ deployer, title, service }: Project, statusId: string, wording: Wording): Promise<string> {
  try {
    const status = await deployer.status(statusId, AbortSignal.timeout(statusMs));
    return status
      ? toStatusReport(statusId, status, wording)
      : wording.say('deploy.noStatus', { project: plain(title), service });
  } catch (error) {
    if (error instanceof DeployError) return wording.say(`deployFailure.${error.code}`);
    throw error;
  }
}

/** So many open ones at most precede one that has ended: there is one open deployment of a project. */
const newestTwo = 2;

export async function latestReply(project: Project, { store, wording }: ListingOptions): Promise<PrivateReply> {
  const newest = await store.listDeployments(project.name, newestTwo);
  const latest = newest.find(({ endedAt }) => endedAt !== undefined);
  if (!latest) return say(wording.say('deploy.none', { project: plain(project.title) }));
  return say(
    toReport(fromRecord(latest), { ...project, project: project.title, request: latest.request, wording }).text,
  );
}

export async function historyReply(
  project: Project,
  count: number,
  { store, wording }: ListingOptions,
): Promise<PrivateReply> {
  const newest = await store.listDeployments(project.name, count);
  if (newest.length === 0) return say(wording.say('deploy.none', { project: plain(project.title) }));
  return say(newest.map((record) => `- ${toLine(record, wording)}`).join('\n'));
}
