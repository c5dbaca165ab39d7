/** Direct messages in which each message may begin a thread, on each engine. */
import { expect, it } from 'vitest';
import type { QuestionFacts } from '../../../../src/core/ports/store.ts';
import { engines, openStore } from '../../engines.ts';
import { question } from '../../samples.ts';

it.each(engines)('the newest conversation of the same person there is known for a day, on $name', async (engine) => {
  const { store } = await openStore(engine);
  const known: unknown[] = [];
  const say = (id: string, asker: string, askedAt: number, addressed: 'direct' | 'mention' = 'direct') =>
    store.accept(
      question({ id, thread: id, asker, askedAt, addressed }),
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
});

it.each(engines)('a quick message there is joined to the question before it, on $name', async (engine) => {
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

it.each(engines)('quick messages there that come at once are all joined, on $name', async (engine) => {
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
