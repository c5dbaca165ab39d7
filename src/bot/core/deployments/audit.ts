/** The audit log of deploy commands and presses: append-only. */
import type { Clock } from '../../../kit/base/clock.ts';
import type { DeploymentRequest } from '../model/conversation.ts';
import type { AuditEntry, AuditEvent } from '../model/deployment.ts';
import type { Store } from '../ports/store.ts';

export interface AuditTools {
  readonly store: Store;
  readonly clock: Clock;
}

/** Returns false if the event was recorded before. */
export function record(
  event: AuditEvent,
  { id, thread, requester, requesterName }: DeploymentRequest,
  more: Pick<AuditEntry, 'project' | 'detail' | 'statusId'>,
  { store, clock }: AuditTools,
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
export function recordLocked(request: DeploymentRequest, project: string, tools: AuditTools): Promise<boolean> {
  return record('refused', request, { project, detail: 'locked' }, tools);
}
