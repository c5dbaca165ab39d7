import { expect, test, vi } from 'vitest';
import { warmUp } from '../../../../src/bot/core/live-reply/warm-up.ts';
import { createManualClock } from '../../../fakes/clock.ts';
import { createFakePlatform } from '../../../fakes/platform.ts';

test('the warm-up lays out a sample and sends nothing', () => {
  const platform = createFakePlatform({ clock: createManualClock() });
  const fits = vi.spyOn(platform, 'fits');
  warmUp(platform);
  expect(fits).toHaveBeenCalledWith(expect.objectContaining({ markdown: expect.stringContaining('start();') }));
  expect(platform.transcript).toEqual([]);
});
