/** What stays of messages that were deleted, on each engine. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type Question, questionDeleted, type Turn } from '../../../../src/bot/core/model/conversation.ts';
import type { OwnStore } from '../../../../src/bot/store/store.ts';
import type { Database } from '../../../../src/kit/sql/database.ts';
import { engines, openStore } from '../../../kit/sql/engines.ts';
import { question } from '../samples.ts';

const yes = { state: 'answered', answer: 'Smeg: yes', sources: [{ path: '/a' }] } as const;
const stopped = { state: 'stopped', code: questionDeleted, answer: 'Smeg', sources: [] } as const;
const files = [{ name: 'smeg.txt' }];

describe.each(engines)('a deleted message, on $name', (engine) => {
  let database: Database;
  let store: OwnStore;

  beforeEach(async () => {
    ({ database, store } = await openStore(engine));
  });

  async function claimed(asked: Question): Promise<Turn> {
    await store.accept(asked);
    return claim();
  }

  async function claim(): Promise<Turn> {
    const turn = await store.claimTurn('me', 0, 100, ['slack']);
    if (!turn) throw new Error('nothing to claim');
    return turn;
  }

  /** Everything that is stored about turns. */
  const stored = async () => JSON.stringify(await database.sql.selectFrom('turns').selectAll().execute());

  it('loses its words if its turn has ended, and is in no report, but is still counted', async () => {
    const turn = await claimed({ ...question({ text: 'Where is the Smeg?' }), files });
    await store.endTurn(turn, yes, 2_000);
    await store.deleteQuestion(turn.id);
    expect(await stored()).not.toMatch(/Smeg/i);
    const [asked] = await store.askedSince(0, 10);
    expect(asked).toMatchObject({ isPrivate: true, text: '', state: 'answered', sources: [{ path: '/a' }] });
    expect(await store.answeredSince({ platform: 'slack', installation: 'T1' }, 0, 10, 'all')).toEqual([]);
  });

  it.each([
    ['as its deletion says', stopped],
    ['with an answer that was complete in that moment', yes],
  ])('loses its words when its turn ends %s', async (_, end) => {
    const turn = await claimed({ ...question({ text: 'Where is the Smeg?' }), files });
    await store.deleteQuestion(turn.id);
    expect((await store.askedSince(0, 10))[0]).toMatchObject({ isPrivate: true, text: '' });
    await store.endTurn(turn, end, 2_000);
    expect(await stored()).not.toMatch(/Smeg/i);
  });

  it('is not sent to the assistant again, which starts a new thread and says so once', async () => {
    const first = await claimed(question({ id: 'q1', text: 'Where is the Smeg?' }));
    await store.saveAssistantThread(first, { id: 'thread-1', key: 'key-1' });
    await store.endTurn(first, yes, 2_000);
    const second = await claimed(question({ id: 'q2', text: 'And the other?' }));
    expect(second.conversation).toMatchObject({ assistantThread: { id: 'thread-1' } });
    await store.endTurn(second, { ...yes, answer: 'There.' }, 3_000);
    await store.deleteQuestion(first.id);
    const third = await claimed(question({ id: 'q3', text: 'And now?' }));
    expect(third.conversation).not.toHaveProperty('assistantThread');
    expect(third.conversation.isRestarted).toBe(true);
    expect((await store.history(third, 10)).map((one) => one.question)).toEqual(['And the other?']);
    await store.saveAssistantThread(third, { id: 'thread-2' });
    await store.endTurn(third, yes, 4_000);
    const fourth = await claimed(question({ id: 'q4' }));
    expect(fourth.conversation).toMatchObject({ assistantThread: { id: 'thread-2' } });
    expect(fourth.conversation.isRestarted).toBeUndefined();
  });

  it.each([
    ['and whose answer was stopped', stopped],
    ['and whose answer was complete in that moment', yes],
  ])('does not leave its words at an assistant that named its thread only afterwards, %s', async (_, end) => {
    const turn = await claimed(question());
    await store.deleteQuestion(turn.id);
    await store.saveAssistantThread(turn, { id: 'thread-1' });
    await store.endTurn(turn, end, 2_000);
    expect((await claimed(question({ id: 'q2' }))).conversation).not.toHaveProperty('assistantThread');
  });

  it('loses its words if it was joined to a question, which keeps its others', async () => {
    const first = await claimed(question({ id: 'q1', text: 'How do I boil water' }));
    const join = { joined: 'How do I boil water\n\nin my Smeg\n\nby hand?' };
    const withOther = { joined: 'How do I boil water\n\nin my Smeg' };
    await store.accept(question({ id: 'q2', text: 'in my Smeg', addressed: 'follow_up' }), () => withOther);
    await store.accept(question({ id: 'q3', text: 'by hand?', addressed: 'follow_up' }), () => join);
    const whole = await store.findTurn({ id: 'q2', thread: first.question.thread });
    await store.release('me');
    await store.saveAssistantThread(await claim(), { id: 'thread-1' });
    await store.removeJoined(first.id, whole?.foundBy ?? '');
    const threads = database.sql.selectFrom('conversations').select(['assistant_thread_id', 'is_restarted']);
    expect(await threads.execute()).toEqual([{ assistant_thread_id: null, is_restarted: 1 }]);
    expect(await store.findTurn({ id: first.id })).toMatchObject({ text: 'How do I boil water\n\nby hand?' });
    expect(await stored()).not.toContain('Smeg');
    await store.deleteQuestion(first.id);
    await store.release('me');
    await store.endTurn(await claim(), stopped, 2_000);
    expect(await stored()).not.toMatch(/boil|by hand/);
  });
});
