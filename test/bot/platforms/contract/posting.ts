/** Messages are shown as intended, edited in place, and ping nobody. */
import { expect, it } from 'vitest';
import { actions, body, type StartWorld } from './world.ts';

export function posting(started: StartWorld): void {
  it('shows what it posts, edits it in place and removes it', async () => {
    const { world, platform } = await started();
    const thread = await world.thread();
    const first = await platform.post(thread, body('The first.'), 'k:0');
    await platform.post(thread, body('The second.'), 'k:1');
    expect(await world.shows(thread)).toEqual(['The first.', 'The second.']);
    await platform.edit(thread, first, body('The first, longer.'));
    expect(await world.shows(thread)).toEqual(['The first, longer.', 'The second.']);
    await platform.remove(thread, first);
    expect(await world.shows(thread)).toEqual(['The second.']);
  });

  it('keeps threads apart', async () => {
    const { world, platform } = await started();
    const one = await world.thread();
    const other = await world.thread();
    await platform.post(one, body('For one.'), 'a:0');
    await platform.post(other, body('For the other.'), 'b:0');
    expect([await world.shows(one), await world.shows(other)]).toEqual([['For one.'], ['For the other.']]);
  });

  it('shows every script as it is written', async () => {
    const { world, platform } = await started();
    const thread = await world.thread();
    await platform.post(thread, body('漢字, עברית, 👩‍🚀, e\u0301.'), 'k:0');
    expect(await world.shows(thread)).toEqual(['漢字, עברית, 👩‍🚀, e\u0301.']);
  });

  it('pings nobody, whatever the text', async () => {
    const { world, platform } = await started();
    const thread = await world.thread();
    const hostile = '@everyone @here @channel <!channel> <!here> <@U0ADA00001> <@1> <@&1> <!subteam^S1> `<!channel>`';
    const message = await platform.post(thread, body(hostile, { notices: [hostile] }), 'k:0');
    await platform.edit(thread, message, body(`\`\`\`\n${hostile}\n\`\`\`\n\n${hostile}`));
    expect(world.pings()).toEqual([]);
  });

  it('shows sources and notices under the text', async () => {
    const { world, platform } = await started();
    const thread = await world.thread();
    const sources = [{ path: 'guide/start', title: 'Getting started', url: 'https://docs.example.com/guide/start' }];
    await platform.post(thread, body('Text.', { sources, notices: ['A plain sentence.'] }), 'k:0');
    const [shown = ''] = await world.shows(thread);
    const places = ['Text.', 'https://docs.example.com/guide/start', 'A plain sentence.'].map((part) =>
      shown.indexOf(part),
    );
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(shown).toContain('Getting started');
  });

  it('can show and clear its working indicator repeatedly without posting anything', async () => {
    const { world, platform } = await started();
    const thread = await world.thread();
    for (const on of [true, true, false, false]) await platform.working.set(thread, on);
    expect(platform.working.lastsMs).toBeGreaterThan(1_000);
    expect(await world.shows(thread)).toEqual([]);
  });

  it('declares budgets for each action, and shows replies live', async () => {
    const { world, platform } = await started();
    const thread = await world.thread();
    expect(platform.isLive(thread)).toBe(true);
    for (const action of actions) {
      const budgets = platform.budgets(action, thread);
      expect(budgets.length).toBeGreaterThan(0);
      for (const { limit, windowMs, burst } of budgets) {
        expect(Math.min(limit, windowMs, burst)).toBeGreaterThan(0);
        expect(burst).toBeLessThanOrEqual(limit);
      }
    }
  });
}
