/**
 * Who may use the deploy command on a project. Denies by default and fails closed: a look-up that fails refuses. The rules, all
 * of which must hold: the allow list names the person, a role or a group of theirs; the channel is one of the project's; and
 * they are a member in full.
 */

import type { Wording } from '../../wording/wording.ts';
import { belongsToAny, orRefusal } from '../manners/membership.ts';
import type { DeploymentRequest, PersonKind } from '../model/conversation.ts';
import { isPassing, PlatformError } from '../model/errors.ts';
import type { Platform, Standing } from '../ports/platform.ts';
import type { Project } from './projects.ts';

export type Authorization = { readonly allowed: true; readonly name?: string } | Refusal;

export interface Refusal {
  readonly allowed: false;
  /** For the audit. */
  readonly rule: RefusalRule;
  /** What the requester alone reads. */
  sentence(wording: Wording): string;
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
  if (project.allow.length === 0)
    return refuse('nobody', (wording) => wording.say('deployRefused.nobody', { identity }));
  if (project.channels && !project.channels.includes(`${platform.name}:${request.thread.channel}`)) {
    return refuse('channel', (wording) => wording.say('deployRefused.channel', { project: project.title }));
  }
  // All at once: the requester waits for the answer, which a platform wants within seconds.
  const [isListed, standing] = await Promise.all([
    belongsToAny(request, project.allow, hasAllFacts(request) ? undefined : platform),
    orRefusal(() => standingOf(request, platform, known)),
  ]);
  if (isListed === false)
    return refuse('not_listed', (wording) => wording.say('deployRefused.not_listed', { identity }));
  if (isListed instanceof PlatformError) return unchecked(isListed);
  if (standing instanceof PlatformError) return unchecked(standing);
  const { kind } = standing;
  if (kind !== 'member') return refuse(kind, (wording) => wording.say(`deployRefused.${kind}`));
  const name = standing.name ?? request.requesterName;
  return { allowed: true, ...(name !== undefined && { name }) };
}

function refuse(rule: RefusalRule, sentence: Refusal['sentence']): Refusal {
  return { allowed: false, rule, sentence };
}

function unchecked(cause: PlatformError): Refusal {
  const key = isPassing(cause) ? 'deployRefused.unchecked' : 'deployRefused.uncheckable';
  return { ...refuse('unchecked', (wording) => wording.say(key)), cause };
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
