/** What reports read about questions and marks, on each engine. */
import { beforeEach, describe, expect, it } from 'vitest';
import { outcomeOf } from '../../../../src/bot/core/insight/outcome.ts';
import { newestOf } from '../../../../src/bot/core/model/asked-question.ts';
import type { Question } from '../../../../src/bot/core/model/conversation.ts';
import type { TurnEnd } from '../../../../src/bot/core/ports/store.ts';
import { removeTurns } from '../../../../src/bot/store/retention/removal.ts';
import type { OwnStore } from '../../../../src/bot/store/store.ts';
import type { Database } from '../../../../src/kit/sql/database.ts';
import { engines, openStore } from '../../../kit/sql/engines.ts';
import { question } from '../samples.ts';

const yes: TurnEnd = { state: 'answered', answer: 'yes', sources: [{ path: '/a', title: 'A' }] };

describe.each(engines)('the list of asked questions on $name', (engine) => {
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

  it('contains outcomes and feedback, but names nobody', async () => {
    const link = 'https://chat.example/1';
    const turn = await answered(
      question({ text: 'Why did <@U0ADA> get 403? ada@kiln.example knows', askedAt: 5_000 }),
      {
        ...yes,
        link,
        firstTextAt: 5_700,
      },
    );
    const mark = { turn, person: 'slack:T1:U2', mark: 'not_helpful', via: 'button', at: 9_000 } as const;
    await store.saveFeedback(mark);
    await store.saveFeedbackDetail(mark, { reason: 'outdated', comment: 'ask @Bob Ross' });
    const all = await store.askedSince(5_000, 10);
    expect(all).toEqual([
      {
        turn,
        conversation: expect.any(String),
        platform: 'slack',
        addressed: 'mention',
        isPrivate: false,
        text: 'Why did @… get 403? [email] knows',
        sources: [{ path: '/a', title: 'A' }],
        state: 'answered',
        askedAt: 5_000,
        tookMs: 4_000,
        firstTextMs: 700,
        link,
        marks: [{ mark: 'not_helpful', via: 'button', at: 9_000, reason: 'outdated', comment: 'ask @…' }],
      },
    ]);
    expect(JSON.stringify(all)).not.toMatch(/U1|U2|U0ADA|Bob|Ross/);
    expect(await store.askedSince(5_001, 10)).toEqual([]);
  });

  it('marks greetings and questions back, which are no questions that the docs did not answer', async () => {
    const end: TurnEnd = { ...yes, sources: [] };
    await answered(question({ id: 'q1', thread: '1.0', text: 'Hello!' }), { ...end, code: 'chat' });
    await answered(question({ id: 'q2', thread: '2.0', text: 'Which plan?' }), { ...end, code: 'ask' });
    await answered(question({ id: 'q3', thread: '3.0', text: 'Is it free?' }), end);
    expect((await store.askedSince(0, 10)).map((asked) => outcomeOf(asked))).toEqual([
      undefined,
      undefined,
      'unanswered',
    ]);
  });

  it('contains no secrets, and no e-mail addresses in code', async () => {
    const text =
      'Why does `login --as ada@kiln.example` refuse postgres://kiln:s3c!ret@db.kiln.example with API_KEY=a1b2c3d4e5f6?';
    const turn = await answered(question({ text }));
    const mark = { turn, person: 'slack:T1:U2', mark: 'not_helpful', via: 'button', at: 9_000 } as const;
    await store.saveFeedback(mark);
    await store.saveFeedbackDetail(mark, { reason: 'wrong', comment: 'use `API_KEY=f6e5d4c3b2a1`' });
    const all = await store.askedSince(0, 10);
    expect(all[0]?.text).toContain('`login --as [email]`');
    expect(all[0]?.marks[0]?.comment).toBe('use `API_KEY=[secret]`');
    expect(JSON.stringify(all)).not.toMatch(/ada@|s3c|ret@|a1b2c3|f6e5d4/);
  });

  it.each([
    ['a private answer', { thread: 'private:q1', place: 'public' }],
    ['direct messages', { thread: '1.0', place: 'direct' }],
    ['a group direct message', { thread: '1.0', place: 'group' }],
    ['a place whose kind could not be known', { thread: '1.0', place: 'unknown' }],
  ] as const)('contains no words from %s, however they were asked', async (_, where) => {
    const comment = 'it is Smeg';
    for (const addressed of ['mention', 'direct', 'command', 'auto'] as const) {
      const asked = question({ ...where, id: addressed, addressed });
      const turn = await answered(asked, { ...yes, link: 'https://chat.example/2' });
      const mark = { turn, person: 'slack:T1:U2', mark: 'not_helpful', via: 'button', at: 9_000 } as const;
      await store.saveFeedback(mark);
      await store.saveFeedbackDetail(mark, { reason: 'wrong', comment });
    }
    const all = await store.askedSince(0, 10);
    expect(all).toHaveLength(4);
    for (const { isPrivate, text, link } of all) expect([isPrivate, text, link]).toEqual([true, '', undefined]);
    expect(JSON.stringify(all)).not.toMatch(/text of|Smeg/);
  });

  it('says where words of a private channel may be read', async () => {
    const asked = question({ place: 'private' });
    await answered(asked, { ...yes, link: 'https://chat.example/2' });
    const all = await store.askedSince(0, 10);
    expect(all).toMatchObject([{ isPrivate: false, text: 'text of q1', onlyIn: asked.thread }]);
  });

  it('counts a private answer that was shared as one question, with the words and link that everyone can see', async () => {
    const asked = question({ id: 'q1', thread: 'private:q1', addressed: 'command', text: 'How?' });
    const turn = await answered(asked);
    await store.saveFeedback({ turn, person: 'slack:T1:U2', mark: 'helpful', via: 'button', at: 6_000 });
    const link = 'https://chat.example/2';
    const share = {
      ...question({ id: 'q1:share', thread: '2.0', addressed: 'command', askedAt: 2_000 }),
      shares: 'q1',
    };
    const again = await answered(share, { ...yes, link });
    await store.saveFeedback({ turn: again, person: 'slack:T1:U3', mark: 'not_helpful', via: 'button', at: 7_000 });
    expect(await store.askedSince(0, 10)).toMatchObject([
      {
        turn,
        isPrivate: false,
        text: 'How?',
        link,
        askedAt: 1_000,
        tookMs: 4_000,
        marks: [{ mark: 'helpful' }, { mark: 'not_helpful' }],
      },
    ]);
    expect(await store.askedSince(1_500, 10)).toMatchObject([{ turn: again, text: 'How?', link }]);
    const newer = {
      ...question({ id: 'q1:share:2', thread: '3.0', addressed: 'command', askedAt: 3_000 }),
      shares: 'q1',
    };
    await answered(newer, { ...yes, link: 'https://chat.example/3' });
    for (const [since, first] of [
      [0, turn],
      [1_500, again],
    ] as const) {
      expect(await store.askedSince(since, 10)).toMatchObject([
        { turn: first, text: 'How?', link: 'https://chat.example/3' },
      ]);
    }
  });

  it('shows questions of a platform with separate workspaces only within their workspace', async () => {
    await answered(question({ id: 'q1', thread: '1.0' }));
    await answered(question({ id: 'q2', thread: '2.0', platform: 'discord', askedAt: 2_000 }));
    const seenFrom = async (platform: string, installation: string, apart: readonly string[] = ['slack']) =>
      (await store.askedSince(0, 10, { platform, installation, apart })).map(({ text }) => text);
    expect(await seenFrom('slack', 'T1')).toEqual(['text of q1', 'text of q2']);
    expect(await seenFrom('slack', 'T2')).toEqual(['text of q2']);
    expect(await seenFrom('discord', 'T1')).toEqual(['text of q2']);
    expect(await seenFrom('discord', 'G1', [])).toEqual(['text of q1', 'text of q2']);
  });

  it('is read in slices, together with the marks, and yields to other work between them', async () => {
    const first = await answered(question());
    const { seq: _, ...row } = await database.sql.selectFrom('turns').selectAll().executeTakeFirstOrThrow();
    // Two questions share each timestamp, so that slices end between them.
    const rows = Array.from({ length: 1_200 }, (__, at) => {
      const id = `t${at}`;
      return { ...row, id, question_id: id, text: id, asked_at: 2_000 + Math.floor((at + 1) / 2) };
    });
    for (let at = 0; at < rows.length; at += 400) {
      await database.sql
        .insertInto('turns')
        .values(rows.slice(at, at + 400))
        .execute();
    }
    for (const turn of [first, 't0', 't700', 't1199']) {
      await store.saveFeedback({ turn, person: 'slack:T1:U2', mark: 'helpful', via: 'button', at: 9_000 });
    }
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const all = await store.askedSince(0, 1_150);
    clearImmediate(next);
    expect(turns).toBeGreaterThanOrEqual(2);
    expect(all.map(({ turn }) => turn)).toEqual(rows.slice(50).map(({ id }) => id));
    expect(all.flatMap(({ turn, marks }) => marks.map(() => turn))).toEqual(['t700', 't1199']);
    expect(await store.askedSince(0, 5_000)).toHaveLength(1_201);
  });

  it('leaves out messages that are not questions in their own right, and the oldest beyond the limit', async () => {
    await answered(question({ id: 'q1', thread: '1.0', askedAt: 1_000 }));
    await answered(question({ id: 'q2', thread: '2.0', askedAt: 2_000 }));
    const third = await answered(question({ id: 'q3', thread: '3.0', askedAt: 3_000 }));
    await database.sql.updateTable('turns').set({ code: 'joined' }).where('id', '=', third).execute();
    expect((await store.askedSince(0, 10)).map(({ text }) => text)).toEqual(['text of q1', 'text of q2']);
    expect((await store.askedSince(0, 1)).map(({ text }) => text)).toEqual(['text of q2']);
  });

  it('reports how many were read if there were more, and never counts an answer and its shared copy twice', async () => {
    await answered(question({ id: 'q1', thread: '1.0', askedAt: 1_000 }));
    await answered(question({ id: 'q2', thread: '2.0', askedAt: 2_000 }));
    const copy = await answered(question({ id: 'q3', thread: '3.0', askedAt: 3_000 }));
    await database.sql.updateTable('turns').set({ shares: 'q2' }).where('id', '=', copy).execute();
    expect(await store.askedSince(0, 2)).toHaveLength(2);
    expect(newestOf(await store.askedSince(0, 2), 1)).toMatchObject({
      asked: [{ askedAt: 2_000 }],
      newestOnly: 1,
    });
    expect(newestOf(await store.askedSince(0, 3), 2)).not.toHaveProperty('newestOnly');
  });

  it('leaves out questions whose words were removed', async () => {
    const asked = question();
    const turn = await answered(asked);
    const row = { id: turn, question_id: asked.id, event_id: asked.eventId };
    const { conversation_id } = await database.sql
      .selectFrom('turns')
      .select('conversation_id')
      .executeTakeFirstOrThrow();
    await removeTurns(database, [{ ...row, conversation_id }], 9_000);
    expect(await store.askedSince(0, 10)).toEqual([]);
  });

  it('flags feedback on an answer that has been replaced since', async () => {
    const turn = await answered(question());
    await store.saveFeedback({ turn, person: 'slack:T1:U2', mark: 'helpful', via: 'reaction', at: 6_000 });
    await database.sql.updateTable('turns').set({ times_again: 1 }).where('id', '=', turn).execute();
    expect((await store.askedSince(0, 10))[0]?.marks).toMatchObject([{ isOnEarlierAnswer: true }]);
  });
});
