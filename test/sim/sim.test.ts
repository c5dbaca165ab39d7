import { describe, expect, it } from 'vitest';
import { simulate } from './world.ts';

describe('simulated histories', () => {
  it('hold every promise, whatever is killed, lost, doubled or cut off', async () => {
    const faults: Record<string, number> = {};
    for (let seed = 1; seed <= 60; seed += 1) {
      const history = await simulate(seed);
      expect(history.violations, history.story.join('\n')).toEqual([]);
      for (const [name, times] of Object.entries(history.faults)) faults[name] = (faults[name] ?? 0) + times;
    }
    // They are worth something only if the faults really came.
    for (const name of ['429', '500', 'lost answer', 'lost commit', 'kill', 'partition', 'redelivery', 'stream cut']) {
      expect(faults[name], name).toBeGreaterThan(10);
    }
  }, 60_000);

  it('repeat themselves by their seed', async () => {
    const [one, other] = [await simulate(7), await simulate(7)];
    expect(other.story).toEqual(one.story);
  });

  it.each(['skip the nonce', 'let duplicates in', 'forget to end', 'mix the threads'] as const)(
    'find the deliberate bug “%s”',
    async (mutation) => {
      let found = false;
      for (let seed = 1; seed <= 20 && !found; seed += 1)
        found = (await simulate(seed, mutation)).violations.length > 0;
      expect(found).toBe(true);
    },
    60_000,
  );
});
