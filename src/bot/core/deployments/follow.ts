/**
 * Follows a deployment from the trigger to its end, in a public message that a live reply keeps up to date.
 *
 * The update operation is only ever called once: a process that dies before it has stored the response leaves a deployment in
 * an unknown state, so the next owner ends it as `lost` and triggers nothing.
 */
import { within } from '../../../kit/base/clock.ts';
import { createLiveReply, type LiveReply } from '../live-reply/live-reply.ts';
import type { Deployment, DeploymentRequest, MessageRef } from '../model/conversation.ts';
import { DeployError, isPassing, PlatformError } from '../model/errors.ts';
import { say } from '../model/plain-text.ts';
import { settle } from '../model/reply.ts';
import { findWording } from '../people/find-wording.ts';
import type { Deployer, DeploymentStatus } from '../ports/deployer.ts';
import type { FurtherRun } from '../ports/deployment-store.ts';
import type { Platform } from '../ports/platform.ts';
import type { Store } from '../ports/store.ts';
import type { PlatformRuntime } from '../runtime.ts';
import { record, recordLocked } from './audit.ts';
import { authorize, type Refusal } from './authorization.ts';
import { announceEnd, type Ended, notifyRequester, refuseFurtherRun } from './end-notes.ts';
import { type DeployRules, type Project, projectNamed } from './projects.ts';
import { type Progress, type ReportFacts, toOutcome, toReport, withStep } from './report.ts';

/** The first pause between two polls; later ones grow up to `maxPollMs`. */
const firstPollMs = 2_000;
const maxPollMs = 15_000;
/** If the service takes longer to accept the update, the message shows without its status id. */
const lateMs = 2_000;

export interface FollowOptions extends PlatformRuntime {
  readonly rules: DeployRules;
  /** Aborts when the process is about to end; the next owner continues to follow. */
  readonly handover: AbortSignal;
  /** Aborts when the process must end. */
  readonly signal: AbortSignal;
  /** Aborts soon after `signal`, when nothing may be waited for any longer. */
  readonly cut: AbortSignal;
}

/** Follows a claimed deployment to its end, or until it is handed over. Fails with StoreError or ClaimLostError. */
export async function follow(deployment: Deployment, options: FollowOptions): Promise<void> {
  const { store, clock, signal, rules } = options;
  const project = projectNamed(rules, deployment.project);
  const facts: ReportFacts = {
    project: project?.title ?? deployment.project,
    request: deployment.request,
    wording: await findWording({ ...deployment.request, person: deployment.request.requester }, options),
    siteUrl: project?.siteUrl,
    service: project?.service,
  };
  let shown = deployment.shown;
  const begin = (): LiveReply =>
    createLiveReply({
      ...options,
      thread: deployment.request.thread,
      key: deployment.id,
      since: deployment.request.requestedAt,
      shown,
      isLive: () => isShownNow(deployment, shown[0]?.message, options.platform),
      save(newest) {
        shown = newest;
        return store.saveDeploymentShown(deployment, newest);
      },
    });
  const live = begin();
  let isLost = false;
  live.done.catch(() => {
    isLost = true;
  });
  const show = (progress: Progress): void => live.show(toReport(progress, facts));
  const end = await new Run(deployment, project?.deployer, options, show).toEnd().catch(async (error) => {
    await live.abandon();
    throw error;
  });
  if (signal.aborted || !end) {
    await live.abandon();
    return;
  }
  // The platform may have been down only meanwhile.
  const result = await showEnd(isLost ? begin() : live, end, facts, options);
  if (result === 'left') return;
  const message = result === 'shown' ? shown[0]?.message : undefined;
  const ended = { ...end, facts, id: deployment.id, isRepeat: deployment.tries > 1, message };
  await notifyRequester(ended, options);
  await announceEnd(ended, { ...options, announcements: rules.announcements });
  if (signal.aborted) return;
  const { pages, ...change } = end;
  const reask = rules.reask && end.state === 'succeeded' && { reask: { ...(pages && { pages }) } };
  const refused = await checkFurtherRun(deployment, project, options);
  const isLast = refused && ({ isLast: true } as const);
  // Before the end is stored: a process that dies in between leaves both to the next owner, and the audit takes each event once.
  await recordEnd(end, deployment, options);
  const further = await store.saveDeployment(deployment, { ...change, ...reask, ...isLast }, clock.now());
  reportEnd(end, deployment, options);
  if (refused) await reportRefusedRun(refused, deployment.project, options);
  if (further) await announceFurtherRun(further, ended, deployment.project, options);
}

