/**
 * No double posts: a message whose response was lost, or whose process died, is found again by its key.
 * slack/contract.test.ts, discord/contract.test.ts and fake.test.ts run this; e2e/kill.test.ts proves it for whole answers,
 * and the simulation (sim/laws.ts) for every fault.
 */
import { expect, it } from 'vitest';
import { body, failure, type StartWorld } from './world.ts';

export function noDoublePost(started: StartWorld): void {
  it('posts no second message when the response to a post was lost', async () => {
    const { world, platform } = await started();
    const thread = await world.thread();
    world.losesResponse();
    const error = await failure(platform.post(thread, body('Once.'), 'k:0'), 'unavailable');
    expect(error.arrived).toBe('unknown');
    const message = await platform.post(thread, body('Once.'), 'k:0');
    expect(await world.shows(thread)).toEqual(['Once.']);
    await platform.edit(thread, message, body('Once, and found again.'));
    expect(await world.shows(thread)).toEqual(['Once, and found again.']);
  });

  it('recognises a posted message by its key and not by its text', async () => {
    const { world, platform } = await started();
    const thread = await world.thread();
    const one = await platform.post(thread, body('The same.'), 'k:0');
    const other = await platform.post(thread, body('The same.'), 'k:1');
    expect(other).not.toBe(one);
    expect(await world.shows(thread)).toEqual(['The same.', 'The same.']);
  });

  it('finds a message that was posted by a process that died before saving it, and edits it to the newer text', async () => {
    const { world, platform } = await started();
    const thread = await world.thread();
    world.losesResponse();
    await failure(platform.post(thread, body('Half a'), 'k:0'), 'unavailable');
    const survivor = (await world.another?.()) ?? platform;
    const message = await survivor.post(thread, body('Half a sentence.'), 'k:0', { since: 0, others: [] });
    expect(await world.shows(thread)).toEqual(['Half a sentence.']);
    await survivor.edit(thread, message, body('A whole sentence.'));
    await survivor.post(thread, body('And another.'), 'k:1', { since: 0, others: [] });
    expect(await world.shows(thread)).toEqual(['A whole sentence.', 'And another.']);
    if (survivor !== platform) await survivor.stop();
  });
}
