/**
 * Locks of projects: a locked project cannot be deployed from any workspace. If workspaces are kept apart, the others see that it
 * is locked, but neither by whom nor why.
 */
import type { Wording } from '../../wording/wording.ts';
import type { DeploymentRequest, ThreadRef } from '../model/conversation.ts';
import type { DeploymentLock, PrivateReply } from '../model/deployment.ts';
import { removedPerson } from '../model/people.ts';
import { minuteOf, plain, say } from '../model/plain-text.ts';
import { isVisible, seenFrom } from '../people/seen-from.ts';
import type { PlatformRuntime } from '../runtime.ts';
import { record, recordLocked } from './audit.ts';
import { unlockCommand } from './command-text.ts';
import type { DeployRules, Project } from './projects.ts';

interface LockTools extends Pick<PlatformRuntime, 'platform' | 'platforms' | 'store' | 'clock'> {
  readonly rules: DeployRules;
  readonly wording: Wording;
}

/** If the project is locked already, that lock stays. */
export async function lock(project: Project, reason: string, request: DeploymentRequest, tools: LockTools) {
  const { requester: holder, requesterName, thread } = request;
  const name = requesterName !== undefined && { holderName: requesterName };
  const wanted = {
    project: project.name,
    holder,
    ...name,
    reason,
    place: placeOf(thread),
    lockedAt: tools.clock.now(),
  };
  const holding = await tools.store.lockDeployments(wanted);
  if (holding.holder !== holder || holding.reason !== reason) {
    await recordLocked(request, project.name, tools);
    return (await lockReply(project, request, tools)) ?? say('');
  }
  await record('locked', request, { project: project.name, detail: reason }, tools);
  const unlock = unlockCommand(project, tools.platform, tools.rules);
  return say(tools.wording.say('deploy.locked', { project: plain(project.title), reason: plain(reason, 200), unlock }));
}

export async function unlock(project: Project, request: DeploymentRequest, tools: LockTools): Promise<PrivateReply> {
  const held = await tools.store.unlockDeployments(project.name);
  if (!held) return say(tools.wording.say('deploy.notLocked', { project: plain(project.title) }));
  // Without the lock's reason, which is in the entry of the person who locked it.
  await record('unlocked', request, { project: project.name }, tools);
  const { wording } = tools;
  const facts = { project: plain(project.title) };
  if (!isVisible(held.place, await seenFrom(request.thread, tools)))
    return say(wording.say('deploy.unlockedElsewhere', facts));
  return say(wording.say('deploy.unlocked', { ...facts, ...holderOf(held, wording) }));
}

/** undefined if it is not locked. */
export async function lockReply(
  project: Project,
  { thread }: Pick<DeploymentRequest, 'thread'>,
  tools: Pick<LockTools, 'store' | 'wording' | 'platform' | 'platforms' | 'rules'>,
): Promise<PrivateReply | undefined> {
  const { store, wording, platform, rules } = tools;
  const held = await store.deploymentLock(project.name);
  if (!held) return undefined;
  const unlock = unlockCommand(project, platform, rules);
  const facts = { project: plain(project.title), time: minuteOf(held.lockedAt), unlock };
  if (!isVisible(held.place, await seenFrom(thread, tools))) return say(wording.say('deploy.lockedElsewhere', facts));
  return say(wording.say('deploy.lockedBy', { ...facts, ...holderOf(held, wording) }));
}

function placeOf({ platform, installation }: ThreadRef): Pick<ThreadRef, 'platform' | 'installation'> {
  return { platform, installation };
}

function holderOf({ holder, holderName, reason }: DeploymentLock, wording: Wording): { name: string; reason: string } {
  if (holder === removedPerson) return { name: wording.say('somebody'), reason: '…' };
  return { name: holderName === undefined ? plain(holder) : plain(holderName, 60), reason: plain(reason, 200) };
}
