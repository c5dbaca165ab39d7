/**
 * Waits for what comes over a socket. In: a condition. Out: resolves when it holds; fails after the given time.
 */
export async function until(holds: () => boolean, limitMs = 8_000): Promise<void> {
  const end = performance.now() + limitMs;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`still not so after ${limitMs} ms: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
