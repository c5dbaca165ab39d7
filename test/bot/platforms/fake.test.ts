/** Runs the platform contract against the fake that the core is tested with. */
import { PlatformError } from '../../../src/bot/core/model/errors.ts';
import { createManualClock } from '../../fakes/clock.ts';
import { createFakePlatform } from '../../fakes/platform.ts';
import { platformContract } from './contract/contract.ts';

const maxChars = 500;

platformContract(
  'the fake',
  async () => {
    const platform = createFakePlatform({ clock: createManualClock(), maxChars });
    let threads = 0;
    return {
      platform,
      thread() {
        threads += 1;
        return { platform: platform.name, installation: 'i', channel: 'c', thread: `t${threads}` };
      },
      shows: ({ thread }) => [
        ...platform.shows(thread),
        ...platform.notes.filter((note) => note.thread.thread === thread).map(({ body }) => body.markdown),
      ],
      deletes: (_thread, message) => platform.delete(message),
      limits: (action) => platform.failNext(action, new PlatformError('rate_limited', { waitMs: 1_000 })),
      refusesEdit: () => platform.failNext('edit', new PlatformError('edit_refused')),
      losesResponse: () => platform.failNext('post', new PlatformError('unavailable', { arrived: 'unknown' }), 1, true),
      pings: () => [],
      tooManyChars: maxChars + 1,
      close: () => undefined,
    };
  },
  false,
);
