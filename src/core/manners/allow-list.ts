/**
 * Who may use a command that an allow list guards. Denies by default and fails closed: a look-up that fails refuses. Both rules
 * must hold: the list names the person, a role or a group of theirs; and they are a member in full.
 */
import type { DeploymentRequest, PersonKind } from '../model/conversation.ts';
import { isPassing, PlatformError } from '../model/errors.ts';
import type { Platform, Standing } from '../ports/platform.ts';
import { belongsToAny, orRefusal } from './membership.ts';

/** unchecked: the platform does not say who they are. */
export type AllowRule = 'nobody' | 'not_listed' | 'unchecked' | Exclude<PersonKind, 'member'>;

export type Allowed = { readonly allowed: true; readonly name?: string } | NotAllowed;

export interface NotAllowed {
  readonly allowed: false;
  readonly rule: AllowRule;
  /** Which sentence says so. uncheckable: unchecked, and asking again does not help. */
  readonly says: AllowRule | 'uncheckable';
  /** Why the platform did not say who they are; for the operator. */
  readonly cause?: PlatformError;
}

/** What the list would have to name: with its workspace where those are kept apart. */
export function identityOf(
  { identities, requester }: DeploymentRequest,
  { keepsApart }: Pick<Platform, 'keepsApart'>,
): string {
  return keepsApart ? requester : (identities[0] ?? requester);
}

/** `known`: what the platform said of them so recently that it need not be asked again. */
export async function checkAllowed(
  request: DeploymentRequest,
  allow: readonly string[],
  platform: Platform,
  known?: Standing,
): Promise<Allowed> {
  if (allow.length === 0) return refuse('nobody');
  // All at once: the requester waits for the answer, which a platform wants within seconds.
  const [isListed, standing] = await Promise.all([
    belongsToAny(request, allow, hasAllFacts(request) ? undefined : platform),
    orRefusal(() => standingOf(request, platform, known)),
  ]);
  if (isListed === false) return refuse('not_listed');
  if (isListed instanceof PlatformError) return unchecked(isListed);
  if (standing instanceof PlatformError) return unchecked(standing);
  if (standing.kind !== 'member') return refuse(standing.kind);
  const name = standing.name ?? request.requesterName;
  return { allowed: true, ...(name !== undefined && { name }) };
}

function refuse(rule: AllowRule): NotAllowed {
  return { allowed: false, rule, says: rule };
}

function unchecked(cause: PlatformError): NotAllowed {
  return { allowed: false, rule: 'unchecked', says: isPassing(cause) ? 'unchecked' : 'uncheckable', cause };
}

/** A platform that says with the command what somebody is names all their groups, too. */
function hasAllFacts({ kind }: DeploymentRequest): boolean {
  return kind !== undefined;
}

async function standingOf(
  request: DeploymentRequest,
  platform: Platform,
  known: Standing | undefined,
): Promise<Standing> {
  if (request.kind !== undefined) return { kind: request.kind };
  if (known) return known;
  if (!platform.standing) throw new PlatformError('unavailable');
  return platform.standing(request);
}
