/** People by their ids in allow lists and in names of questions, and people's names removed from text. Pure. */
import { createHash } from 'node:crypto';

/** Backticks; a mention as Slack and Discord write it; an address; a name after @, but for a package's. */
const people =
  /`+|<[@#!][^>\s`]{1,80}>|(?<![\w.+-])[\w.+-]+@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}|(?<![\w/])@[\p{L}\p{N}_.-]{1,40}(?!\/?[\w-]*\/)(?: \p{Lu}[\p{L}'’-]{1,30})?/gu;

/** The text without mentions and addresses of people. Code stays as it is: `@Component` is nobody. */
export function withoutPeople(text: string): string {
  const ends = codeEnds(text);
  let codeTo = 0;
  return text.replace(people, (found, at: number) => {
    if (at < codeTo) return found;
    codeTo = ends.get(at) ?? codeTo;
    return found.startsWith('`') ? found : '@…';
  });
}

/**
 * By where a run of backticks begins, the end of the next one that is as long. Looking for it from each takes time without
 * bound.
 */
function codeEnds(text: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const next = new Map<number, number>();
  for (const { 0: run, index } of [...text.matchAll(/`+/g)].reverse()) {
    const end = next.get(run.length);
    if (end !== undefined) ends.set(index, end);
    next.set(run.length, index + run.length);
  }
  return ends;
}

/** Stands in records for a person whose id was removed. */
export const removedPerson = 'removed';

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
