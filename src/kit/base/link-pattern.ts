/** Fills in a link: a pattern such as `https://host/new?title={title}`. */

/** A longer one does not fit into one message on every platform, with three sentences beside it. */
export const maxLinkChars = 1_500;

/** Each `{name}` that has a value becomes that value, percent-encoded. */
export function fillIn(pattern: string, values: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{(\w{1,20})\}/g, (found, name: string) =>
    Object.hasOwn(values, name) ? encode(values[name] ?? '') : found,
  );
}

/** Half a surrogate pair cannot be encoded, and where a link stands in text, a parenthesis or quote may end it. */
function encode(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
