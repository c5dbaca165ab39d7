/** Whether a message may be a question in the place where it was written, by the rules of that place. */

import { isTextFilesAlone } from '../model/attached-files.ts';
import type { Question } from '../model/conversation.ts';
import type { PlatformError } from '../model/errors.ts';
import type { IgnoredReason } from '../model/ignored-reason.ts';
import { identitiesOf } from '../model/people.ts';
import type { Platform } from '../ports/platform.ts';
import type { Route } from '../ports/routing.ts';
import { isQuestion } from '../questions/classify-message.ts';
import { belongsToAny } from './membership.ts';

export type Refusal = Extract<IgnoredReason, 'off' | 'not_allowed' | 'not_ours' | 'no_tag'>;

/** Why a message may not be a question; undefined if it may. A PlatformError: a membership could not be looked up. */
export async function refuse(
  question: Question,
  route: Route,
  platform: Platform,
): Promise<Refusal | PlatformError | undefined> {
  if (question.addressed === 'auto' && !(await isOpenQuestion(question, route, platform))) return 'not_ours';
  const hasNoTag = route.tags && question.postTags && !haveCommonTag(route.tags, question.postTags);
  return route.mode !== 'off' && hasNoTag ? 'no_tag' : refuseAsker(question, route, platform);
}

/** The same for a person who asks a question there again. */
export async function refuseAsker(
  asker: Asker,
  route: Route,
  platform: Platform,
): Promise<'off' | 'not_allowed' | PlatformError | undefined> {
  if (route.mode === 'off') return 'off';
  const allowed = await isAllowed(asker, route, platform);
  if (typeof allowed !== 'boolean') return allowed;
  return allowed ? undefined : 'not_allowed';
}

/** Whether a person helps there: one of those who can be called, or of the staff. */
export async function isHelper(
  asker: Asker,
  route: Pick<Route, 'handover' | 'staff'>,
  platform: Platform,
): Promise<boolean> {
  const { handover, staff = [] } = route;
  const mayAsk = [...(handover === undefined ? [] : [handover]), ...staff];
  return (await isAllowed(asker, { mayAsk }, platform)) === true;
}

type Asker = Pick<Question, 'asker' | 'groups' | 'thread'>;

/** Whether a person may ask there. A PlatformError: it could not be looked up. */
export async function isAllowed(
  asker: Asker,
  { mayAsk }: Pick<Route, 'mayAsk'>,
  platform: Platform,
): Promise<boolean | PlatformError> {
  if (mayAsk === 'everyone') return true;
  const person = { identities: [...identitiesOf(asker.asker), ...(asker.groups ?? [])], thread: asker.thread };
  return belongsToAny(person, mayAsk, asker.groups ? undefined : platform);
}

/** Ignores case. */
function haveCommonTag(wanted: readonly string[], tags: readonly string[]): boolean {
  const known = tags.map((tag) => tag.toLowerCase());
  return wanted.some((tag) => known.includes(tag.toLowerCase()));
}

/** Whether it is a question to nobody in particular, in a channel where those are answered, and not from a helper. */
async function isOpenQuestion(question: Question, route: Route, platform: Platform): Promise<boolean> {
  const { text, isToSomebody = false } = question;
  const isPasted = !isToSomebody && isTextFilesAlone(question);
  const asksSomething = isPasted || isQuestion({ text, isToSomebody, isFollowUp: false });
  return route.mode === 'auto' && asksSomething && !(await isHelper(question, route, platform));
}
