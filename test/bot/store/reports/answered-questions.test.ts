/** Which answered questions can be proposed to others, on each engine. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Question } from '../../../../src/bot/core/model/conversation.ts';
import type { TurnEnd } from '../../../../src/bot/core/ports/store.ts';
import type { OwnStore } from '../../../../src/bot/store/store.ts';
import type { Database } from '../../../../src/kit/sql/database.ts';
import { engines, openStore } from '../../../kit/sql/engines.ts';
import { question } from '../samples.ts';

const said = { sources: [{ path: '/a', title: 'A' }], link: 'https://chat.example/1' };
const yes: TurnEnd = { state: 'answered', answer: 'yes', ...said };
const here = { platform: 'slack', installation: 'T1' };

describe.each(engines)('answered questions, on $name', (engine) => {
  let database: Database;
  let store: OwnStore;

  beforeEach(async () => {
    ({ database, store } = await openStore(engine));
  });

  /** Returns the id of the turn. */
  async function answered(asked: Question, end: TurnEnd = yes): Promise<string> {
    await store.accept(asked);
    const turn = await store.claimTurn('me', 0, 100, [asked.thread.platform]);
    if (!turn) throw new Error('nothing to claim');
    await store.endTurn(turn, end, asked.askedAt + 4_000);
    return turn.id;
  }

  async function answeredAgain(turn: string): Promise<void> {
    const facts = await store.findTurn({ id: turn });
    if (facts) await store.reopen(facts, { at: 5_500 });
    const again = await store.claimTurn('me', 5_600, 6_000, ['slack']);
    if (again) await store.endTurn(again, yes, 5_700);
  }

  const texts = async (since = 0, limit = 10, among: 'all' | 'helpful' = 'all') =>
    (await store.answeredSince(here, since, limit, among)).map(({ text }) => text);

  it('are listed with a hash of their asker, their place and their pages, newest first', async () => {
    const [first, second] = ['slack:T1:U1', 'slack:T1:U2'].map(database.hashPerson);
    await answered(question({ id: 'q1', thread: '1.0', text: 'How?', askedAt: 1_000 }));
    await answered(question({ id: 'q2', thread: '2.0', text: 'Why?', askedAt: 2_000, asker: 'slack:T1:U2' }));
    expect(await store.answeredSince(here, 1_000, 10, 'all')).toEqual([
      { ...said, thread: { ...here, channel: 'C1', thread: '2.0' }, asker: second, text: 'Why?', answeredAt: 6_000 },
      { ...said, thread: { ...here, channel: 'C1', thread: '1.0' }, asker: first, text: 'How?', answeredAt: 5_000 },
    ]);
    expect(await texts(1_001)).toEqual(['Why?']);
    expect(await texts(0, 1)).toEqual(['Why?']);
    expect(await store.answeredSince({ ...here, installation: 'T2' }, 0, 10, 'all')).toEqual([]);
  });

  it('never name who asked, also while a call for help to people is open', async () => {
    await store.accept(question({ text: 'How?' }));
    const turn = await store.claimTurn('me', 0, 100, ['slack']);
    if (!turn) throw new Error('nothing to claim');
    await store.saveCards(turn, [{ reader: 'r', thread: turn.conversation.thread, message: '2.0' }]);
    await store.endTurn(turn, yes, 4_000);
    const [found] = await store.answeredSince(here, 0, 10, 'all');
    expect(found?.asker).toBe(database.hashPerson('slack:T1:U1'));
  });

  it('include only those that began a conversation, cite a page and were not marked as not helpful', async () => {
    await answered(question({ id: 'q1', thread: '1.0', text: 'How?' }));
    await answered(question({ id: 'q2', thread: '1.0', text: 'And then?', addressed: 'follow_up' }));
    await answered(question({ id: 'q3', thread: '3.0', text: 'Unanswered?' }), { ...yes, sources: [] });
    await answered(question({ id: 'q4', thread: '4.0', text: 'Failed?' }), { ...yes, state: 'failed', code: 'defect' });
    const turn = await answered(question({ id: 'q6', thread: '6.0', text: 'Disappointing?' }));
    await store.saveFeedback({ turn, person: 'slack:T1:U2', mark: 'not_helpful', via: 'button', at: 9_000 });
    await store.accept(question({ id: 'q7', thread: '7.0', text: 'Open?' }));
    expect(await texts()).toEqual(['How?']);
  });

  it('are only those that everyone may read', async () => {
    await answered(question({ id: 'q1', thread: '1.0', text: 'How?' }));
    for (const place of ['direct', 'group', 'private', 'unknown'] as const)
      await answered(question({ id: place, thread: place, text: `${place}?`, place }));
    await answered(question({ id: 'q2', thread: 'private:q2', text: 'For me?', addressed: 'command' }));
    expect(await texts()).toEqual(['How?']);
  });

  it('are, where that is asked for, only those of which somebody marked the present answer as helpful', async () => {
    const marks = { q1: ['helpful', 1], q2: ['not_helpful', 2], q4: ['helpful', 4], q5: ['helpful', 5] } as const;
    const thread = (id: string) => ({ id, thread: id, text: `${id}?` });
    for (const id of ['q1', 'q2', 'q3', 'q4', 'q5', 'q6']) {
      const turn = await answered(question(thread(id)));
      const [mark, at] = marks[id as keyof typeof marks] ?? [];
      if (mark) await store.saveFeedback({ turn, person: 'slack:T1:U2', mark, via: 'button', at });
      if (id === 'q5')
        await store.saveFeedback({ turn, person: 'slack:T1:U3', mark: 'not_helpful', via: 'button', at: 5 });
      if (id === 'q4') await answeredAgain(turn);
    }
    expect(await texts(0, 10, 'helpful')).toEqual(['q1?']);
    expect(await texts(2, 10, 'helpful')).toEqual([]);
  });

  it('leave out people who were forgotten', async () => {
    await answered(question({ text: 'How?' }));
    await store.forget('slack:T1:U1', 9_000);
    expect(await texts()).toEqual([]);
  });
});
