/** Direct messages and channels, where every message may begin a thread, on each engine. */
import { expect, it } from 'vitest';
import type { Decide, Decision, QuestionFacts } from '../../../../src/bot/core/ports/store.ts';
import { engines, openStore } from '../../../kit/sql/engines.ts';
import { question } from '../samples.ts';

it.each(engines)(
  'the same person’s newest conversation in direct messages is found for a day, on $name',
  async (engine) => {
    const { store } = await openStore(engine);
    const known: unknown[] = [];
    const say = (id: string, asker: string, askedAt: number, addressed: 'direct' | 'mention' = 'direct') =>
      store.accept(
        question({ id, thread: addressed === 'direct' ? id : '9.0', asker, askedAt, addressed }),
        (_, { conversation, nearby }: QuestionFacts) => {
          known.push([conversation !== undefined, nearby?.waiting?.text]);
          return {};
        },
      );
    const day = 24 * 60 * 60_000;
    await say('q1', 'slack:T1:U1', 1_000);
    await say('q2', 'slack:T1:U1', 2_000);
    await say('q3', 'slack:T1:U2', 2_100);
    await say('q4', 'slack:T1:U1', 2_200, 'mention');
    await say('q5', 'slack:T1:U2', 2_100 + day);
    expect(known).toEqual([
      [false, undefined],
      [false, 'text of q1'],
      [false, undefined],
      [false, undefined],
      [false, undefined],
    ]);
  },
);

it.each(engines)('a quick direct message is joined to the question before it, on $name', async (engine) => {
  const { store } = await openStore(engine);
  await store.accept(question({ id: 'q1', thread: '1.0', addressed: 'direct' }));
  const second = question({ id: 'q2', thread: '2.0', addressed: 'direct' });
  const joined = await store.accept(second, (_, { nearby }) => ({ joined: `${nearby?.waiting?.text} and more` }));
  expect(joined).toEqual({ result: 'joined' });
  const turn = await store.claimTurn('me', 2_000, 3_000, ['slack']);
  expect(turn).toMatchObject({ question: { id: 'q1', text: 'text of q1 and more' } });
  expect(await store.claimTurn('me', 2_000, 3_000, ['slack'])).toBeUndefined();
  expect(await store.findTurn(second)).toMatchObject({ id: turn?.id, foundBy: expect.any(String) });
});

it.each(engines)('quick direct messages that arrive at the same time are all joined, on $name', async (engine) => {
  const { store } = await openStore(engine);
  await store.accept(question({ id: 'q1', thread: '1.0', addressed: 'direct' }));
  const further = ['a', 'b', 'c', 'd', 'e', 'f'];
  const results = await Promise.all(
    further.map((text) =>
      store.accept(question({ id: `q-${text}`, thread: `${text}.0`, addressed: 'direct' }), (_, { nearby }) => ({
        joined: `${nearby?.waiting?.text} ${text}`,
      })),
    ),
  );
  expect(results).toEqual(further.map(() => ({ result: 'joined' })));
  const turn = await store.claimTurn('me', 2_000, 3_000, ['slack']);
  expect(turn?.question.text.split(' ').toSorted()).toEqual(['text', 'of', 'q1', ...further].toSorted());
});

it.each(engines)(
  'a quick message in a channel is joined to the same person’s question there, and opens no thread, on $name',
  async (engine) => {
    const { store } = await openStore(engine);
    const inChannel = (ts: string, asker = 'slack:T1:U1', addressed: 'mention' | 'auto' = 'mention') =>
      question({ id: `slack:T1:C1:${ts}`, thread: ts, asker, addressed });
    await store.accept(inChannel('1.0'));
    const joining: Decide = ({ text }, { nearby }): Decision =>
      nearby?.waiting ? { joined: `${nearby.waiting.text}, ${text}` } : {};
    expect(await store.isWaiting(inChannel('2.0', 'slack:T1:U2'))).toBe(false);
    const second = inChannel('3.0', 'slack:T1:U1', 'auto');
    expect(await store.isWaiting(second)).toBe(true);
    expect(await store.accept(second, joining)).toEqual({ result: 'joined' });
    expect(await store.accept(second, joining)).toEqual({ result: 'duplicate' });
    // In a thread of its own it is not a message of the channel.
    expect(await store.isWaiting({ ...inChannel('4.0'), thread: { ...second.thread, thread: '3.5' } })).toBe(false);
    const turn = await store.claimTurn('me', 2_000, 3_000, ['slack']);
    expect(turn).toMatchObject({
      conversation: { thread: { thread: '1.0' } },
      question: { text: 'text of slack:T1:C1:1.0, text of slack:T1:C1:3.0' },
    });
    expect(await store.claimTurn('me', 2_000, 3_000, ['slack'])).toBeUndefined();
    if (turn) await store.endTurn(turn, { state: 'answered', answer: 'A', sources: [] }, 2_500);
    expect(await store.isWaiting(inChannel('5.0'))).toBe(false);
  },
);

it.each(engines)(
  'a question asked by a command or a button is not joined by later messages, on $name',
  async (engine) => {
    const { store } = await openStore(engine);
    const at = (thread: string, id: string) => question({ id, thread, addressed: 'mention' });
    await store.accept(at('private:slack:T1:command:1', 'slack:T1:command:1'));
    await store.accept(at('interaction:discord:8', 'discord:8'));
    await store.accept(at('7.0', 'slack:T1:C1:7.0:suggestion:0'));
    expect(await store.isWaiting(at('9.0', 'slack:T1:C1:9.0'))).toBe(false);
    await store.accept(at('reply:5', 'discord:5'));
    expect(await store.isWaiting(at('9.0', 'slack:T1:C1:9.0'))).toBe(true);
  },
);
