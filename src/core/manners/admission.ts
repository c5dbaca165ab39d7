/** Whether a message may become a question where it was written, by the rules of that place. */
import type { Question } from '../model/conversation.ts';
import type { IgnoredReason } from '../model/ignored-reason.ts';
import type { Platform } from '../ports/platform.ts';
import type { Route } from '../ports/routing.ts';
import { isQuestion } from './classify-message.ts';
import { belongsToAny } from './membership.ts';

export type Refusal = Extract<IgnoredReason, 'off' | 'not_allowed' | 'not_ours' | 'no_tag'>;

/** undefined: it may. A membership that cannot be looked up counts as none. */
export async function refuse(question: Question, route: Route, platform: Platform): Promise<Refusal | undefined> {
  if (question.addressed === 'auto' && !(route.mode === 'auto' && isForAnybody(question))) return 'not_ours';
  if (route.mode === 'off') return 'off';
  if (route.tags && question.postTags && !haveCommon(route.tags, question.postTags)) return 'no_tag';
  return (await isAllowed(question, route, platform)) ? undefined : 'not_allowed';
}

/** Whether somebody helps there: one of those who may be called, or of the staff. */
export function isHelper(asker: Asker, route: Pick<Route, 'handover' | 'staff'>, platform: Platform): Promise<boolean> {
  const { handover, staff = [] } = route;
  return isAllowed(asker, { mayAsk: [...(handover === undefined ? [] : [handover]), ...staff] }, platform);
}

type Asker = Pick<Question, 'asker' | 'groups' | 'thread'>;

/** Whether somebody is one of those who may ask there. */
export async function isAllowed(asker: Asker, { mayAsk }: Pick<Route, 'mayAsk'>, platform: Platform): Promise<boolean> {
  if (mayAsk === 'everyone') return true;
  const person = { identities: identitiesOf(asker), thread: asker.thread };
  return (await belongsToAny(person, mayAsk, asker.groups ? undefined : platform)) === true;
}

/** People write names of tags as they like. */
function haveCommon(wanted: readonly string[], tags: readonly string[]): boolean {
  const known = tags.map((tag) => tag.toLowerCase());
  return wanted.some((tag) => known.includes(tag.toLowerCase()));
}

function isForAnybody({ text, isToSomebody = false }: Question): boolean {
  return isQuestion({ text, isToSomebody, isFollowUp: false });
}

/** `slack:<team>:<user>` as rules name people: `slack:<user>`. */
function identitiesOf({ asker, groups = [] }: Asker): readonly string[] {
  return [asker.replace(/:.*:/, ':'), ...groups];
}
