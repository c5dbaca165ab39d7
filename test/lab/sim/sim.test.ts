import { describe, expect, it } from 'vitest';
import { shrink } from './shrink.ts';
import { simulate } from './world.ts';

const injected = [
  ...['429', '500', 'late call', 'late answer', 'lost answer', 'lost commit', 'kill', 'stop', 'cut off', 'jump'],
  ...[
    'redelivery',
    'reordered',
    'stream cut',
    'assistant refuses',
    'deployer refuses',
    'growth refused',
    'edit refused',
  ],
];

describe('simulated histories', () => {
  it('keep every promise, whatever is killed, lost, late, duplicated or cut off', async () => {
    const faults: Record<string, number> = {};
    for (let seed = 1; seed <= 40; seed += 1) {
      const history = await simulate(seed);
      expect(history.violations, history.story.join('\n')).toEqual([]);
      for (const [name, times] of Object.entries(history.faults)) faults[name] = (faults[name] ?? 0) + times;
    }
    // They prove something only if the faults really happened.
    for (const name of injected) expect(faults[name], name).toBeGreaterThan(1);
  });

  it('are reproducible by their seed', async () => {
    const [one, other] = [await simulate(7), await simulate(7)];
    expect(other.story).toEqual(one.story);
  });

  it('are shrunk to what the violation needs', async () => {
    const history = await simulate(1, 'forget what is shown');
    const shrunk = await shrink(history, 'forget what is shown');
    expect(shrunk.history.violations.length).toBeGreaterThan(0);
    expect(shrunk.history.questions + shrunk.history.deployments).toBe(1);
    expect(await simulate(1, 'forget what is shown', new Set(shrunk.without))).toEqual(shrunk.history);
  });

  it.each(['skip the nonce', 'let duplicates in', 'forget to end', 'mix the threads', 'mind no wait'] as const)(
    'find the deliberate bug “%s”',
    async (mutation) => {
      let found = false;
      for (let seed = 1; seed <= 20 && !found; seed += 1)
        found = (await simulate(seed, mutation)).violations.length > 0;
      expect(found).toBe(true);
    },
  );
});
