/**
 * A thumbs-up or thumbs-down reaction on one of our messages -> a mark. Pure. Source: docs.slack.dev
 * reference/events/reaction_added, 2026-11-22.
 */

import { stringAt } from '../../../../kit/base/json.ts';
import type { Mark } from '../../../core/model/feedback.ts';
import type { Reaction } from '../../../core/ports/presses.ts';
import { type Origin, toPerson } from '../connection/person.ts';

/** Marks by emoji name, without the skin tone. */
const thumbs: ReadonlyMap<string, Mark> = new Map([
  ['+1', 'helpful'],
  ['thumbsup', 'helpful'],
  ['-1', 'not_helpful'],
  ['thumbsdown', 'not_helpful'],
]);

/**
 * undefined for other reactions and for other people's messages. `team`: the workspace where the reaction was added;
 * `installation`: where we are installed.
 */
export function toReaction(event: unknown, { team, installation }: Origin, ourUserId: string): Reaction | undefined {
  const mark = thumbs.get(stringAt(event, 'reaction')?.replace(/::.*$/s, '') ?? '');
  const user = stringAt(event, 'user');
  const channel = stringAt(event, 'item', 'channel');
  const ts = stringAt(event, 'item', 'ts');
  if (!mark || !user || !channel || !ts || stringAt(event, 'item_user') !== ourUserId) return undefined;
  return {
    by: toPerson(user, installation, team),
    mark,
    isAdded: stringAt(event, 'type') === 'reaction_added',
    message: { platform: 'slack', installation, channel, message: ts, postedAt: Math.round(Number(ts) * 1_000) },
  };
}
