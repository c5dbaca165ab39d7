/** Converts values to and from columns: storable text, and JSON that is validated when it is read. */

/** A row that cannot be read. It fails its own turn or deployment and no others. */
export class CorruptRow extends Error {
  override readonly name = 'CorruptRow';
}

/** Returns undefined for a row that cannot be read. */
export function readOrSkip<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof CorruptRow) return undefined;
    throw error;
  }
}

/** Postgres text cannot contain NUL. It is replaced, not removed, because offsets into the text are stored elsewhere. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}

export function oneOf<T extends string>(known: Record<T, true>, value: string): T {
  if (!isKeyOf(known, value)) throw new CorruptRow(`unknown value: ${Object.keys(known).join(', ')} expected`);
  return value;
}

export function isKeyOf<T extends string>(known: Record<T, true>, value: string): value is T {
  return Object.hasOwn(known, value);
}

export function parse<T>(json: string, is: (value: unknown) => value is T): T {
  const value = parseJson(json);
  if (!is(value)) throw new CorruptRow('JSON has an unexpected shape');
  return value;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // The parser's own message would quote the row.
    throw new CorruptRow('not JSON');
  }
}

export function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

export function hasTypes(value: unknown, types: Readonly<Record<string, 'string' | 'number'>>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  return Object.entries(types).every(([name, type]) => typeof fields.get(name) === type);
}
