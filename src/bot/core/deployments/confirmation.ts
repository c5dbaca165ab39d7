/**
 * The confirmation before a deployment, which few need: only the requester sees it; it ends with their press, or expires.
 */
import { randomUUID } from 'node:crypto';
import { within } from '../../../kit/base/clock.ts';
import { type DeploymentRequest, rightsLastMs } from '../model/conversation.ts';
import type { Confirmation, DeploymentPress, PrivateReply } from '../model/deployment.ts';
import { PlatformError } from '../model/errors.ts';
import { plain, say } from '../model/plain-text.ts';
import { findWording } from '../people/find-wording.ts';
import type { Platform } from '../ports/platform.ts';
import type { Runtime } from '../runtime.ts';
import { record } from './audit.ts';
import { authorize } from './authorization.ts';
import { listVisible } from './listings.ts';
import { type DeployRules, type Project, projectNamed } from './projects.ts';
import { toLine } from './report.ts';
import { type AskedOptions, findObstacle, refuse, start } from './start.ts';

/** How long a confirmation can be answered. */
const confirmMs = 60_000;

/** Somebody who did not notice that the docs have just been deployed is asked. */
const justEndedMs = 10 * 60_000;

/** Whether the settings ask for a confirmation, or somebody else's deployment ended just before the request. */
export async function needsConfirmation(
  project: Project,
  { requester, requestedAt }: DeploymentRequest,
  { store, rules }: Pick<AskedOptions, 'store' | 'rules'>,
): Promise<boolean> {
  if (project.confirm ?? rules.confirm) return true;
  const [newest] = await store.listDeployments(project.name, 1);
  const endedAt = newest?.endedAt ?? Number.NEGATIVE_INFINITY;
  return newest?.request.requester !== requester && endedAt > requestedAt - justEndedMs;
}

/** Asks for a confirmation, or says why nothing can be deployed now. */
export async function offer(
  project: Project,
  request: DeploymentRequest,
  options: AskedOptions,
): Promise<PrivateReply> {
  const { store, clock, wording } = options;
  const refusal = await findObstacle(project, request, options);
  if (refusal) return refusal;
  const [newest] = await listVisible(project, 1, request.thread, options);
  const id = randomUUID();
  await store.addConfirmation({ id, project: project.name, request, expiresAt: clock.now() + confirmMs });
  await record('offered', request, { project: project.name }, options);
  const branch = project.branch ?? newest?.outcome?.commit?.ref;
  const lines = [
    branch
      ? wording.say('deploy.confirmBranch', { project: plain(project.title), branch: plain(branch) })
      : wording.say('deploy.confirm', { project: plain(project.title) }),
    newest ? wording.say('deploy.last', { report: toLine(newest, wording) }) : wording.say('deploy.never'),
    wording.say('deploy.confirmWithin'),
  ];
  return {
    markdown: lines.join('\n\n'),
    buttons: [
      { choice: 'confirm', ref: id, label: wording.say('button.deploy'), isMain: true },
      { choice: 'cancel', ref: id, label: wording.say('button.cancel') },
    ],
  };
}

/** Checks everything again: rights, lock and running deployments may have changed since the question. */
export async function pressConfirmation(
  { choice, ref, ...pressed }: DeploymentPress,
  options: AskedOptions,
): Promise<PrivateReply | undefined> {
  const { store, clock, rules, wording } = options;
  const waiting = await store.findConfirmation(ref);
  const project = waiting && projectNamed(rules, waiting.project);
  if (!waiting || !project) return say(wording.say('deploy.forgotten'));
  const { request, expiresAt } = waiting;
  if (request.identities[0] !== pressed.identities[0])
    return { ...say(wording.say('deploy.notYours')), isBeside: true };
  // A double click: the first press gets the answer.
  if (waiting.taken === 'pressed') return undefined;
  if (clock.now() > expiresAt) {
    if (await store.takeConfirmation(ref, 'expired'))
      await record('expired', request, { project: project.name }, options);
    return say(wording.say('deploy.expired', { project: plain(project.title) }));
  }
  if (!(await store.takeConfirmation(ref, 'pressed'))) return undefined;
  if (choice === 'cancel') {
    await record('cancelled', request, { project: project.name }, options);
    return say(wording.say('deploy.cancelled', { project: plain(project.title) }));
  }
  const { identities, kind } = pressed;
  // A membership checked for the question stays valid for a while, in every process.
  const isRecent = clock.now() < expiresAt - confirmMs + rightsLastMs;
  const now = { ...request, identities, ...(kind && { kind }) };
  const found = await authorize(now, project, options.platform, isRecent ? { kind: 'member' } : undefined);
  if (!found.allowed) return refuse(request, project, found, options);
  await record('confirmed', request, { project: project.name }, options);
  return start(project, { ...request, requestedAt: clock.now() }, options);
}

interface ExpiryOptions extends Runtime {
  readonly rules: DeployRules;
}

/** How long to wait for a platform that hangs. */
const tellMs = 2_000;

/** Tells each requester who did not press in time, once, that their confirmation has expired. Fails with StoreError. */
export async function expireConfirmations(options: ExpiryOptions): Promise<void> {
  const waiting = await options.store.expiredConfirmations(options.clock.now());
  await Promise.all(waiting.map((confirmation) => expire(confirmation, options)));
}

async function expire({ id, request, project }: Confirmation, options: ExpiryOptions): Promise<void> {
  const { platforms, rules, store, clock, routing } = options;
  const platform = platforms.find(({ name }) => name === request.thread.platform);
  if (!platform || !(await store.takeConfirmation(id, 'expired'))) return;
  await record('expired', request, { project }, options);
  const title = projectNamed(rules, project)?.title ?? project;
  const wording = await findWording({ ...request, person: request.requester }, { routing, platform });
  const reply = say(wording.say('deploy.expired', { project: plain(title) }));
  await within(tell(request, reply, platform, options), tellMs, clock);
}

/** Never fails: a late press gets the same sentence. */
async function tell(
  request: DeploymentRequest,
  reply: PrivateReply,
  platform: Platform,
  { logger }: ExpiryOptions,
): Promise<void> {
  try {
    await platform.deployCommand?.tellRequester(request, reply);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    logger.debug({ code: error.code, err: error }, 'expiry not shown');
  }
}
