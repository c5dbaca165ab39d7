/** Waits for an effect of another process or socket. The limit only ends a test that hangs. */

const roundMs = 5;
/** Most of the time of a test, counted in rounds of the event loop, so that a slow machine gets more. */
const rounds = 300_000 / roundMs;

/** Resolves when the condition holds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let round = 0; !(await holds()); round += 1) {
    if (round > rounds) throw new Error('the condition did not become true');
    await new Promise((resolve) => setTimeout(resolve, roundMs));
  }
}
