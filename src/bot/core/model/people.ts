/** People's ids in allow lists and in ids of questions, and the removal of people's names from text. Pure. */
import { createHash } from 'node:crypto';

/** Backticks; a mention in Slack's or Discord's syntax; an e-mail address; a name after @ that is not a package's. */
const people =
  /`+|<[@#!][^>\s`]{1,80}>|(?<![\w.+-])[\w.+-]+@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}|(?<![\w/])@[\p{L}\p{N}_.-]{1,40}(?!\/?[\w-]*\/)(?: \p{Lu}[\p{L}'’-]{1,30})?/gu;

/** Replaces mentions and e-mail addresses of people. Code is left alone: `@Component` is not a person. */
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
 * Maps the start of each run of backticks to the end of the next run of the same length, in the same paragraph unless it is
 * a fence. One pass, since searching ahead from each run would take quadratic time.
 */
function codeEnds(text: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const next = new Map<number, number>();
  for (const { 0: run, index } of [...text.matchAll(/`+|\n[ \t]*\n/g)].reverse()) {
    if (!run.startsWith('`')) {
      // The end of a paragraph.
      for (const inline of [1, 2]) next.delete(inline);
      continue;
    }
    const end = next.get(run.length);
    if (end !== undefined) ends.set(index, end);
    next.set(run.length, index + run.length);
  }
  return ends;
}

/** Placeholder in records for a person whose id was removed. */
export const removedPerson = 'removed';

/** The ids by which a list may name a person: `slack:<user>` and `slack:<team>:<user>`; `discord:<user>`. */
export function identitiesOf(person: string): readonly string[] {
  return [...new Set([person.replace(/:.*:/, ':'), person])];
}

/**
 * The id of the question that a person asks about a message, derived from the message's id. It contains only a hash of the
 * person, since ids of questions are kept when ids of people are hashed.
 */
export function toAskedAbout(message: string, person: string): string {
  return `${message}:asked:${createHash('sha256').update(`${message} ${person}`).digest('hex').slice(0, 16)}`;
}
