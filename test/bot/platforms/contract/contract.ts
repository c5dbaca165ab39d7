/**
 * The contract of every Platform. The same suite runs against the fake that the core is tested with and against both adapters
 * on the simulated platforms, so the fake cannot behave differently.
 */
import { afterEach, describe } from 'vitest';
import { buttons } from './buttons.ts';
import { inbound } from './inbound.ts';
import { lifecycle } from './lifecycle.ts';
import { noDoublePost } from './no-double-post.ts';
import { posting } from './posting.ts';
import { powers } from './powers.ts';
import { refusals } from './refusals.ts';
import { createReceived, type OpenWorld, type StartWorld, type World } from './world.ts';

/** `open` creates a new world for each test. `hasPeople`: whether it has people who ask. */
export function platformContract(name: string, open: OpenWorld, hasPeople: boolean): void {
  describe(`a platform (${name})`, () => {
    let world: World | undefined;

    afterEach(async () => {
      await world?.platform.stop();
      await world?.close();
      world = undefined;
    });

    const opened: OpenWorld = async () => {
      world = await open();
      return world;
    };
    const started: StartWorld = async () => {
      const { platform } = await opened();
      const received = createReceived();
      await platform.start(received);
      if (!world) throw new Error('the world was closed');
      return { world, platform, received };
    };

    lifecycle(opened);
    posting(started);
    noDoublePost(started);
    refusals(started);
    powers(started);
    if (!hasPeople) return;
    inbound(started);
    buttons(started);
  });
}
