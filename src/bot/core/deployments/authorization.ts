/** Who may use the deploy command on a project: those on its allow list, and only in the project's channels. */
import type { Wording } from '../../wording/wording.ts';
import type { DeploymentRequest } from '../model/conversation.ts';
import type { PlatformError } from '../model/errors.ts';
import { type AllowRule, checkAllowed, identityOf } from '../people/allow-list.ts';
import type { Membership, Platform } from '../ports/platform.ts';
import type { Project } from './projects.ts';

export type Authorization = { readonly allowed: true; readonly name?: string } | Refusal;

export interface Refusal {
  readonly allowed: false;
  /** For the audit log. */
  readonly rule: RefusalRule;
  /** Shown only to the requester. */
  sentence(wording: Wording): string;
  /** Why the platform did not say who they are; for the operator. */
  readonly cause?: PlatformError;
}

export type RefusalRule = AllowRule | 'channel';

/** `known`: their membership, if it was looked up so recently that it need not be looked up again. */
export async function authorize(
  request: DeploymentRequest,
  { allow, channels, title }: Project,
  platform: Platform,
  known?: Membership,
): Promise<Authorization> {
  const isElsewhere = channels?.includes(`${platform.name}:${request.thread.channel}`) === false;
  if (isElsewhere && allow.length > 0) {
    const sentence = (wording: Wording): string => wording.say('deployRefused.channel', { project: title });
    return { allowed: false, rule: 'channel', sentence };
  }
  const found = await checkAllowed(request, allow, platform, known);
  if (found.allowed) return found;
  const facts = { identity: identityOf(request, platform) };
  return { ...found, sentence: (wording) => wording.say(`deployRefused.${found.says}`, facts) };
}
