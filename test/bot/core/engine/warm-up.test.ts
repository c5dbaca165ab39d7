import { expect, test, vi } from 'vitest';
import { warmUp } from '../../../../src/bot/core/engine/warm-up.ts';
import { isSmallTalk } from '../../../../src/bot/core/questions/classify-message.ts';
import { maskSensitive } from '../../../../src/kit/masking/mask.ts';
import { smallTalkIn } from '../../../../src/kit/matching/small-talk.ts';
import { createManualClock } from '../../../fakes/clock.ts';
import { createFakePlatform } from '../../../fakes/platform.ts';

test('the warm-up lays out a sample and sends nothing', () => {
  const platform = createFakePlatform({ clock: createManualClock() });
  const fits = vi.spyOn(platform, 'fits');
  warmUp([platform]);
  expect(fits).toHaveBeenCalledWith(expect.objectContaining({ markdown: expect.stringContaining('start();') }));
  expect(platform.transcript).toEqual([]);
});

test('the warm-up uses twice whatever pattern a question without small talk is compared with', () => {
  const warm = patternsUsed(() => warmUp([]));
  const compared = patternsUsed(() => {
    smallTalkIn('Can a header be empty?', undefined);
    isSmallTalk('Can a header be empty?');
    maskSensitive('Can a header be empty?');
  });
  expect(compared.size).toBeGreaterThan(50);
  for (const pattern of compared.keys()) expect(warm.get(pattern), pattern).toBeGreaterThan(1);
});

/** How often each regular expression was executed. */
function patternsUsed(act: () => void): ReadonlyMap<string, number> {
  const exec = vi.spyOn(RegExp.prototype, 'exec');
  act();
  const used = Map.groupBy(exec.mock.contexts, String);
  exec.mockRestore();
  return new Map([...used].map(([pattern, uses]) => [pattern, uses.length]));
}
