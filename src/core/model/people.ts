/** Takes people out of what somebody wrote, so that it may be read elsewhere. Code stays as it is: `@Component` is nobody. */

/** A span of code; a mention as Slack and Discord write it; an address; a name after @, but for a package's. */
const people =
  /(`+)[^`]+\1|<[@#!][^>\s]{1,80}>|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}|(?<![\w/])@[\p{L}\p{N}_.-]{1,40}(?!\/?[\w-]*\/)(?: \p{Lu}[\p{L}'’-]{1,30})?/gu;

export function withoutPeople(text: string): string {
  return text.replace(people, (found) => (found.startsWith('`') ? found : '@…'));
}
