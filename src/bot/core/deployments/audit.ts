/** The audit log of deploy commands and presses: append-only. */
import type { DeploymentRequest } from '../model/conversation.ts';
import type { AuditEntry, AuditEvent } from '../model/deployment.ts';
import type { Runtime } from '../runtime.ts';

type AuditRuntime = Pick<Runtime, 'store' | 'clock'>;

/** Returns false if the event was recorded before. */
export function record(
  event: AuditEvent,
  { id, thread, requester, requesterName }: DeploymentRequest,
  more: Pick<AuditEntry, 'project' | 'detail' | 'statusId'>,
  { store, clock }: AuditRuntime,
): Promise<boolean> {
  return store.audit({
    at: clock.now(),
    event,
    platform: thread.platform,
    channel: thread.channel,
    requestId: id,
    person: requester,
    ...(requesterName !== undefined && { personName: requesterName }),
    ...more,
  });
}

/** Records that the project was not deployed, or not locked again, because it is locked. */
export function recordLocked(request: DeploymentRequest, project: string, tools: AuditRuntime): Promise<boolean> {
  return record('refused', request, { project, detail: 'locked' }, tools);
}
