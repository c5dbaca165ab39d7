/** People by their ids in allow lists, and people's names removed from text. Pure. */

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
