import { expect, test, vi } from 'vitest';
import { warmUp } from '../../../src/core/live-reply/warm-up.ts';
import { createManualClock } from '../../fakes/clock.ts';
import { createFakePlatform } from '../../fakes/platform.ts';

test('a sample is laid out at the start, and nothing is sent', () => {
  const platform = createFakePlatform({ clock: createManualClock() });
  const fits = vi.spyOn(platform, 'fits');
  warmUp(platform);
  expect(fits).toHaveBeenCalledWith(expect.objectContaining({ markdown: expect.stringContaining('start();') }));
  expect(platform.transcript).toEqual([]);
});
