import { expect, it } from 'vitest';
import { expectLinear } from './linear.ts';

/** A reader that takes `msFor(size)`, on a machine that makes each measurement longer by the next of the factors. */
function reading(msFor: (size: number) => number, ...slower: readonly number[]) {
  let [ms, measured] = [0, 0];
  const read = (size: number): void => {
    ms += msFor(size);
  };
  const measure = async (act: () => unknown): Promise<number> => {
    ms = 0;
    await act();
    measured += 1;
    return ms * (slower[measured % slower.length] ?? 1);
  };
  return expectLinear(1_000, read, measure);
}

it('linear readers pass on a machine that is now and then a hundred times slower', async () => {
  await reading((size) => size, 1);
  await reading((size) => size + 50, 100, 100, 1, 100, 1);
});

it('quadratic readers fail, also on a machine whose speed varies', async () => {
  await expect(reading((size) => size * size, 1)).rejects.toThrow('the whole took');
  await expect(reading((size) => size * size, 1, 2, 1.5)).rejects.toThrow('the whole took');
});

it('readers that are quick enough pass, however they grow', async () => {
  await reading((size) => size * size * 1e-5, 1);
});
