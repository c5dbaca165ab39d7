/** People by their ids in allow lists and in names of questions, and people's names removed from text. Pure. */
import { createHash } from 'node:crypto';

/** A span of code; a mention as Slack and Discord write it; an address; a name after @, but for a package's. */
const people =
  /(`+)[^`]+\1|<[@#!][^>\s]{1,80}>|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}|(?<![\w/])@[\p{L}\p{N}_.-]{1,40}(?!\/?[\w-]*\/)(?: \p{Lu}[\p{L}'’-]{1,30})?/gu;

/** The text without mentions and addresses of people. Code stays as it is: `@Component` is nobody. */
export function withoutPeople(text: string): string {
  return text.replace(people, (found) => (found.startsWith('`') ? found : '@…'));
}

/** The forms in which lists may name a person: `slack:<user>` and `slack:<team>:<user>`; `discord:<user>`. */
export function identitiesOf(person: string): readonly string[] {
  return [...new Set([person.replace(/:.*:/, ':'), person])];
}

/**
 * The id of the question that a person asks about a message, by the message's. It holds a hash of the person, since ids of
 * questions stay when ids of people are hashed.
 */
export function toAskedAbout(message: string, person: string): string {
  return `${message}:asked:${createHash('sha256').update(`${message} ${person}`).digest('hex').slice(0, 16)}`;
}
