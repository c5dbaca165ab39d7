/** Messages of people become questions and deployment requests; messages of bots and redeliveries do not. */
import { expect, it } from 'vitest';
import { answered, body, peopleOf, placeOf, type StartWorld } from './world.ts';

export function inbound(started: StartWorld): void {
  it('turns a mention into a question without our name', async () => {
    const { world, received } = await started();
    await peopleOf(world).mention('how do I start?');
    expect(new Set(received.questions.map((question) => question.id)).size).toBe(1);
    const [question] = received.questions;
    expect(question).toMatchObject({ addressed: 'mention', text: 'how do I start?' });
    expect(question?.asker).toMatch(new RegExp(`^${world.platform.name}:`));
    expect(question?.thread.platform).toBe(world.platform.name);
  });

  it('turns an empty mention into a question without text', async () => {
    const { world, received } = await started();
    await peopleOf(world).mention('');
    expect(received.questions[0]).toMatchObject({ addressed: 'mention', text: '' });
  });

  it('turns a direct message into a question', async () => {
    const { world, received } = await started();
    await peopleOf(world).direct('how do I start?');
    expect(received.questions).toMatchObject([{ addressed: 'direct', text: 'how do I start?' }]);
  });

  it('turns a message in the thread of an answer into a follow-up in the same conversation', async () => {
    const { world, platform, received } = await started();
    const thread = await answered(world, platform, received);
    await peopleOf(world).reply(thread, 'and then?');
    expect(received.questions.at(-1)).toMatchObject({ addressed: 'follow_up', text: 'and then?' });
    expect(placeOf(received.questions.at(-1)?.thread)).toEqual(placeOf(thread));
  });

  it('ignores itself and other bots', async () => {
    const { world, platform, received } = await started();
    const thread = await answered(world, platform, received);
    const before = received.questions.length;
    await peopleOf(world).bot(thread, 'I am a bot, who are you?');
    await platform.post(thread, body('Who asks?'), 'k:9');
    expect(received.questions.slice(before)).toEqual([]);
  });

  it('gives a redelivered event the same question id', async () => {
    const { world, received } = await started();
    await peopleOf(world).direct('once?');
    await peopleOf(world).redeliver();
    expect(received.questions.length).toBeGreaterThan(1);
    expect(new Set(received.questions.map((question) => question.id)).size).toBe(1);
  });

  it('accepts a question when it is redelivered after the store failed', async () => {
    const { world, received } = await started();
    received.failing = true;
    await peopleOf(world).direct('are you there?');
    expect(received.questions).toEqual([]);
    received.failing = false;
    await peopleOf(world).redeliver();
    expect(received.questions[0]).toMatchObject({ text: 'are you there?' });
  });

  it('opens one thread per command, however often `open` is called', async () => {
    const { world, platform, received } = await started();
    await peopleOf(world).docs('how do I start?');
    const [question] = received.questions;
    if (!question) throw new Error('no question was received');
    expect(question).toMatchObject({ addressed: 'command', text: 'how do I start?' });
    const { thread } = await platform.open(question);
    expect(placeOf((await platform.open(question)).thread)).toEqual(placeOf(thread));
    await platform.post(thread, body('Like this.'), 'k:0');
    expect(await world.shows(thread)).toContain('Like this.');
  });

  it('accepts /deploy, and answers only the requester', async () => {
    const { world, platform, received } = await started();
    await peopleOf(world).deploy();
    const [request] = received.deployments;
    expect(request?.identities[0]).toMatch(new RegExp(`^${platform.name}:`));
    expect(await peopleOf(world).privately()).toContain('Only you can read this.');
  });
}
