/** A platform is starting, then ready, then stopped permanently. */
import { expect, it } from 'vitest';
import { PlatformError } from '../../../../src/bot/core/model/errors.ts';
import { body, createReceived, type OpenWorld } from './world.ts';

export function lifecycle(open: OpenWorld): void {
  it('is starting before start, ready after it, and stops permanently', async () => {
    const world = await open();
    expect(world.platform.health().state).toBe('starting');
    await world.platform.start(createReceived());
    expect(world.platform.health().state).toBe('ready');
    const thread = await world.thread();
    await world.platform.stop();
    expect(world.platform.health().state).not.toBe('ready');
    await expect(world.platform.post(thread, body('late'), 'k')).rejects.toBeInstanceOf(PlatformError);
  });
}
