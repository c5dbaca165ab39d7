/** Answers to `status`, `latest` and `history`. None of them starts anything. */
import type { PrivateReply } from '../model/deployment.ts';
import * as wording from '../model/deployment-wording.ts';
import { DeployError } from '../model/errors.ts';
import type { Store } from '../ports/store.ts';
import { plain, say } from './plain-text.ts';
import type { Project } from './projects.ts';
import { fromRecord, toLine, toReport, toStatusReport } from './report.ts';

interface ListingOptions {
  readonly store: Store;
}

/** The service is asked only for a status id that somebody typed; its own deployments are followed anyway. */
export async function statusReply(
  project: Project,
  statusId: string | undefined,
  { store }: ListingOptions,
): Promise<PrivateReply> {
  if (statusId !== undefined) return say(await statusOf(project, statusId));
  const [newest] = await store.listDeployments(project.name, 1);
  if (!newest) return say(wording.noDeployments(plain(project.title)));
  return say(toReport(fromRecord(newest), { ...project, project: project.title, request: newest.request }).text);
}

/** Slack and Discord want an answer within seconds. */
const statusMs = 1_000;

async function statusOf({ deployer, title, service }: Project, statusId: string): Promise<string> {
  try {
    const status = await deployer.status(statusId, AbortSignal.timeout(statusMs));
    return status ? toStatusReport(statusId, status) : wording.noSuchStatus(plain(title), service);
  } catch (error) {
    if (error instanceof DeployError) return wording.deployFailure(error.code);
    throw error;
  }
}

/** So many open ones at most precede one that has ended: there is one open deployment of a project. */
const newestTwo = 2;

export async function latestReply(project: Project, { store }: ListingOptions): Promise<PrivateReply> {
  const newest = await store.listDeployments(project.name, newestTwo);
  const latest = newest.find(({ endedAt }) => endedAt !== undefined);
  if (!latest) return say(wording.noDeployments(plain(project.title)));
  return say(toReport(fromRecord(latest), { ...project, project: project.title, request: latest.request }).text);
}

export async function historyReply(project: Project, count: number, { store }: ListingOptions): Promise<PrivateReply> {
  const newest = await store.listDeployments(project.name, count);
  if (newest.length === 0) return say(wording.noDeployments(plain(project.title)));
  return say(newest.map((record) => `- ${toLine(record)}`).join('\n'));
}
