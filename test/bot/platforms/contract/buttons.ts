/** Suggestions under an answer are buttons. A press is a question by the person who pressed it, asked once. */
import { expect, it } from 'vitest';
import { english } from '../../../../src/bot/wording/wording.ts';
import { body, offered, peopleOf, placeOf, type StartWorld } from './world.ts';

export function buttons(started: StartWorld): void {
  it('shows suggestions as buttons with plain labels, until an edit removes them', async () => {
    const { world, platform } = await started();
    const thread = await world.thread();
    const suggestions = ['How do I *stop* it?', '<!channel> @everyone <@1>', ':fire: [x](https://evil.example)'];
    const offering = body('Like this.', { suggestions });
    expect(platform.fits(offering)).toBe(true);
    const message = await platform.post(thread, offering, 'k:0');
    expect(world.buttons?.(thread)).toEqual(suggestions);
    expect(world.pings()).toEqual([]);
    expect((await world.shows(thread)).join()).toContain('Like this.');
    await platform.edit(thread, message, body('Like this.'));
    expect(world.buttons?.(thread)).toEqual([]);
    await platform.edit(thread, message, offering);
    expect(world.buttons?.(thread)).toEqual(suggestions);
  });

  it('turns a pressed suggestion into a question by the presser in the same conversation', async () => {
    const { world, platform, received } = await started();
    const thread = await offered(world, platform, received);
    await peopleOf(world).press(thread, 'And then?');
    const question = received.questions.at(-1);
    expect(question).toMatchObject({ text: 'And then?', asker: peopleOf(world).presser });
    expect(question?.addressed).not.toBe('follow_up');
    expect(placeOf(question?.thread)).toEqual(placeOf(thread));
  });

  it('quotes a pressed suggestion in the thread once, and pings nobody', async () => {
    const { world, platform, received } = await started();
    const thread = await offered(world, platform, received);
    const [, before] = [await peopleOf(world).press(thread, 'And then?'), await world.shows(thread)];
    const question = received.questions.at(-1);
    if (!question) throw new Error('no press was received');
    const opened = await platform.open(question);
    expect(placeOf((await platform.open(question)).thread)).toEqual(placeOf(opened.thread));
    expect(placeOf(opened.thread)).toEqual(placeOf(thread));
    const quoted = (await world.shows(thread)).slice(before.length);
    expect(quoted).toHaveLength(1);
    expect(quoted[0]).toMatch(/asked:\n> And then\?$/);
  });

  it('asks once when a button is pressed twice, even if the first press is not accepted yet', async () => {
    const { world, platform, received } = await started();
    const thread = await offered(world, platform, received);
    const press = (): Promise<void> => peopleOf(world).press(thread, 'And then?');
    await Promise.allSettled([press(), press()]);
    const ids = received.questions.filter(({ text }) => text === 'And then?').map(({ id }) => id);
    expect(new Set(ids).size).toBe(1);
  });

  it('tells only the person who pressed a button that the question could not be stored', async () => {
    const { world, platform, received } = await started();
    const thread = await offered(world, platform, received);
    received.failing = true;
    await peopleOf(world).press(thread, 'And then?');
    expect(await peopleOf(world).privately()).toContain(english.say('notTaken'));
    expect(world.buttons?.(thread)).toEqual(['And then?', 'And before?']);
  });

  it.each(['over_limit', 'slow_down', 'limit_month'] as const)(
    'tells only the person who pressed a button why it is not answered: %s',
    async (reason) => {
      const { world, platform, received } = await started();
      const thread = await offered(world, platform, received);
      received.refusing = reason;
      await peopleOf(world).press(thread, 'And then?');
      expect(await peopleOf(world).privately()).toContain(english.say(`reply.${reason}`));
      expect(world.buttons?.(thread)).toEqual(['And then?', 'And before?']);
    },
  );
}
