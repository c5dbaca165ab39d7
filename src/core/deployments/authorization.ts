/**
 * Who may use the deploy command on a project. Denies by default and fails closed: a look-up that fails refuses. The rules, all
 * of which must hold: the allow list names the person, a role or a group of theirs; the channel is one of the project's; and
 * they are a member in full.
 */
import { belongsToAny, orRefusal } from '../manners/membership.ts';
import type { DeploymentRequest, PersonKind } from '../model/conversation.ts';
import * as wording from '../model/deployment-wording.ts';
import { isPassing, PlatformError } from '../model/errors.ts';
import type { Platform, Standing } from '../ports/platform.ts';
import type { Project } from './projects.ts';

export type Authorization = { readonly allowed: true; readonly name?: string } | Refusal;

export interface Refusal {
  readonly allowed: false;
  /** For the audit. */
  readonly rule: RefusalRule;
  /** For the requester alone. */
  readonly sentence: string;
  /** Why the platform did not say who they are; for the operator. */
  readonly cause?: PlatformError;
}

export type RefusalRule = 'nobody' | 'not_listed' | 'channel' | 'unchecked' | Exclude<PersonKind, 'member'>;

/** `known`: what the platform said of them so lately that it need not be asked again. */
export async function authorize(
  request: DeploymentRequest,
  project: Project,
  platform: Platform,
  known?: Standing,
): Promise<Authorization> {
  const identity = request.identities[0] ?? request.requester;
  if (project.allow.length === 0) return refuse('nobody', wording.nobodyMayDeploy(identity));
  if (project.channels && !project.channels.includes(`${platform.name}:${request.thread.channel}`)) {
    return refuse('channel', wording.notInThisChannel(project.title));
  }
  // All at once: the requester waits for the answer, which a platform wants within seconds.
  const [isListed, standing] = await Promise.all([
    belongsToAny(request, project.allow, hasAllFacts(request) ? undefined : platform),
    orRefusal(() => standingOf(request, platform, known)),
  ]);
  if (isListed === false) return refuse('not_listed', wording.mayNotDeploy(identity));
  if (isListed instanceof PlatformError) return unchecked(isListed);
  if (standing instanceof PlatformError) return unchecked(standing);
  if (standing.kind !== 'member') return refuse(standing.kind, wording.refusedStanding(standing.kind));
  const name = standing.name ?? request.requesterName;
  return { allowed: true, ...(name !== undefined && { name }) };
}

function refuse(rule: RefusalRule, sentence: string): Refusal {
  return { allowed: false, rule, sentence };
}

function unchecked(cause: PlatformError): Refusal {
  return { ...refuse('unchecked', isPassing(cause) ? wording.cannotCheckRights : wording.mayNotCheckRights), cause };
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
