/** Starts a deployment, or joins the running one: a project has at most one at a time. */
import type { Wording } from '../../wording/wording.ts';
import type { DeploymentRequest, ThreadRef } from '../model/conversation.ts';
import type { DeploymentRecord, PrivateReply } from '../model/deployment.ts';
import { plain, say, timeOfDay } from '../model/plain-text.ts';
import { isVisible, seenFrom } from '../people/seen-from.ts';
import type { Route } from '../ports/routing.ts';
import type { PlatformRuntime } from '../runtime.ts';
import { record, recordLocked } from './audit.ts';
import type { Refusal } from './authorization.ts';
import { lockReply } from './locks.ts';
import type { DeployRules, Project } from './projects.ts';
import { nameOf } from './report.ts';

/** Shared by commands and presses. */
export interface CommandOptions extends PlatformRuntime {
  readonly rules: DeployRules;
  /** The settings of this place. */
  routeFor(thread: ThreadRef): Pick<Route, 'mode' | 'project'>;
  /** Docent's sentences in the language of the requester. Never fails. */
  wordingOf(request: DeploymentRequest): Promise<Wording>;
  /** Called when a deployment was stored. */
  onAccepted(): void;
}

/** With the sentences for the requester. */
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
    return { ...say(wording.say('deploy.taken', { project: plain(project.title) })), isInPublic: true };
  // The obstacle may be gone by now.
  return (await findObstacle(project, request, options)) ?? say(wording.say('deploy.nothingToRunAfter'));
}

/** Says why the project cannot be deployed now: it is locked, or being deployed. undefined if it can be. */
export async function findObstacle(
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
  const platform = options.platforms.find((candidate) => candidate.name === thread.platform);
  const { wording } = options;
  const isKnown = isVisible(thread, await seenFrom(request.thread, options));
  const name = isKnown ? nameOf(running.request, wording) : wording.say('somebody');
  const facts = { project: plain(project.title), name, time: timeOfDay(requestedAt) };
  const link =
    isKnown && running.message !== undefined ? platform?.threads?.linkTo(thread, running.message) : undefined;
  return {
    markdown:
      link === undefined ? wording.say('deploy.joined', facts) : wording.say('deploy.joinedSee', { ...facts, link }),
    buttons: [{ choice: 'again', ref: running.id, label: wording.say('button.onceMore') }],
  };
}

/** Tells only the requester why they may not deploy. */
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
