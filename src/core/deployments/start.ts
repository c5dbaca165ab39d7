/** Starts a deployment, or joins the one that runs: of one project one runs at a time. */
import type { Logger } from '../../base/logger.ts';
import type { Wording } from '../../wording/wording.ts';
import { isVisible, seenFrom } from '../manners/seen-from.ts';
import type { DeploymentRequest, ThreadRef } from '../model/conversation.ts';
import type { DeploymentRecord, PrivateReply } from '../model/deployment.ts';
import { plain, say, timeOfDay } from '../model/plain-text.ts';
import type { Platform } from '../ports/platform.ts';
import type { Route } from '../ports/routing.ts';
import { type AuditTools, record, recordLocked } from './audit.ts';
import type { Refusal } from './authorization.ts';
import { lockReply } from './locks.ts';
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
  /** Our own sentences for the requester. Never fails. */
  wordingOf(request: DeploymentRequest): Promise<Wording>;
  /** A deployment was stored. */
  onAccepted(): void;
}

/** Includes the sentence for the person who asked. */
export interface AskedOptions extends CommandOptions {
  readonly wording: Wording;
}

/** Starts a deployment, unless the project is locked or one is running. */
export async function start(
  project: Project,
  request: DeploymentRequest,
  options: AskedOptions,
): Promise<PrivateReply> {
  const { store, onAccepted, wording } = options;
  const { result } = await store.acceptDeployment(request, project.name);
  if (result === 'accepted') {
    await record('started', request, { project: project.name }, options);
    onAccepted();
  }
  if (result === 'accepted' || result === 'duplicate')
    return say(wording.say('deploy.taken', { project: plain(project.title) }));
  // The obstacle may have gone meanwhile.
  return (await inTheWay(project, request, options)) ?? say(wording.say('deploy.nothingToRunAfter'));
}

/** Why the project cannot be deployed now: it is locked, or a deployment of it runs. undefined: it can. */
export async function inTheWay(
  project: Project,
  request: DeploymentRequest,
  options: AskedOptions,
): Promise<PrivateReply | undefined> {
  const lock = await lockReply(project, request, options);
  if (lock) {
    await recordLocked(request, project.name, options);
    return lock;
  }
  const [newest] = await options.store.listDeployments(project.name, 1);
  return newest && newest.endedAt === undefined ? join(project, request, newest, options) : undefined;
}

async function join(
  project: Project,
  request: DeploymentRequest,
  running: DeploymentRecord,
  options: AskedOptions,
): Promise<PrivateReply> {
  await record('joined', request, { project: project.name }, options);
  const { thread, requestedAt } = running.request;
  const platform = options.platforms.find((each) => each.name === thread.platform);
  const { wording } = options;
  const isKnown = isVisible(thread, await seenFrom(request.thread, options));
  const name = isKnown ? nameOf(running.request, wording) : wording.say('somebody');
  const facts = { project: plain(project.title), name, time: timeOfDay(requestedAt) };
  const link = isKnown && running.message !== undefined ? platform?.linkTo?.(thread, running.message) : undefined;
  return {
    markdown:
      link === undefined ? wording.say('deploy.joined', facts) : wording.say('deploy.joinedSee', { ...facts, link }),
    buttons: [{ choice: 'again', ref: running.id, label: wording.say('button.onceMore') }],
  };
}

/** Says to the requester only why they may not. */
export async function refuse(
  request: DeploymentRequest,
  project: Project,
  { rule, sentence, cause }: Refusal,
  options: AskedOptions,
): Promise<PrivateReply> {
  if (cause) options.logger.warn({ code: cause.code, err: cause }, 'rights not checked');
  await record('refused', request, { project: project.name, detail: rule }, options);
  return say(sentence(options.wording));
}