/** Whether progress is shown before the end: its start always is, later states only if that message can be edited. */
function isShownNow({ request }: Deployment, shown: MessageRef | undefined, platform: Platform): boolean {
  if (shown === undefined) return true;
  return platform.isLive(request.thread, shown);
}

function reportEnd({ state, code }: Progress, { project }: Deployment, options: FollowOptions): void {
  options.metrics.count('deployments', { platform: options.platform.name, state });
  options.logger.info({ project, state, code }, 'deployment ended');
}

async function recordEnd(end: Progress, { request, project }: Deployment, options: FollowOptions): Promise<void> {
  const { state, code, statusId } = end;
  const detail = code === undefined || code === 'failure' ? state : `${state} (${code})`;
  await record('ended', request, { project, detail, ...(statusId !== undefined && { statusId }) }, options);
}

/** Takes one deployment from its trigger to its end. */
class Run {
  readonly #deployment: Deployment;
  readonly #deployer: Deployer | undefined;
  readonly #options: FollowOptions;
  readonly #show: (progress: Progress) => void;
  #statusId: string | undefined;
  #steps: Deployment['steps'];
  #isUnread = false;

  /** `deployer`: undefined if the settings of its project were removed after the request. */
  constructor(
    deployment: Deployment,
    deployer: Deployer | undefined,
    options: FollowOptions,
    show: (progress: Progress) => void,
  ) {
    this.#deployment = deployment;
    this.#deployer = deployer;
    this.#options = options;
    this.#show = show;
    this.#statusId = deployment.statusId;
    this.#steps = deployment.steps;
  }

