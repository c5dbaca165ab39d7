/**
 * Deployments: who may request one, and its way from the trigger to its end, in a message that all can see and that a live
 * reply keeps up to date.
 *
 * The update operation is called once, ever: a process that dies before it stored the response leaves a deployment whose
 * state is unknown, so the next owner ends it as `lost` and triggers nothing.
 */
import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import { createLiveReply, type LiveReply } from '../live-reply/live-reply.ts';
import type { Deployment, DeploymentRequest, DeploymentState } from '../model/conversation.ts';
import { DeployError, isPassing, PlatformError } from '../model/errors.ts';
import { emptyReply, settle } from '../model/reply.ts';
import * as wording from '../model/wording.ts';
import type { Deployer, DeploymentStatus } from '../ports/deployer.ts';
import type { Platform } from '../ports/platform.ts';
import type { Store } from '../ports/store.ts';
import type { Metrics } from '../ports/telemetry.ts';
import type { Pacer } from '../rate-limits/pacer.ts';

/** The status is polled this often at first, then less and less often. */
const firstPollMs = 2_000;
const maxPollMs = 30_000;
/** A deployment that has not ended by then counts as lost. */
const maxFollowMs = 2 * 60 * 60_000;

export interface DeployRules {
  /** `slack:U…`, `slack:S…` (a user group), `discord:<user or role id>`. Empty: nobody. */
  readonly allow: readonly string[];
  /** Missing: deployments are not set up. */
  readonly deployer?: Deployer;
}

/** Why a request is refused, as a sentence for the requester alone; undefined when it is allowed. Fails closed. */
export async function refusal(
  request: DeploymentRequest,
  rules: DeployRules,
  platform: Platform,
): Promise<string | undefined> {
  if (!rules.deployer) return wording.deployFailure('not_configured');
  const identity = request.identities[0] ?? request.requester;
  if (rules.allow.length === 0) return wording.nobodyMayDeploy(identity);
  if (request.identities.some((each) => rules.allow.includes(each))) return undefined;
  // All at once: the requester waits for the answer, which a platform wants within seconds.
  const groups = rules.allow.filter((entry) => entry.startsWith(`${platform.name}:`));
  const memberships = await Promise.all(groups.map((group) => belongs(platform, request, group)));
  return memberships.includes(true) ? undefined : wording.mayNotDeploy(identity);
}

async function belongs(platform: Platform, request: DeploymentRequest, entry: string): Promise<boolean> {
  try {
    return (await platform.isMember?.(request, entry)) ?? false;
  } catch (error) {
    if (error instanceof PlatformError) return false;
    throw error;
  }
}

export interface DeploymentOptions {
  readonly platform: Platform;
  /** Missing when its settings were removed since the request. */
  readonly deployer?: Deployer;
  readonly store: Store;
  readonly pacer: Pacer;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Aborts when the process is about to end: the next owner follows the deployment from there. */
  readonly handover: AbortSignal;
  /** Aborts when the process must end. */
  readonly signal: AbortSignal;
  /** Aborts soon after `signal`: nothing is waited for any more. */
  readonly cut: AbortSignal;
}

/** The state of a deployment, with what the service adds. */
interface Progress {
  readonly state: DeploymentState;
  readonly statusId?: string;
  readonly detail?: string;
  readonly code?: string;
}

/** Follows a claimed deployment to its end, or until it is handed over. Fails with StoreError or ClaimLostError. */
export async function follow(deployment: Deployment, options: DeploymentOptions): Promise<void> {
  const { store, clock, logger, metrics, platform, signal } = options;
  const live = createLiveReply({
    ...options,
    thread: deployment.request.thread,
    key: deployment.id,
    since: deployment.request.requestedAt,
    shown: deployment.shown,
    save: (shown) => store.saveDeploymentShown(deployment, shown),
  });
  const end = await runToEnd(deployment, options, live).catch(async (error) => {
    await live.abandon();
    throw error;
  });
  if (signal.aborted || !end) {
    await live.abandon();
    return;
  }
  if (!(await showEnd(live, end, options))) return;
  await store.saveDeployment(deployment, withoutDetail(end), clock.now());
  metrics.count('deployments', { platform: platform.name, state: end.state });
  logger.info({ state: end.state, code: end.code, tries: deployment.tries }, 'deployment ended');
}

