/**
 * Who may use a command that an allow list guards. Denies by default and fails closed: a failed look-up refuses. Both rules
 * must hold: the list names the person or one of their roles or groups, and they are a full member.
 */
import type { DeploymentRequest, PersonKind } from '../model/conversation.ts';
import { isPassing, PlatformError } from '../model/errors.ts';
import type { Membership, Platform } from '../ports/platform.ts';
import { belongsToAny, orPlatformError } from './membership.ts';

/** nobody: the list is empty. unchecked: the platform did not say who they are. */
export type AllowRule = 'nobody' | 'not_listed' | 'unchecked' | Exclude<PersonKind, 'member'>;

export type Allowed = { readonly allowed: true; readonly name?: string } | NotAllowed;

export interface NotAllowed {
  readonly allowed: false;
  readonly rule: AllowRule;
  /** Which sentence to show. uncheckable: unchecked, and a retry will not help. */
  readonly says: AllowRule | 'uncheckable';
  /** Why the platform did not say who they are, for the log. */
  readonly cause?: PlatformError;
}

/** What the list would have to name: the id, with the workspace if workspaces are kept apart. */
export function identityOf(
  { identities, requester }: DeploymentRequest,
  { isolatesWorkspaces }: Pick<Platform, 'isolatesWorkspaces'>,
): string {
  return isolatesWorkspaces ? requester : (identities[0] ?? requester);
}

/** `known`: their membership, if it was looked up so recently that it need not be looked up again. */
export async function checkAllowed(
  request: DeploymentRequest,
  allow: readonly string[],
  platform: Platform,
  known?: Membership,
): Promise<Allowed> {
  if (allow.length === 0) return refuse('nobody');
  // In parallel: the requester is waiting, and platforms expect a response within seconds.
  const [isListed, membership] = await Promise.all([
    belongsToAny(request, allow, hasAllFacts(request) ? undefined : platform),
    orPlatformError(() => standingOf(request, platform, known)),
  ]);
  if (isListed === false) return refuse('not_listed');
  if (isListed instanceof PlatformError) return unchecked(isListed);
  if (membership instanceof PlatformError) return unchecked(membership);
  if (membership.kind !== 'member') return refuse(membership.kind);
  const name = membership.name ?? request.requesterName;
  return { allowed: true, ...(name !== undefined && { name }) };
}

function refuse(rule: AllowRule): NotAllowed {
  return { allowed: false, rule, says: rule };
}

function unchecked(cause: PlatformError): NotAllowed {
  return { allowed: false, rule: 'unchecked', says: isPassing(cause) ? 'unchecked' : 'uncheckable', cause };
}

/** A platform that sends a person's kind with the command also sends all of their groups. */
function hasAllFacts({ kind }: DeploymentRequest): boolean {
  return kind !== undefined;
}

async function standingOf(
  request: DeploymentRequest,
  platform: Platform,
  known: Membership | undefined,
): Promise<Membership> {
  if (request.kind !== undefined) return { kind: request.kind };
  if (known) return known;
  if (!platform.profiles) throw new PlatformError('unavailable');
  return platform.profiles.membershipOf(request);
}
