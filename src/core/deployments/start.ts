/** Starts a deployment, or joins the one that runs: of one project one runs at a time. */
import type { Logger } from '../../base/logger.ts';
import type { DeploymentRequest, ThreadRef } from '../model/conversation.ts';
import type { DeploymentRecord, PrivateReply } from '../model/deployment.ts';
import * as wording from '../model/deployment-wording.ts';
import type { Platform } from '../ports/platform.ts';
import type { Route } from '../ports/routing.ts';
import { type AuditTools, record } from './audit.ts';
import type { Refusal } from './authorization.ts';
import { lockReply } from './locks.ts';
import { plain, say, timeOfDay } from './plain-text.ts';
import type { DeployRules, Project } from './projects.ts';
import { nameOf } from './report.ts';

/** What commands and presses need. */
export interface CommandOptions extends AuditTools {
  readonly platform: Platform;
  /** Those of this process: a running deployment may be followed on another one. */
  readonly platforms: readonly Platform[];
  readonly rules: DeployRules;
  readonly logger: Logger;
  /** What the rules of this place say. */
  routeFor(thread: ThreadRef): Pick<Route, 'mode' | 'project'>;
  /** A deployment was stored. */
  onAccepted(): void;
}

/** Starts a deployment, unless the project is locked or one is running. */
export async function start(
  project: Project,
  request: DeploymentRequest,
  options: CommandOptions,
): Promise<PrivateReply> {
  const { store, onAccepted } = options;
  const { result } = await store.acceptDeployment(request, project.name);
  if (result === 'accepted') {
    await record('started', request, { project: project.name }, options);
    onAccepted();
  }
  if (result === 'accepted' || result === 'duplicate') return say(wording.deploymentTaken(plain(project.title)));
  // What was in the way may have gone meanwhile.
  return (await inTheWay(project, request, options)) ?? say(wording.nothingToRunAfter);
}

/** Why the project cannot be deployed now: it is locked, or a deployment of it runs. undefined: it can. */
export async function inTheWay(
  project: Project,
  request: DeploymentRequest,
  options: CommandOptions,
): Promise<PrivateReply | undefined> {
  const lock = await lockReply(project, options);
  if (lock) return lock;
  const [newest] = await options.store.listDeployments(project.name, 1);
  return newest && newest.endedAt === undefined ? join(project, request, newest, options) : undefined;
}

async function join(
  project: Project,
  request: DeploymentRequest,
  running: DeploymentRecord,
  options: CommandOptions,
): Promise<PrivateReply> {
  await record('joined', request, { project: project.name }, options);
  const { thread, requestedAt } = running.request;
  const platform = options.platforms.find((each) => each.name === thread.platform);
  const link = running.message === undefined ? undefined : platform?.linkTo?.(thread, running.message);
  return {
    markdown: wording.joined(plain(project.title), nameOf(running.request), timeOfDay(requestedAt), link),
    buttons: [{ choice: 'again', ref: running.id, label: wording.againLabel }],
  };
}

/** Says to the requester alone why they may not. */
export async function refuse(
  request: DeploymentRequest,
  project: Project,
  { rule, sentence, cause }: Refusal,
  options: CommandOptions,
): Promise<PrivateReply> {
  if (cause) options.logger.warn({ code: cause.code, err: cause }, 'rights not checked');
  await record('refused', request, { project: project.name, detail: rule }, options);
  return say(sentence);
}
