/**
 * Snowflakes, Discord's ids: milliseconds since 2015 in the upper bits, a counter below; decimal strings of 17 to 19 digits.
 * Source: developer docs "Reference: Snowflakes", read 2026-11-21.
 */
const epochMs = 1_420_070_400_000;
const countBits = 22n;

/** The lowest id of this time, plus `count`. */
export function snowflakeAt(ms: number, count = 0): string {
  return String((BigInt(Math.floor(ms) - epochMs) << countBits) + BigInt(count));
}

/** Milliseconds since 1970. */
export function timeOf(id: string): number {
  return Number(BigInt(id) >> countBits) + epochMs;
}

/** Returns a generator of strictly increasing ids. */
export function createSnowflakes(now: () => number): () => string {
  let last = 0n;
  return () => {
    const fresh = BigInt(snowflakeAt(now()));
    last = fresh > last ? fresh : last + 1n;
    return String(last);
  };
}
