/** Fills in a link: a pattern such as `https://host/new?title={title}`. */

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
