/** People's marks on answers, on each engine. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { FixedReply } from '../../../src/bot/core/model/conversation.ts';
import type { Feedback } from '../../../src/bot/core/model/feedback.ts';
import type { Decision } from '../../../src/bot/core/ports/store.ts';
import type { OwnStore } from '../../../src/bot/store/store.ts';
import type { Database } from '../../../src/kit/sql/database.ts';
import { ClaimLostError } from '../../../src/kit/sql/store-errors.ts';
import { engines, openStore } from '../../kit/sql/engines.ts';
import { listFeedback } from './feedback-records.ts';
import { question } from './samples.ts';

describe.each(engines)('the feedback store on $name', (engine) => {
  let database: Database;
  let store: OwnStore;

  beforeEach(async () => {
    ({ database, store } = await openStore(engine));
  });

  /** Returns the id of the turn. */
  async function answered(id = 'q', message = '1.5', thread = '1.0'): Promise<string> {
    await store.accept(question({ id, thread, askedAt: 1_000 }));
    const turn = await store.claimTurn('me', 0, 100, ['slack']);
    if (!turn) throw new Error('nothing to claim');
    await store.saveTurnShown(turn, [{ message, from: 0, to: 3, digest: 'd' }], 'yes');
    const end = { state: 'answered', answer: 'yes', sources: [{ path: '/a', title: 'A' }] } as const;
    await store.endTurn(turn, { ...end, link: `https://chat.example/${message}` }, 2_000);
    return turn.id;
  }

  function given(turn: string, change: Partial<Feedback> = {}): Feedback {
    return { turn, person: 'slack:T1:U2', mark: 'helpful', via: 'button', at: 3_000, ...change };
  }

  const records = () => listFeedback(database);

  it('keeps one mark per person and turn: a new mark replaces the old one and its reason', async () => {
    const turn = await answered();
    const no = given(turn, { mark: 'not_helpful', at: 4_000 });
    expect(await store.saveFeedback(given(turn))).toBe('new');
    expect(await store.saveFeedback(given(turn, { at: 3_500 }))).toBe('same');
    expect(await store.saveFeedback(no)).toBe('changed');
    expect(await store.saveFeedbackDetail(no, { reason: 'outdated', comment: 'since\0v2' })).toBe(true);
    await store.saveFeedback(given(turn, { person: 'slack:T1:U3' }));
    expect(await records()).toMatchObject([
      { person: expect.stringMatching(/^hash:/), mark: 'helpful' },
      {
        person: expect.stringMatching(/^hash:/),
        mark: 'not_helpful',
        reason: 'outdated',
        comment: 'since\uFFFDv2',
        at: 4_000,
      },
    ]);
    await store.saveFeedback(given(turn, { at: 5_000 }));
    expect(await store.saveFeedbackDetail(no, { reason: 'wrong' })).toBe(false);
    expect((await records()).find(({ at }) => at === 5_000)).not.toHaveProperty('reason');
  });

  it('finds an answer with its question, sources and link', async () => {
    const turn = await answered();
    await store.saveFeedback(given(turn));
    expect(await records()).toMatchObject([
      {
        turn,
        via: 'button',
        isOnEarlierAnswer: false,
        answer: {
          turn,
          thread: { platform: 'slack', installation: 'T1', channel: 'C1', thread: '1.0' },
          asker: expect.stringMatching(/^hash:/),
          question: 'text of q',
          answer: 'yes',
          sources: [{ path: '/a', title: 'A' }],
          messages: ['1.5'],
          link: 'https://chat.example/1.5',
          isOpen: false,
          isAsked: true,
        },
      },
    ]);
  });

  it('keeps a mark as one on an earlier answer when the question is asked again, beside the new one', async () => {
    const turn = await answered();
    await store.saveFeedback(given(turn));
    const facts = await store.findTurn({ id: turn });
    if (!facts) throw new Error('no turn');
    await store.reopen(facts, { at: 3_500 });
    expect(await records()).toMatchObject([{ isOnEarlierAnswer: true }]);
    expect(await store.saveFeedback(given(turn, { mark: 'not_helpful', at: 4_000 }))).toBe('new');
    expect(await store.saveFeedback(given(turn, { mark: 'not_helpful', at: 4_100 }))).toBe('same');
    await store.saveFeedbackDetail(given(turn), { reason: 'wrong' });
    const [earlier, now] = await records();
    expect(earlier).toMatchObject({ isOnEarlierAnswer: true, mark: 'helpful' });
    expect(now).toMatchObject({ isOnEarlierAnswer: false, mark: 'not_helpful', reason: 'wrong' });
    expect(await store.saveFeedback(given(turn, { at: 4_200 }))).toBe('changed');
    expect(await records()).toHaveLength(2);
  });

  it('removes a mark only if it is still the same', async () => {
    const turn = await answered();
    await store.saveFeedback(given(turn, { via: 'reaction' }));
    await store.removeFeedback(given(turn, { mark: 'not_helpful', via: 'reaction' }));
    await store.removeFeedback(given(turn));
    expect(await records()).toHaveLength(1);
    await store.removeFeedback(given(turn, { via: 'reaction' }));
    expect(await records()).toEqual([]);
  });

  it('finds an answer by one of its messages, in its own channel', async () => {
    const turn = await answered('q', '1.5');
    await answered('other', '2.5', '2.0');
    const posted = { platform: 'slack', channel: 'C1', message: '1.5', postedAt: 1_500 };
    expect(await store.findAnswer(posted)).toMatchObject({ turn });
    expect(await store.findAnswer({ ...posted, channel: 'C2' })).toBeUndefined();
    expect(await store.findAnswer({ ...posted, message: '1' })).toBeUndefined();
    expect(await store.findAnswer({ ...posted, platform: 'discord' })).toBeUndefined();
  });

  it('keeps an answer that is taken back, and its correction, while its messages are rewritten', async () => {
    const turn = await answered();
    await store.saveFeedback(given(turn, { mark: 'not_helpful' }));
    await store.saveFeedbackDetail(given(turn), { reason: 'wrong', comment: 'It is 9.', isCorrection: true });
    expect(await store.findCorrection(turn)).toEqual({ person: 'slack:T1:U2', comment: 'It is 9.' });
    const facts = await store.findTurn({ id: turn });
    if (!facts) throw new Error('no turn');
    expect(await store.reopen(facts, { at: 5_000, shows: 'taken_back' })).toMatchObject({ result: 'reopened' });
    const again = await store.claimTurn('me', 5_000, 5_100, ['slack']);
    expect(again).toMatchObject({
      fixedReply: 'taken_back',
      timesAgain: 0,
      earlier: { text: 'yes', sources: [{ path: '/a' }] },
      shown: [{ message: '1.5', to: 0 }],
    });
    expect(await records()).toMatchObject([
      { isCorrection: true, isOnEarlierAnswer: false, answer: { answer: 'yes' } },
    ]);
  });

  it('lets a call for help be taken once, and finds the answers before it, newest first', async () => {
    for (const id of ['q1', 'q2']) await answered(id);
    await store.accept(question({ id: 'call', askedAt: 2_000 }), () => ({ fixedReply: 'human', listening: 'mention' }));
    const call = await store.claimTurn('me', 0, 100, ['slack']);
    if (!call) throw new Error('nothing to claim');
    const before = await store.answersBefore({ turn: call.id, conversation: call.conversation.id }, 5);
    expect(before.map((answer) => answer.question)).toEqual(['text of q2', 'text of q1']);
    const cards = [{ reader: 'r', thread: call.conversation.thread, message: '2.0' }];
    await store.saveCards(call, cards);
    await store.saveTurnShown(call, [{ message: '1.0', from: 0, to: 4, digest: 'd' }], 'card');
    await store.endTurn(call, { state: 'answered', code: 'human', answer: 'card', sources: [] }, 3_000);
    for (const by of ['slack:T1:U7', 'slack:T1:U8']) expect(await store.takeCall(call.id, by, 4_000)).toBe(true);
    const taken = { fixedReply: 'human', takenBy: 'slack:T1:U7', cards, shown: [{ message: '1.0' }] };
    expect(await store.claimTurn('me', 4_000, 4_100, ['slack'])).toMatchObject(taken);
    await expect(store.saveCards(call, [])).rejects.toThrow(ClaimLostError);
    for (const id of ['gone', before[0]?.turn ?? '']) expect(await store.takeCall(id, 'slack:T1:U8', 2)).toBe(false);
  });

  it('has no answers to deleted questions among those before a call', async () => {
    const [, second] = [await answered('q1'), await answered('q2')];
    await store.deleteQuestion(second);
    await store.accept(question({ id: 'call', askedAt: 2_000 }), () => ({ fixedReply: 'human', listening: 'mention' }));
    const call = await store.claimTurn('me', 0, 100, ['slack']);
    const before = await store.answersBefore({ turn: call?.id ?? '', conversation: call?.conversation.id ?? '' }, 5);
    expect(before.map((answer) => answer.question)).toEqual(['text of q1']);
  });

  it('keeps a conversation solved until something new is asked in it, and knows when people were called', async () => {
    const known: unknown[] = [];
    const say = async (id: string, code?: FixedReply): Promise<void> => {
      await store.accept(question({ id, askedAt: 5_000 }), (_, { conversation }) => {
        known.push(conversation && { ...conversation, ...(code && { code }) });
        return code ? { fixedReply: code } : {};
      });
      const turn = await store.claimTurn('me', 0, 100, ['slack']);
      if (!turn) throw new Error('nothing to claim');
      await store.endTurn(turn, { state: 'answered', answer: '', sources: [], ...(code && { code }) }, 6_000);
    };
    await answered();
    await say('call', 'human');
    await say('solved', 'solved');
    await say('help', 'help');
    await say('more');
    await say('last');
    expect(known).toEqual([
      expect.not.objectContaining({ calledAt: expect.anything() }),
      expect.objectContaining({ calledAt: 5_000, code: 'solved' }),
      expect.objectContaining({ isSolved: true, code: 'help' }),
      expect.objectContaining({ isSolved: true }),
      expect.not.objectContaining({ isSolved: true }),
    ]);
  });

  it('still knows about calls and counts replies when a thread begins a new conversation', async () => {
    const known: unknown[] = [];
    const say = (id: string, decision: Decision, thread = '1.0') =>
      store.accept(question({ id, askedAt: 5_000, thread }), (_, { conversation }) => {
        known.push(conversation && [conversation.calledAt, conversation.recentTurns]);
        return decision;
      });
    await say('call', { fixedReply: 'human' });
    await say('new', { fixedReply: 'new', startsOver: true });
    await say('again', {});
    await say('elsewhere', {}, '2.0');
    expect(known).toEqual([undefined, [5_000, 1], [5_000, 2], undefined]);
  });

  it('deletes marks with their turn, and stores none for a turn that was removed', async () => {
    const turn = await answered();
    await store.saveFeedback(given(turn));
    await database.sql.deleteFrom('turns').where('id', '=', turn).execute();
    expect(await records()).toEqual([]);
    expect(await store.saveFeedback(given(turn))).toBe('gone');
    expect(await store.findAnswer(turn)).toBeUndefined();
  });
});
