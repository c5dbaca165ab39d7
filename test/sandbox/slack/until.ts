/** Waits for what another process or socket brings about. The limit only ends a test that hangs. */

const roundMs = 5;

/** Resolves when the condition holds. The limit counts rounds of the event loop: a machine that is slow gives more time. */
export async function until(holds: () => boolean, withinMs = 60_000): Promise<void> {
  for (let round = 0; !holds(); round += 1) {
    if (round * roundMs > withinMs) throw new Error('it did not come to hold');
    await new Promise((resolve) => setTimeout(resolve, roundMs));
  }
}
