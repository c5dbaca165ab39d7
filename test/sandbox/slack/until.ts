/** Waiting for what another process or socket brings about. In: a condition. Out: resolves when it holds. */

export async function until(holds: () => boolean, withinMs = 5_000): Promise<void> {
  const end = Date.now() + withinMs;
  while (!holds()) {
    if (Date.now() > end) throw new Error('it did not come to hold');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
