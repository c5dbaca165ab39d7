/** Reading untrusted JSON: values that are not of the expected type are undefined. Pure, never throws. */

/** A JSON value, or undefined if the text is not valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a JSON value is an object, not an array or null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Removes what is null from a parsed JSON value, in place and at any depth, and returns it: vendors write null for what is
 * absent, and for empty lists. Iterative, since hostile JSON may be nested as deep as it is long.
 */
export function withoutNulls<T>(value: T): T {
  const open: unknown[] = [value];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (typeof at !== 'object' || at === null) continue;
    if (Array.isArray(at)) {
      const kept = at.filter((each) => each !== null);
      if (kept.length < at.length) at.splice(0, at.length, ...kept);
      open.push(...kept);
    } else {
      for (const [key, each] of Object.entries(at)) {
        if (each === null) Reflect.deleteProperty(at, key);
        else open.push(each);
      }
    }
  }
  return value;
}

/** The value under these nested keys. */
export function valueAt(value: unknown, ...keys: readonly string[]): unknown {
  let at = value;
  for (const key of keys) {
    if (!isObject(at)) return undefined;
    at = at[key];
  }
  return at;
}

/** The string under these keys, unless it is blank. */
export function stringAt(value: unknown, ...keys: readonly string[]): string | undefined {
  const found = valueAt(value, ...keys);
  return typeof found === 'string' && found.trim() !== '' ? found : undefined;
}
