/** Converts rows of deployments to the core's types and back. Reading fails with CorruptRow. */
import type { Selectable } from 'kysely';
import { hasTypes, isTextList, oneOf, parse, storable } from '../../../kit/sql/column-values.ts';
import type {
  DeploymentAuditRow,
  DeploymentConfirmationsTable,
  DeploymentLockRow,
  DeploymentRow,
} from '../../../kit/sql/schema.ts';
import type { Deployment, DeploymentRequest, DeploymentState, DeploymentStep } from '../../core/model/conversation.ts';
import {
  type AuditEntry,
  type AuditEvent,
  auditEvents,
  type Confirmation,
  type ConfirmationEnd,
  type DeploymentLock,
  type DeploymentOutcome,
  type DeploymentRecord,
} from '../../core/model/deployment.ts';
import { isShownList, isThreadRef } from './turn-rows.ts';

export function toDeployment(row: DeploymentRow): Deployment {
  return {
    id: row.id,
    project: row.project,
    request: toRequest(row),
    state: oneOf(states, row.state),
    ...(row.status_id !== null && { statusId: row.status_id }),
    steps: parse(row.steps, isStepList),
    tries: row.tries,
    startedAt: row.started_at ?? row.requested_at,
    shown: parse(row.shown, isShownList),
  };
}

export function toRecord(row: DeploymentRow): DeploymentRecord {
  const [first] = parse(row.shown, isShownList);
  return {
    id: row.id,
    project: row.project,
    request: toRequest(row),
    state: oneOf(states, row.state),
    ...(row.code !== null && { code: row.code }),
    ...(row.status_id !== null && { statusId: row.status_id }),
    steps: parse(row.steps, isStepList),
    ...(first && first.message !== '' && { message: first.message }),
    ...(row.outcome !== null && { outcome: parse(row.outcome, isOutcome) }),
    ...(row.ended_at !== null && { endedAt: row.ended_at }),
  };
}

function toRequest(row: DeploymentRow): DeploymentRequest {
  return {
    id: row.request_id,
    thread: parse(row.asked_in, isThreadRef),
    requester: row.requester,
    ...(row.requester_name !== null && { requesterName: row.requester_name }),
    ...(row.locale !== null && { locale: row.locale }),
    identities: parse(row.identities, isTextList),
    requestedAt: row.requested_at,
  };
}

/** Converts a request to its columns. */
export function fromRequest(request: DeploymentRequest) {
  return {
    platform: request.thread.platform,
    request_id: request.id,
    asked_in: JSON.stringify(request.thread),
    requester: request.requester,
    requester_name: textOrNull(request.requesterName),
    locale: request.locale ?? null,
    identities: JSON.stringify(request.identities),
    requested_at: request.requestedAt,
  };
}

/** Reads a request that is stored as JSON in a single column. */
export function readRequest(json: string): DeploymentRequest {
  return parse(json, isRequest);
}

export function toConfirmation(row: Selectable<DeploymentConfirmationsTable>): Confirmation {
  const { id, project, request, expires_at: expiresAt, taken } = row;
  const end = confirmationEnds[taken - 1];
  return { id, project, request: readRequest(request), expiresAt, ...(end && { taken: end }) };
}

/** Returns the number that represents it in `taken`. */
export function fromConfirmationEnd(end: ConfirmationEnd): number {
  return confirmationEnds.indexOf(end) + 1;
}

/** In the order of their numbers in `taken`, starting at 1. */
const confirmationEnds: readonly ConfirmationEnd[] = ['pressed', 'expired'];

export function toLock(row: DeploymentLockRow): DeploymentLock {
  const { project, holder, holder_name: holderName, reason, locked_at: lockedAt } = row;
  const place = { platform: row.platform, installation: row.installation };
  return { project, holder, ...(holderName !== null && { holderName }), reason, place, lockedAt };
}

export function fromLock({ project, holder, holderName, reason, place, lockedAt }: DeploymentLock): DeploymentLockRow {
  return {
    project,
    holder,
    holder_name: textOrNull(holderName),
    reason: storable(reason),
    platform: place.platform,
    installation: place.installation,
    locked_at: lockedAt,
  };
}

export function toAuditEntry(row: DeploymentAuditRow): AuditEntry {
  return {
    at: row.at,
    event: oneOf(events, row.event),
    platform: row.platform,
    channel: row.channel,
    requestId: row.request_id,
    person: row.person,
    ...(row.person_name !== null && { personName: row.person_name }),
    ...(row.project !== null && { project: row.project }),
    ...(row.detail !== null && { detail: row.detail }),
    ...(row.status_id !== null && { statusId: row.status_id }),
  };
}

export function fromAuditEntry(entry: AuditEntry): Omit<DeploymentAuditRow, 'seq'> {
  return {
    at: entry.at,
    event: entry.event,
    platform: entry.platform,
    channel: entry.channel,
    request_id: entry.requestId,
    person: entry.person,
    person_name: textOrNull(entry.personName),
    project: entry.project ?? null,
    detail: textOrNull(entry.detail),
    status_id: textOrNull(entry.statusId),
  };
}

function textOrNull(text: string | undefined): string | null {
  return text === undefined ? null : storable(text);
}

// A record, so that a new member of the union does not compile until it is listed here.
const states: Record<DeploymentState, true> = {
  requested: true,
  running: true,
  succeeded: true,
  failed: true,
  lost: true,
};

const events = Object.fromEntries(auditEvents.map((event) => [event, true])) as Record<AuditEvent, true>;

function isStepList(value: unknown): value is readonly DeploymentStep[] {
  return Array.isArray(value) && value.every((step) => hasTypes(step, { word: 'string', at: 'number' }));
}

/** May have been written by another version; unknown fields are ignored. */
function isOutcome(value: unknown): value is DeploymentOutcome {
  return hasTypes(value, {});
}

function isRequest(value: unknown): value is DeploymentRequest {
  if (!hasTypes(value, { id: 'string', requester: 'string', requestedAt: 'number' })) return false;
  const fields = new Map<string, unknown>(Object.entries(Object(value)));
  return isThreadRef(fields.get('thread')) && isTextList(fields.get('identities'));
}
