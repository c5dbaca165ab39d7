/** People by their ids in lists, and in what somebody wrote. Pure. */

/** A span of code; a mention as Slack and Discord write it; an address; a name after @, but for a package's. */
const people =
  /(`+)[^`]+\1|<[@#!][^>\s]{1,80}>|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}|(?<![\w/])@[\p{L}\p{N}_.-]{1,40}(?!\/?[\w-]*\/)(?: \p{Lu}[\p{L}'’-]{1,30})?/gu;

/** What somebody wrote, so that it may be read elsewhere. Code stays as it is: `@Component` is nobody. */
export function withoutPeople(text: string): string {
  return text.replace(people, (found) => (found.startsWith('`') ? found : '@…'));
}

/** The forms in which lists may name a person: `slack:<user>` and `slack:<team>:<user>`; `discord:<user>`. */
export function identitiesOf(person: string): readonly string[] {
  return [...new Set([person.replace(/:.*:/, ':'), person])];
}