  /** undefined if it is handed over. */
  async toEnd(): Promise<Progress | undefined> {
    try {
      if (!this.#deployer) throw new DeployError('not_configured');
      this.#statusId ??= await this.#showWhileLate(this.#trigger(this.#deployer));
      await this.#save();
      this.#show({ state: 'running', ...this.#known() });
      return await this.#poll(this.#statusId, this.#deployer);
    } catch (error) {
      if (!(error instanceof DeployError)) throw error;
      this.#options.logger.warn({ code: error.code, status: error.status, err: error }, 'deployment failed');
      // A queued update continues, whether or not its status can be read.
      const mayRun = this.#statusId !== undefined || mayBeTriggered(this.#deployment) || error.code === 'lost';
      return this.#ended({ state: mayRun ? 'lost' : 'failed', code: error.code });
    }
  }

  /** Nothing else tells people that the command was taken. */
  async #showWhileLate(triggered: Promise<string>): Promise<string> {
    if ((await within(triggered, lateMs, this.#options.clock)) === 'late')
      this.#show({ state: 'requested', ...this.#known() });
    return triggered;
  }

  async #trigger(deployer: Deployer): Promise<string> {
    if (mayBeTriggered(this.#deployment)) throw new DeployError('lost');
    const { statusId } = await deployer.trigger(this.#options.signal);
    return statusId;
  }

  async #poll(statusId: string, deployer: Deployer): Promise<Progress | undefined> {
    const { clock, handover, rules } = this.#options;
    // Not from the request, whose time may be by the platform's clock.
    const until = this.#deployment.startedAt + rules.timeoutMs;
    for (let waitMs = firstPollMs; clock.now() < until; waitMs = Math.min(maxPollMs, waitMs * 1.5)) {
      const status = await this.#read(statusId, deployer, until);
      if (handover.aborted) return undefined;
      if (status === 'unfollowed') return this.#ended({ state: 'lost', code: 'unfollowed' });
      if (status) {
        const before = this.#steps;
        this.#steps = withStep(before, status, clock.now());
        // The last step is saved as well, so that a process that shows the end again shows the same.
        if (this.#steps !== before) await this.#save();
        const ended = { outcome: toOutcome(status), endedAt: this.#steps.at(-1)?.at ?? clock.now() };
        if (status.state === 'success') {
          return this.#ended({ state: 'succeeded', ...ended, ...(status.pages && { pages: status.pages }) });
        }
        if (status.state === 'failure') {
          return this.#ended({ state: 'failed', code: 'failure', ...ended, ...(status.logs && { logs: status.logs }) });
        }
        this.#show({ state: 'running', ...this.#known() });
      }
      await clock.wait(Math.min(waitMs, Math.max(0, until - clock.now())), handover);
      if (handover.aborted) return undefined;
    }
    return this.#ended({ state: 'lost', code: 'timed_out' });
  }

  /** undefined if a transient failure prevented reading it. */
  async #read(
    statusId: string,
    deployer: Deployer,
    until: number,
  ): Promise<DeploymentStatus | 'unfollowed' | undefined> {
    const { clock, handover } = this.#options;
    try {
      const status = (await deployer.status(statusId, handover)) ?? 'unfollowed';
      const isUnclear = status !== 'unfollowed' && status.state === 'unknown' && status.word === undefined;
      if (isUnclear) this.#noteUnread({ code: 'malformed' });
      else this.#isUnread = false;
      return status;
    } catch (error) {
      if (!(error instanceof DeployError)) throw error;
      if (error.code !== 'unavailable' && error.code !== 'rate_limited') throw error;
      if (!handover.aborted) this.#noteUnread({ code: error.code, status: error.status, err: error });
      await clock.wait(Math.min(error.waitMs ?? 0, Math.max(0, until - clock.now())), handover);
      return undefined;
    }
  }

  /** Warns once until the status can be read again, since a service may be down for the whole time. */
  #noteUnread(why: object): void {
    if (!this.#isUnread) this.#options.logger.warn(why, 'status of a deployment not read');
    this.#isUnread = true;
  }

  async #save(): Promise<void> {
    const { store, clock } = this.#options;
    await store.saveDeployment(this.#deployment, { state: 'running', ...this.#known() }, clock.now());
  }

  #ended(change: Omit<Progress, 'steps' | 'statusId'>): Progress {
    return { endedAt: this.#options.clock.now(), ...change, ...this.#known() };
  }

  #known(): Pick<Progress, 'steps' | 'statusId'> {
    const statusId = this.#statusId;
    return { steps: this.#steps, ...(statusId !== undefined && { statusId }) };
  }
}

/** Whether an earlier process may have triggered it before it died. */
function mayBeTriggered({ tries }: Deployment): boolean {
  return tries > 1;
}

/** Shows the end. left: the process must stop before the end could be shown, so the next owner shows it. */
async function showEnd(
  live: LiveReply,
  end: Progress,
  facts: ReportFacts,
  { signal, logger }: FollowOptions,
): Promise<'shown' | 'not_shown' | 'left'> {
  live.show(settle(toReport(end, facts)));
  try {
    await live.done;
    return 'shown';
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (isPassing(error) && signal.aborted) return 'left';
    logger.warn({ code: error.code, err: error }, 'deployment could not be shown');
    return 'not_shown';
  }
}

type FurtherRunOptions = Parameters<typeof refuseFurtherRun>[2] & { readonly store: Store };

interface RefusedRun {
  readonly request: DeploymentRequest;
  readonly refusal: Refusal;
}

/**
 * Its requester may have lost the right to deploy while the other deployment was running. undefined: there is no further run, or
 * its requester may still deploy.
 */
async function checkFurtherRun(
  { id }: Deployment,
  project: Project | undefined,
  { store, platforms }: FurtherRunOptions,
): Promise<RefusedRun | undefined> {
  const request = await store.plannedRun(id);
  const platform = platforms.find(({ name }) => name === request?.thread.platform);
  // If another process serves their platform, the check when they pressed the button counts.
  if (!request || !project || !platform) return undefined;
  const found = await authorize(request, project, platform);
  return found.allowed ? undefined : { request, refusal: found };
}

/** How long to wait for a platform that hangs. */
const tellMs = 2_000;

/** Tells only the requester. */
async function reportRefusedRun(
  { request, refusal }: RefusedRun,
  project: string,
  options: FurtherRunOptions,
): Promise<void> {
  const { logger, clock, platforms, routing } = options;
  const { rule, cause, sentence } = refusal;
  if (cause) logger.warn({ code: cause.code, err: cause }, 'rights not checked');
  await record('refused', request, { project, detail: rule }, options);
  const platform = platforms.find(({ name }) => name === request.thread.platform);
  if (!platform?.deployCommand) return;
  const wording = await findWording({ ...request, person: request.requester }, { routing, platform });
  const notified = platform.deployCommand.tellRequester(request, say(sentence(wording))).catch((error: unknown) => {
    if (!(error instanceof PlatformError)) throw error;
    logger.warn({ code: error.code, err: error }, 'refusal of a further run not shown');
  });
  await within(notified, tellMs, clock);
}

async function announceFurtherRun(
  { request, result }: FurtherRun,
  ended: Ended,
  project: string,
  options: FurtherRunOptions,
): Promise<void> {
  if (result === 'accepted') await record('started', request, { project }, options);
  if (result !== 'locked') return;
  await recordLocked(request, project, options);
  await refuseFurtherRun(request, ended, options);
}
