/** Refusals are typed: rate limited with a waiting time, gone, too long. A refused call has no effect. */
import { expect, it } from 'vitest';
import { body, failure, longestThatFits, type StartWorld } from './world.ts';

export function refusals(started: StartWorld): void {
  it('reports how long to wait when rate limited, and changes nothing', async () => {
    const { world, platform } = await started();
    const thread = await world.thread();
    world.limits('post');
    const refused = await failure(platform.post(thread, body('Later.'), 'k:0'), 'rate_limited');
    expect(refused.waitMs).toBeGreaterThan(0);
    expect(await world.shows(thread)).toEqual([]);
    const message = await platform.post(thread, body('Later.'), 'k:0');
    world.limits('edit');
    await failure(platform.edit(thread, message, body('Never seen.')), 'rate_limited');
    expect(await world.shows(thread)).toEqual(['Later.']);
  });

  it('reports an edit that is refused permanently, changes nothing, and still posts', async () => {
    const { world, platform } = await started();
    const thread = await world.thread();
    const message = await platform.post(thread, body('First.'), 'k:0');
    if (world.refusesEdit) {
      world.refusesEdit();
      const refused = await failure(platform.edit(thread, message, body('First. Second.')), 'edit_refused');
      expect(refused.arrived).toBe('no');
    }
    await platform.post(thread, body('Second.'), 'k:1');
    expect(await world.shows(thread)).toEqual(['First.', 'Second.']);
  });

  it('names the message that a repeated post found, if that cannot be edited', async () => {
    const { world, platform } = await started();
    const thread = await world.thread();
    const found = await platform.post(thread, body('First.'), 'k:0');
    if (!world.refusesEdit) return;
    world.refusesEdit();
    const again = platform.post(thread, body('First. Second.'), 'k:0', { since: 0, others: [] });
    expect((await failure(again, 'edit_refused')).found).toBe(found);
    expect(await world.shows(thread)).toEqual(['First.']);
  });

  it('reports a deleted message as gone, and removes it without failing', async () => {
    const { world, platform } = await started();
    const thread = await world.thread();
    const message = await platform.post(thread, body('Here.'), 'k:0');
    await world.deletes(thread, message);
    await failure(platform.edit(thread, message, body('Still here?')), 'message_gone');
    await platform.remove(thread, message);
    expect(await world.shows(thread)).toEqual([]);
  });

  it('posts every body that fits, and refuses one that does not', async () => {
    const { world, platform } = await started();
    const thread = await world.thread();
    const longest = longestThatFits(platform, world.tooManyChars);
    await platform.post(thread, longest, 'k:0');
    expect((await world.shows(thread))[0]).toContain(longest.markdown);
    expect(platform.fits(body('x'.repeat(world.tooManyChars)))).toBe(false);
    await failure(platform.post(thread, body('x'.repeat(world.tooManyChars)), 'k:1'), 'too_long');
  });
}
