/** Locks of projects: a locked one is not deployed. */

import type { Wording } from '../../wording/wording.ts';
import type { DeploymentRequest } from '../model/conversation.ts';
import type { PrivateReply } from '../model/deployment.ts';
import { minuteOf, plain, say } from '../model/plain-text.ts';
import { type AuditTools, record } from './audit.ts';
import type { Project } from './projects.ts';

interface LockTools extends AuditTools {
  readonly wording: Wording;
}

/** The first lock holds. */
export async function lock(project: Project, reason: string, request: DeploymentRequest, tools: LockTools) {
  const { requester: holder, requesterName } = request;
  const name = requesterName !== undefined && { holderName: requesterName };
  const wanted = { project: project.name, holder, ...name, reason, lockedAt: tools.clock.now() };
  const holding = await tools.store.lockDeployments(wanted);
  if (holding.holder !== holder || holding.reason !== reason) return (await lockReply(project, tools)) ?? say('');
  await record('locked', request, { project: project.name, detail: reason }, tools);
  return say(tools.wording.say('deploy.locked', { project: plain(project.title), reason: plain(reason, 200) }));
}

export async function unlock(project: Project, request: DeploymentRequest, tools: LockTools): Promise<PrivateReply> {
  const held = await tools.store.unlockDeployments(project.name);
  if (!held) return say(tools.wording.say('deploy.notLocked', { project: plain(project.title) }));
  await record('unlocked', request, { project: project.name, detail: held.reason }, tools);
  return say(
    tools.wording.say('deploy.unlocked', {
      project: plain(project.title),
      name: nameOfHolder(held),
      reason: plain(held.reason, 200),
    }),
  );
}

/** undefined: it is not locked. */
export async function lockReply(
  { name, title }: Project,
  { store, wording }: Pick<LockTools, 'store' | 'wording'>,
): Promise<PrivateReply | undefined> {
  const held = await store.deploymentLock(name);
  if (!held) return undefined;
  const since = minuteOf(held.lockedAt);
  return say(
    wording.say('deploy.lockedBy', {
      project: plain(title),
      name: nameOfHolder(held),
      time: since,
      reason: plain(held.reason, 200),
    }),
  );
}

function nameOfHolder({ holder, holderName }: { readonly holder: string; readonly holderName?: string }): string {
  return holderName === undefined ? plain(holder) : plain(holderName, 60);
}