async function runToEnd(
  deployment: Deployment,
  options: DeploymentOptions,
  live: LiveReply,
): Promise<Progress | undefined> {
  let known = deployment.statusId;
  try {
    const { deployer, signal } = options;
    if (!deployer) throw new DeployError('not_configured');
    const statusId = known ?? (await trigger(deployment, deployer, signal));
    known = statusId;
    await options.store.saveDeployment(deployment, { state: 'running', statusId }, options.clock.now());
    live.show(toReply({ state: 'running', statusId }));
    return await poll(statusId, deployer, options, live);
  } catch (error) {
    if (!(error instanceof DeployError)) throw error;
    options.logger.warn({ code: error.code, status: error.status, err: error }, 'deployment failed');
    // A queued update goes on, whether or not its status can be read.
    const mayRun = known !== undefined || mayBeTriggered(deployment) || error.code === 'lost';
    const state = mayRun ? 'lost' : 'failed';
    return { state, code: error.code, detail: wording.deployFailure(error.code), ...(known && { statusId: known }) };
  }
}

async function trigger(deployment: Deployment, deployer: Deployer, signal: AbortSignal): Promise<string> {
  if (mayBeTriggered(deployment)) throw new DeployError('lost');
  const { statusId } = await deployer.trigger(signal);
  return statusId;
}

/** By a process that died before it could store it. */
function mayBeTriggered({ tries }: Deployment): boolean {
  return tries > 1;
}

/** Polls the status until it ends. undefined: handed over. */
async function poll(
  statusId: string,
  deployer: Deployer,
  options: DeploymentOptions,
  live: LiveReply,
): Promise<Progress | undefined> {
  const { clock, handover } = options;
  const until = clock.now() + maxFollowMs;
  for (let waitMs = firstPollMs; clock.now() < until; waitMs = Math.min(maxPollMs, waitMs * 1.5)) {
    const status = await readStatus(statusId, deployer, options);
    if (handover.aborted) return undefined;
    if (status === 'unfollowed') return { state: 'lost', statusId, detail: wording.deploymentUnfollowed };
    const detail = status?.summary;
    if (status?.state === 'success') return { state: 'succeeded', statusId, ...(detail && { detail }) };
    if (status?.state === 'failure') return { state: 'failed', statusId, code: 'failure', ...(detail && { detail }) };
    if (status?.state === 'in_progress') {
      live.show(toReply({ state: 'running', statusId, detail: wording.deploymentInProgress }));
    }
    await clock.wait(waitMs, handover);
    if (handover.aborted) return undefined;
  }
  return { state: 'lost', statusId, code: 'lost', detail: wording.deployFailure('lost') };
}

/** undefined: the request failed, and the next one may not. */
async function readStatus(
  statusId: string,
  deployer: Deployer,
  options: DeploymentOptions,
): Promise<DeploymentStatus | 'unfollowed' | undefined> {
  try {
    return (await deployer.status(statusId, options.handover)) ?? 'unfollowed';
  } catch (error) {
    if (!(error instanceof DeployError)) throw error;
    if (error.code !== 'unavailable' && error.code !== 'rate_limited') throw error;
    await options.clock.wait(error.waitMs ?? 0, options.handover);
    return undefined;
  }
}

function toReply(progress: Progress): typeof emptyReply {
  return { ...emptyReply, text: wording.deploymentProgress(progress.state, progress.statusId, progress.detail) };
}

function withoutDetail({ state, statusId, code }: Progress): Omit<Progress, 'detail'> {
  return { state, ...(statusId && { statusId }), ...(code && { code }) };
}

/** Shows the end. false: it could not be shown before the process must stop, and the next owner may show it. */
async function showEnd(live: LiveReply, end: Progress, { signal, logger }: DeploymentOptions): Promise<boolean> {
  live.show(settle(toReply(end)));
  try {
    await live.done;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (isPassing(error) && signal.aborted) return false;
    logger.warn({ code: error.code, err: error }, 'deployment could not be shown');
  }
  return true;
}
