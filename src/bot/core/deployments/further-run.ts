/** The further run requested for the end of a deployment: whether it may start, and what to say if it does not. */
import { within } from '../../../kit/base/clock.ts';
import { findWording } from '../manners/find-wording.ts';
import type { Deployment, DeploymentRequest } from '../model/conversation.ts';
import { PlatformError } from '../model/errors.ts';
import { say } from '../model/plain-text.ts';
import type { FurtherRun } from '../ports/deployment-store.ts';
import type { Store } from '../ports/store.ts';
import { record, recordLocked } from './audit.ts';
import { authorize, type Refusal } from './authorization.ts';
import { type Ended, refuseFurtherRun } from './end-notes.ts';
import type { Project } from './projects.ts';

type FurtherRunOptions = Parameters<typeof refuseFurtherRun>[2] & { readonly store: Store };

export interface RefusedRun {
  readonly request: DeploymentRequest;
  readonly refusal: Refusal;
}

/**
 * Its requester may have lost the right to deploy while the other deployment was running. undefined: there is no further run, or
 * its requester may still deploy.
 */
export async function checkFurtherRun(
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
export async function reportRefusedRun(
  { request, refusal }: RefusedRun,
  project: string,
  options: FurtherRunOptions,
): Promise<void> {
  const { logger, clock, platforms, routing } = options;
  const { rule, cause, sentence } = refusal;
  if (cause) logger.warn({ code: cause.code, err: cause }, 'rights not checked');
  await record('refused', request, { project, detail: rule }, options);
  const platform = platforms.find(({ name }) => name === request.thread.platform);
  if (!platform?.tellRequester) return;
  const wording = await findWording({ ...request, person: request.requester }, { routing, platform });
  const notified = platform.tellRequester(request, say(sentence(wording))).catch((error: unknown) => {
    if (!(error instanceof PlatformError)) throw error;
    logger.warn({ code: error.code, err: error }, 'refusal of a further run not shown');
  });
  await within(notified, tellMs, clock);
}

export async function announceFurtherRun(
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
