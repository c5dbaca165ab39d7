/** Waits for an effect of another process or socket. The limit only ends a test that hangs. */

const roundMs = 5;

/** Resolves when the condition holds. The limit counts rounds of the event loop, so a slow machine gets more time. */
export async function until(holds: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<void> {
  for (let round = 0; !(await holds()); round += 1) {
    if (round * roundMs > withinMs) throw new Error('the condition did not become true');
    await new Promise((resolve) => setTimeout(resolve, roundMs));
  }
}
